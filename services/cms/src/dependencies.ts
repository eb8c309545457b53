import { analytics, catalog, identity, seoRkn } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  analytics.queries.countPageReaders,
  analytics.queries.getContentTotals,
  catalog.queries.getApplicationFacts,
  identity.commands.answerSubjectConsentsAgain,
  identity.commands.recordSubjectConsents,
  identity.queries.adminExists,
  identity.queries.getLegalText,
  identity.queries.getUserAttribution,
  identity.queries.listLegalFiles,
  identity.queries.listLegalStates,
  seoRkn.commands.generateFields,
  seoRkn.queries.describeItem,
  seoRkn.queries.scoreReadiness,
] as const;

export type Dependencies = typeof dependencies;
