import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import rehypeRaw from 'rehype-raw';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { renderMarkdown } from '../src/render-markdown.ts';
import type { RenderWarning } from '../src/types.ts';
import { alertKindOf, alertTitle } from '../src/typography.ts';

const root = new URL('../../../', import.meta.url);
/** `<sha256> <path>` of each file, as `sha256sum` writes it. */
export const listFile = new URL('corpus.sha256', import.meta.url);
export const tableFile = new URL('corpus-differences.md', import.meta.url);

export interface CorpusFile {
  path: string;
  text: string;
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Reads the listed files of installed packages.
 * @throws Error that names the files that are absent or have changed
 */
export function readCorpus(): CorpusFile[] {
  const faults: string[] = [];
  const files = readFileSync(listFile, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [digest = '', path = ''] = line.split(/ +/);
      const file = new URL(path, root);
      if (!existsSync(file)) {
        faults.push(`${path} is absent`);
        return [];
      }
      const text = readFileSync(file, 'utf8');
      if (digestOf(text) !== digest) faults.push(`${path} has changed`);
      return [{ path, text }];
    });
  if (faults.length > 0)
    throw new Error(
      `The corpus is not the listed one: run \`npm ci\`, or write the list anew with \`node packages/markdown/test/write-corpus.ts\` ` +
        `after a change of dependencies:\n${faults.join('\n')}`,
    );
  return files;
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

/** What a reader sees of a page. */
export interface Seen {
  text: string;
  /** Names of blocks in their order. */
  structure: string;
  images: number;
  links: number;
  /** Links inside of the page, and those of them that lead somewhere. */
  inPage: string[];
  working: string[];
}

const blocks = new Set(
  'blockquote br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);
const structural = new Set('blockquote h1 h2 h3 h4 h5 h6 hr input li ol pre table td th tr ul'.split(' '));

function describe(page: Element): Seen {
  const parts: string[] = [];
  const structure: string[] = [];
  const ids = new Set<string>();
  const hrefs: string[] = [];
  let images = 0;
  const visit = (node: Element | string): void => {
    if (typeof node === 'string') {
      parts.push(node);
      return;
    }
    const { name, attributes } = node;
    // A caption is the title of the image, which the reference has in an attribute.
    if (name === 'figcaption') return;
    if (attributes.id) ids.add(attributes.id);
    if (name === 'a' && attributes.name) ids.add(attributes.name);
    if (name === 'a' && attributes.href !== undefined) hrefs.push(attributes.href);
    if (name === 'img') images += 1;
    if (structural.has(name)) structure.push(name);
    if (blocks.has(name)) parts.push('\n');
    for (const child of node.children) visit(child);
    if (blocks.has(name)) parts.push('\n');
  };
  visit(page);
  const inPage = hrefs.filter((href) => href.startsWith('#') && href.length > 1);
  return {
    text: parts
      .join('')
      .split(/\s+/)
      .filter((word) => word !== '')
      .join(' '),
    structure: structure.join(' '),
    images,
    links: hrefs.length,
    inPage,
    working: inPage.filter((href) => ids.has(decodeFragment(href.slice(1)))),
  };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** As remark-gfm and rehype show a text, with the ids of GitHub and with its HTML. */
const reference = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' });
const withHtml = unified().use(rehypeRaw).use(rehypeSlug);

interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

function ofHast(node: HastNode): (Element | string)[] {
  if (node.type === 'text') return [node.value ?? ''];
  const children = (node.children ?? []).flatMap(ofHast);
  if (node.type === 'root') return [{ name: '', attributes: {}, children }];
  if (node.type !== 'element') return [];
  const attributes = Object.fromEntries(
    Object.entries(node.properties ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return [{ name: node.tagName ?? '', attributes, children }];
}

function ofParse5(node: DefaultTreeAdapterTypes.Node): (Element | string)[] {
  if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value];
  if (!('childNodes' in node)) return [];
  const children = node.childNodes.flatMap(ofParse5);
  const attributes = 'attrs' in node ? Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])) : {};
  return [{ name: 'tagName' in node ? node.tagName : '', attributes, children }];
}

const hasHtml = (node: HastNode): boolean => node.type === 'raw' || (node.children ?? []).some(hasHtml);

export interface Comparison {
  path: string;
  hasHtml: boolean;
  ours: Seen;
  theirs: Seen;
  warnings: RenderWarning[];
}

/** A text as we and the reference show it. */
export function compare({ path, text }: CorpusFile): Comparison {
  const tree = reference.runSync(reference.parse(text));
  const seen = describe(ofHast(withHtml.runSync(tree as never) as HastNode)[0] as Element);
  const theirs = { ...seen, text: withAlerts(seen.text) };
  const { html, warnings } = renderMarkdown(text, { embed_providers: [] });
  const ours = describe(ofParse5(parseFragment(html))[0] as Element);
  return { path, hasHtml: hasHtml(tree as HastNode), ours, theirs, warnings };
}

/** Alerts of GitHub are no part of its specification of Markdown: the reference shows their marks. */
const withAlerts = (text: string): string =>
  text.replaceAll(/\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, (_, word: string) =>
    alertTitle(alertKindOf(word) ?? 'note', 'en'),
  );

/** The table of differences, as Markdown. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap(({ path, hasHtml: isHtml, ours, theirs, warnings }) => {
    const names = [
      ours.text === theirs.text ? '' : 'text',
      ours.structure === theirs.structure ? '' : 'structure',
      ours.images === theirs.images ? '' : `images ${ours.images}/${theirs.images}`,
      ours.links === theirs.links ? '' : `links ${ours.links}/${theirs.links}`,
      ours.working.length === theirs.working.length
        ? ''
        : `in-page links ${ours.working.length}/${theirs.working.length}`,
    ].filter((name) => name !== '');
    if (names.length === 0) return [];
    const codes = [...new Set(warnings.map(({ code }) => code))].sort().join(', ');
    return [`| ${path.replace('node_modules/', '')} | ${isHtml ? 'yes' : 'no'} | ${names.join(', ')} | ${codes} |`];
  });
  const plain = comparisons.filter((comparison) => !comparison.hasHtml);
  const count = (list: readonly Comparison[], of: (comparison: Comparison) => number) =>
    list.reduce((sum, comparison) => sum + of(comparison), 0);
  const isEqual = ({ ours, theirs }: Comparison) => (ours.text === theirs.text ? 1 : 0);
  return `# Differences from remark-gfm and rehype

${comparisons.length} Markdown files of installed packages as \`@platform/markdown\` and the reference show them. The test writes
none of it: \`node packages/markdown/test/write-corpus.ts\` does. A pair of numbers is ours and that of the reference. Marks
of alerts such as \`[!NOTE]\` count as their titles.

| | files without HTML | files with HTML |
| --- | --- | --- |
| files | ${plain.length} | ${comparisons.length - plain.length} |
| the same visible text | ${count(plain, isEqual)} | ${count(comparisons, isEqual) - count(plain, isEqual)} |
| in-page links that work in the reference | ${count(plain, ({ theirs }) => theirs.working.length)} | ${count(comparisons, ({ theirs, hasHtml: is }) => (is ? theirs.working.length : 0))} |
| in-page links that work here | ${count(plain, ({ ours }) => ours.working.length)} | ${count(comparisons, ({ ours, hasHtml: is }) => (is ? ours.working.length : 0))} |

| file | HTML | differences | warnings |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
