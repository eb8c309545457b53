import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, as PostgreSQL prints it. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** A new UUIDv7 (RFC 9562): unique, and ordered by creation, so that it also serves as the paging key. */
export const newId = (): string => v7();

/**
 * The UUIDv8 (RFC 9562) that these parts always give: a call that is repeated under its Idempotency-Key finds
 * the row that its first try made, also when the process died between its commit and its answer.
 */
export function idFromKey(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
