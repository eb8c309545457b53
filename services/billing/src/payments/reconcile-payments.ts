import { AppError, errorText } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { isAccessDenied } from '../providers/unwrap.ts';
import { bookNewRefunds } from '../refunds/book-new-refunds.ts';
import { findOpenRefunds, finishRefund, reportAbandonedRefunds } from '../refunds/finish-refunds.ts';
import { closedWatchMs, nextCheck } from './payment.ts';
import { settlePayment } from './settle-payment.ts';

export interface ReconcileReport {
  checked: number;
  succeeded: number;
  canceled: number;
  failed: number;
}

const batch = 200;
const concurrency = 8;
/**
 * The gateway gives up on the call after 60 s, and a call of the provider may take 35 s: later ones are not
 * begun.
 */
const startWithinMs = 20_000;
/** Some payments need two calls of the provider; what runs for longer goes on by itself, unreported. */
const answerWithinMs = 56_000;
/** So many unanswered calls in a row mean that the provider is down; asking on would only make it worse. */
const outage = 8;

/**
 * Settles pending payments, oldest first, finishes open refunds and books refunds that were made without us,
 * a bounded number a call and in bounded time. Runs of several processes share the payments: each row is
 * claimed by moving its next check, skipping rows that another run holds. A failure of the provider counts as
 * `failed` and the row is asked about again later; a payment that the run did not get to is due again at
 * once.
 * @param options.all also rows whose next check is not due: what an administrator asks for
 */
export async function reconcilePayments(app: App, options: { all: boolean }): Promise<ReconcileReport> {
  const started = Date.now();
  const waiting = await claim(app, options.all);
  const openRefunds = await findOpenRefunds(app);
  const report = { checked: 0, succeeded: 0, canceled: 0, failed: 0 };

  const settleNext = (): Task | undefined => {
    const payment = waiting.shift();
    if (!payment) return undefined;
    report.checked += 1;
    return {
      about: { payment_id: payment.id },
      run: async () => {
        const { status } = await settlePayment(app, payment.id);
        if (status !== payment.status && (status === 'succeeded' || status === 'canceled')) report[status] += 1;
      },
      failed: () => {
        report.failed += 1;
      },
    };
  };
  const finishNext = (): Task | undefined => {
    const refund = openRefunds.shift();
    return refund && { about: { refund_id: refund.id }, run: () => finishRefund(app, refund), failed: () => {} };
  };
  const bookNew: Task = {
    about: { operation: 'list_refunds' },
    run: () => bookNewRefunds(app, started + startWithinMs),
    failed: () => {},
  };
  // In turns: neither many payments nor refunds that hang keep the other from being asked about.
  let turn = 0;
  const next = () => {
    turn += 1;
    if (turn === 1) return bookNew;
    return turn % 2 === 0 ? (settleNext() ?? finishNext()) : (finishNext() ?? settleNext());
  };

  await within(answerWithinMs - (Date.now() - started), runAll(app, next, started + startWithinMs));
  await giveBack(app, waiting);
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

interface Task {
  /** Names the row in the log. */
  about: Record<string, string>;
  run(): Promise<void>;
  failed(): void;
}

/**
 * Works off the tasks, several at a time, until there are none, the time to begin is over or the provider is
 * down.
 */
async function runAll(app: App, next: () => Task | undefined, startUntil: number): Promise<void> {
  let unanswered = 0;
  let isDenied = false;
  const fail = (task: Task, error: unknown) => {
    task.failed();
    if (error instanceof AppError && error.code === 'service_unavailable') unanswered += 1;
    // It answered, if only that it does not know what we ask about.
    else if (error instanceof AppError && error.code === 'provider_error') unanswered = 0;
    if (isAccessDenied(error) && !isDenied) {
      isDenied = true;
      app.log.error({ reason: error.cause.message }, 'the provider denies us access');
    }
    app.log.warn({ ...task.about, reason: errorText(error) }, 'could not be reconciled; it is tried again');
  };
  const work = async () => {
    while (Date.now() < startUntil && unanswered < outage) {
      const task = next();
      if (!task) return;
      try {
        await task.run();
        unanswered = 0;
      } catch (error) {
        fail(task, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Waits for the work, but no longer than this. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeIsUp]).finally(() => clearTimeout(timer));
}

interface Claimed {
  id: string;
  status: string;
  /** When it was due, and when it is due now that it is claimed. */
  due: string;
  next: string;
}

async function claim({ db, clock }: Pick<App, 'db' | 'clock'>, all: boolean): Promise<Claimed[]> {
  const now = clock.now();
  const watchedSince = new Date(now.getTime() - closedWatchMs).toISOString();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; status: string; created_at: string; due: string }>(
      sql`SELECT id, status, created_at, next_check_at::text AS due FROM billing.payments
          WHERE (status = 'pending' OR (status_reason = 'already_granted' AND status = 'canceled' AND created_at > ${watchedSince}::timestamptz))
            AND (${all} OR next_check_at <= ${now.toISOString()}::timestamptz)
          ORDER BY next_check_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    const claimed = rows.map(({ created_at, ...row }) => ({
      ...row,
      next: nextCheck({ created_at: new Date(created_at) }, now).toISOString(),
    }));
    await tx.execute(
      sql`UPDATE billing.payments SET next_check_at = claimed.next, checks = checks + 1
          FROM jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS claimed (id uuid, next timestamptz)
          WHERE payments.id = claimed.id`,
    );
    return claimed;
  });
}

/**
 * Makes claimed payments due again that the run did not get to, unless another run has claimed them since.
 */
async function giveBack({ db }: Pick<App, 'db'>, claimed: Claimed[]): Promise<void> {
  if (claimed.length === 0) return;
  await db.execute(
    sql`UPDATE billing.payments SET next_check_at = claimed.due, checks = checks - 1
        FROM jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS claimed (id uuid, due timestamptz, next timestamptz)
        WHERE payments.id = claimed.id AND payments.next_check_at = claimed.next`,
  );
}
