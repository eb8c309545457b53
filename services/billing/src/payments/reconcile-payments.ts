import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { bookNewRefunds } from '../refunds/book-new-refunds.ts';
import { findOpenRefunds, finishRefund, reportAbandonedRefunds } from '../refunds/finish-refunds.ts';
import { shops } from '../schema.ts';
import { receiptTasks } from './follow-receipts.ts';
import { closedWatchMs, nextCheck } from './payment.ts';
import { interleave, type ProviderTask, runProviderTasks } from './provider-tasks.ts';
import { settlePayment } from './settle-payment.ts';

export interface ReconcileReport {
  checked: number;
  succeeded: number;
  canceled: number;
  failed: number;
}

/** Payments that are claimed at once, of the open ones and of the watched ones each. */
const batch = 200;
/**
 * The gateway gives up on the call after 60 s, and a call of the provider may take 35 s: later ones are not
 * begun. Some payments need two calls; what runs for longer goes on by itself, unreported.
 */
const beginWithinMs = 20_000;
const answerWithinMs = 56_000;

/**
 * Settles pending payments, oldest first, finishes open refunds, follows receipts and books refunds that were made without us,
 * in bounded time: it claims further payments until the time is over. Payments and refunds alternate:
 * neither many payments nor refunds that hang keep the other from being asked about. Runs of several
 * processes share the payments: each row is claimed by moving its next check, skipping rows that another run
 * holds. A failure of the provider counts as `failed` and the row is asked about again later; a payment that
 * the run did not get to is due again at once.
 * @param options.all also rows whose next check is not due: what an administrator asks for
 */
export async function reconcilePayments(app: App, options: { all: boolean }): Promise<ReconcileReport> {
  const began = performance.now();
  const beginUntil = Date.now() + beginWithinMs;
  const claimedPayments = new Map<string, ClaimedPayment>();
  // Nothing was due a moment ago: a run does not ask for that twice.
  let isDrained = false;
  const claimMore = async (downShops: readonly (string | null)[] = []): Promise<ClaimedPayment[]> => {
    if (isDrained) return [];
    const except = options.all ? [...claimedPayments.keys()] : [];
    const rows = await claimPayments(app, { all: options.all, except, downShops });
    for (const row of rows) claimedPayments.set(row.id, row);
    isDrained = rows.length === 0;
    return rows;
  };
  const firstPayments = await claimMore();
  // The calls of a crowded shop may hang for the whole run, and would leave the payments of other shops to a later one.
  const crowded = findCrowdedShops(firstPayments);
  if (crowded.length > 0) {
    firstPayments.push(...(await claimMore(crowded)));
    isDrained = false;
  }
  const openRefunds = await findOpenRefunds(app);
  const report = { checked: 0, succeeded: 0, canceled: 0, failed: 0 };

  const shopIds = [null, ...(await app.db.select({ id: shops.id }).from(shops)).map(({ id }) => id)];
  const bookNew = shopIds.map(
    (shop): ProviderTask => ({
      about: { operation: 'list_refunds', ...(shop === null ? {} : { shop }) },
      shop,
      run: () => bookNewRefunds(app, shop, beginUntil),
    }),
  );
  const toSettleTask = (payment: ClaimedPayment): ProviderTask => ({
    about: { payment_id: payment.id },
    shop: payment.application_shop_id,
    run: async () => {
      report.checked += 1;
      const { status } = await settlePayment(app, payment.id);
      if (status !== payment.status && (status === 'succeeded' || status === 'canceled')) report[status] += 1;
    },
    failed: () => {
      report.failed += 1;
    },
  });
  const finish = openRefunds.map(({ refund, application_shop_id }) => ({
    about: { refund_id: refund.id },
    shop: application_shop_id,
    run: () => finishRefund(app, refund),
  }));
  const others = interleave<ProviderTask>(finish, await receiptTasks(app));
  const tasks: ProviderTask[] = [...bookNew, ...interleave(firstPayments.map(toSettleTask), others)];

  const spentMs = performance.now() - began;
  const untouched = await runProviderTasks(app, tasks, {
    beginWithinMs: beginWithinMs - spentMs,
    answerWithinMs: answerWithinMs - spentMs,
    more: async (downShops) => (await claimMore(downShops)).map(toSettleTask),
  });
  await giveBack(
    app,
    untouched.flatMap(({ about }) => claimedPayments.get(about.payment_id ?? '') ?? []),
  );
  await reportAbandonedRefunds(app);
  return { ...report };
}

/**
 * Asks about every pending payment, due or not. The provider's answers are committed by then; the record
 * names the caller.
 */
export async function reconcileForAdmin(app: App): Promise<ReconcileReport> {
  const report = await reconcilePayments(app, { all: true });
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after: report }));
  return report;
}

/** Shops with so many payments in a full claim that there may be none of another shop. */
function findCrowdedShops(claimedPayments: readonly ClaimedPayment[]): (string | null)[] {
  if (claimedPayments.length < batch) return [];
  const byShop = Map.groupBy(claimedPayments, ({ application_shop_id }) => application_shop_id);
  return [...byShop].flatMap(([shop, ofShop]) => (ofShop.length >= batch / 2 ? [shop] : []));
}

interface ClaimedPayment {
  id: string;
  status: string;
  application_shop_id: string | null;
  /** When it was due, and when it is due now that it is claimed. */
  due: string;
  next: string;
}

/**
 * @param options.except rows that this run has claimed already, where it takes rows that are not due
 * @param options.downShops shops whose payments are left alone
 */
async function claimPayments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { all, except, downShops }: { all: boolean; except: readonly string[]; downShops: readonly (string | null)[] },
): Promise<ClaimedPayment[]> {
  const now = clock.now();
  const watchedSince = new Date(now.getTime() - closedWatchMs).toISOString();
  // No OR: the index of each ends at the moment.
  const down = downShops.map((shop) => shop ?? '');
  const isOfAnswering = sql`coalesce(application_shop_id::text, '') <> ALL (${sql.param(down)}::text[])`;
  const isDueNow = all
    ? sql`id <> ALL (${sql.param(except)}::uuid[])`
    : sql`next_check_at <= ${now.toISOString()}::timestamptz`;
  const isDue = sql`${isDueNow} AND ${isOfAnswering}`;
  const columns = sql.raw('id, status, application_shop_id, created_at, next_check_at');
  return db.transaction(async (tx) => {
    // Two indexes, and no OR: closed payments leave the range of theirs by growing old.
    const { rows } = await tx.execute<Omit<ClaimedPayment, 'next'> & { created_at: string }>(
      sql`WITH open AS (
            SELECT ${columns} FROM billing.payments WHERE status = 'pending' AND ${isDue}
            ORDER BY next_check_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
          ), watched AS (
            SELECT ${columns} FROM billing.payments
            WHERE status = 'canceled' AND status_reason = 'already_granted' AND created_at > ${watchedSince}::timestamptz AND ${isDue}
            ORDER BY created_at LIMIT ${batch} FOR UPDATE SKIP LOCKED
          )
          SELECT id, status, application_shop_id, created_at, next_check_at::text AS due
          FROM (SELECT * FROM open UNION ALL SELECT * FROM watched) AS claimed ORDER BY claimed.next_check_at`,
    );
    if (rows.length === 0) return [];
    const claimedPayments = rows.map(({ created_at, ...row }) => ({
      ...row,
      next: nextCheck({ created_at: new Date(created_at) }, now).toISOString(),
    }));
    await tx.execute(
      sql`UPDATE billing.payments SET next_check_at = claimed.next, checks = checks + 1
          FROM jsonb_to_recordset(${JSON.stringify(claimedPayments)}::jsonb) AS claimed (id uuid, next timestamptz)
          WHERE payments.id = claimed.id`,
    );
    return claimedPayments;
  });
}

/**
 * Makes claimed payments due again that the run did not get to, unless another run has claimed them since.
 */
async function giveBack({ db }: Pick<App, 'db'>, untouchedPayments: ClaimedPayment[]): Promise<void> {
  if (untouchedPayments.length === 0) return;
  await db.execute(
    sql`UPDATE billing.payments SET next_check_at = claimed.due, checks = checks - 1
        FROM jsonb_to_recordset(${JSON.stringify(untouchedPayments)}::jsonb) AS claimed (id uuid, due timestamptz, next timestamptz)
        WHERE payments.id = claimed.id AND payments.next_check_at = claimed.next`,
  );
}
