import type { billing } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { listPayments } from './payments/read-payments.ts';
import { settleOpenPayments } from './payments/settle-open-payments.ts';

export const queries = (app: App): QueryHandlers<typeof billing> => ({
  settleOpenPayments: (input) => settleOpenPayments(app, input),
  listUserPayments: async (user) => ({ payments: (await listPayments(app, user, { limit: 200 })).items }),
});
