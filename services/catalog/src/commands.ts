import type { catalog } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { trackOpenPayment } from './grants/track-open-payment.ts';

export const commands = ({ db }: App): CommandHandlers<typeof catalog> => ({
  trackPurchase: async ({ opened_at, ...payment }) => {
    await trackOpenPayment(db, { ...payment, opened_at: new Date(opened_at) });
    return {};
  },
});
