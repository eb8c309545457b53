import { identity, type Usage } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { SiteRow } from '../sites/site-row.ts';

/** The use of a file by a legal text, by the name of the stored file. */
export type LegalFiles = ReadonlyMap<string, z.input<typeof Usage>>;

/**
 * Files that legal texts of a site and of its application name, in drafts, published and former versions. Identity has
 * these texts. Not to be called in a transaction.
 * @throws AppError `service_unavailable` when identity does not answer
 */
export async function findLegalFiles(
  { ask }: Pick<App, 'ask'>,
  { id, application_id }: Pick<SiteRow, 'id' | 'application_id'>,
): Promise<LegalFiles> {
  const { files } = await ask(identity.queries.listLegalFiles, {
    owners: [
      { owner_type: 'cms_site', owner_id: id },
      ...(application_id === null ? [] : [{ owner_type: 'application' as const, owner_id: application_id }]),
    ],
  });
  return new Map(
    files.map(({ file, document_id, title }) => [
      file,
      { kind: 'legal_document' as const, id: document_id, title, field: 'body' },
    ]),
  );
}

/** The uses of a file, under any of its names, by legal texts: each document once. */
export function usagesIn(legalFiles: LegalFiles, names: readonly string[]): z.input<typeof Usage>[] {
  const found = names.flatMap((name) => legalFiles.get(name) ?? []);
  return [...new Map(found.map((usage) => [usage.id, usage])).values()];
}
