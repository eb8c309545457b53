/** Random bytes. Without WebCrypto they are not secret: nothing here needs that, only that they differ. */
function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const { crypto } = globalThis as { crypto?: { getRandomValues?(bytes: Uint8Array): void } };
  if (crypto?.getRandomValues) crypto.getRandomValues(bytes);
  else for (let at = 0; at < length; at += 1) bytes[at] = Math.floor(Math.random() * 256);
  return bytes;
}

/**
 * A UUIDv7 (RFC 9562 §5.7): ids that are made later sort later.
 * @param now milliseconds since 1970
 */
export function uuid(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(now / 256 ** (5 - at)) % 256;
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
