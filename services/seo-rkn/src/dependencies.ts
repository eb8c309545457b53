import { catalog, cms, identity } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  catalog.queries.getApplicationFacts,
  cms.queries.describeSite,
  cms.queries.getConsentCoverage,
  cms.queries.listContentPage,
  cms.queries.listReadinessTexts,
  identity.queries.getConsentCoverage,
  identity.queries.getLegalText,
  identity.queries.listLegalStates,
] as const;

export type Dependencies = typeof dependencies;
