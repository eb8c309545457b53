import { analytics, catalog, cms, seoRkn } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  catalog.queries.getApplicationFacts,
  cms.commands.publishDue,
  cms.queries.describeSite,
  analytics.queries.getCampaignTotals,
  cms.queries.listContentSources,
  seoRkn.commands.completeAi,
] as const;

export type Dependencies = typeof dependencies;
