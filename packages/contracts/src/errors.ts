import type { z } from 'zod';
import { analyticsErrors } from './errors/analytics.ts';
import { billingErrors } from './errors/billing.ts';
import { catalogErrors } from './errors/catalog.ts';
import { cmsErrors } from './errors/cms.ts';
import { commonErrors } from './errors/common.ts';
import { identityErrors } from './errors/identity.ts';
import { seoRknErrors } from './errors/seo-rkn.ts';
import { socialErrors } from './errors/social.ts';
import type { ErrorTable } from './errors/table.ts';

/**
 * Every error code of the platform: HTTP status, message and remedy for client developers.
 * Codes are stable: clients branch on them, texts may change.
 */
export const errorCatalog = {
  ...commonErrors,
  ...identityErrors,
  ...catalogErrors,
  ...billingErrors,
  ...cmsErrors,
  ...analyticsErrors,
  ...seoRknErrors,
  ...socialErrors,
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof errorCatalog;

/** What each code has beside `error`, `message` and `request_id`; `undefined` for a code without more. */
export type ErrorFieldsOf<C extends ErrorCode> = C extends ErrorCode
  ? (typeof errorCatalog)[C] extends readonly [number, string, string, infer S extends z.ZodObject]
    ? z.input<S>
    : undefined
  : never;

export const errorStatus = (code: ErrorCode): number => errorCatalog[code][0];
/** What a refusal without a message of its own says: what is wrong, and what the caller does next. */
export const errorMessage = (code: ErrorCode): string => `${errorCatalog[code][1]} ${errorCatalog[code][2]}`;
export const errorDescription = (code: ErrorCode): string => errorCatalog[code][1];
/** What the caller of a refused request does next. */
export const errorRemedy = (code: ErrorCode): string => errorCatalog[code][2];
/** Schema of the fields that only this code has; undefined for a code without such fields. */
export const errorFields = (code: ErrorCode): z.ZodObject | undefined => {
  const row: ErrorTable[string] = errorCatalog[code];
  return row[3];
};
