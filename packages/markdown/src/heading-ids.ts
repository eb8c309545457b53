import slugify from '@sindresorhus/slugify';

/** Ids that footnotes have. */
const ofFootnotes = /^fn(?:ref)?\d/;

/** Longer texts would only cost time. */
const maxText = 1_000;
/** Length of an id of a former rendering. */
const maxFormer = 75;

export interface HeadingIds {
  id: string;
  /** The id that the heading had in a former rendering; null for none. Links to it are on other pages. */
  former: string | null;
}

/** Makes the ids of the headings of one document, in their order. */
export interface HeadingIdMaker {
  /** @param level a former rendering gave ids to the levels 1 to 4 alone */
  next(text: string, level: number): HeadingIds;
}

/**
 * Maker of the ids of one document, by the rules of GitHub: lower case, without punctuation, a hyphen for each space, letters
 * of every script, `-1` behind a repeated id. A table of contents that was written for GitHub or npm leads to them.
 */
export function headingIds(): HeadingIdMaker {
  const nextId = uniqueIds(0);
  const nextFormer = uniqueIds(1);
  return {
    next: (text, level) => ({
      id: nextId(asOfFootnote(githubSlug(text) || 'section')),
      former: level <= 4 ? nextFormer(formerId(text)) : null,
    }),
  };
}

/** @param start the number of the first one of equal ids, which has none behind it */
function uniqueIds(start: number): (wantedId: string) => string {
  const used = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (wantedId) => {
    let id = wantedId;
    let number = lastNumbers.get(wantedId) ?? start;
    while (used.has(id)) {
      number += 1;
      id = `${wantedId}-${number}`;
    }
    lastNumbers.set(wantedId, number);
    used.add(id);
    return id;
  };
}

const asOfFootnote = (id: string): string => (ofFootnotes.test(id) ? `section-${id}` : id);

/** As github-slugger 2.0.0, which follows GitHub. */
const githubSlug = (text: string): string =>
  text
    .slice(0, maxText)
    .toWellFormed()
    .toLowerCase()
    .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** The text in latin letters; a script without a transliteration has its own letters. */
function formerId(text: string): string {
  const start = text.slice(0, 4 * maxFormer);
  const ownText = start
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return asOfFootnote(shorten(slugify(start)) || shorten(ownText) || 'section');
}

/** At most 75 characters, cut between words where a word ends. */
function shorten(id: string): string {
  const whole = id.replaceAll(/^-+|-+$/g, '');
  if (whole.length <= maxFormer) return whole;
  const cut = whole.slice(0, maxFormer + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 0 ? cut.lastIndexOf('-') : maxFormer).toWellFormed();
}
