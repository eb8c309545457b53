import type { OwnerFacts } from './contradictions.ts';
import { type CheckResult, checkDocument, type FindableClause } from './document-check.ts';
import type { SiteObservations } from './site-observations.ts';
import { stripMarkdown } from './strip-text.ts';

/** What a thread gets. */
export interface CheckTask {
  /** Of the kind: a thread reads no files. */
  clauses: readonly FindableClause[];
  kind: string;
  /** Markdown of the document. */
  markdown: string;
  /** Markdown of the published policy of the owner; null without one. */
  policy: string | null;
  site: SiteObservations | null;
  is_recorded: boolean | null;
  owner: OwnerFacts;
}

/** Checks a document in a worker thread. */
export function checkText({ clauses, kind, markdown, policy, site, is_recorded, owner }: CheckTask): CheckResult {
  const document = {
    kind,
    site,
    is_recorded,
    text: stripMarkdown(markdown),
    policy: policy === null ? null : stripMarkdown(policy),
  };
  return checkDocument(clauses, document, owner);
}
