import type { Clause } from './clauses.ts';
import type { CheckedElement } from './document-check.ts';

/** Hundredths of the weight that a status counts. */
const share = { present: 100, weak: 50, missing: 0 } as const;

/**
 * Points of a document: the share of the clauses that apply, 0 to 100, rounded half up. A present clause
 * counts fully, a weak one half.
 */
export function scoreElements(clauses: readonly Clause[], elements: readonly CheckedElement[]): number {
  let [applicable, reached] = [0, 0];
  for (const { code, status } of elements) {
    const weight = Math.round((clauses.find((clause) => clause.code === code)?.weight ?? 0) * 100);
    if (status === 'na') continue;
    applicable += weight * 100;
    reached += weight * share[status];
  }
  return applicable === 0 ? 0 : Math.floor((reached * 100) / applicable + 0.5);
}

/** `block` with a missing blocker or below 50, `pass` from 85 on, else `fix`. */
export function verdictOf(score: number, elements: readonly CheckedElement[]): 'pass' | 'fix' | 'block' {
  if (score < 50 || elements.some(({ blocks }) => blocks)) return 'block';
  return score >= 85 ? 'pass' : 'fix';
}
