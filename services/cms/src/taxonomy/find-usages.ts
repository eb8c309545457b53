import { fail, type Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';

interface Usage extends Record<string, unknown> {
  kind: string;
  id: string;
  title: string;
  field: string;
}

/**
 * Asserts that no post names a category or an author: neither its draft nor what is scheduled or published.
 * The row has to be locked for an update, so that no post begins to name it meanwhile.
 * @throws AppError `in_use` with up to twenty `usages`
 */
export async function assertUnused(
  tx: Tx,
  { site_id, field, id }: { site_id: string; field: 'category_id' | 'author_id'; id: string },
): Promise<void> {
  const { rows } = await tx.execute<Usage>(sql`
    SELECT i.kind, i.id, i.title, ${field}::text AS field
    FROM cms.items i
    WHERE i.site_id = ${site_id} AND i.kind = 'post' AND EXISTS (
      SELECT FROM cms.revisions r
      WHERE r.item_id = i.id AND r.revision IN (i.revision, i.scheduled_revision, i.published_revision)
        AND r.fields ->> ${field} = ${id})
    ORDER BY i.id LIMIT 20`);
  if (rows.length > 0) fail('in_use', { fields: { usages: rows } });
}
