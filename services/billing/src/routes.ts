import type { billing } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { createPayment } from './payments/create-payment.ts';
import { getOwnPayment, listPayments, listPaymentsForAdmin } from './payments/read-payments.ts';
import { receiveWebhook } from './payments/receive-webhook.ts';
import { reconcileForAdmin, reconcilePayments } from './payments/reconcile-payments.ts';
import { syncForAdmin, syncPayment } from './payments/sync-payment.ts';
import { getPaymentWithRefunds, getRefund, listRefunds } from './refunds/read-refunds.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { getApplicationShop, removeApplicationShop, setApplicationShop } from './shops/manage-shop.ts';

/** The user of a call, as the owner of payments. */
const owner = ({ application, user }: { application: { id: string }; user: { id: string } }) => ({
  application_id: application.id,
  user_id: user.id,
});

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof billing> => ({
  createPayment: ({ context, body }) => createPayment(app, context, body),
  listMyPayments: ({ context, query }) => listPayments(app, owner(context), query),
  getMyPayment: ({ context, params }) => getOwnPayment(app, owner(context), params.payment_id),
  syncPayment: ({ context, params }) =>
    context.admin ? syncForAdmin(app, params.payment_id) : syncPayment(app, owner(context), params.payment_id),
  syncPendingPayments: () => reconcileForAdmin(app),
  reconcilePayments: () => reconcilePayments(app, { all: false }),
  refundPayment: ({ context, params, body, idempotency_key }) =>
    refundPayment(app, { payment_id: params.payment_id, admin_id: context.admin.id, idempotency_key }, body),
  receiveYookassaWebhook: ({ body, context }) => receiveWebhook(app, body, context.shop?.id ?? null),
  getApplicationShop: ({ params }) => getApplicationShop(app, params.application_id),
  setApplicationShop: ({ params, body }) => setApplicationShop(app, params.application_id, body),
  removeApplicationShop: ({ params }) => removeApplicationShop(app, params.application_id),
  listPayments: ({ params, query }) => listPaymentsForAdmin(app, params.application_id, query),
  searchPayments: ({ params, body }) => listPaymentsForAdmin(app, params.application_id, body),
  getPayment: ({ params }) => getPaymentWithRefunds(app, params),
  listRefunds: ({ params, query }) => listRefunds(app, params.application_id, query),
  getRefund: ({ params }) => getRefund(app, params),
});
