import { catalog, cms, identity } from '@platform/contracts';

/** Events that drop caches of every process. */
export const observes = [
  catalog.events.applicationCreated,
  catalog.events.applicationUpdated,
  cms.events.siteCreated,
  cms.events.siteUpdated,
  identity.events.adminApiKeyRevoked,
  identity.events.adminSessionsRevoked,
  identity.events.userErased,
  identity.events.userMerged,
  identity.events.userRebound,
] as const;
