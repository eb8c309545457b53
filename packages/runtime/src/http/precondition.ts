import { fail } from '../errors.ts';

/**
 * Asserts that a change is based on the present version (RFC 9110 §13.1.1).
 * @param ifMatch the version that `If-Match` names; null for any version
 * @param version the present version; null or undefined for a resource that does not exist
 * @param about more fields of the refusal, for example the editor of the present version
 * @throws AppError `precondition_failed` with `version`
 */
export function assertVersion(
  ifMatch: number | null,
  version: number | null | undefined,
  about: { updated_by?: string | null } = {},
): void {
  if (ifMatch !== null && ifMatch !== version)
    fail('precondition_failed', { fields: { version: version ?? null, ...about } });
}
