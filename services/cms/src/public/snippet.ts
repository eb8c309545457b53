/** Marks around found words; neither is in a text that a search sees. */
export const startMark = '\u{e000}';
export const stopMark = '\u{e001}';

/** UTF-16 units in a snippet, and how many of them stand before its first found word. */
const snippetLength = 200;
const lead = 60;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * The place of a text where most of the found words begin, as HTML: found words in `<mark>`, all else
 * escaped. Pure.
 * @param text as it was written
 * @param marked the text as the search sees it, with marks around found words
 */
export function snippetOf(text: string, marked: string): string {
  const found = markedRanges(marked);
  const start = wordStart(text, Math.max(0, (found[0]?.from ?? 0) - lead));
  const end = wordEnd(text, Math.min(text.length, start + snippetLength));
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const { from, to } of found) {
    if (from < start || to > end) continue;
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`;
    at = to;
  }
  html += escapeHtml(text.slice(at, end));
  return `${html}${end < text.length ? '…' : ''}`.replaceAll(/\s+/g, ' ').trim();
}

/** Places of found words in the text without its marks. */
function markedRanges(marked: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let marks = 0;
  let from = 0;
  for (let at = 0; at < marked.length; at += 1) {
    if (marked[at] === startMark) from = at - marks;
    else if (marked[at] === stopMark) ranges.push({ from, to: at - marks });
    else continue;
    marks += 1;
  }
  return ranges;
}

const wordStart = (text: string, at: number): number => {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + lead / 2 ? at : space + 1;
};

const wordEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space < at - lead ? at : space;
};
