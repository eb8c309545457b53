import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { invalidField, type Tx } from '@platform/runtime';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';
import { folderOf, lockTree } from './folder.ts';

type Body = EndpointRequest<typeof cms.endpoints.orderKnowledgeBase>['body'];

/** A folder or an article in its folder. */
interface Child {
  id: string;
  name: string;
  position: number;
  isArticle: boolean;
}

/**
 * Sets the order of the folders and articles of one folder. Entries that the call does not name follow in
 * their present order.
 * @throws AppError `site_not_found`, `folder_not_found`, `validation_failed` for an id that is not in the
 * folder or comes twice
 */
export async function orderKnowledgeBase(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'publicReads'>,
  site_id: string,
  { parent_id, ids }: Body,
) {
  const site = await requireSite(app.db, site_id);
  return app.db.transaction(async (tx) => {
    const all = await lockTree(tx, site_id);
    if (parent_id !== null) folderOf(all, parent_id, null);
    const folders = all.filter((folder) => folder.parent_id === parent_id);
    const before = [
      ...folders.map(({ id, name, position }) => ({ id, name, position, isArticle: false })),
      ...(await lockArticles(tx, site_id, parent_id)),
    ].toSorted(inOrder);
    const after = reorder(before, ids).map((child, position) => ({ ...child, position }));
    const old = new Map(before.map(({ id, position }) => [id, position]));
    const moved = after.filter(({ id, position }) => old.get(id) !== position);
    await writePositions(tx, moved, app.clock.now());
    const audited = (children: readonly Child[]) => ({
      parent_id,
      positions: children.map(({ id, position }) => ({ id, position })),
    });
    const { application_id } = site;
    await app.audit.record(tx, { before: audited(before), after: audited(after), application_id });
    if (moved.length > 0) await publicSiteChanged(app, tx, site);
    return { ordered: ids.length };
  });
}

/** The order inside a folder: by position, at the same position articles before folders, then by name. */
const inOrder = (child: Child, other: Child): number =>
  child.position - other.position ||
  Number(other.isArticle) - Number(child.isArticle) ||
  Buffer.compare(Buffer.from(child.name), Buffer.from(other.name)) ||
  (child.id < other.id ? -1 : 1);

/**
 * The children with these ids first.
 * @throws `validation_failed`
 */
function reorder(children: readonly Child[], ids: readonly string[]): Child[] {
  const byId = new Map(children.map((child) => [child.id, child]));
  const first = ids.map((id, at) => {
    const child =
      byId.get(id) ?? invalidField(`ids.${at}`, 'is not a folder or article of this folder, or is listed twice');
    byId.delete(id);
    return child;
  });
  return [...first, ...byId.values()];
}

async function lockArticles(tx: Tx, site_id: string, folder_id: string | null): Promise<Child[]> {
  const rows = await tx
    .select({ id: items.id, name: items.title, position: items.position })
    .from(items)
    .where(
      and(
        eq(items.site_id, site_id),
        eq(items.kind, 'article'),
        folder_id === null ? isNull(items.folder_id) : eq(items.folder_id, folder_id),
      ),
    )
    .orderBy(items.id)
    .for('update');
  return rows.map((row) => ({ ...row, isArticle: true }));
}

async function writePositions(tx: Tx, children: readonly Child[], now: Date): Promise<void> {
  for (const isArticle of [true, false]) {
    const rows = children.filter((child) => child.isArticle === isArticle);
    if (rows.length === 0) continue;
    const [table, counter] = isArticle ? ['items', 'lock_version'] : ['folders', 'version'];
    await tx.execute(sql`
      UPDATE ${sql.raw(`cms.${table}`)} AS t
      SET position = v.position, updated_at = ${now.toISOString()}, ${sql.raw(isArticle ? `context_changed_at = '${now.toISOString()}', ` : '')}${sql.raw(`${counter} = t.${counter} + 1`)}
      FROM unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ position }) => position))}::int[])
        AS v (id, position)
      WHERE t.id = v.id`);
  }
}
