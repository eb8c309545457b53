import { createHash } from 'node:crypto';

/** The claims of the demo provider about a user. */
export type UserClaims = { sub: string; name: string; email: string; email_verified: boolean };

/**
 * The claims of a user name: always the same ones for the same name. There is no `picture`.
 * @param username any non-empty name
 */
export function userClaims(username: string): UserClaims {
  const hex = createHash('sha256').update(`demo-user:${username}`).digest('hex');
  // In the form of a UUID, which is what many providers use as `sub`.
  const sub = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { sub, name: username, email: `${username}@example.test`, email_verified: true };
}

/**
 * A user name from a form.
 * @param value the field
 * @returns the trimmed name; `null` when it is empty, longer than 64 characters or has control characters
 */
export function parseUsername(value: string | null | undefined): string | null {
  const name = value?.trim() ?? '';
  return name === '' || [...name].length > 64 || /[\u0000-\u001f\u007f]/.test(name) ? null : name;
}
