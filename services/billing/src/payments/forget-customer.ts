import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { planAutomaticRefund } from '../refunds/automatic-refund.ts';
import { findPresentCustomer } from './merge-customers.ts';
import type { PaymentRow } from './payment.ts';
import { lockBuyer } from './payment-rows.ts';

/**
 * Removes the contact of an erased user from requests whose answer is not awaited, and the free text of
 * attribution. An unanswered refund retains the contact until it is answered or given up, because a repeat must
 * be identical, or the provider could refund twice. Payments after the erasure are refunded: the tombstone
 * does this for payments that settle later. Payments that settled after the erasure and before its event are
 * refunded here.
 */
export async function forgetCustomer(
  app: App,
  tx: Tx,
  { user_id, erased_at }: { user_id: string; erased_at: Date },
): Promise<void> {
  await lockBuyer(tx, user_id);
  await runStatement(tx, insertErasedUser, [user_id, erased_at]);
  // A merged user is erased with the user that it is part of, whose payments are its own by now.
  const presentId = await findPresentCustomer(tx, user_id);
  await Promise.all([runStatement(tx, forgetInPayments, [presentId]), runStatement(tx, forgetInRefunds, [presentId])]);
  const { rows } = await runStatement<PaymentRow>(tx, paidSince, [presentId, erased_at]);
  for (const payment of rows)
    await planAutomaticRefund(app, tx, payment, {
      cause: 'user_erased',
      provider_payment_id: payment.provider_payment_id ?? '',
      refunded: payment.refunded_amount,
      // The address of the buyer is erased.
      receipt: payment.receipt && { line: payment.receipt, customer: null },
    });
}

const insertErasedUser = defineStatement({
  name: 'insert_erased_user',
  text: 'INSERT INTO billing.erased_users (user_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
});

const paidSince = defineStatement({
  name: 'paid_since_erasure',
  text: `SELECT * FROM billing.payments
    WHERE user_id = $1 AND status = 'succeeded' AND coalesce(settled_at, succeeded_at) >= $2 AND provider_payment_id IS NOT NULL`,
});

const forgetInPayments = defineStatement({
  name: 'forget_in_payments',
  text: `UPDATE billing.payments SET provider_request = provider_request #- '{receipt,customer}', acquisition_source = NULL,
      utm_medium = NULL, utm_campaign = NULL, utm_content = NULL
    WHERE user_id = $1 AND (provider_request #> '{receipt,customer}' IS NOT NULL
      OR num_nonnulls(acquisition_source, utm_medium, utm_campaign, utm_content) > 0)`,
});

const forgetInRefunds = defineStatement({
  name: 'forget_in_refunds',
  text: `UPDATE billing.refunds r SET provider_request = r.provider_request #- '{receipt,customer}'
    FROM billing.payments p
    WHERE p.id = r.payment_id AND p.user_id = $1 AND r.provider_request #> '{receipt,customer}' IS NOT NULL
      AND (r.status <> 'pending' OR r.provider_refund_id IS NOT NULL OR r.abandoned_at IS NOT NULL)`,
});
