/** A pattern of a path. */
export interface Wildcard {
  /** The texts between its asterisks; a run of asterisks is one. */
  parts: readonly string[];
  /** Of each part, where a comparison goes on that failed; absent for short ones. */
  borders: readonly (Uint16Array | undefined)[];
}

/** `indexOf` compares a shorter part at each offset: a few steps. */
const shortPart = 8;

/** Reads a pattern of at most 65,535 characters, at a cost in proportion to its length. */
export function wildcardOf(pattern: string): Wildcard {
  const parts = pattern.split(/\*+/);
  return { parts, borders: parts.map((part) => (part.length > shortPart ? bordersOf(part) : undefined)) };
}

/**
 * Whether a path begins with the pattern, an asterisk standing for any text. Takes the first offset of each
 * part, so it never tries twice: linear in the path and the pattern together.
 * @param isWhole whether the pattern has to match to the end of the path
 */
export function matchesWildcard({ parts, borders }: Wildcard, path: string, isWhole = false): boolean {
  const [first = ''] = parts;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.length - 1 : parts.length;
  if (last === 0) return path === first;
  let at = first.length;
  for (let index = 1; index < last; index += 1) {
    const part = parts[index] ?? '';
    const foundAt = indexOfPart(path, part, borders[index], at);
    if (foundAt < 0) return false;
    at = foundAt + part.length;
  }
  if (!isWhole) return true;
  const end = parts[last] ?? '';
  return path.length - end.length >= at && path.endsWith(end);
}

/**
 * Steps that {@link matchesWildcard} takes at most, in comparisons of a few nanoseconds: a pattern that the path does
 * not begin with takes next to none.
 */
export const stepsOf = ({ parts }: Wildcard, path: string): number =>
  parts.length > 1 && path.startsWith(parts[0] ?? '') ? parts.length + path.length : 1;

/** First offset of a part, by Knuth, Morris and Pratt: `indexOf` is quadratic for `aaa…b` in `aaa…`. */
function indexOfPart(text: string, part: string, borders: Uint16Array | undefined, from: number): number {
  if (borders === undefined) return text.indexOf(part, from);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== part[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === part[matched]) matched += 1;
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** Length of the longest border (a true prefix that is a suffix, too) of each beginning of a part. */
function bordersOf(part: string): Uint16Array {
  const borders = new Uint16Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at += 1) {
    while (matched > 0 && part[at] !== part[matched]) matched = borders[matched - 1] ?? 0;
    if (part[at] === part[matched]) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
