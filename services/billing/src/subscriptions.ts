import { catalog, identity } from '@platform/contracts';

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  'forget-customer': identity.events.userErased,
  'merge-customers': identity.events.userMerged,
  'note-revocation': catalog.events.entitlementRevoked,
  'record-restoration': catalog.events.entitlementRestored,
} as const;
