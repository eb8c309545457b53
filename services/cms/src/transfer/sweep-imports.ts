import { inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { imports } from '../schema.ts';

/** Reports of a site that are retained. */
const maxReports = 50;
const rowsAtOnce = 20;

/** Removes old reports, with their entries. Answers how many went; the rest goes with the next run. */
export async function sweepImports({ db }: Pick<App, 'db'>): Promise<number> {
  const old = sql`(SELECT id FROM (
    SELECT id, status, row_number() OVER (PARTITION BY site_id ORDER BY id DESC) AS rank FROM cms.imports) AS ranked
    WHERE rank > ${maxReports} AND status IN ('finished', 'failed') LIMIT ${rowsAtOnce})`;
  const deletedImports = await db.delete(imports).where(inArray(imports.id, old)).returning({ id: imports.id });
  return deletedImports.length;
}
