/**
 * The finalizer of MurmurHash3 x86_32, by Austin Appleby (https://github.com/aappleby/smhasher, public domain): every
 * bit of the input changes half of the bits of the output. Stored values depend on it.
 * @returns 32 bits without a sign
 */
export function mixHash(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
