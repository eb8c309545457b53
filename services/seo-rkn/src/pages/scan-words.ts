/** Letters of a text by script. */
export interface Letters {
  latin: number;
  cyrillic: number;
  other: number;
}

/** Finds words in a text that comes in pieces: an inline element does not end a word. */
export interface WordScanner {
  feed(text: string): void;
  /** The text goes on with another block, or is over. */
  endWord(): void;
  letters(): Letters;
}

/** What a code unit is to a word; 0 of one that was not met yet. From `plain` on it is a part of one. */
const kind = { other: 1, inner: 2, surrogate: 3, plain: 4, latin: 5, cyrillic: 6, letter: 7, unspaced: 8 };
const kinds = new Uint8Array(65_536);
/** Letters, digits, and marks that belong to the letter before them. */
const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}\p{M}]/u.test(character);

/** Scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Code units that are divided at once: a dictionary is slow on long texts. */
const maxRun = 2_000;

/** Words of a run of letters without spaces, by the dictionaries of ICU. */
function* divideRun(run: string): Generator<string> {
  for (let from = 0; from < run.length; from += maxRun)
    for (const { segment, isWordLike } of segmenter.segment(run.slice(from, from + maxRun)))
      if (isWordLike) yield segment;
}

function kindOf(code: number): number {
  const character = String.fromCharCode(code);
  if (code >= 0xd800 && code <= 0xdfff) return kind.surrogate;
  if (!isWordCharacter(character)) return "'’-".includes(character) ? kind.inner : kind.other;
  if ((code < 0x80 && /[a-z]/i.test(character)) || (code >= 0xc0 && code <= 0x24f)) return kind.latin;
  if (code >= 0x400 && code <= 0x52f) return kind.cyrillic;
  if (code >= 0xe00 && unspacedScript.test(character)) return kind.unspaced;
  return code > 0x24f && /\p{L}/u.test(character) ? kind.letter : kind.plain;
}

function learnKind(code: number): number {
  const learnt = kindOf(code);
  kinds[code] = learnt;
  return learnt;
}

/**
 * Words are letters and digits of any script, with inner hyphens and apostrophes; runs of scripts without spaces are
 * divided by a dictionary. A loop over code units:
 * a regular expression with properties of Unicode would cost as much as the parser.
 * @param see takes each word
 */
export function createWordScanner(see: (word: string) => void): WordScanner {
  /** The part of a word in the pieces before; empty between words. */
  let begun = '';
  let isUnspaced = false;
  const counts = new Uint32Array(9);
  const end = (word: string): void => {
    if (isUnspaced) for (const part of divideRun(word)) see(part);
    else see(word);
    isUnspaced = false;
  };
  return {
    feed(text) {
      let begin = begun === '' ? -1 : 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        let is = kinds[code] || learnKind(code);
        let last = at;
        if (is === kind.surrogate) {
          const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
          is = isWordCharacter(character) ? kind.plain : kind.other;
          isUnspaced ||= is === kind.plain && unspacedScript.test(character);
          last += character.length - 1;
        }
        if (is >= kind.plain) {
          counts[is] = (counts[is] ?? 0) + 1;
          if (is === kind.unspaced) isUnspaced = true;
          if (begin < 0) begin = at;
        } else if (begin >= 0 && is === kind.other) {
          end(begun + text.slice(begin, at));
          begun = '';
          begin = -1;
        }
        at = last;
      }
      if (begin >= 0) begun += text.slice(begin);
    },
    endWord() {
      if (begun !== '') end(begun);
      begun = '';
    },
    letters: () => ({
      latin: counts[kind.latin] ?? 0,
      cyrillic: counts[kind.cyrillic] ?? 0,
      other: (counts[kind.letter] ?? 0) + (counts[kind.unspaced] ?? 0),
    }),
  };
}

/** Words of a text. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const scanner = createWordScanner((word) => words.push(word));
  scanner.feed(text);
  scanner.endWord();
  return words;
}
