import type { billing } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { findSoldPrices } from './payments/find-sold-prices.ts';
import { listPayments } from './payments/read-payments.ts';

/** Queries for other services. */
export const queries = (app: App): QueryHandlers<typeof billing> => ({
  findSoldPrices: async (prices) => ({ plan_price_ids: await findSoldPrices(app, prices) }),
  listUserPayments: async (user) => ({ payments: (await listPayments(app, user, { limit: 200 })).items }),
});
