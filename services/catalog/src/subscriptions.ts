import { billing, catalog, identity } from '@platform/contracts';

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  'track-open-payment': billing.events.paymentCreated,
  'grant-purchase': billing.events.paymentSucceeded,
  'close-open-payment': billing.events.paymentCanceled,
  'merge-user-grants': identity.events.userMerged,
  'grant-waiting': identity.events.customerRecognized,
  'remove-customer': identity.events.customerRemoved,
  'forget-installations': identity.events.userErased,
  'revoke-refunded': billing.events.paymentRefunded,
} as const;

/** Events that drop caches of every process. */
export const observes = [
  catalog.events.applicationUpdated,
  catalog.events.catalogUpdated,
  catalog.events.entitlementGranted,
  catalog.events.entitlementRescheduled,
  catalog.events.entitlementRestored,
  catalog.events.entitlementRevoked,
  catalog.events.settingsUpdated,
] as const;
