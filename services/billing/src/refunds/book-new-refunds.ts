import { findRow, hourMs } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { unwrap } from '../providers/unwrap.ts';
import { refund_watermarks } from '../schema.ts';
import { bookListedRefunds } from './book-listed-refunds.ts';

type Watermark = typeof refund_watermarks.$inferSelect;

/** The provider may show a refund later than others that were created after it. */
const overlapMs = 10 * 60_000;
/** The first run begins as long ago as the provider repeats a notification. */
const firstWindowMs = 24 * hourMs;
/** Limit of refunds booked in one run, checked after each page of 100. The next run continues there. */
const maxBooked = 1_000;
/** Limit of pages read in one run: a page of booked refunds still costs a call and a read. */
const maxPages = 50;

/**
 * Books the refunds that the provider has made since the last run. This finds a refund that was made in the
 * cabinet of the provider and whose notification was lost. The watermark is the creation time of the newest
 * refund, by the clock of the provider. It moves only when all refunds before it are booked, so a crash
 * repeats work and skips no refund.
 * @param shop the shop of an application; null for the shop of the installation
 * @param startUntil no further page is requested after this moment (ms since the epoch)
 * @throws AppError `provider_error`, `service_unavailable`
 */
export async function bookNewRefunds(app: App, shop: string | null, startUntil: number): Promise<void> {
  const provider = await app.providerOf(shop);
  const mark = await readWatermark(app, shop);
  const created_from = new Date(mark.listed_until.getTime() - overlapMs);
  const created_until = mark.resume_before ?? undefined;
  let newest = mark.newest;
  let cursor: string | undefined;
  let isWhole = true;
  let booked = 0;
  for (let page = 1; ; page += 1) {
    const list = unwrap(await provider.listRefunds({ created_from, created_until, cursor }));
    const { unbooked, failures } = await bookListedRefunds(app, list.refunds, (payment) =>
      settlePayment(app, payment.id, { known: payment }),
    );
    booked += unbooked;
    if (failures.length > 0) isWhole = false;
    // A list begins with the newest refund.
    newest ??= list.refunds[0]?.created_at ?? null;
    if (list.next_cursor === null) return isWhole ? moveWatermark(app, mark, { newest }) : restart(app, mark);
    const lastRefund = list.refunds.at(-1);
    if (lastRefund && (booked >= maxBooked || page >= maxPages || Date.now() >= startUntil))
      return isWhole ? interrupt(app, mark, { resume_before: lastRefund.created_at, newest }) : restart(app, mark);
    cursor = list.next_cursor;
  }
}

async function readWatermark({ db, clock }: Pick<App, 'db' | 'clock'>, shop: string | null): Promise<Watermark> {
  const first: Watermark = {
    provider: shop === null ? 'yookassa' : `yookassa:${shop}`,
    listed_until: new Date(clock.now().getTime() - firstWindowMs),
    resume_before: null,
    newest: null,
  };
  await db.insert(refund_watermarks).values(first).onConflictDoNothing();
  const row = await findRow(db, refund_watermarks, { provider: first.provider });
  return row ?? first;
}

/** The whole list is booked: the next list begins at its newest refund. */
const moveWatermark = (app: App, mark: Watermark, { newest }: Pick<Watermark, 'newest'>) =>
  save(app, mark, {
    listed_until: newest && newest > mark.listed_until ? newest : mark.listed_until,
    resume_before: null,
    newest: null,
  });

/** The list is too long for one run: stores the position at which the next run continues. */
const interrupt = (app: App, mark: Watermark, progress: Pick<Watermark, 'resume_before' | 'newest'>) =>
  save(app, mark, { listed_until: mark.listed_until, ...progress });

/** A refund could not be booked: the next run reads the whole list again. */
const restart = (app: App, mark: Watermark) =>
  save(app, mark, { listed_until: mark.listed_until, resume_before: null, newest: null });

/** Compare-and-set: of two concurrent runs, the later one changes nothing. */
async function save({ db }: Pick<App, 'db'>, before: Watermark, after: Omit<Watermark, 'provider'>): Promise<void> {
  const { provider, listed_until, resume_before } = before;
  const isUnchanged = and(
    eq(refund_watermarks.provider, provider),
    eq(refund_watermarks.listed_until, listed_until),
    sql`${refund_watermarks.resume_before} IS NOT DISTINCT FROM ${resume_before?.toISOString() ?? null}::timestamptz`,
  );
  await db.update(refund_watermarks).set(after).where(isUnchanged);
}
