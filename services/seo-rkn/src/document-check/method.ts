import type { SiteObservations } from './site-observations.ts';

/** What a method knows of a document. */
export interface DocumentText {
  kind: string;
  /** Text without marks of Markdown. */
  text: string;
  /** What the site does; null for an application, and where no scan says it. */
  site: SiteObservations | null;
  /** Text of the published policy of the owner, without marks; null without one. */
  policy: string | null;
  /** Whether the ledger records consents of the owner; null where it did not answer or has none. */
  is_recorded: boolean | null;
}

/** What a method found. */
export interface MethodResult {
  status: 'present' | 'weak' | 'missing' | 'na';
  /** Offset of the quote in the text; null without one. */
  index: number | null;
  /** False: a missing clause that is a blocker blocks nothing this time. */
  blocks?: boolean;
}

export type Method = (document: DocumentText) => MethodResult;

export const present = (index: number | null): MethodResult => ({ status: 'present', index });
export const weak = (index: number | null): MethodResult => ({ status: 'weak', index });
export const missing = (index: number | null = null): MethodResult => ({ status: 'missing', index });
export const notApplicable: MethodResult = { status: 'na', index: null };

/** Present where an offset was found. */
export const presentAt = (index: number | null): MethodResult => (index === null ? missing() : present(index));
/** Missing where the text has what it must not have. */
export const absentAt = (index: number | null): MethodResult => (index === null ? present(null) : missing(index));
