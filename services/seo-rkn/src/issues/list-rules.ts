import { IssueType, type RuleLocale, type SeoRules } from '@platform/contracts';
import type { z } from 'zod';
import { ruleCatalogue, ruleOf } from './rules.ts';

/** The catalogue of rules in a language. */
export function listRules(locale: RuleLocale): z.input<typeof SeoRules> {
  const { rule_version, verified_at, rules } = ruleCatalogue;
  return {
    rule_version,
    verified_at,
    rules: IssueType.options.map((issue_type) => {
      const { variant: _, ...rule } = ruleOf(issue_type, null, locale);
      const variants = Object.entries(rules[issue_type].variants ?? {});
      return {
        ...rule,
        variants: Object.fromEntries(variants.map(([name, { weight }]) => [name, weight ?? rule.weight])),
      };
    }),
  };
}
