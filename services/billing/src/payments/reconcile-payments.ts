import { errorText } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { finishPendingRefunds } from '../refunds/finish-refunds.ts';
import { nextCheck } from './payment.ts';
import { settlePayment } from './settle-payment.ts';

export interface ReconcileReport {
  checked: number;
  succeeded: number;
  canceled: number;
  failed: number;
}

const batch = 200;
const concurrency = 8;
/** Answers well before the gateway gives up on the call. */
const budgetMs = 40_000;
/** How long a payment that we closed ourselves can still be paid at the provider, and a margin. */
const closedWatchMs = 2 * 3_600_000;
/** So many failures in a row mean that the provider is down; asking on would only make it worse. */
const outage = 8;

/**
 * Settles pending payments, oldest first, a bounded number a call. Runs of several processes share the work: each row is
 * claimed by moving its next check, skipping rows that another run holds. A failure of the provider counts as `failed`
 * and the row is asked about again later.
 * @param options.all also rows whose next check is not due: what an administrator asks for
 */
export async function reconcilePayments(app: App, options: { all: boolean }): Promise<ReconcileReport> {
  const claimed = await claim(app, options.all);
  const report = { checked: 0, succeeded: 0, canceled: 0, failed: 0 };
  const deadline = Date.now() + budgetMs;
  let failuresInARow = 0;
  const work = async () => {
    for (let payment = claimed.shift(); payment !== undefined; payment = claimed.shift()) {
      if (Date.now() > deadline || failuresInARow >= outage) return;
      report.checked += 1;
      try {
        const { status } = await settlePayment(app, payment.id);
        failuresInARow = 0;
        if (status !== payment.status && (status === 'succeeded' || status === 'canceled')) report[status] += 1;
      } catch (error) {
        failuresInARow += 1;
        report.failed += 1;
        app.log.warn(
          { payment_id: payment.id, reason: errorText(error) },
          'a payment could not be reconciled; it is tried again',
        );
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await finishPendingRefunds(app);
  return report;
}

type Claimed = { id: string; status: string };

async function claim({ db, clock }: Pick<App, 'db' | 'clock'>, all: boolean): Promise<Claimed[]> {
  const now = clock.now();
  const watchedSince = new Date(now.getTime() - closedWatchMs).toISOString();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<Claimed & { created_at: string }>(
      sql`SELECT id, status, created_at FROM billing.payments
          WHERE (status = 'pending' OR (status_reason = 'already_granted' AND status = 'canceled' AND created_at > ${watchedSince}::timestamptz))
            AND (${all} OR next_check_at <= ${now.toISOString()}::timestamptz)
          ORDER BY next_check_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    for (const row of rows) {
      const next = nextCheck({ created_at: new Date(row.created_at) }, now).toISOString();
      await tx.execute(
        sql`UPDATE billing.payments SET next_check_at = ${next}::timestamptz, checks = checks + 1 WHERE id = ${row.id}`,
      );
    }
    return rows;
  });
}
