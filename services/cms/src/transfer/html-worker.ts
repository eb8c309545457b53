import { type ConvertedHtml, htmlToMarkdown } from './html-to-markdown.ts';

/** Converts a text in a worker thread; null where the conversion fails, for example by a stack overflow of the parser. */
export function convert({ html }: { html: string }): ConvertedHtml | null {
  try {
    return htmlToMarkdown(html);
  } catch {
    return null;
  }
}
