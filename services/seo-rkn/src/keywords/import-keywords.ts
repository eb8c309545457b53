import { cutText } from '@platform/contracts/cut-text';
import { invalidField } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { foldKeywords, replaceKeywords } from '../search/keyword-rows.ts';
import { readKeywordFile, TooManyLinesError, UnknownHeaderError } from './read-keyword-file.ts';

/**
 * Puts the keywords of a CSV file in the place of those of the import before.
 * @throws AppError `site_not_found`, `validation_failed` for more than 50,000 lines, and for a header without a column of queries
 */
export async function importKeywords(app: Pick<App, 'db' | 'ask' | 'audit'>, site_id: string, file: Buffer) {
  const { application_id } = await requireSite(app, site_id);
  const { rows, rejected, rejected_count } = await readKeywordFile(file).catch((error: unknown) => {
    if (error instanceof TooManyLinesError) return invalidField('file', 'has more than 50000 lines');
    if (error instanceof UnknownHeaderError)
      return invalidField(
        'file',
        `has a header without a column of queries: \`${cutText(error.header.join(', '), 200)}\`. Name that column \`query\``,
      );
    throw error;
  });
  const folded = foldKeywords(rows);
  const imported = { imported: folded.length, merged: rows.length - folded.length, rejected_count };
  await app.db.transaction(async (tx) => {
    await replaceKeywords(tx, { site_id, source: 'import' }, folded);
    await app.audit.record(tx, { before: null, after: imported, application_id });
  });
  return { ...imported, rejected };
}
