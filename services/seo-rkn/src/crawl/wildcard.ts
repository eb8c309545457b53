/** A pattern of a path, as the texts between its asterisks. */
export type Wildcard = readonly string[];

/** Reads a pattern; a run of asterisks is one. */
export const wildcardOf = (pattern: string): Wildcard => pattern.split(/\*+/);

/**
 * Whether a path begins with the pattern, an asterisk standing for any text. Takes the first place of each
 * part, so it never tries twice.
 * @param isWhole whether the pattern has to match to the end of the path
 */
export function matchesWildcard([first = '', ...others]: Wildcard, path: string, isWhole = false): boolean {
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last));
}
