import { hourMs } from '@platform/runtime';
import { and, asc, eq, isNotNull, lte, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { support_attachments } from '../schema.ts';
import { keysOf } from './attachment.ts';

type Sweeper = Pick<App, 'db' | 'clock' | 'files'>;

/** Files of one run. */
const rowsAtOnce = 500;
/** No upload takes longer, in hours: until then its bytes may still come. */
const uploadHours = 1;

/**
 * Deletes files that no message took within 24 hours, and those of erased users: the bytes, and behind them
 * the row. An expired file is in no answer and no message takes it, so no lock is needed.
 * @returns how many went
 */
export async function sweepAttachments({ db, clock, files: store }: Sweeper): Promise<number> {
  const now = clock.now();
  const isExpired = lte(support_attachments.expires_at, now);
  const isWhole = or(
    isNotNull(support_attachments.file),
    lte(support_attachments.created_at, new Date(now.getTime() - uploadHours * hourMs)),
  );
  const rows = await db
    .select({ id: support_attachments.id })
    .from(support_attachments)
    .where(and(isExpired, isWhole))
    .orderBy(asc(support_attachments.expires_at))
    .limit(rowsAtOnce);
  for (const { id } of rows) {
    const { uploaded, encoded } = keysOf(id);
    await store.delete(uploaded);
    await store.delete(encoded);
    await db.delete(support_attachments).where(and(eq(support_attachments.id, id), isExpired));
  }
  return rows.length;
}
