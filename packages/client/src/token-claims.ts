/**
 * Bytes of base64url without padding (RFC 4648 §5).
 * @throws for other characters
 */
export const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

/** JSON of one part of a JWT; null when it is none. */
export function decodePart(part: string | undefined): Record<string, unknown> | null {
  try {
    const binary = Array.from(fromBase64Url(part ?? ''), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const value: unknown = JSON.parse(decodeURIComponent(binary));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * A name of the person behind a token, from its `iss` and `sub`: `guest` without one. It separates what is
 * stored for different people; the token is verified by the platform, not here.
 */
export function personOf(token: string | null): string {
  if (token === null) return 'guest';
  const { iss, sub } = decodePart(token.split('.')[1]) ?? {};
  return hash(`${iss ?? ''}\n${sub ?? token}`);
}

/** `sub` of a token; null for a token without one. */
export function subjectOf(token: string | null): string | null {
  const { sub } = decodePart(token?.split('.')[1]) ?? {};
  return typeof sub === 'string' ? sub : null;
}

/** A hash of 53 bits (cyrb53), so that no identifier of a person is a name in the storage. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
