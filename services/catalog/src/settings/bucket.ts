import { mixHash } from '@platform/contracts/mix-hash';

/**
 * The percentage bucket of a user for a flag, 1 to 100: MurmurHash3 x86 32-bit, seed 0, of `<flag>:<user>`,
 * modulo 100, plus 1. It is the rule of Unleash, so that flags move from there
 * without a changed value for any user. The same user always has the same bucket, so raising the percentage
 * only adds users. Latin-1 keeps the low byte of each UTF-16 unit: what the library of `unleash-client`
 * hashes of an id beyond ASCII.
 */
export const bucketOf = (flagCode: string, userId: string): number =>
  (murmur3(Buffer.from(`${flagCode}:${userId}`, 'latin1')) % 100) + 1;

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const mixBlock = (block: number): number => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

/**
 * MurmurHash3_x86_32 with seed 0, by Austin Appleby (https://github.com/aappleby/smhasher, public domain).
 */
export function murmur3(bytes: Buffer): number {
  let hash = 0;
  const bytesInBlocks = bytes.length - (bytes.length % 4);
  for (let at = 0; at < bytesInBlocks; at += 4) {
    hash ^= mixBlock(bytes.readInt32LE(at));
    hash = (Math.imul(rotate(hash, 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let at = bytes.length - 1; at >= bytesInBlocks; at -= 1) tail = (tail << 8) | (bytes[at] ?? 0);
  if (bytesInBlocks < bytes.length) hash ^= mixBlock(tail);
  return mixHash(hash ^ bytes.length);
}
