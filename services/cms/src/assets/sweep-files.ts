import { dayMs } from '@platform/runtime';
import { and, asc, eq, like, lt, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { files } from '../schema.ts';
import { isNeeded } from './stored-files.ts';
import { uploadPrefix } from './upload-asset.ts';

type Sweeper = Pick<App, 'db' | 'clock' | 'files'>;

/** How long bytes outlive their last owner: pages that name them are in caches. */
const unusedDays = 7;
/** No upload takes longer. */
const uploadDays = 1;
const rowsAtOnce = 1_000;

/**
 * Deletes the bytes of files without an owner, and what crashed uploads left. Answers how many files went; at
 * most a thousand, the rest with the next run.
 */
export async function sweepFiles(app: Sweeper): Promise<number> {
  const now = app.clock.now().getTime();
  const unusedBefore = lt(files.unused_since, new Date(now - unusedDays * dayMs));
  const uploadedBefore = lt(files.unused_since, new Date(now - uploadDays * dayMs));
  const isDue = or(unusedBefore, and(like(files.name, `${uploadPrefix}%`), uploadedBefore));
  const due = await app.db
    .select({ name: files.name })
    .from(files)
    .where(isDue)
    .orderBy(asc(files.unused_since))
    .limit(rowsAtOnce);
  let removed = 0;
  for (const { name } of due) if (await sweepFile(app, name, isDue)) removed += 1;
  return removed + (await app.files.sweepDrafts(app.clock.now()));
}

/**
 * Deletes the bytes while it holds their row, which an upload of the same bytes would take first. Its end may
 * be lost: the row is then there without bytes, and the next run takes it.
 */
const sweepFile = ({ db, files: store }: Sweeper, name: string, isDue: ReturnType<typeof or>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ name: files.name, isNeeded })
      .from(files)
      .where(and(eq(files.name, name), isDue))
      .for('update', { skipLocked: true });
    if (!row) return false;
    if (row.isNeeded) {
      await tx.update(files).set({ unused_since: null }).where(eq(files.name, name));
      return false;
    }
    await store.delete(name);
    await tx.delete(files).where(eq(files.name, name));
    return true;
  });
