import { sha512 } from './sha512.ts';
import type { Ed25519Verify } from './snapshot.ts';

/**
 * Verification of Ed25519 signatures (RFC 8032 §5.1.7) in plain JavaScript, for devices without WebCrypto.
 * It reads public values only, so its time may depend on them.
 */

const p = (1n << 255n) - 19n;
/** Order of the base point. */
const l = (1n << 252n) + 27742317777372353535851937790883648493n;

const mod = (value: bigint, by = p): bigint => {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
};

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), remaining = exponent; remaining > 0n; remaining >>= 1n, square = mod(square * square))
    if (remaining & 1n) result = mod(result * square);
  return result;
}
const inverse = (value: bigint): bigint => power(value, p - 2n);

const d = mod(-121665n * inverse(121666n));
const rootOfMinusOne = power(2n, (p - 1n) / 4n);

/** A point in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];
const neutral: Point = [0n, 1n, 1n, 0n];

/** The complete addition of §5.1.4, which doubles as well. */
function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = (y1 - x1) * (y2 - x2);
  const b = (y1 + x1) * (y2 + x2);
  const c = 2n * t1 * t2 * d;
  const e = 2n * z1 * z2;
  const [f, g, h, i] = [mod(b - a), mod(e - c), mod(e + c), mod(b + a)];
  return [mod(f * g), mod(h * i), mod(g * h), mod(f * i)];
}

/** Little-endian bytes as a number. */
const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The point that 32 bytes encode; null when they encode none (§5.1.3). */
function decode(bytes: Uint8Array): Point | null {
  if (bytes.length !== 32) return null;
  const encoded = numberOf(bytes);
  const sign = encoded >> 255n;
  const y = encoded & ((1n << 255n) - 1n);
  if (y >= p) return null;
  const u = mod(y * y - 1n);
  const v = mod(d * y * y + 1n);
  let x = mod(u * v ** 3n * power(u * v ** 7n, (p - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * rootOfMinusOne);
  if (mod(v * x * x) !== u || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = p - x;
  return [x, y, 1n, mod(x * y)];
}

const base = decode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66))) as Point;

/** `s·base + k·point`, with both numbers read bit by bit together. */
function combine(s: bigint, k: bigint, point: Point): Point {
  const both = add(base, point);
  let sum = neutral;
  for (let bit = 252n; bit >= 0n; bit -= 1n) {
    sum = add(sum, sum);
    const [inS, inK] = [(s >> bit) & 1n, (k >> bit) & 1n];
    if (inS | inK) sum = add(sum, inS & inK ? both : inS ? base : point);
  }
  return sum;
}

/** Verifies an Ed25519 signature. False for malformed input. */
export const ed25519Verify: Ed25519Verify = (publicKey, signature, message): boolean => {
  const a = decode(publicKey);
  const r = decode(signature.slice(0, 32));
  const s = numberOf(signature.slice(32));
  if (!a || !r || signature.length !== 64 || s >= l) return false;
  const hashed = new Uint8Array(64 + message.length);
  hashed.set(signature.slice(0, 32));
  hashed.set(publicKey, 32);
  hashed.set(message, 64);
  const k = mod(numberOf(sha512(hashed)), l);
  const [x, y, z] = combine(s, k, [p - a[0], a[1], 1n, p - a[3]]);
  return mod(r[0] * z) === x && mod(r[1] * z) === y;
};
