import { analyticsErrors } from './errors/analytics.ts';
import { billingErrors } from './errors/billing.ts';
import { catalogErrors } from './errors/catalog.ts';
import { cmsErrors } from './errors/cms.ts';
import { commonErrors } from './errors/common.ts';
import { identityErrors } from './errors/identity.ts';
import type { ErrorTable } from './errors/table.ts';

/**
 * Every error code of the platform, its HTTP status and its message for client developers.
 * Codes are stable: clients branch on them, texts may change.
 */
export const errorCatalog = {
  ...commonErrors,
  ...identityErrors,
  ...catalogErrors,
  ...billingErrors,
  ...cmsErrors,
  ...analyticsErrors,
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof errorCatalog;

export const errorStatus = (code: ErrorCode): number => errorCatalog[code][0];
export const errorDescription = (code: ErrorCode): string => errorCatalog[code][1];
