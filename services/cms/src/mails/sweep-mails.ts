import { dayMs } from '@platform/runtime';
import { inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails } from '../schema.ts';
import { retentionDays } from './mail.ts';

/** Rows of one statement. */
const rowsAtOnce = 1_000;
/** Statements of one run. */
const maxStatements = 500;

/**
 * Removes mails that were queued more than 90 days ago, sent or not, up to 500,000 in one run.
 * @returns how many were removed
 */
export async function sweepMails({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  const old = db.select({ id: mails.id }).from(mails).where(lt(mails.created_at, before)).limit(rowsAtOnce);
  let removed = 0;
  for (let statements = 0; statements < maxStatements; statements += 1) {
    const { rowCount } = await db.delete(mails).where(inArray(mails.id, old));
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsAtOnce) break;
  }
  return removed;
}
