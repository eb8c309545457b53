import type { billing } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { settleOpenPayments } from './payments/settle-open-payments.ts';

/** Commands for other services. */
export const commands = (app: App): CommandHandlers<typeof billing> => ({
  settleOpenPayments: (input) => settleOpenPayments(app, input),
});
