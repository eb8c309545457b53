import { dayMs } from '@platform/runtime';
import { inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails } from '../schema.ts';
import { keptDays } from './mail.ts';

/** Rows of one statement. */
const rowsAtOnce = 1_000;

/** Removes mails that were asked for more than 90 days ago, sent or not, a thousand in one run. */
export async function sweepMails({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  const old = db.select({ id: mails.id }).from(mails).where(lt(mails.created_at, before)).limit(rowsAtOnce);
  const { rowCount } = await db.delete(mails).where(inArray(mails.id, old));
  return rowCount ?? 0;
}
