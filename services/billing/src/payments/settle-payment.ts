import { billing, type PaidPeriod } from '@platform/contracts';
import { defineStatement, fail, hourMs, runAtCommit, type Tx } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { App } from '../app.ts';
import type { ProviderPayment, ProviderRefund, ProviderResult } from '../providers/payment-provider.ts';
import { unwrap } from '../providers/unwrap.ts';
import { bookRefundIn } from '../refunds/apply-provider-refund.ts';
import type { RefundRow } from '../refunds/ask-refund.ts';
import { type AutomaticCause, automaticCauseOf, planAutomaticRefund } from '../refunds/automatic-refund.ts';
import { followReport } from '../refunds/follow-report.ts';
import { payments } from '../schema.ts';
import { readPayerStateBeside } from './buyer-state.ts';
import { firstStateOf } from './follow-receipts.ts';
import { idempotenceHours, judge, lacksRefunds, type PaymentRow, paidTime, toHundredths } from './payment.ts';
import { findPayment, lockPayment } from './payment-rows.ts';
import { type RefundReceipt, resolveRefundReceipt } from './receipt-contact.ts';
import type { ReportOutcome } from './report-outcome.ts';

/**
 * Asks the provider about one payment and brings our row to what it says. Webhook, sync, reconcile and
 * entitlements read all come through here, in any number and at once: equal questions in this process share
 * calls, and the row lock and the status decide between processes. The provider is never asked inside a
 * transaction. Refunds that the provider has made and that are not booked here are booked, and a payment that
 * must not stand is refunded.
 * @param options.known the row, where the caller has just read it
 * @param options.alsoSucceeded asks about a payment that has succeeded as well: it may have been refunded
 * since
 * @returns the row afterwards
 * @throws AppError `provider_error`, `service_unavailable` when the outcome stays unknown; the row is then
 * unchanged
 */
export function settlePayment(
  app: App,
  id: string,
  { known, alsoSucceeded = false }: { known?: PaymentRow; alsoSucceeded?: boolean } = {},
): Promise<PaymentRow> {
  return app.nextFlight(`settle:${id}:${alsoSucceeded}`, async () => {
    const payment = known ?? (await findPayment(app, id));
    // Final here and at the provider; only a payment that we closed ourselves can still turn out to be paid.
    if (payment.status === 'refunded' || (payment.status === 'succeeded' && !alsoSucceeded)) return payment;
    const reported = await askProvider(app, payment);
    if (reported === null) return payment;
    const [refunds, receipt] = await Promise.all([
      readRefunds(app, payment, reported),
      resolveRestReceipt(app, payment, reported),
    ]);
    const outcome = await applyReport(app, payment.id, { reported, refunds, receipt });
    return followReport(app, outcome, reported);
  });
}

/** A payment as the provider reports it, with its refunds where the payment is new to the platform as paid. */
interface Report {
  reported: ProviderPayment;
  refunds: readonly ProviderRefund[];
  /** The receipt of the rest, in case that the platform pays it back by itself. */
  receipt: RefundReceipt | null;
}

/** Refunds of a payment that the provider has taken and paid back before the platform heard of it. */
async function readRefunds(app: App, payment: PaymentRow, reported: ProviderPayment): Promise<ProviderRefund[]> {
  if (payment.status === 'succeeded' || reported.status !== 'succeeded' || !lacksRefunds(payment, reported)) return [];
  const provider = await app.providerOf(payment.application_shop_id);
  const list = unwrap(await provider.listRefunds({ provider_payment_id: reported.id }));
  return list.refunds.filter(({ status, currency }) => status === 'succeeded' && currency === payment.currency);
}

/**
 * The receipt of what is left of a payment whose first part the provider has paid back already. No transaction can ask
 * for its recipient.
 */
async function resolveRestReceipt(
  app: App,
  payment: PaymentRow,
  { status, refunded_amount }: ProviderPayment,
): Promise<RefundReceipt | null> {
  if (payment.status === 'succeeded' || status !== 'succeeded' || toHundredths(refunded_amount) === 0n) return null;
  return resolveRefundReceipt(app, payment, {});
}

/** The payment as the provider knows it; null when nothing can be known yet. */
async function askProvider(app: App, payment: PaymentRow): Promise<ProviderPayment | null> {
  const provider = await app.providerOf(payment.application_shop_id);
  if (payment.provider_payment_id !== null) return unwrap(await provider.getPayment(payment.provider_payment_id));
  if (payment.status !== 'pending') return null;
  // We died, or the call timed out, between our insert and the provider's answer. The same key and body find
  // the payment that was made, or make it now.
  const ageHours = (app.clock.now().getTime() - payment.created_at.getTime()) / hourMs;
  if (ageHours >= idempotenceHours) {
    await closePayment(app, payment.id, 'never_reached_provider');
    return null;
  }
  const registered = unwrap(await registerAtProvider(app, payment));
  // A repeat is answered as the first call was, even when the payment has been paid since.
  return unwrap(await provider.getPayment(registered.id));
}

/**
 * The creating call is never repeated once it is answered or the payment is closed: its body is of no use.
 */
const spentRequest = {};

/** Creates the payment at the provider, safely again and again, and stores its id and address. */
export async function registerAtProvider(app: App, payment: PaymentRow): Promise<ProviderResult<ProviderPayment>> {
  const provider = await app.providerOf(payment.application_shop_id);
  const result = await provider.createPayment(payment.provider_request as Record<string, unknown>, payment.id);
  if (result.kind === 'ok') {
    await app.db
      .update(payments)
      .set({
        provider_payment_id: result.value.id,
        confirmation_url: result.value.confirmation_url,
        provider_request: spentRequest,
      })
      .where(and(eq(payments.id, payment.id), isNull(payments.provider_payment_id)));
  } else if (result.kind === 'refused') {
    app.log.warn(
      { payment_id: payment.id, code: result.code, reason: result.message },
      'the provider refused a payment',
    );
    await closePayment(app, payment.id, `provider_${result.code}`, { onlyUnregistered: true });
  }
  return result;
}

const agreed = (payment: PaymentRow, automaticRefund: RefundRow | null = null): ReportOutcome => ({
  payment,
  isAgreed: true,
  automaticRefund,
});

/**
 * Applies what the provider said: status and event commit together. On a disagreement nothing is granted and
 * the alarm is an ERROR and a metric.
 */
async function applyReport(app: App, id: string, { reported, refunds, receipt }: Report): Promise<ReportOutcome> {
  return app.db.transaction(async (tx) => {
    // One round trip: the second statement runs when the first one has the lock.
    const [payment, payer] = await Promise.all([lockPayment(tx, id), readPayerStateBeside(tx, id)]);
    const verdict = judge(payment, reported, { acceptTest: app.settings.YOOKASSA_TEST_PAYMENTS === 'accept' });
    if (verdict.kind === 'succeeded') {
      const cause = automaticCauseOf(payer);
      // Before the purchase: what was paid back in whole is granted at no moment.
      const paidBack = await bookRefunds(app, tx, payment, refunds);
      const succeeded = await succeed(app, tx, paidBack, { reported, cause });
      const { id: provider_payment_id, refunded_amount: refunded } = reported;
      if (cause === null) return agreed(succeeded);
      const plan = { cause, provider_payment_id, refunded, receipt };
      return agreed(succeeded, await planAutomaticRefund(app, tx, payment, plan));
    }
    if (verdict.kind === 'canceled') return agreed(await cancel(app, tx, payment, verdict.reason));
    if (verdict.kind === 'mismatch') {
      const disagreed = { isAgreed: false, automaticRefund: null };
      // Every later check would find it again: the alarm is raised once for each finding.
      if (payment.mismatch === verdict.field) return { payment, ...disagreed };
      app.metrics.paymentMismatches.inc({ field: verdict.field });
      app.log.error(
        { payment_id: payment.id, provider_payment_id: reported.id, field: verdict.field },
        'the provider reports other values for a payment: nothing is granted',
      );
      return { payment: await update(tx, payment.id, { mismatch: verdict.field }), ...disagreed };
    }
    return agreed(payment);
  });
}

/** Books refunds of a payment that has just become known as paid. */
async function bookRefunds(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  refunds: readonly ProviderRefund[],
): Promise<PaymentRow> {
  let booked = payment;
  for (const refund of refunds) booked = await bookRefundIn(app, tx, booked, { reported: refund, refundId: null });
  return booked;
}

const markSucceeded = defineStatement({
  name: 'mark_payment_succeeded',
  text: `UPDATE billing.payments SET status = $2, status_reason = $3, succeeded_at = $4, settled_at = $5, mismatch = NULL,
      canceled_at = NULL, receipt_registration = $6
    WHERE id = $1`,
});

/** A payment that has succeeded: what the provider says of it, and why the platform pays it back, if it does. */
interface Success {
  reported: ProviderPayment;
  cause: AutomaticCause | null;
}

/**
 * Books a payment at the moment when the provider took the money; the time that it bought begins now. A payment that
 * was refunded before the platform heard of it stays refunded.
 */
async function succeed(app: App, tx: Tx, payment: PaymentRow, { reported, cause }: Success): Promise<PaymentRow> {
  const settled_at = app.clock.now();
  const succeeded_at = reported.captured_at ?? settled_at;
  const status = payment.status === 'refunded' ? 'refunded' : 'succeeded';
  const receipt_registration = firstStateOf(reported);
  runAtCommit(tx, markSucceeded, [payment.id, status, cause, succeeded_at, settled_at, receipt_registration]);
  app.metrics.payments.inc({ status: 'succeeded' });
  const { currency, acquisition_source, utm_medium, utm_campaign, utm_content } = payment;
  const attribution = { acquisition_source, utm_medium, utm_campaign, utm_content };
  await app.emit(
    tx,
    billing.events.paymentSucceeded,
    {
      ...toPaidPeriod(payment, settled_at),
      amount: Number(payment.amount),
      currency,
      ...attribution,
      refunded_at: status === 'refunded' ? (payment.refunded_at?.toISOString() ?? null) : null,
    },
    { application_id: payment.application_id, occurred_at: succeeded_at },
  );
  return {
    ...payment,
    status,
    status_reason: cause,
    succeeded_at,
    settled_at,
    canceled_at: null,
    mismatch: null,
    receipt_registration,
  };
}

export function toPaidPeriod(payment: PaymentRow, paidAt: Date): PaidPeriod {
  const { starts_at, expires_at } = paidTime(payment, paidAt);
  return {
    payment_id: payment.id,
    application_id: payment.application_id,
    user_id: payment.user_id,
    plan_id: payment.plan_id,
    plan_code: payment.plan_code,
    entitlement_codes: payment.entitlement_codes,
    starts_at: starts_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

/**
 * Closes a payment that will not be paid, unless it has become something else meanwhile.
 * @param options.onlyUnregistered leaves it open when another call has registered it at the provider: there
 * it can be paid
 */
export async function closePayment(
  app: App,
  id: string,
  reason: string,
  options: { onlyUnregistered?: boolean } = {},
): Promise<PaymentRow> {
  return app.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (options.onlyUnregistered && payment.provider_payment_id !== null) return payment;
    return payment.status === 'pending' ? cancel(app, tx, payment, reason) : payment;
  });
}

async function cancel(app: App, tx: Tx, payment: PaymentRow, reason: string | null): Promise<PaymentRow> {
  const canceled = await update(tx, payment.id, {
    status: 'canceled',
    status_reason: reason,
    canceled_at: app.clock.now(),
    provider_request: spentRequest,
  });
  app.metrics.payments.inc({ status: 'canceled' });
  await app.emit(
    tx,
    billing.events.paymentCanceled,
    { payment_id: payment.id, user_id: payment.user_id, reason },
    { application_id: payment.application_id, occurred_at: app.clock.now() },
  );
  return canceled;
}

async function update(tx: Tx, id: string, changes: PgUpdateSetSource<typeof payments>): Promise<PaymentRow> {
  const [row] = await tx.update(payments).set(changes).where(eq(payments.id, id)).returning();
  return row ?? fail('payment_not_found');
}
