import { LRUCache } from 'lru-cache';

/** About what an entry takes beside its key and its value, in bytes. */
const entryBytes = 160;

export interface BoundedCacheOptions<V> {
  /**
   * How much memory keys and values may take together, in bytes, about. The least used entries leave first.
   */
  maxBytes: number;
  /** How long an entry is retained, in milliseconds; for ever when absent. */
  ttlMs?: number;
  /** About how much memory a value takes, in bytes; {@link bytesOf} when absent. */
  sizeOf?(value: V): number;
  /** Called with every evicted entry. */
  dispose?(value: V, key: string): void;
}

/**
 * A cache that is bounded in bytes and not in entries: callers decide how many entries there are and how
 * long they are. A single value larger than the bound is not cached.
 */
export const boundedCache = <V extends {}>(options: BoundedCacheOptions<V>): LRUCache<string, V> => {
  const { maxBytes, ttlMs, sizeOf = bytesOf, dispose } = options;
  return new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => entryBytes + 2 * key.length + sizeOf(value),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(dispose ? { dispose } : {}),
  });
};

/** Deeper than any value that is cached. */
const maxDepth = 20;

/**
 * About how much memory a value takes that JSON, Map, Set and Buffer can hold, in bytes. A promise counts as
 * nothing.
 */
export function bytesOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 100 + value.byteLength;
  if (depth > maxDepth) return 0;
  let bytes = 32;
  if (value instanceof Map || value instanceof Set) {
    for (const [key, item] of value.entries()) bytes += 32 + bytesOf(key, depth + 1) + bytesOf(item, depth + 1);
    return bytes;
  }
  for (const item of Object.values(value)) bytes += 8 + bytesOf(item, depth + 1);
  return bytes;
}

/**
 * The same text in memory of its own. A part of a text holds the whole in memory: a name of 20 characters
 * that was cut out of an address of 30,000 would hold all of them for as long as a cache holds the name.
 */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
