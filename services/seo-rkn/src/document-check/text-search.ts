/**
 * Search in texts of documents. Every repetition in a pattern has a bound, so the time grows with the length
 * of the text alone. `\w` and `\b` know no Cyrillic letters: patterns use `\p{L}` and the `u` flag.
 */

/** Matches that one search reads: a text with more of them says the same again. */
const maxMatches = 500;

/** Offset of the first match; null without one. */
export function offsetOf(text: string, pattern: RegExp): number | null {
  const at = text.search(pattern);
  return at < 0 ? null : at;
}

/** Matches of a global pattern, the first {@link maxMatches}. */
export function* matchesOf(text: string, pattern: RegExp): Generator<{ index: number; length: number; text: string }> {
  let matchesLeft = maxMatches;
  for (const match of text.matchAll(pattern)) {
    if (matchesLeft-- <= 0) return;
    yield { index: match.index, length: match[0].length, text: match[0] };
  }
}

/**
 * Offset of the first match that has another pattern near it; null without one.
 * @param anchor global pattern
 * @param window characters before the begin and behind the end of the match
 */
export function offsetNear(
  text: string,
  anchor: RegExp,
  other: RegExp,
  { before, behind }: { before: number; behind: number },
): number | null {
  for (const { index, length } of matchesOf(text, anchor)) {
    const around = text.slice(Math.max(0, index - before), index + length + behind);
    if (other.test(around)) return index;
  }
  return null;
}

const maxQuote = 200;

/** Passage around an offset: from the begin of its line or sentence, 200 characters at most. */
export function quoteAt(text: string, index: number): string {
  const from = Math.max(0, index - 100);
  const head = text.slice(from, index);
  const cut = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('. '), head.lastIndexOf('; '));
  const begin = from + cut + 1;
  const passage = text.slice(begin, begin + 2 * maxQuote).trimStart();
  const end = passage.indexOf('\n');
  const line = (end > 0 ? passage.slice(0, end) : passage).replace(/\s+/g, ' ').trim();
  return [...line].slice(0, maxQuote).join('');
}
