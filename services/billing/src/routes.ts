import { type billing, catalog } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';
import { createPayment } from './payments/create-payment.ts';
import { findOwnPayment, listPayments, toPayment } from './payments/read-payments.ts';
import { receiveWebhook } from './payments/receive-webhook.ts';
import { reconcileForAdmin, reconcilePayments } from './payments/reconcile-payments.ts';
import { syncForAdmin, syncPayment } from './payments/sync-payment.ts';
import { refundPayment } from './refunds/refund-payment.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof billing> => ({
  createPayment: ({ context, body }) => createPayment(app, context, body),
  listMyPayments: ({ context, query }) =>
    listPayments(app, { application_id: context.application.id, user_id: context.user.id }, query),
  getMyPayment: async ({ context, params }) =>
    toPayment(
      await findOwnPayment(
        app,
        { application_id: context.application.id, user_id: context.user.id },
        params.payment_id,
      ),
    ),
  syncPayment: async ({ context, params }) => {
    if (context.admin) return syncForAdmin(app, params.payment_id);
    const owner = { application_id: context.application.id, user_id: context.user.id };
    return syncPayment(app, await findOwnPayment(app, owner, params.payment_id));
  },
  syncPendingPayments: () => reconcileForAdmin(app),
  reconcilePayments: () => reconcilePayments(app, { all: false }),
  refundPayment: ({ context, params, body, idempotency_key }) =>
    refundPayment(app, { payment_id: params.payment_id, admin_id: context.admin.id, idempotency_key }, body),
  receiveYookassaWebhook: ({ body }) => receiveWebhook(app, body),
  listPayments: async ({ params, query }) => {
    const { application } = await app.ask(catalog.queries.getApplicationFacts, params);
    if (!application) return fail('application_not_found');
    return listPayments(app, { ...params, user_id: query.user_id, status: query.status }, query);
  },
});
