import { catalog, identity } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  catalog.commands.trackPurchase,
  catalog.queries.getApplicationFacts,
  catalog.queries.getPriceOffer,
  catalog.queries.isPlanCovered,
  catalog.queries.ownsForLifetime,
  identity.commands.recordConsents,
  identity.queries.checkConsents,
  identity.queries.findUsersByEmail,
  identity.queries.getUserAttribution,
] as const;

export type Dependencies = typeof dependencies;
