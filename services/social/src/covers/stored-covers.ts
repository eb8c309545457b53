import { type Database, fail, findRow, isUuid, newId, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { covers } from '../schema.ts';
import type { VariantRow } from '../variants/variant.ts';
import type { ProcessedCover } from './process-cover.ts';

export type Cover = NonNullable<VariantRow['cover']>;
type CoverRow = typeof covers.$inferSelect;

/**
 * Rows of images, which are written before their bytes. An image without a post is unused: the clean-up
 * removes it after a while, so a crash at any time leaves no bytes for ever.
 */

/**
 * Stores an image behind its row. Its time as an unused image begins now.
 * @throws `service_unavailable`
 */
export async function storeCover(
  { db, clock, coverFiles }: Pick<App, 'db' | 'clock' | 'coverFiles'>,
  { bytes, width, height }: ProcessedCover,
): Promise<Pick<CoverRow, 'id' | 'name' | 'width' | 'height'>> {
  const now = clock.now();
  const name = coverFiles.nameOf(bytes);
  await db
    .insert(covers)
    .values({ name, id: newId(), width, height, unused_since: now, created_at: now })
    .onConflictDoUpdate({ target: covers.name, set: { unused_since: now }, setWhere: isNotNull(covers.unused_since) });
  await coverFiles.put(bytes);
  return requireCover(db, name);
}

/**
 * An image by its name or its id.
 * @throws `cover_not_found`
 */
export async function requireCover(
  db: Database | Tx,
  asset: string,
): Promise<Pick<CoverRow, 'id' | 'name' | 'width' | 'height'>> {
  const isNamed = eq(covers.name, asset);
  return (
    (await findRow(db, covers, isUuid(asset) ? or(isNamed, eq(covers.id, asset)) : isNamed)) ?? fail('cover_not_found')
  );
}

/** Whether a post has an image, in a statement about `covers`. */
export const isCoverNeeded = sql<boolean>`EXISTS (SELECT FROM social.variants WHERE cover->>'name' = ${covers.name})`;

/**
 * Updates the usage of images after a post exchanged one for another. Called after the change of the post, in
 * its transaction.
 * @throws AppError `cover_not_found` for an image that was removed meanwhile
 */
export async function exchangeCover(
  tx: Tx,
  { before, after }: { before: Pick<Cover, 'name'> | null; after: Pick<Cover, 'name'> | null },
  now: Date,
): Promise<void> {
  if (before?.name === after?.name) return;
  const names = [before?.name, after?.name].filter((name) => name !== undefined);
  const locked = await tx
    .select({ name: covers.name })
    .from(covers)
    .where(inArray(covers.name, names))
    .orderBy(asc(covers.name))
    .for('update');
  if (after && !locked.some(({ name }) => name === after.name)) fail('cover_not_found');
  if (after) await tx.update(covers).set({ unused_since: null }).where(eq(covers.name, after.name));
  if (before)
    await tx
      .update(covers)
      .set({ unused_since: now })
      .where(and(eq(covers.name, before.name), isNull(covers.unused_since), not(isCoverNeeded)));
}
