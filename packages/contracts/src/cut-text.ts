/** UTF-16 units around a cut in which the characters are told apart: bounds the work for any text. */
const window = 64;
let segmenter: Intl.Segmenter | undefined;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * The beginning of a text: at most `max` UTF-16 units (a whole number), cut between two characters (grapheme
 * clusters of UAX #29). A cluster of more than 64 units is cut between two code points. Half of a surrogate pair would
 * make JSON that strict parsers and PostgreSQL refuse.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max;
  if (end <= 0) return '';
  const from = Math.max(0, end - window);
  const begin = from > 0 && isHighSurrogate(text.charCodeAt(from - 1)) ? from - 1 : from;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const cluster = segmenter.segment(text.slice(begin, end + window)).containing(end - begin);
  const start = begin + (cluster?.index ?? 0);
  return text.slice(0, start > begin ? start : end);
}
