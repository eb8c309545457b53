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
  const losses = query.cursor === undefined ? await listLosses({ db }, row.id) : [];
  return { ...toImport(row), losses, entries: items, next_cursor };
}

type Loss = z.input<typeof SiteImportWithEntries>['losses'][number];

/** Reasons that say nothing of the file: what is here is as it was. */
const withoutLoss = ['unchanged', 'exists', 'edited', 'removed'];
const maxExamples = 3;

/** Notes of an import by their code, with the first examples of each. */
async function listLosses({ db }: Pick<App, 'db'>, import_id: string): Promise<Loss[]> {
  const { rows } = await db.execute<{ code: string; count: number; examples: Loss['examples'] }>(sql`
    SELECT code, count(*)::int AS count,
      jsonb_agg(jsonb_build_object('kind', kind, 'title', title, 'message', message) ORDER BY rank)
        FILTER (WHERE rank <= ${maxExamples}) AS examples
    FROM (
      SELECT note.code, note.message, entry.kind, entry.title,
        row_number() OVER (PARTITION BY note.code ORDER BY entry.number, note.message) AS rank
      FROM ${import_entries} AS entry CROSS JOIN LATERAL (
        SELECT warning->>'code' AS code, warning->>'message' AS message
        FROM jsonb_array_elements(entry.warnings) AS warning
        UNION ALL
        SELECT entry.reason->>'code', entry.reason->>'message'
        WHERE NOT entry.reason->>'code' = ANY (${sql.param(withoutLoss)}::text[])
      ) AS note WHERE entry.import_id = ${import_id}
    ) AS ranked
    GROUP BY code ORDER BY count(*) DESC, code`);
  return rows.map(({ code, count, examples }) => ({ code, count, examples }));
}
