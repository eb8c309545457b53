import { RknCode, type RknRules, type RuleLocale, sanctionGroups } from '@platform/contracts';
import { invalidField } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { isOutdated } from './certainty.ts';
import { disclaimerIn } from './exposure.ts';
import { findLaw, newestLaw, rknRuleOf } from './law.ts';
import { toShownLaw } from './shown-law.ts';

/**
 * The law data in a language.
 * @param rule_version an older edition; the newest without it
 * @throws AppError `validation_failed` for a version that there is none of
 */
export function listRknRules(
  { clock }: Pick<App, 'clock'>,
  { locale, rule_version }: { locale: RuleLocale; rule_version?: string | undefined },
): z.input<typeof RknRules> {
  const law = rule_version === undefined ? newestLaw : findLaw(rule_version);
  if (!law) return invalidField('rule_version', 'is not a version of the law data: leave it out for the current one');
  const { rules, fines, sources, verified_at } = law;
  return {
    rule_version: law.rule_version,
    verified_at,
    sources,
    disclaimer: disclaimerIn(locale),
    rules_outdated: isOutdated(law, clock.now()),
    rules: RknCode.options.map((code) => {
      const { variant: _, law: lines, ...rule } = rknRuleOf(law, code, null, locale);
      const names = Object.keys(rules[code].variants ?? {});
      const variants = names.map((name) => {
        const { severity, certainty, title } = rknRuleOf(law, code, name, locale);
        return [name, { severity, certainty, title }] as const;
      });
      return {
        ...rule,
        law: lines.map((line) => toShownLaw(line, law, locale)),
        verified_at: rules[code].verified_at,
        variants: Object.fromEntries(variants),
      };
    }),
    fines: sanctionGroups.map((group) => {
      const { law: line, fines: amounts } = fines[group];
      return { group, law: toShownLaw(line, law, locale), fines: amounts };
    }),
  };
}
