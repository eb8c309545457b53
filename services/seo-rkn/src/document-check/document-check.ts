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
      const result = methods[method]?.(document) ?? { status: 'na', index: null };
      const quote = result.index === null ? null : quoteAt(document.text, result.index);
      const blocks = blocker && result.status === 'missing' && result.blocks !== false;
      return { code, status: result.status, quote, blocks, ai_clause: null };
    }),
    placeholders: placeholdersIn(document.text),
    contradictions: contradictionsOf(document, owner),
  };
}
