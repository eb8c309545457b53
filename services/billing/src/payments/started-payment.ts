import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';
import { findPayment } from './payment-rows.ts';

/**
 * The answer to a creating call.
 * @throws `service_unavailable` where the provider has not answered yet
 */
export const toStarted = (payment: PaymentRow) => ({
  id: payment.id,
  payment_id: payment.id,
  provider_payment_id: payment.provider_payment_id ?? fail('service_unavailable'),
  status: payment.status,
  confirmation_url: payment.status === 'pending' ? payment.confirmation_url : null,
  amount: Number(payment.amount),
  currency: payment.currency,
  requires_purchase: true,
});

/**
 * The answer to a creating call that is replayed: how its payment stands today.
 * @throws `payment_not_found`
 */
export const readStarted = async (app: App, paymentId: string) => toStarted(await findPayment(app, paymentId));
