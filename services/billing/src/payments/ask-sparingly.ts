import { setTimeout as sleep } from 'node:timers/promises';
import { defineStatement, errorText, fail, runStatement, within } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';
import { findPayment } from './payment-rows.ts';
import type { Question } from './question.ts';
import { settlePayment } from './settle-payment.ts';

/** Reads and the owner together have the provider asked about a payment no more often, over all processes. */
const askEveryMs = 3_000;
/**
 * A read waits for the provider no longer than this; catalog gives up on the whole question after a second.
 */
const readWaitMs = 800;
/** An owner waits so long for an answer that another process is getting. */
const otherProcessWaitMs = 1_000;

/**
 * Settles an open payment for a read, which is answered from the known state: the provider is asked at most
 * once in three seconds, reads that come together share the question, and none waits for it longer than 0.8 s
 * after its beginning. A provider that hangs is left to answer later.
 */
export async function settleForRead(app: App, payment: PaymentRow): Promise<void> {
  const { answer, since } = ask(app, payment);
  const wait = since + readWaitMs - performance.now();
  if (wait <= 0) return;
  const settled = answer.catch((error) => {
    const facts = { payment_id: payment.id, reason: errorText(error) };
    app.log.warn(facts, 'an open payment could not be settled for a read');
  });
  await within(wait, settled, () => {});
}

/**
 * Settles a payment for its owner, under the same limit: a payment that was asked about too lately is answered as the row stands
 * then.
 * @throws AppError `provider_error`, `service_unavailable` also when the last question has no answer and may
 * not be
 *   repeated yet
 */
export async function settleForOwner(app: App, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.status === 'succeeded' || payment.status === 'refunded') return payment;
  const answered = await ask(app, payment).answer;
  if (answered) return answered;
  const giveUp = performance.now() + otherProcessWaitMs;
  for (;;) {
    const row = await findPayment(app, payment.id);
    if (row.status !== 'pending' || row.answered_at?.getTime() === row.asked_at?.getTime()) return row;
    if (performance.now() >= giveUp)
      return fail('service_unavailable', {
        message: 'The payment provider did not answer. The payment is not lost: repeat the call in some seconds.',
        retryAfterSeconds: askEveryMs / 1000,
      });
    await sleep(100);
  }
}

function ask(app: App, payment: PaymentRow): Question {
  const present = app.questions.get(payment.id);
  if (present) return present;
  const question = {
    answer: askWhenDue(app, payment).finally(() => app.questions.delete(payment.id)),
    since: performance.now(),
  };
  // A read may have stopped waiting by the time it fails.
  question.answer.catch(() => {});
  app.questions.set(payment.id, question);
  return question;
}

async function askWhenDue(app: App, payment: PaymentRow): Promise<PaymentRow | null> {
  const now = app.clock.now();
  if (!isDue(payment.asked_at, now)) return null;
  const { rows } = await runStatement<PaymentRow>(app.db, reserveQuestion, [payment.id, now, before(now), after(now)]);
  const [reserved] = rows;
  if (!reserved) return null;
  const settled = await settlePayment(app, payment.id, { known: reserved });
  if (settled.status === 'pending') await runStatement(app.db, markAnswered, [payment.id, reserved.asked_at]);
  return settled;
}

const before = (now: Date) => new Date(now.getTime() - askEveryMs);
const after = (now: Date) => new Date(now.getTime() + askEveryMs);

/** A time in the future was written by a clock that has been set back since. */
const isDue = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || askedAt <= before(now) || askedAt >= after(now);

const reserveQuestion = defineStatement({
  name: 'claim_question',
  text: `UPDATE billing.payments SET asked_at = $2
    WHERE id = $1 AND (asked_at IS NULL OR asked_at <= $3 OR asked_at >= $4) RETURNING *`,
});

const markAnswered = defineStatement({
  name: 'note_answer',
  text: 'UPDATE billing.payments SET answered_at = $2 WHERE id = $1 AND asked_at = $2',
});
