import type { Endpoint } from '@platform/contracts/kit';
import { fail } from '../errors.ts';

/**
 * What `If-Match` says besides a version, as numbers that no version has: versions count from 0.
 * `anyVersion` holds for an object that exists, the others hold for none.
 */
const anyVersion = -1;
const weakTag = -2;
const noTag = -3;

const failureTexts: Record<number, string> = {
  [anyVersion]: 'If-Match: * is for an object that exists, and there is none. Leave If-Match out to create it.',
  [weakTag]:
    'A weak entity tag (W/"…") never matches in If-Match. Send the version of the object alone, for example If-Match: "3".',
  [noTag]:
    'If-Match has no version. Send the version of the object in double quotes, for example If-Match: "3", or * for any version.',
};

/**
 * Reads the condition of a change (RFC 9110 §13.1.1). A value in another format is a condition that holds for no version.
 * @param header the value of `If-Match`; undefined without one
 * @returns what {@link assertVersion} takes; null without a condition
 * @throws AppError `precondition_required` without the header where the endpoint requires it, `validation_failed` for a
 * change of an object without a version: the condition cannot be checked, and a condition that is not checked is not
 * ignored
 */
export function readIfMatch({ versioned, method }: Endpoint, header: string | undefined): number | null {
  if (method === 'GET') return null;
  if (!versioned) return header === undefined ? null : refuseCondition(header);
  if (header === undefined) return versioned === 'required' ? fail('precondition_required') : null;
  const value = header.trim();
  if (value === '*') return anyVersion;
  const match = /^"(\d{1,9})"$/.exec(value);
  return match ? Number(match[1]) : value.startsWith('W/') ? weakTag : noTag;
}

function refuseCondition(header: string): null {
  if (header.trim() === '*') return null;
  const path = 'headers.if-match';
  const message = 'This operation checks no version, because its object has none. Send the request without If-Match.';
  return fail('validation_failed', { message, fields: { details: [{ path, message }] } });
}

/**
 * Asserts that a change is based on the present version (RFC 9110 §13.1.1).
 * @param ifMatch the condition of the request; null without one
 * @param version the present version; null or undefined for a resource that does not exist
 * @param about more fields of the refusal, for example the editor of the present version
 * @throws AppError `precondition_failed` with `version`
 */
export function assertVersion(
  ifMatch: number | null,
  version: number | null | undefined,
  about: { updated_by?: string | null } = {},
): void {
  if (ifMatch === null || ifMatch === version) return;
  if (ifMatch === anyVersion && typeof version === 'number') return;
  const message = failureTexts[ifMatch];
  fail('precondition_failed', {
    ...(message === undefined ? {} : { message }),
    fields: { version: version ?? null, ...about },
  });
}
