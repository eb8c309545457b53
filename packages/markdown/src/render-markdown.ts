import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { describeHtml } from './describe-html.ts';
import { codeBlock } from './highlight.ts';
import { cleanText } from './text-policy.ts';
import { type DocumentSettings, useTokenRules } from './token-rules.ts';
import type { Rendered, RenderOptions } from './types.ts';

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, highlight: codeBlock });
// `README.md` and `main.rs` are names of files, although `md` and `rs` are domains.
markdown.linkify.set({ fuzzyLink: false });
markdown.linkify.add('ftp:', null);
markdown.linkify.add('//', null);
markdown.use(footnotes);
useTokenRules(markdown);

/**
 * Renders a text in the calling thread, for as long as it takes. `createRenderer` does it in a worker thread
 * and with a limit of time.
 */
export function renderMarkdown(text: string, { embed_providers }: RenderOptions): Rendered {
  const settings: DocumentSettings = { embeds: embed_providers };
  // A byte order mark would hide a heading in the first line.
  const html = cleanText(markdown.render(text.replace(/^\uFEFF/, ''), settings), embed_providers);
  return { html, ...describeHtml(html) };
}
