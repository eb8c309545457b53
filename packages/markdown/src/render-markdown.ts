import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { describeHtml } from './describe-html.ts';
import { codeBlock } from './highlight.ts';
import { useMath } from './math.ts';
import { cleanText } from './text-policy.ts';
import { type DocumentSettings, useTokenRules } from './token-rules.ts';
import type { Rendered, RenderOptions } from './types.ts';
import { quotesOf } from './typography.ts';

const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false, highlight: codeBlock });
// `README.md` and `main.rs` are names of files, although `md` and `rs` are domains.
markdown.linkify.set({ fuzzyLink: false });
markdown.linkify.add('ftp:', null);
markdown.linkify.add('//', null);
// As in GitHub Flavored Markdown (§6.9, extended www autolinks).
markdown.linkify.add('www.', {
  validate: (text, position, { re }) => {
    const before = text[position - 'www.'.length - 1];
    if (before !== undefined && !/[\s*_~(]/.test(before)) return 0;
    const address = re.get_relative_proto_validator();
    address.lastIndex = position;
    return address.exec(text)?.[0].length ?? 0;
  },
  normalize: (match) => {
    match.url = `http://${match.url}`;
  },
});
markdown.use(footnotes);
useMath(markdown);
useTokenRules(markdown);

/**
 * Renders a text in the calling thread, for as long as it takes. `createRenderer` does it in a worker thread
 * and with a limit of time.
 */
export function renderMarkdown(
  text: string,
  { embed_providers, locale = 'en', typographic_quotes = false, images = {}, media = {} }: RenderOptions,
): Rendered {
  const settings: DocumentSettings = { embeds: embed_providers, locale, media, warnings: [] };
  // One text is rendered at a time, so the options of the instance are those of the text.
  markdown.set({ typographer: typographic_quotes, quotes: quotesOf(locale) });
  // A byte order mark would hide a heading in the first line.
  const html = cleanText(markdown.render(text.replace(/^\uFEFF/, ''), settings), { embeds: embed_providers, images });
  return { html, ...describeHtml(html), warnings: settings.warnings.toSorted((one, other) => one.line - other.line) };
}
