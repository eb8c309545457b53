import { sha256 } from '@platform/runtime';

/** First 128 bits of the SHA-256 of a text, in the form of a UUID: a short key of texts of any length. Pure. */
export function hashUuid(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
