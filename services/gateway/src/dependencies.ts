import { billing, catalog, cms, identity } from '@platform/contracts';
import type { KeyValuePlatform, Platform } from '@platform/runtime';
import type { GatewayMetrics } from './metrics.ts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  billing.queries.getPaymentOwner,
  billing.queries.resolveWebhookToken,
  catalog.commands.notePublicKeyUse,
  catalog.queries.resolveApplication,
  cms.commands.noteSiteKeyUse,
  cms.queries.resolveSite,
  cms.queries.getTicketOwner,
  identity.commands.noteAdminApiKeyUse,
  identity.queries.getErasureOwner,
  identity.queries.countApplicationsWithoutDocuments,
  identity.queries.resolveAdminApiKey,
  identity.queries.resolveAdminSession,
  identity.queries.resolveUser,
] as const;

/** What the gateway has from the runtime. */
export type GatewayPlatform = Platform<GatewayMetrics, typeof dependencies> & KeyValuePlatform;
