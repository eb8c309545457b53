import slugify from '@sindresorhus/slugify';

/** Ids that footnotes have. */
const ofFootnotes = /^fn(?:ref)?\d/;
const maxLength = 75;

/**
 * Maker of the ids of one document. A heading gets its text in latin letters, so that a copied link stays
 * readable; a script without a transliteration keeps its own letters. A repeated text gets a number.
 */
export function headingIds(): (text: string) => string {
  const used = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (text) => {
    const wantedId = baseId(text);
    let id = wantedId;
    let number = lastNumbers.get(wantedId) ?? 1;
    while (used.has(id)) {
      number += 1;
      id = `${wantedId}-${number}`;
    }
    lastNumbers.set(wantedId, number);
    used.add(id);
    return id;
  };
}

function baseId(text: string): string {
  // Longer texts would only cost time.
  const start = text.slice(0, 4 * maxLength);
  const ownText = start
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const id = shorten(slugify(start)) || shorten(ownText) || 'section';
  return ofFootnotes.test(id) ? `section-${id}` : id;
}

/** At most 75 characters, cut between words where a word ends. */
function shorten(id: string): string {
  const whole = id.replaceAll(/^-+|-+$/g, '');
  if (whole.length <= maxLength) return whole;
  const cut = whole.slice(0, maxLength + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 0 ? cut.lastIndexOf('-') : maxLength).toWellFormed();
}
