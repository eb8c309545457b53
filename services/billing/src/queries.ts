import type { billing } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { findSoldPrices } from './payments/find-sold-prices.ts';
import { getPaymentOwner, listPayments } from './payments/read-payments.ts';
import { resolveWebhookToken } from './shops/manage-shop.ts';

/** Queries for other services. */
export const queries = (app: App): QueryHandlers<typeof billing> => ({
  findSoldPrices: async (prices) => ({ plan_price_ids: await findSoldPrices(app, prices) }),
  getPaymentOwner: async ({ payment_id }) => ({ application_id: await getPaymentOwner(app, payment_id) }),
  resolveWebhookToken: async ({ token_hash }) => ({ shop: await resolveWebhookToken(app, token_hash) }),
  listUserPayments: async (user) => ({ payments: (await listPayments(app, user, { limit: 200 })).items }),
});
