import { catalog, cms, identity } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const asks = [
  catalog.queries.resolveApplication,
  cms.queries.resolveSite,
  identity.commands.noteAdminApiKeyUse,
  identity.queries.countApplicationsWithoutDocuments,
  identity.queries.resolveAdminApiKey,
  identity.queries.resolveAdminSession,
  identity.queries.resolveUser,
] as const;

export type Asks = typeof asks;
