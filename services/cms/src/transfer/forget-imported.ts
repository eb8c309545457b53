import { sha256, type Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import { import_entries, import_sources, imports } from '../schema.ts';

/** The content hash of what was destroyed. */
export const destroyedHash = 'destroyed';

/** No object has it. */
const noObject = '00000000-0000-0000-0000-000000000000';

type Source = Pick<typeof import_sources.$inferSelect, 'site_id' | 'source' | 'kind' | 'source_id'>;

/** The id under which an object of a source is remembered that was destroyed here: a digest, which names nothing of it. */
export const destroyedSourceId = ({ site_id, source, kind, source_id }: Source): string =>
  `destroyed:${sha256(JSON.stringify([site_id, source, kind, source_id]))}`;

/**
 * Removes what imports say of an object that is destroyed. The rows of the reports stay, because a running import
 * continues behind the last one. A digest of its id in the source stays, so that no later import brings it back.
 */
export async function forgetImported(tx: Tx, site_id: string, object_id: string): Promise<void> {
  const ofSite = tx.select({ id: imports.id }).from(imports).where(eq(imports.site_id, site_id));
  await tx
    .update(import_entries)
    .set({ source_id: '', title: '', object_id: null, reason: null, warnings: [] })
    .where(and(inArray(import_entries.import_id, ofSite), eq(import_entries.object_id, object_id)));
  const forgotten = await tx
    .delete(import_sources)
    .where(and(eq(import_sources.site_id, site_id), eq(import_sources.object_id, object_id)))
    .returning();
  if (forgotten.length === 0) return;
  const markers = forgotten.map(({ site_id, source, kind, source_id }) => ({
    site_id,
    source,
    kind,
    source_id: destroyedSourceId({ site_id, source, kind, source_id }),
    object_id: noObject,
    content_hash: destroyedHash,
  }));
  await tx.insert(import_sources).values(markers).onConflictDoNothing();
}
