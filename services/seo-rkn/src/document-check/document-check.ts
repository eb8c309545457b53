import type { Clause } from './clauses.ts';
import { type Contradiction, contradictionsOf, type OwnerFacts } from './contradictions.ts';
import type { DocumentText } from './method.ts';
import { methods } from './methods.ts';
import { placeholdersIn } from './placeholders.ts';
import { quoteAt } from './text-search.ts';

export type { Contradiction } from './contradictions.ts';

/** What a check found of one clause. Titles, law and hints come from the data of clauses. */
export interface CheckedElement {
  code: string;
  status: 'present' | 'weak' | 'missing' | 'na';
  quote: string | null;
  /** It is a blocker, and missing. */
  blocks: boolean;
  /** Words of the language model; null where the rules suggest. */
  ai_clause: string | null;
}

/** What a check needs of a clause. */
export type FindableClause = Pick<Clause, 'code' | 'method' | 'blocker'>;

export interface CheckResult {
  elements: CheckedElement[];
  placeholders: string[];
  contradictions: Contradiction[];
}

/** Judges a text by the clauses of its kind. Pure; its time grows with the length of the text. */
export function checkDocument(
  clauses: readonly FindableClause[],
  document: DocumentText,
  owner: OwnerFacts,
): CheckResult {
  return {
    elements: clauses.map(({ code, method, blocker }) => {
      const found = methods[method]?.(document) ?? { status: 'na', index: null };
      const quote = found.index === null ? null : quoteAt(document.text, found.index);
      const blocks = blocker && found.status === 'missing' && found.blocks !== false;
      return { code, status: found.status, quote, blocks, ai_clause: null };
    }),
    placeholders: placeholdersIn(document.text),
    contradictions: contradictionsOf(document, owner),
  };
}

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
