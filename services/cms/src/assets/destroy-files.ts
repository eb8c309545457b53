import { hourMs, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, lt, not, notExists, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { hasFile } from '../content/references.ts';
import { asset_usages, assets, files } from '../schema.ts';
import { filesOf } from './asset.ts';
import { isNeeded, lockAssetsOf, lockFiles } from './stored-files.ts';

/** An upload of the same bytes takes less. */
const uploadMs = hourMs;

interface Named {
  site_id: string;
  /** Assets by their ids. */
  ids: readonly string[];
  /** Names of stored files in texts. */
  names: readonly string[];
  /** Names that texts outside of this service use. */
  usedElsewhere: ReadonlyMap<string, unknown>;
}

/**
 * Destroys those of some files of a site that nothing uses: their rows go, and the job `sweep-files` deletes the bytes
 * with its next run, unless another site has the same. Called behind the removal of the uses of what is destroyed.
 * @returns how many assets went
 */
export async function destroyFiles(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  { site_id, ids, names, usedElsewhere }: Named,
): Promise<number> {
  await lockAssetsOf(tx, site_id);
  const isNamed = or(inArray(assets.id, [...ids]), hasFile(names));
  const isUnused = notExists(tx.select().from(asset_usages).where(eq(asset_usages.asset_id, assets.id)));
  const candidates = await tx
    .select()
    .from(assets)
    .where(and(eq(assets.site_id, site_id), isNamed, isUnused))
    .orderBy(assets.id)
    .for('update');
  // A save that held one of them has ended: its use is visible to a statement that begins now.
  const candidateIds = candidates.map(({ id }) => id);
  const used = await tx
    .selectDistinct({ id: asset_usages.asset_id })
    .from(asset_usages)
    .where(inArray(asset_usages.asset_id, candidateIds));
  const usedIds = new Set(used.map(({ id }) => id));
  const destroyed = candidates.filter(
    (row) => !usedIds.has(row.id) && !filesOf(row).some((name) => usedElsewhere.has(name)),
  );
  if (destroyed.length > 0)
    await tx.delete(assets).where(
      inArray(
        assets.id,
        destroyed.map(({ id }) => id),
      ),
    );
  // Files whose asset was deleted some days ago still have their bytes.
  const released = [...destroyed.flatMap(filesOf), ...names.filter((name) => !usedElsewhere.has(name))];
  if (released.length === 0) return 0;
  await lockFiles(tx, released);
  await tx
    .update(files)
    .set({ unused_since: new Date(0) })
    .where(
      and(
        inArray(files.name, released),
        or(isNull(files.unused_since), lt(files.unused_since, new Date(clock.now().getTime() - uploadMs))),
        not(isNeeded),
      ),
    );
  return destroyed.length;
}
