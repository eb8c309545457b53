import domino from '@mixmark-io/domino';

/** The words of a field that another system stores as HTML: without tags, with characters in place of entities. Pure. */
export function plainText(html: string): string {
  if (!/[&<]/.test(html)) return html.trim();
  const document = domino.createDocument(`<x-words id="words">${html}</x-words>`);
  return (document.getElementById('words')?.textContent ?? '').replaceAll(/[^\S\n]+/g, ' ').trim();
}
