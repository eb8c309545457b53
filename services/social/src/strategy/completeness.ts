import type { DiscoveryAnswers, DiscoveryField } from '@platform/contracts';

/** Weight of each answer in percent, and its required size: characters of a text, entries of a list. */
const parts: Record<DiscoveryField, { percent: number; enough: number }> = {
  product: { percent: 20, enough: 40 },
  goals: { percent: 20, enough: 1 },
  audience: { percent: 15, enough: 1 },
  proofs: { percent: 15, enough: 2 },
  offers: { percent: 10, enough: 1 },
  faq: { percent: 10, enough: 3 },
  taboos: { percent: 5, enough: 1 },
  competitors: { percent: 5, enough: 1 },
};

/** A strategy becomes active from this percentage on. */
export const neededCompleteness = 60;

/**
 * How complete the answers of a brand are. An answer below its required size counts in proportion.
 * @returns percent, 0 to 100, and the fields below their required size
 */
export function completenessOf(answers: DiscoveryAnswers): { completeness: number; missing: DiscoveryField[] } {
  let sum = 0;
  const missing: DiscoveryField[] = [];
  for (const [field, { percent, enough }] of Object.entries(parts) as [
    DiscoveryField,
    (typeof parts)[DiscoveryField],
  ][]) {
    const answer = answers[field];
    const length = typeof answer === 'string' ? answer.trim().length : answer.length;
    sum += percent * Math.min(1, length / enough);
    if (length < enough) missing.push(field);
  }
  return { completeness: Math.floor(sum), missing };
}
