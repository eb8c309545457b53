import { catalog } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import { settleForOwner } from './ask-sparingly.ts';
import { type PaymentRow, paidTime } from './payment.ts';
import { findPayment } from './payment-rows.ts';
import { findOwnPayment, type Owner, reasonOf, toPayment } from './read-payments.ts';
import { closePayment, settlePayment } from './settle-payment.ts';

/**
 * Settles one payment now. A payment that is still open although the user was meanwhile given what it would
 * grant, by an administrator or a license, is closed as `already_granted`; should it be paid after all, the
 * money decides.
 * @throws AppError `payment_not_found`, `provider_error`, `service_unavailable`
 */
export async function syncPayment(app: App, owner: Owner, paymentId: string) {
  const payment = await findOwnPayment(app, owner, paymentId);
  return toAnswer(app, await closeWhenCovered(app, await settleForOwner(app, payment)));
}

const toAnswer = async (app: App, payment: PaymentRow) => ({
  payment_id: payment.id,
  status: payment.status,
  status_reason: reasonOf(payment),
  entitlements_granted: payment.status === 'succeeded' && (await trackPurchase(app, payment)),
});

/**
 * Makes the next entitlements read show a purchase: a read asks billing only about payments that the catalog
 * knows, and the events of this one may not have arrived yet.
 * @returns whether the catalog knows it; the grant itself only needs its event
 */
async function trackPurchase(app: App, { id, application_id, user_id, created_at }: PaymentRow): Promise<boolean> {
  const payment = { payment_id: id, application_id, user_id, opened_at: created_at.toISOString() };
  try {
    await app.call(catalog.commands.trackPurchase, payment);
    return true;
  } catch (error) {
    app.log.warn(
      { payment_id: id, reason: errorText(error) },
      'catalog does not answer; it receives a purchase later, by its event',
    );
    return false;
  }
}

/**
 * The same for an administrator. It has no throttle and asks about a payment that has succeeded as well: it
 * may be refunded since. The report of the provider decides and is committed by then; the audit record names
 * the administrator.
 * @throws AppError `payment_not_found`, `provider_error`, `service_unavailable`
 */
export async function syncForAdmin(app: App, paymentId: string) {
  const before = await findPayment(app, paymentId);
  const settled = await settlePayment(app, paymentId, { alsoSucceeded: true });
  const answer = await toAnswer(app, await closeWhenCovered(app, settled));
  const after = await findPayment(app, paymentId);
  const { application_id } = before;
  await app.db.transaction((tx) =>
    app.audit.record(tx, { before: toPayment(before), after: toPayment(after), application_id }),
  );
  return answer;
}

async function closeWhenCovered(app: App, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.status === 'pending') {
    const { application_id, user_id, plan_id, entitlement_codes, created_at } = payment;
    const coverage = {
      application_id,
      user_id,
      plan_id,
      entitlement_codes,
      granted_after: created_at.toISOString(),
      covers_until: paidTime(payment, created_at).expires_at?.toISOString() ?? null,
    };
    const { covered } = await app.ask(catalog.queries.isPlanCovered, coverage);
    if (covered) return closePayment(app, payment.id, 'already_granted');
  }
  return payment;
}
