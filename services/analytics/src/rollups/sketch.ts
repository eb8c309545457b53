import { mixHash } from '@platform/contracts/mix-hash';

/**
 * Counts different ids without keeping them: exact while they are few, HyperLogLog beyond. Two sketches unite
 * without counting an id twice, in any order, with the same result; so days can be united to any range.
 *
 * Bytes: version and kind, then either the hashes (8 bytes each, ascending) or one byte for each of
 * 2^precision registers. Hashes are 53 bits of MurmurHash3's finalizer over the 128 bits of a UUID, which is
 * what a JavaScript number holds exactly.
 *
 * Sources: Flajolet et al., "HyperLogLog" (2007); the estimate is Ertl, "New cardinality estimation
 * algorithms for HyperLogLog sketches" (2017), algorithm 6, which needs no table of corrections.
 */
export interface Sketch {
  /** Takes a user or visitor by its hash; twice is once. */
  add(hash: number): void;
  /** Takes everything another sketch took. */
  unite(other: Sketch | Buffer): void;
  /**
   * How many different ids: exact up to {@link exactLimit}, else with a standard error of 1.04 ÷
   * √(2^precision).
   */
  count(): number;
  toBytes(): Buffer;
}

/** Of the whole of an application: standard error 0.81 %. */
export const finePrecision = 14;
/** Of the values of a dimension: standard error 1.63 %. */
export const coarsePrecision = 12;

/** Precision of the sketches of a dimension: higher for the whole and for payers than for its values. */
export const precisionOf = (dimension: string): number =>
  dimension === '' || dimension === 'payers' ? finePrecision : coarsePrecision;

/** Up to so many ids a sketch is exact: as many hashes as take the place of its registers. */
export const exactLimit = (precision: number): number => 2 ** precision / 8;

const exactKind = 1;
const registerKind = 2;
const headerBytes = 2;
const hashBytes = 8;
/** Bits of a hash: 32 in the upper part, 21 in the lower. */
const lowerBits = 21;
const lowerRange = 2 ** lowerBits;
const hashBits = 32 + lowerBits;

/** An empty sketch; only sketches of one precision unite. */
export function createSketch(precision: number): Sketch {
  let hashes: Set<number> | null = new Set();
  let registers: Uint8Array | null = null;

  const fill = (target: Uint8Array, hash: number): void => {
    const upper = Math.floor(hash / lowerRange);
    const lower = hash % lowerRange;
    const index = upper >>> (32 - precision);
    const rest = (upper << precision) >>> 0;
    const zeros =
      rest !== 0 ? Math.clz32(rest) : 32 - precision + (lower === 0 ? lowerBits : Math.clz32(lower) - (32 - lowerBits));
    const rank = zeros + 1;
    if (rank > (target[index] ?? 0)) target[index] = rank;
  };

  const toRegisters = (): Uint8Array => {
    if (registers) return registers;
    registers = new Uint8Array(2 ** precision);
    for (const hash of hashes ?? []) fill(registers, hash);
    hashes = null;
    return registers;
  };

  const add = (hash: number): void => {
    if (registers) {
      fill(registers, hash);
      return;
    }
    hashes?.add(hash);
    if (hashes && hashes.size > exactLimit(precision)) toRegisters();
  };

  const uniteBytes = (bytes: Buffer): void => {
    if (bytes[1] !== precision) throw new Error(`a sketch of precision ${bytes[1]} cannot be united with ${precision}`);
    if (bytes[0] === exactKind) {
      for (let at = headerBytes; at < bytes.length; at += hashBytes) add(bytes.readDoubleBE(at));
      return;
    }
    const target = toRegisters();
    for (let index = 0; index < target.length; index += 1) {
      const rank = bytes[headerBytes + index] ?? 0;
      if (rank > (target[index] ?? 0)) target[index] = rank;
    }
  };

  const sketch: Sketch = {
    add,
    unite: (other) => uniteBytes(Buffer.isBuffer(other) ? other : other.toBytes()),
    count: () => (hashes ? hashes.size : estimate(toRegisters(), precision)),
    toBytes() {
      if (hashes) {
        const sorted = Float64Array.from(hashes).sort();
        const bytes = Buffer.allocUnsafe(headerBytes + sorted.length * hashBytes);
        bytes[0] = exactKind;
        bytes[1] = precision;
        sorted.forEach((hash, at) => void bytes.writeDoubleBE(hash, headerBytes + at * hashBytes));
        return bytes;
      }
      return Buffer.concat([Buffer.from([registerKind, precision]), toRegisters()]);
    },
  };
  return sketch;
}

/** The hash of a UUID (its text), 0 to 2^53 - 1. */
export function hashOf(id: string): number {
  scratch.write(id.replaceAll('-', ''), 'hex');
  let upper = 0x9747b28c;
  let lower = 0x1b873593;
  for (let at = 0; at < scratch.length; at += 4) {
    const word = scratch.readInt32BE(at);
    upper = mixHash(upper ^ word);
    lower = mixHash(Math.imul(lower, 5) ^ word);
  }
  return upper * lowerRange + (lower >>> (32 - lowerBits));
}

const scratch = Buffer.alloc(16);

function estimate(registers: Uint8Array, precision: number): number {
  const m = registers.length;
  const q = hashBits - precision;
  const counts = new Float64Array(q + 2);
  for (const rank of registers) counts[rank] = (counts[rank] ?? 0) + 1;
  let z = m * tau((m - (counts[q + 1] ?? 0)) / m);
  for (let rank = q; rank >= 1; rank -= 1) z = 0.5 * (z + (counts[rank] ?? 0));
  z += m * sigma((counts[0] ?? 0) / m);
  return Math.round((m * m) / (2 * Math.LN2 * z));
}

function sigma(value: number): number {
  if (value === 1) return Number.POSITIVE_INFINITY;
  let x = value;
  let y = 1;
  let z = x;
  for (let before = -1; before !== z; ) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(value: number): number {
  if (value === 0 || value === 1) return 0;
  let x = value;
  let y = 1;
  let z = 1 - x;
  for (let before = -1; before !== z; ) {
    x = Math.sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
