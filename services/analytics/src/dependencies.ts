import { catalog, cms, identity } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  catalog.queries.getApplicationFacts,
  catalog.queries.resolveApplication,
  cms.queries.describeSite,
  cms.queries.getInventory,
  cms.queries.listLinkedSites,
  cms.queries.resolveSite,
  cms.queries.sumArticleViews,
  identity.commands.heartbeatDevice,
  identity.queries.resolveUsers,
] as const;

export type Dependencies = typeof dependencies;
