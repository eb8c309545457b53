import type { App } from '../../app.ts';
import type { CheckTask } from '../../document-check/check-worker.ts';
import { clausesFor, newestClauses } from '../../document-check/clauses.ts';
import type { CheckResult } from '../../document-check/document-check.ts';
import { type DocumentFaults, type ReadKind, readTexts } from '../judge/document-rules.ts';
import type { RknSite } from '../judge/rkn-site.ts';

/**
 * The check of a document that a site shows. Other rules judge the site itself, and the check of the stored
 * document judges the records of the ledger.
 */
export const checkTaskOf = (kind: ReadKind, markdown: string): CheckTask => ({
  clauses: clausesFor(newestClauses, kind),
  kind,
  markdown,
  policy: null,
  site: null,
  is_recorded: null,
  owner: { inn: null, name: null, today: '9999-12-31' },
});

/** Faults of a document by its check. */
export const faultsOf = ({ elements, placeholders }: CheckResult): DocumentFaults => ({
  missing: elements.filter(({ status }) => status === 'missing').map(({ code }) => code),
  blockers: elements.filter(({ blocks }) => blocks).map(({ code }) => code),
  placeholders,
});

/**
 * Checks the documents of a site by the clauses, in the thread of these checks, because the texts are
 * untrusted.
 * @returns faults by `kind text`; null for a text that took too long to read
 */
export async function readDocuments(
  { documentChecker }: Pick<App, 'documentChecker'>,
  site: RknSite,
): Promise<ReadonlyMap<string, DocumentFaults | null>> {
  const checked = new Map<string, DocumentFaults | null>();
  for (const { kind, text } of readTexts(site)) {
    const result = await documentChecker.check(checkTaskOf(kind, text));
    checked.set(`${kind} ${text}`, result && faultsOf(result));
  }
  return checked;
}
