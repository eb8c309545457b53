import { billing, catalog, cms } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  billing.queries.listUserPayments,
  catalog.commands.grantWaiting,
  catalog.queries.getApplicationFacts,
  catalog.queries.listEntitledUsers,
  catalog.queries.listUserGrants,
  cms.queries.checkTargets,
  cms.queries.describeSite,
  cms.queries.findLeadSubject,
  cms.queries.resolveSite,
] as const;

export type Dependencies = typeof dependencies;
