import type { z } from 'zod';
import { cutText } from './cut-text.ts';
import { analyticsErrors } from './errors/analytics.ts';
import { billingErrors } from './errors/billing.ts';
import { catalogErrors } from './errors/catalog.ts';
import { cmsErrors } from './errors/cms.ts';

export { eventRejections } from './errors/event-rejections.ts';

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
/** Characters of the values in a message, and entries of a list in it. */
const maxValueText = 200;
const maxListed = 5;

/** A value of a refusal as a person reads it; undefined for one without a short form. */
function printValue(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return `\`${cutText(String(value), maxValueText)}\``;
  if (Array.isArray(value)) {
    const texts = value.slice(0, maxListed).flatMap((each) => printValue(each) ?? []);
    return texts.length === 0 ? undefined : texts.join(', ') + (value.length > maxListed ? ' and more' : '');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { message, title, doc_kind, kind } = value as { [name: string]: unknown };
  return printValue(message ?? title ?? doc_kind ?? kind);
}

/** The fields of a refusal in a sentence, because a person sees the message alone; empty without any. */
function printFields(fields: object): string {
  const facts = Object.entries(fields).flatMap(([name, value]) => {
    const text = printValue(value);
    return text === undefined ? [] : [`\`${name}\` is ${text}`];
  });
  return facts.length === 0 ? '' : `Here ${facts.join(', ')}. `;
}

/**
 * What a refusal without a message of its own says: what is wrong, and what the caller does next.
 * @param fields those of the refusal
 */
export const errorMessage = (code: ErrorCode, fields: object = {}): string =>
  `${errorCatalog[code][1]} ${printFields(fields)}${errorCatalog[code][2]}`;
export const errorDescription = (code: ErrorCode): string => errorCatalog[code][1];
/** What the caller of a refused request does next. */
export const errorRemedy = (code: ErrorCode): string => errorCatalog[code][2];
/** Schema of the fields that only this code has; undefined for a code without such fields. */
export const errorFields = (code: ErrorCode): z.ZodObject | undefined => {
  const row: ErrorTable[string] = errorCatalog[code];
  return row[3];
};
