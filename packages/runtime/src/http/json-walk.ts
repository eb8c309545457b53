/**
 * Callbacks of a {@link JsonWalk}. A method that returns true ends the walk. `depth` counts the outer
 * containers.
 */
export interface JsonVisitor {
  /**
   * A key or a value that is a text; `from` and `to` enclose it without its quotes, its escapes stand as they
   * are.
   */
  string(depth: number, isKey: boolean, from: number, to: number): boolean;
  /** A container opens; `depth` counts it too. */
  open(depth: number, isArray: boolean): boolean;
  /** A container closes; `depth` still counts it. */
  close(depth: number): boolean;
  /** An item or a member begins behind another one. */
  comma(depth: number): boolean;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * A walk over a JSON text that builds no value of it: no memory, and a fifth of what JSON.parse costs for the
 * text that is worst for both. A text that is no JSON gives reports without meaning and no failure;
 * JSON.parse has the last word on it.
 */
export class JsonWalk {
  readonly #bytes: Buffer;
  readonly #deepest: number;
  readonly #visitor: JsonVisitor;
  readonly #isArray: boolean[];
  #at = 0;
  #depth = 0;
  #isKey = false;

  /** @param deepest what lies deeper is walked over and not reported */
  constructor(bytes: Buffer, deepest: number, visitor: JsonVisitor) {
    this.#bytes = bytes;
    this.#deepest = deepest;
    this.#visitor = visitor;
    this.#isArray = Array(deepest + 1).fill(false);
  }

  /**
   * Walks on, over so many bytes and to the end of the string that they end in.
   * @returns whether the walk is over
   */
  step(maxBytes: number): boolean {
    const bytes = this.#bytes;
    const deepest = this.#deepest;
    const visitor = this.#visitor;
    const isArray = this.#isArray;
    const { length } = bytes;
    const until = Math.min(length, this.#at + maxBytes);
    let depth = this.#depth;
    let isKey = this.#isKey;
    let at = this.#at;
    for (; at < until; at += 1) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        const from = at + 1;
        at = from;
        for (let inside = bytes[at]; at < length && inside !== quote; inside = bytes[at])
          at += inside === backslash ? 2 : 1;
        if (depth <= deepest && visitor.string(depth, isKey, from, Math.min(at, length))) return true;
      } else if (byte === comma) {
        if (depth > deepest) continue;
        isKey = !isArray[depth];
        if (visitor.comma(depth)) return true;
      } else if (byte === colon) isKey = false;
      else if (byte === openBracket || byte === openBrace) {
        depth += 1;
        if (depth > deepest) continue;
        isArray[depth] = byte === openBracket;
        isKey = byte === openBrace;
        if (visitor.open(depth, !isKey)) return true;
      } else if (byte === closeBracket || byte === closeBrace) {
        if (depth <= deepest && visitor.close(depth)) return true;
        if (depth > 0) depth -= 1;
        isKey = false;
      }
    }
    this.#at = at;
    this.#depth = depth;
    this.#isKey = isKey;
    return at >= length;
  }
}

/**
 * Whether a list in a JSON text has more items than `max`: the text itself where it is a list, or its member
 * `list`. It is found out before an item is built, and no further than to the first item that is too many.
 */
export function hasMoreItems(bytes: Buffer, { list, max }: { list: string; max: number }): boolean {
  const counter = new ItemCounter(bytes, list, max);
  new JsonWalk(bytes, 2, counter).step(bytes.length);
  return counter.isTooLong;
}

class ItemCounter implements JsonVisitor {
  readonly #bytes: Buffer;
  readonly #list: string;
  readonly #max: number;
  #isListNext = false;
  /** 0 outside of the list. */
  #listDepth = 0;
  #items = 0;

  constructor(bytes: Buffer, list: string, max: number) {
    this.#bytes = bytes;
    this.#list = list;
    this.#max = max;
  }

  get isTooLong(): boolean {
    return this.#items > this.#max;
  }

  string(depth: number, isKey: boolean, from: number, to: number): boolean {
    if (isKey && depth === 1) this.#isListNext = textOf(this.#bytes, from, to) === this.#list;
    return false;
  }

  open(depth: number, isArray: boolean): boolean {
    if (isArray && (depth === 1 || this.#isListNext)) {
      this.#listDepth = depth;
      this.#items = 1;
    }
    this.#isListNext = false;
    return false;
  }

  close(depth: number): boolean {
    if (depth === this.#listDepth) this.#listDepth = 0;
    return false;
  }

  comma(depth: number): boolean {
    if (depth !== this.#listDepth || depth === 0) return false;
    this.#items += 1;
    return this.isTooLong;
  }
}

/** Longer strings are no name of anything. */
const longestText = 256;

/**
 * The decoded text of a JSON string between these positions; null if it is invalid or longer than any name.
 */
export function textOf(bytes: Buffer, from: number, to: number): string | null {
  if (to - from > longestText) return null;
  const raw = bytes.toString('utf8', from, to);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return null;
  }
}
