import { catalog } from '@platform/contracts';
import { type Consumer, consumeAll, type Envelope, fail, type Observer } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from './app.ts';
import { grantWaiting } from './customers/grant-waiting.ts';
import { removeWaiting } from './customers/remove-waiting.ts';
import { applyPurchase } from './grants/apply-purchase.ts';
import { mergeUserGrants } from './grants/merge-user-grants.ts';
import { findPresentUser } from './grants/present-user.ts';
import { revokeRefunded } from './grants/revoke-grant.ts';
import { trackOpenPayment } from './grants/track-open-payment.ts';
import { forgetInstallations } from './license-keys/forget-installations.ts';
import { open_payments } from './schema.ts';
import { consumes } from './subscriptions.ts';

/**
 * An event of another service that belongs to no application would be a bug there; it must not become a grant here.
 */
const applicationOf = (event: { application_id: string | null }): string =>
  event.application_id ?? fail('internal_error', { message: 'the event has no application' });

export const consumers = (app: App): Consumer[] =>
  consumeAll(consumes, {
    'track-open-payment': async (tx, { data, occurred_at, ...event }) => {
      const user_id = await findPresentUser(tx, data.user_id);
      await trackOpenPayment(tx, { ...data, user_id, application_id: applicationOf(event), opened_at: occurred_at });
    },
    'grant-purchase': async (tx, { data, ...event }) => {
      const user_id = await findPresentUser(tx, data.user_id);
      await applyPurchase(app, tx, { ...data, user_id, application_id: applicationOf(event) }, data.refunded_at);
    },
    'close-open-payment': async (tx, event) => {
      // Closed by us alone, it can still be paid, and the next read must then show it.
      if (event.data.reason === 'already_granted') return;
      await tx.delete(open_payments).where(eq(open_payments.payment_id, event.data.payment_id));
    },
    'merge-user-grants': (tx, { data, ...event }) =>
      mergeUserGrants(app, tx, { ...data, application_id: applicationOf(event) }),
    'grant-waiting': (tx, { data: { customer_id, user_id }, ...event }) =>
      grantWaiting(app, tx, { application_id: applicationOf(event), user_id, customer_ids: [customer_id] }),
    'remove-customer': (tx, { data, occurred_at, ...event }) =>
      removeWaiting(tx, { ...data, application_id: applicationOf(event), removed_at: occurred_at }),
    'forget-installations': (tx, { data }) => forgetInstallations(tx, data.user_id),
    'revoke-refunded': async (tx, event) => {
      if (!event.data.is_full) return;
      const { payment_id } = event.data;
      const user_id = await findPresentUser(tx, event.data.user_id);
      await revokeRefunded(app, tx, {
        application_id: applicationOf(event),
        user_id,
        payment_id,
        refunded_at: event.occurred_at,
      });
    },
  });

/** Public reads are built again after any change of their application. */
export const observers = (app: App): Observer[] => {
  const forget = ({ application_id }: Envelope) => {
    if (application_id) app.publicReads.invalidate(application_id);
  };
  const { entitlementGranted, entitlementRescheduled, entitlementRestored, entitlementRevoked } = catalog.events;
  return [
    {
      type: catalog.events.settingsUpdated.type,
      observe: ({ data }) => app.settings.invalidate(catalog.events.settingsUpdated.data.parse(data).application_id),
    },
    ...[entitlementGranted, entitlementRescheduled, entitlementRestored, entitlementRevoked].map((event) => ({
      type: event.type,
      observe: ({ data }: Envelope) => app.grantTerms.invalidate(event.data.parse(data).user_id),
    })),
    { type: catalog.events.catalogUpdated.type, observe: forget },
    { type: catalog.events.applicationUpdated.type, observe: forget },
  ];
};
