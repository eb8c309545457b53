import type { SiteImport, SiteImportWithEntries } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { columnsEqual, cursorNumber, defineCursor, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { and, asc, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { import_entries, imports } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type ImportTarget, requireImport, toImport } from './site-import.ts';

/** One page of the imports of a site, newest first. */
export async function listImports(
  { db }: Pick<App, 'db'>,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof SiteImport>>> {
  await requireSite(db, site_id);
  const rows = await readPageRows(db, imports, { site_id }, { limit, cursor });
  return toPage(rows, limit, toImport);
}

const entryCursor = defineCursor([cursorNumber(999_999_999)]);

/**
 * An import with a page of its entries.
 * @throws AppError `site_not_found`, `import_not_found`, `validation_failed` for a cursor of another list
 */
export async function getImport(
  { db }: Pick<App, 'db'>,
  target: ImportTarget,
  query: PageQuery & {
    outcome?: 'created' | 'updated' | 'skipped' | 'failed' | undefined;
    with_warnings?: boolean | undefined;
  },
): Promise<z.input<typeof SiteImportWithEntries>> {
  await requireSite(db, target.site_id);
  const row = await requireImport(db, target);
  const [after] = entryCursor.parse(query.cursor) ?? [-1];
  const rows = await db
    .select()
    .from(import_entries)
    .where(
      and(
        columnsEqual(import_entries, { import_id: row.id, outcome: query.outcome }),
        gt(import_entries.number, after),
        query.with_warnings === undefined
          ? undefined
          : sql`(jsonb_array_length(${import_entries.warnings}) > 0) = ${query.with_warnings}`,
      ),
    )
    .orderBy(asc(import_entries.number))
    .limit(query.limit + 1);
  const toEntry = ({ import_id: _, number: __, ...entry }: (typeof rows)[number]) => entry;
  const { items, next_cursor } = toPage(rows, query.limit, toEntry, ({ number }) => entryCursor.print([number]));
  return { ...toImport(row), entries: items, next_cursor };
}
