import { attr, type Element, isElement, isHidden, maxDepth, type Node, rawText, silent, textOf } from './dom.ts';
import { clean, type Heading } from './page-facts.ts';
import { isAppRoot } from './shell.ts';

/** What one pass over the tree collects; addresses as they stand in the page. */
export interface Collected {
  titles: string[];
  metas: { name: string; content: string; inHead: boolean }[];
  links: { rel: string; href: string; hreflang: string | null; inHead: boolean }[];
  anchors: { href: string; rel: string; inFooter: boolean }[];
  images: { element: Element; anchor: Element | null }[];
  headings: { level: number; heading: Heading }[];
  jsonLd: string[];
  scripts: { src: string | null; text: string; isModule: boolean }[];
  embedded: { element: Element; name: string; url: string }[];
  formElements: Element[];
  /** Links, buttons and frames: elements that need a name. */
  named: Element[];
  labels: Element[];
  microdata: Set<string>;
  lang: string | null;
  hasMain: boolean;
  hasArticle: boolean;
  hasAppRoot: boolean;
  /** Text of `noscript` elements, some sentences. */
  noscript: string;
  /** Pieces of the text of the body, in the order of the document. */
  texts: TextInContext[];
}

export interface TextInContext {
  text: string;
  /** Flags of {@link contextBits}. */
  context: number;
  /** A block begins or ends before it. */
  isBlockStart: boolean;
}

/** Where in a page something stands. */
export const contextBits = { head: 1, body: 2, hidden: 4, main: 8, article: 16, frame: 32, footer: 64, aside: 128 };
const frameTags = new Set(['nav', 'header', 'footer', 'aside', 'form']);
/** Parts of `main` and `article` that are none of their text. */
const asideTags = new Set(['nav', 'aside', 'form']);
const inlineTags = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(' '),
);
const headingLevels = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const maxElements = 200_000;
const maxNoscript = 2_000;

const empty = (): Collected => ({
  titles: [],
  metas: [],
  links: [],
  anchors: [],
  images: [],
  headings: [],
  jsonLd: [],
  scripts: [],
  embedded: [],
  formElements: [],
  named: [],
  labels: [],
  microdata: new Set(),
  lang: null,
  hasMain: false,
  hasArticle: false,
  hasAppRoot: false,
  noscript: '',
  texts: [],
});

function collectScript(element: Element, collected: Collected): void {
  const type = (attr(element, 'type') ?? '').trim().toLowerCase();
  if (type === 'application/ld+json') collected.jsonLd.push(rawText(element));
  else if (type === '' || type === 'module' || type.includes('javascript'))
    collected.scripts.push({ src: attr(element, 'src'), text: rawText(element), isModule: type === 'module' });
}

/** Addresses that a browser loads by itself, images apart. */
function collectEmbedded(element: Element, collected: Collected): void {
  const add = (name: string) => {
    const url = attr(element, name);
    if (url) collected.embedded.push({ element, name, url });
  };
  const tag = element.tagName;
  if (tag === 'script' || tag === 'iframe' || tag === 'embed') add('src');
  else if (tag === 'audio' || tag === 'video' || tag === 'track') add('src');
  else if (tag === 'source') {
    add('src');
    const first = attr(element, 'srcset')?.trim().split(/[\s,]/)[0];
    if (first) collected.embedded.push({ element, name: 'srcset', url: first });
  } else if (tag === 'object') add('data');
  else if (tag === 'form') add('action');
  else if (tag === 'link' && /\b(?:stylesheet|preload|modulepreload|icon)\b/i.test(attr(element, 'rel') ?? ''))
    add('href');
}

function collectHead(element: Element, context: number, collected: Collected): void {
  const inHead = (context & contextBits.head) !== 0;
  if (element.tagName === 'meta') {
    const name = attr(element, 'name') ?? attr(element, 'property') ?? attr(element, 'http-equiv');
    if (name)
      collected.metas.push({ name: name.trim().toLowerCase(), content: attr(element, 'content') ?? '', inHead });
  } else if (element.tagName === 'link') {
    const href = attr(element, 'href');
    const rel = (attr(element, 'rel') ?? '').toLowerCase();
    if (href !== null) collected.links.push({ rel, href: href.trim(), hreflang: attr(element, 'hreflang'), inHead });
  } else if (element.tagName === 'title' && inHead) collected.titles.push(clean(rawText(element)));
}

function collectBody(element: Element, context: number, anchor: Element | null, collected: Collected): void {
  const tag = element.tagName;
  if (tag === 'a' || tag === 'area') {
    const href = attr(element, 'href');
    if (href !== null && tag === 'a') collected.named.push(element);
    if (href !== null)
      collected.anchors.push({
        href: href.trim(),
        rel: attr(element, 'rel') ?? '',
        inFooter: (context & contextBits.footer) !== 0,
      });
  } else if (tag === 'img') collected.images.push({ element, anchor });
  else if (headingLevels.has(tag)) {
    const text = clean(textOf(element));
    const isVisible = (context & contextBits.hidden) === 0;
    collected.headings.push({ level: Number(tag[1]), heading: { text, is_visible: isVisible } });
  } else if (tag === 'label') collected.labels.push(element);
  else if (tag === 'button') collected.named.push(element);
  else if (tag === 'form' || tag === 'input' || tag === 'select' || tag === 'textarea')
    collected.formElements.push(element);
}

function contextOf(element: Element, context: number, collected: Collected): number {
  const tag = element.tagName;
  let next = context;
  if (tag === 'head') next |= contextBits.head;
  else if (tag === 'body') next |= contextBits.body;
  else if (tag === 'main' || attr(element, 'role') === 'main') {
    next |= contextBits.main;
    collected.hasMain = true;
  } else if (tag === 'article') {
    next |= contextBits.article;
    collected.hasArticle = true;
  } else if (tag === 'footer' && (context & (contextBits.main | contextBits.article)) === 0) next |= contextBits.footer;
  if (frameTags.has(tag)) next |= contextBits.frame;
  if (asideTags.has(tag)) next |= contextBits.aside;
  if (isHidden(element)) next |= contextBits.hidden;
  return next;
}

/**
 * Collects in one pass what the facts of a page are made of.
 * @param root the document
 */
export function walkPage(root: Node): Collected {
  const collected = empty();
  let elements = 0;
  let isBlockStart = false;
  const addText = (text: string, context: number): void => {
    if ((context & contextBits.body) === 0) return;
    collected.texts.push({ text, context, isBlockStart });
    isBlockStart = false;
  };
  const walk = (node: Node, context: number, anchor: Element | null, depth: number): void => {
    if (!('childNodes' in node) || depth > maxDepth) return;
    for (const child of node.childNodes) {
      if (child.nodeName === '#text' && 'value' in child) {
        addText(child.value, context);
        continue;
      }
      if (!isElement(child)) continue;
      elements += 1;
      if (elements > maxElements) return;
      const tag = child.tagName;
      if (tag === 'html') collected.lang = attr(child, 'lang');
      const itemType = attr(child, 'itemtype') ?? attr(child, 'typeof');
      if (itemType) collected.microdata.add(clean(itemType.split('/').at(-1) ?? '', 60));
      const id = attr(child, 'id');
      if (isAppRoot(tag, id)) collected.hasAppRoot = true;
      collectEmbedded(child, collected);
      if (tag === 'script') collectScript(child, collected);
      if (tag === 'noscript' && collected.noscript.length < maxNoscript)
        collected.noscript += ` ${child.childNodes.map((node) => textOf(node)).join(' ')}`;
      if (silent.has(tag) && tag !== 'select') {
        if (tag === 'textarea') collected.formElements.push(child);
        if (tag === 'iframe' && (context & contextBits.body) !== 0) collected.named.push(child);
        continue;
      }
      const next = contextOf(child, context, collected);
      collectHead(child, context, collected);
      collectBody(child, next, anchor, collected);
      if (tag === 'select') continue;
      const isBlock = !inlineTags.has(tag);
      if (isBlock) isBlockStart = true;
      walk(child, next, tag === 'a' ? child : anchor, depth + 1);
      if (isBlock) isBlockStart = true;
    }
  };
  walk(root, 0, null, 0);
  return collected;
}
