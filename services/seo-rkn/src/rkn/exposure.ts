import type { FineRange, RknExposure, RuleLocale, SanctionGroup, SubjectType } from '@platform/contracts';
import type { RknFinding } from './finding.ts';
import type { LawData } from './law.ts';
import { judgeFinding } from './score.ts';

const disclaimers: Record<RuleLocale, string> = {
  ru: 'Это не юридическая консультация. Суммы — штрафы за первое нарушение по данным о законе на указанную дату.',
  en: 'This is no legal advice. The amounts are fines of a first offence by the law data of the stated day.',
};

/** What law data are not, in a language. */
export const disclaimerIn = (locale: RuleLocale): string => disclaimers[locale];

/**
 * Fines that open findings may cost: first offence, each sanction group once. A group with a confirmed
 * finding counts only as `confirmed`; unverified findings have no fine.
 * @param subject_type kind of the operator; null if it is missing in the profile; then no amount is known
 */
export function exposureOf(
  law: LawData,
  findings: readonly RknFinding[],
  subject_type: SubjectType | null,
  { now, locale }: { now: Date; locale: RuleLocale },
): RknExposure {
  const groups = { confirmed: new Set<SanctionGroup>(), detected: new Set<SanctionGroup>() };
  for (const finding of findings) {
    const { group } = law.rules[finding.code];
    const { effective } = judgeFinding(law, finding, now);
    if (group !== 'none' && group !== 'technical' && effective !== 'unverified') groups[effective].add(group);
  }
  const amountOf = (group: SanctionGroup) => (subject_type === null ? null : law.fines[group].fines[subject_type]);
  const detected = [...groups.detected].filter((group) => !groups.confirmed.has(group));
  const unknown = [...groups.confirmed, ...detected].filter((group) => amountOf(group) === null);
  return {
    confirmed: sumOf([...groups.confirmed].map(amountOf)),
    detected: sumOf(detected.map(amountOf)),
    unknown_groups: unknown.toSorted(),
    disclaimer: disclaimerIn(locale),
    law_verified_at: law.verified_at,
  };
}

/** Sum of the known amounts; null where there are groups and none is known. */
function sumOf(amounts: readonly (FineRange | null)[]): FineRange | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0 && amounts.length > 0) return null;
  return {
    min: known.reduce((sum, { min }) => sum + min, 0),
    max: known.reduce((sum, { max }) => sum + max, 0),
  };
}
