import { analytics, billing, catalog, cms, identity, social } from '@platform/contracts';

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  'project-registration': identity.events.userRegistered,
  'project-device': identity.events.deviceRegistered,
  'project-device-revocation': identity.events.deviceRevoked,
  'project-payment': billing.events.paymentCreated,
  'project-purchase': billing.events.paymentSucceeded,
  'project-cancellation': billing.events.paymentCanceled,
  'project-refund': billing.events.paymentRefunded,
  'project-grant': catalog.events.entitlementGranted,
  'project-new-term': catalog.events.entitlementRescheduled,
  'project-grant-revocation': catalog.events.entitlementRevoked,
  'project-grant-restoration': catalog.events.entitlementRestored,
  'project-post': social.events.socialPostPublished,
  'project-new-site': cms.events.siteCreated,
  'project-site': cms.events.siteUpdated,
  'begin-erasure': identity.events.userErased,
  'begin-merge': identity.events.userMerged,
} as const;

/** Events that drop caches of every process. */
export const observes = [analytics.events.eventNamesChanged, cms.events.siteCreated, cms.events.siteUpdated] as const;
