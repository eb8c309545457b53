import { sha256 } from '@platform/runtime';

/** First 128 bits of the SHA-256 of a text, in the form of a UUID: a short key of texts of any length. */
export function hashUuid(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** An id that is the same for each text: a UUID of version 8 (RFC 9562 §5.8) with 122 bits of its SHA-256. */
export function stableId(text: string): string {
  const uuid = hashUuid(text);
  const variant = '89ab'[Number.parseInt(uuid.charAt(19), 16) % 4];
  return `${uuid.slice(0, 14)}8${uuid.slice(15, 19)}${variant}${uuid.slice(20)}`;
}
