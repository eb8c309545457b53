import { type ConvertedHtml, htmlToMarkdown } from './html-to-markdown.ts';

/** Converts a text in a worker thread; null where the conversion fails, for example by a stack overflow of the parser. */
export function convert({ html, base }: { html: string; base: string | null }): ConvertedHtml | null {
  try {
    return htmlToMarkdown(html, base);
  } catch {
    return null;
  }
}
