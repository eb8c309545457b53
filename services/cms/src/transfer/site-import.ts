import type { SiteImport } from '@platform/contracts';
import { type Database, fail, findRow, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import { imports } from '../schema.ts';

export type ImportRow = typeof imports.$inferSelect;

/** The key of an import. */
export interface ImportTarget {
  site_id: string;
  import_id: string;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** An import as administrators see it. */
export const toImport = (row: ImportRow): z.input<typeof SiteImport> => ({
  id: row.id,
  format: row.format,
  dry_run: row.dry_run,
  publish: row.publish,
  fetch_images: row.fetch_images,
  take: row.take,
  source_url: row.source_url,
  file_name: row.file_name,
  size_bytes: row.size_bytes,
  status: row.status,
  error: row.error,
  report: {
    created: row.created,
    updated: row.updated,
    skipped: row.skipped,
    failed: row.failed,
    warnings: row.warnings,
  },
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
});

/**
 * An import of a site.
 * @throws `import_not_found`
 */
export async function requireImport(db: Database | Tx, { site_id, import_id }: ImportTarget): Promise<ImportRow> {
  return (await findRow(db, imports, { id: import_id, site_id })) ?? fail('import_not_found');
}
