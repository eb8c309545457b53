/** SHA-512 (FIPS 180-4) in plain JavaScript, for devices without WebCrypto. */

const mask = (1n << 64n) - 1n;

/** The n-th root of a number, rounded down. */
function root(value: bigint, n: bigint): bigint {
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** n <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The constants are the first 64 bits of the fractions of roots of the first 80 primes (§4.2.3, §5.3.5). */
function constants(): { k: bigint[]; h: bigint[] } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 80; n += 1n) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return {
    k: primes.map((prime) => root(prime << 192n, 3n) & mask),
    h: primes.slice(0, 8).map((prime) => root(prime << 128n, 2n) & mask),
  };
}

let computed: { k: bigint[]; h: bigint[] } | undefined;

const rotate = (value: bigint, by: bigint): bigint => ((value >> by) | (value << (64n - by))) & mask;
const at = (list: readonly bigint[], index: number): bigint => list[index] as bigint;

/** The 64 bytes of the hash of a message. */
export function sha512(message: Uint8Array): Uint8Array {
  computed ??= constants();
  const { k } = computed;
  const length = Math.ceil((message.length + 17) / 128) * 128;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  let state = [...computed.h];
  for (let block = 0; block < length; block += 128) {
    const w: bigint[] = [];
    for (let i = 0; i < 80; i += 1) {
      if (i < 16) {
        w.push(view.getBigUint64(block + i * 8));
        continue;
      }
      const x = at(w, i - 15);
      const y = at(w, i - 2);
      const s0 = rotate(x, 1n) ^ rotate(x, 8n) ^ (x >> 7n);
      const s1 = rotate(y, 19n) ^ rotate(y, 61n) ^ (y >> 6n);
      w.push((at(w, i - 16) + s0 + at(w, i - 7) + s1) & mask);
    }
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i += 1) {
      const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & mask & g)) + at(k, i) + at(w, i);
      const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
    }
    state = [a, b, c, d, e, f, g, h].map((value, i) => (value + at(state, i)) & mask);
  }
  const result = new Uint8Array(64);
  const out = new DataView(result.buffer);
  state.forEach((value, i) => {
    out.setBigUint64(i * 8, value);
  });
  return result;
}
