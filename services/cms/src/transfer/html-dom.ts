import type { DomDocument, DomElement, DomNode } from '@mixmark-io/domino';
import { cutText } from '@platform/contracts/cut-text';
import { decodePercent } from '@platform/contracts/decode-percent';

/** A line of the report. */
type Warn = (code: string, message: string) => void;

/** Marks in the text that become something else after it is Markdown. They are no characters, so no text has them. */
export const marks = { open: '\ufdd0', close: '\ufdd1' } as const;
const noCharacters = /[\ufdd0-\ufdef]/g;

/** A document without the characters of {@link marks}. */
export const withoutMarks = (html: string): string => html.replace(noCharacters, '');

export interface PreparedDom {
  root: DomElement;
  /** What stands for the marks of the text, by their number. */
  replacements: string[];
  /** Headings that links of the text lead to, by their number among all headings with words. */
  anchors: Map<string, number>;
}

interface Dom extends PreparedDom {
  document: DomDocument;
  base: string | null;
  warn: Warn;
}

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL X-TURNDOWN'.split(
    ' ',
  ),
);
const isElement = (node: DomNode | null): node is DomElement => node !== null && node.nodeType === 1;
const isText = (node: DomNode | null): boolean => node !== null && node.nodeType === 3;
const isBlock = (node: DomNode): boolean => blocks.has(node.nodeName);
const namesOf = (names: string): ReadonlySet<string> => new Set(names.toUpperCase().split(' '));

/** The next node in the order of the document, inside of a root. */
function following(node: DomNode, root: DomNode): DomNode | null {
  if (node.firstChild) return node.firstChild;
  for (let at: DomNode | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

/** Elements below a root, in linear time. Lists of children would make each change of a document linear. */
function all(root: DomElement, isWanted: (element: DomElement) => boolean): DomElement[] {
  const found: DomElement[] = [];
  for (let node = following(root, root); node; node = following(node, root))
    if (isElement(node) && isWanted(node)) found.push(node);
  return found;
}

function first(root: DomElement, isWanted: (element: DomElement) => boolean): DomElement | null {
  for (let node = following(root, root); node; node = following(node, root))
    if (isElement(node) && isWanted(node)) return node;
  return null;
}

const named = (names: string): ((element: DomElement) => boolean) => {
  const set = namesOf(names);
  return ({ nodeName }) => set.has(nodeName);
};
const classed = (...names: string[]): ((element: DomElement) => boolean) => {
  const set = new Set(names);
  return (element) => (element.getAttribute('class') ?? '').split(/\s+/, 20).some((name) => set.has(name));
};

/** The element itself, or the next one above it, that is wanted. */
function closest(node: DomNode | null, isWanted: (element: DomElement) => boolean): DomElement | null {
  for (let at = node; at; at = at.parentNode) if (isElement(at) && isWanted(at)) return at;
  return null;
}

const isLink = (element: DomElement): boolean => element.nodeName === 'A' && element.getAttribute('href') !== null;
const isHeading = named('h1 h2 h3 h4 h5 h6');
const isCell = named('td th');
const isPre = named('pre');
const isCode = named('pre code');
const isImage = named('img');
const remove = (node: DomNode): void => void node.parentNode?.removeChild(node);

function unwrap(element: DomElement): void {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element);
  remove(element);
}

/**
 * Changes a document so that each part of it has a form in Markdown: images with whole addresses, links without blocks in
 * them, cells of one line, emphasis without space at its edges.
 * @param base address of the former site, which relative addresses belong to
 */
export function prepareDom(document: DomDocument, root: DomElement, base: string | null, warn: Warn): PreparedDom {
  const dom: Dom = { document, root, base, warn, replacements: [], anchors: new Map() };
  for (const element of all(root, isNeverShown)) remove(element);
  for (const image of all(root, isImage)) addressImage(dom, image);
  for (const link of all(root, isLink)) addressLink(link);
  for (const card of all(root, classed('kg-bookmark-card'))) replaceBookmark(dom, card);
  for (const link of all(root, isLink)) openBlockLink(dom, link);
  for (const table of all(root, named('table'))) flattenCells(dom, table);
  for (const br of all(root, named('br'))) {
    const space = closest(br, isPre) ? '\n' : closest(br, isHeading) ? ' ' : null;
    if (space === null) continue;
    br.parentNode?.insertBefore(document.createTextNode(space), br);
    remove(br);
  }
  quote(dom);
  tidyEmphasis(dom);
  nameAnchors(dom);
  keepBareAddresses(dom);
  return dom;
}

const isHiddenPart = classed(
  'kg-video-overlay',
  'kg-video-player-container',
  'kg-audio-player',
  'kg-audio-thumbnail',
  'kg-toggle-card-icon',
  'kg-file-card-icon',
);
/** Drawings of a page and controls of players: their words are for programs. */
const isNeverShown = (element: DomElement): boolean =>
  element.nodeName.toUpperCase() === 'SVG' || element.nodeName === 'TEMPLATE' || isHiddenPart(element);

const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-full-url'];

/** The address of an image as a browser gets it in the end. */
function addressImage({ base }: Dom, image: DomElement): void {
  const isAddress = (text: string | null) =>
    text !== null && /^\s*(?:https?:)?\/\/|^\s*\/[^/]|^\s*\.{0,2}\/?[\w%-]/.test(text) && !/^\s*data:/i.test(text);
  const firstOf = (set: string | null) => set?.trim().split(/[\s,]/, 1)[0] ?? null;
  const lazy = [
    ...lazyAttributes.map((name) => image.getAttribute(name)),
    firstOf(image.getAttribute('data-srcset')),
  ].find(isAddress);
  const plain = [image.getAttribute('src'), firstOf(image.getAttribute('srcset'))].find(isAddress);
  const address = (lazy ?? plain ?? image.getAttribute('src') ?? '').trim();
  image.setAttribute('src', address === '' || /^data:/i.test(address) ? address : wholeAddress(address, base));
}

/** An address with host and scheme, where they are known. */
export function wholeAddress(address: string, base: string | null): string {
  if (address.startsWith('//')) return `https:${address}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || base === null) return address;
  return URL.parse(address, `${base}/`)?.href ?? address;
}

function addressLink(link: DomElement): void {
  const href = (link.getAttribute('href') ?? '').trim();
  link.setAttribute('href', href.startsWith('//') ? `https:${href}` : href.replaceAll(/\s/g, '%20'));
}

/** A card of Ghost that shows another page: its title is the link. */
function replaceBookmark({ document }: Dom, card: DomElement): void {
  const link = first(card, isLink);
  const title = first(card, classed('kg-bookmark-title'))?.textContent.trim();
  if (!link) return;
  const description = first(card, classed('kg-bookmark-description'))?.textContent.trim();
  const caption = first(card, named('figcaption'));
  const paragraph = document.createElement('p');
  const anchor = document.createElement('a');
  const href = link.getAttribute('href') ?? '';
  anchor.setAttribute('href', href);
  anchor.appendChild(document.createTextNode(title || href));
  paragraph.appendChild(anchor);
  const parts: DomNode[] = [paragraph];
  if (description) {
    const words = document.createElement('p');
    words.appendChild(document.createTextNode(description));
    parts.push(words);
  }
  if (caption) parts.push(caption);
  for (const part of parts) card.parentNode?.insertBefore(part, card);
  remove(card);
}

const isBlockElement = named('h1 h2 h3 h4 h5 h6 p div figure ul ol table blockquote pre section article hr');
const holdsWords = named('h1 h2 h3 h4 h5 h6 p figcaption li td div');
const isCardTitle = classed('kg-file-card-title');

/** A link around blocks becomes a link in the first of them that has words. */
function openBlockLink({ document }: Dom, link: DomElement): void {
  if (!first(link, isBlockElement)) return;
  const href = link.getAttribute('href') ?? '';
  const hasWords = (one: DomElement) => one.textContent.trim() !== '' && first(one, isBlockElement) === null;
  const target = first(link, isCardTitle) ?? first(link, (one) => holdsWords(one) && hasWords(one));
  const image = target ? null : first(link, isImage);
  const anchor = document.createElement('a');
  anchor.setAttribute('href', href);
  if (target) {
    while (target.firstChild) anchor.appendChild(target.firstChild);
    target.appendChild(anchor);
    for (const inner of all(anchor, named('a'))) unwrap(inner);
  } else if (image) {
    image.parentNode?.insertBefore(anchor, image);
    anchor.appendChild(image);
  }
  unwrap(link);
}

const isPartOfCell = named(
  'p div ul ol li h1 h2 h3 h4 h5 h6 hr blockquote pre table thead tbody tr td th figure figcaption dl dt dd',
);

/** A cell of Markdown is one line: its blocks become lines with `<br>` between. */
function flattenCells({ document, warn }: Dom, table: DomElement): void {
  // A table in a cell becomes lines of that cell.
  if (closest(table.parentNode, named('table'))) return;
  const cells = all(table, isCell);
  // A table of one cell is a frame around a text.
  if (cells.length === 1) return;
  let isChanged = false;
  for (const cell of cells) {
    const inner = all(cell, isPartOfCell);
    if (inner.length === 0 || closest(cell.parentNode, isCell)) continue;
    for (const block of inner) {
      if (!block.parentNode) continue;
      const name = block.nodeName;
      if (!['P', 'DIV', 'FIGURE'].includes(name)) isChanged = true;
      const line = document.createElement('span');
      if (name === 'LI') line.appendChild(document.createTextNode('• '));
      const words =
        /^H[1-6]$/.test(name) || name === 'DT'
          ? document.createElement('strong')
          : name === 'PRE'
            ? document.createElement('code')
            : line;
      if (words !== line) line.appendChild(words);
      if (name === 'PRE')
        words.appendChild(document.createTextNode(block.textContent.trim().replaceAll(/\s*\n\s*/g, ' ')));
      else while (block.firstChild) words.appendChild(block.firstChild);
      const hasBefore =
        block.previousSibling !== null &&
        !(
          isText(block.previousSibling) &&
          block.previousSibling.textContent.trim() === '' &&
          block.previousSibling.previousSibling === null
        );
      const parent = block.parentNode;
      const isLine =
        name !== 'UL' &&
        name !== 'OL' &&
        name !== 'TABLE' &&
        name !== 'THEAD' &&
        name !== 'TBODY' &&
        name !== 'TR' &&
        name !== 'DL';
      if (hasBefore && (isLine || name === 'TR') && block.previousSibling?.nodeName !== 'BR')
        parent.insertBefore(document.createElement('br'), block);
      parent.insertBefore(line, block);
      if (isLine && block.nextSibling && block.nextSibling.textContent.trim() !== '' && !isBlock(block.nextSibling))
        parent.insertBefore(document.createElement('br'), block);
      remove(block);
    }
  }
  if (first(table, (one) => one.getAttribute('rowspan') !== null)) isChanged = true;
  if (isChanged) warn('table_flattened', 'Lists, headings and code in cells of a table become lines of the cell.');
}

/** Quotes that a browser puts around `<q>`. */
function quote({ document, root }: Dom): void {
  for (const element of all(root, named('q'))) {
    const [open, close] = /\p{Script=Cyrillic}/u.test(element.textContent) ? ['«', '»'] : ['“', '”'];
    element.insertBefore(document.createTextNode(open ?? ''), element.firstChild);
    element.appendChild(document.createTextNode(close ?? ''));
    unwrap(element);
  }
}

const isEmphasis = named('strong b em i del s strike');
const holdsBlock = named('p div ul ol table pre blockquote h1 h2 h3 h4 h5 h6 li');
const sameName: Record<string, string> = { B: 'STRONG', I: 'EM', S: 'DEL', STRIKE: 'DEL' };
const nameOf = ({ nodeName }: DomNode): string => sameName[nodeName] ?? nodeName;

/**
 * Emphasis of CommonMark begins and ends at words: spaces and breaks move out, elements of the same meaning join, and a
 * letter that touches punctuation inside of it is written as a reference (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run).
 */
function tidyEmphasis(dom: Dom): void {
  const { root } = dom;
  for (const element of all(root, isEmphasis)) {
    const isInside = closest(element.parentNode, (one) => isEmphasis(one) && nameOf(one) === nameOf(element)) !== null;
    // Emphasis around blocks goes into none of them.
    if (isInside || first(element, holdsBlock)) unwrap(element);
  }
  for (const element of all(root, isEmphasis)) {
    if (closest(element, isCode)) continue;
    moveEdge(dom, element, 'first');
    moveEdge(dom, element, 'last');
    if (element.textContent === '' && !first(element, isImage)) {
      unwrap(element);
      continue;
    }
    const before = element.previousSibling;
    if (isElement(before) && isEmphasis(before) && nameOf(before) === nameOf(element) && before.firstChild) {
      while (element.firstChild) before.appendChild(element.firstChild);
      remove(element);
    }
  }
  for (const element of all(root, isEmphasis)) if (!closest(element, isCode)) separate(dom, element);
}

/** Moves spaces and breaks at one end of an element out of it. */
function moveEdge({ document }: Dom, element: DomElement, edge: 'first' | 'last'): void {
  const out = (node: DomNode) =>
    element.parentNode?.insertBefore(node, edge === 'first' ? element : element.nextSibling);
  for (;;) {
    const node = edge === 'first' ? element.firstChild : element.lastChild;
    if (!node) return;
    if (node.nodeName === 'BR') {
      out(node);
      continue;
    }
    if (!isText(node)) return;
    const words = edge === 'first' ? node.data.trimStart() : node.data.trimEnd();
    if (words.length === node.data.length && words !== '') return;
    const space =
      edge === 'first' ? node.data.slice(0, node.data.length - words.length) : node.data.slice(words.length);
    if (space !== '') out(document.createTextNode(space));
    node.data = words;
    if (words !== '') return;
    remove(node);
  }
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isPunctuation = (character: string): boolean => /[\p{P}\p{S}]/u.test(character);

/** Writes a letter beside punctuation of an emphasis as a reference: the marks would be text without it. */
function separate(dom: Dom, element: DomElement): void {
  const inner = element.textContent;
  const first = String.fromCodePoint(inner.codePointAt(0) ?? 32);
  const last = [...inner.slice(-2)].at(-1) ?? ' ';
  const before = neighbour(element, 'previousSibling');
  const after = neighbour(element, 'nextSibling');
  if (before && (isPunctuation(first) || startsWithMark(element))) {
    const letter = [...before.data.slice(-2)].at(-1) ?? '';
    if (isWord(letter)) before.data = before.data.slice(0, -letter.length) + reference(dom, letter);
  }
  if (after && (isPunctuation(last) || endsWithMark(element))) {
    const letter = String.fromCodePoint(after.data.codePointAt(0) ?? 32);
    if (isWord(letter)) after.data = reference(dom, letter) + after.data.slice(letter.length);
  }
}

const written = new Set(['A', 'IMG', 'CODE', 'SUP', 'SUB', 'KBD', 'MARK', 'U', 'ABBR']);
const startsWithMark = ({ firstChild }: DomElement): boolean => firstChild !== null && written.has(firstChild.nodeName);
const endsWithMark = ({ lastChild }: DomElement): boolean => lastChild !== null && written.has(lastChild.nodeName);

/** The text that stands directly before or behind an element; null where Markdown writes something between. */
function neighbour(element: DomElement, side: 'previousSibling' | 'nextSibling'): DomNode | null {
  let node: DomNode | null = element;
  for (let step = 0; step < 50; step += 1) {
    while (node && !node[side]) {
      node = node.parentNode;
      if (!node || isBlock(node) || written.has(node.nodeName)) return null;
    }
    node = node?.[side] ?? null;
    while (isElement(node) && !written.has(node.nodeName) && node.nodeName !== 'BR' && !isBlock(node)) {
      const inner: DomNode | null = side === 'nextSibling' ? node.firstChild : node.lastChild;
      if (!inner) break;
      node = inner;
    }
    if (!node || (isElement(node) && (written.has(node.nodeName) || node.nodeName === 'BR' || isBlock(node))))
      return null;
    if (isText(node) && node.data !== '') return node;
  }
  return null;
}

/** A mark that stands for something that Markdown must not escape. */
function mark({ replacements }: Dom, replacement: string): string {
  replacements.push(replacement);
  return `${marks.open}${replacements.length - 1}${marks.close}`;
}

const reference = (dom: Dom, letter: string): string => mark(dom, `&#${letter.codePointAt(0)};`);

/** Links to a place in the text lead to a heading: only headings have an address here. */
function nameAnchors({ root, anchors, warn }: Dom): void {
  const links = all(root, isLink).filter((link) => /^#./.test(link.getAttribute('href') ?? ''));
  if (links.length === 0) return;
  const headings = all(root, isHeading).filter((one) => one.textContent.trim() !== '' && !closest(one, isCell));
  const numbers = new Map(headings.map((heading, at) => [heading, at] as const));
  const targets = new Map<string, DomElement>();
  for (const element of all(root, (one) => one.getAttribute('id') !== null || one.nodeName === 'A'))
    for (const name of [element.getAttribute('id'), element.getAttribute('name')])
      if (name !== null && !targets.has(name)) targets.set(name, element);
  for (const link of links) {
    const written = (link.getAttribute('href') ?? '').slice(1);
    const target = targets.get(written) ?? targets.get(decodePercent(written));
    const number = target ? numbers.get(headingAt(target) ?? target) : undefined;
    if (number === undefined) {
      warn(
        'anchor_lost',
        `A link leads to a place of the text that has no heading: #${cutText(decodePercent(written), 100)}`,
      );
      unwrap(link);
      continue;
    }
    const name = `${marks.open}h${number}${marks.close}`;
    anchors.set(name, number);
    link.setAttribute('href', `#${name}`);
  }
}

/** The heading that an element is, is in, begins with, or stands before. */
function headingAt(element: DomElement): DomElement | null {
  const own = closest(element, isHeading) ?? first(element, isHeading);
  if (own) return own;
  const next = element.nextElementSibling ?? element.parentNode?.nextElementSibling ?? null;
  return next !== null && /^H[1-6]$/.test(next.nodeName) ? next : null;
}

const bareAddress = /https?:\/\/[^\s<>"'`«»]{1,2000}/g;
/** Characters that Markdown takes for marks. */
const isMarked = (address: string): boolean => /[*_~[\]\\]/.test(address);

/** An address as a text of its own: between angle brackets where Markdown would change it. */
export const writeAddress = (address: string): string => (isMarked(address) ? `<${address}>` : address);

/** Addresses in the text are no words: their characters are no marks. */
function keepBareAddresses(dom: Dom): void {
  const isOther = named('a pre code');
  const kept = (found: string): string => {
    const end = found.includes('(') ? /[.,;:!?*_]+$/ : /[.,;:!?*_)]+$/;
    const address = found.replace(end, '');
    if (!isMarked(address) || address.includes(marks.open)) return found;
    return mark(dom, writeAddress(address)) + found.slice(address.length);
  };
  for (let node = following(dom.root, dom.root); node; node = following(node, dom.root))
    if (isText(node) && node.data.includes('://') && !closest(node, isOther))
      node.data = node.data.replaceAll(bareAddress, kept);
}
