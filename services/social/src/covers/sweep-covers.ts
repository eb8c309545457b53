import { dayMs } from '@platform/runtime';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { covers } from '../schema.ts';
import { isCoverNeeded } from './stored-covers.ts';

type Sweeper = Pick<App, 'db' | 'clock' | 'coverFiles'>;

/** How long an image outlives its last post: a channel may still fetch it. */
const unusedDays = 7;
const rowsAtOnce = 500;

/** Deletes the images that no post has. Answers how many went; the rest goes with the next run. */
export async function sweepCovers(app: Sweeper): Promise<number> {
  const isDue = lt(covers.unused_since, new Date(app.clock.now().getTime() - unusedDays * dayMs));
  const due = await app.db
    .select({ name: covers.name })
    .from(covers)
    .where(isDue)
    .orderBy(asc(covers.unused_since))
    .limit(rowsAtOnce);
  let removed = 0;
  for (const { name } of due) if (await sweepCover(app, name, isDue)) removed += 1;
  return removed;
}

/**
 * Deletes the bytes while it holds the lock of their row, which a post that uses the image would take first.
 * After a crash the row may remain without bytes, and the next run removes it.
 */
const sweepCover = ({ db, coverFiles }: Sweeper, name: string, isDue: ReturnType<typeof lt>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ isNeeded: isCoverNeeded })
      .from(covers)
      .where(and(eq(covers.name, name), isDue))
      .for('update', { skipLocked: true });
    if (!row) return false;
    if (row.isNeeded) {
      await tx.update(covers).set({ unused_since: null }).where(eq(covers.name, name));
      return false;
    }
    await coverFiles.delete(name);
    await tx.delete(covers).where(eq(covers.name, name));
    return true;
  });
