import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import { import_entries, import_sources, imports } from '../schema.ts';

/**
 * Removes what imports say of an object that is destroyed. The rows of the reports stay, because a running import
 * continues behind the last one.
 */
export async function forgetImported(tx: Tx, site_id: string, object_id: string): Promise<void> {
  const ofSite = tx.select({ id: imports.id }).from(imports).where(eq(imports.site_id, site_id));
  await tx
    .update(import_entries)
    .set({ source_id: '', title: '', object_id: null, reason: null, warnings: [] })
    .where(and(inArray(import_entries.import_id, ofSite), eq(import_entries.object_id, object_id)));
  await tx
    .delete(import_sources)
    .where(and(eq(import_sources.site_id, site_id), eq(import_sources.object_id, object_id)));
}
