import type { catalog } from '@platform/contracts';
import type { CommandHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { recordPublicKeyUse } from './applications/public-keys.ts';
import { grantWaiting } from './customers/grant-waiting.ts';
import { trackOpenPayment } from './grants/track-open-payment.ts';

export const commands = (app: App): CommandHandlers<typeof catalog> => ({
  notePublicKeyUse: async ({ key_id }) => ({ is_written: await recordPublicKeyUse(app, key_id) }),
  trackPurchase: async ({ opened_at, ...payment }) => {
    await trackOpenPayment(app.db, { ...payment, opened_at: new Date(opened_at) });
    return {};
  },
  grantWaiting: async (recognized) => {
    await app.db.transaction((tx) => grantWaiting(app, tx, recognized));
    // The next evaluation of a flag sees it, before the event arrives.
    app.grantTerms.invalidate(recognized.user_id);
    return {};
  },
});
