import { cutText } from '@platform/contracts/cut-text';
import { attr, type Element, isElement, isHidden, maxDepth, type Node, selectorOf, textOf } from '../../pages/dom.ts';
import { flat } from './words.ts';

/** Elements beyond these are not read. */
const maxElements = 200_000;

/** An element with the part of the page that contains it. */
export interface LocatedElement {
  element: Element;
  region: 'footer' | 'nav' | 'form' | 'body';
}

const regionTags: Record<string, LocatedElement['region']> = { nav: 'nav', header: 'nav', form: 'form' };
/** Words for components of a page that may have a footer of their own. */
const parts = new Set(
  'card modal dialog popup panel table widget product article post comment quote blockquote sidebar drawer offcanvas toast form item tile entry accordion banner cookie'.split(
    ' ',
  ),
);

/** Whether an element is the footer of its page: by its tag, its role, or the name of a class or id. */
export function isFooter(element: Element): boolean {
  if (element.tagName === 'footer' || attr(element, 'role') === 'contentinfo') return true;
  if (inline.has(element.tagName)) return false;
  const names = [attr(element, 'id') ?? '', ...(attr(element, 'class') ?? '').split(/\s+/)];
  return names.some((name) => {
    if (!/footer/i.test(name)) return false;
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/);
    return words.includes('footer') && !words.some((word) => parts.has(word));
  });
}
const unread = new Set(['template', 'noscript', 'svg', 'canvas', 'object']);

/**
 * Every element of a page in document order, without the contents of templates and of other unread elements.
 */
export function elementsOf(root: Node): LocatedElement[] {
  const locatedElements: LocatedElement[] = [];
  const walk = (node: Node, region: LocatedElement['region'], depth: number): void => {
    if (!('childNodes' in node) || depth > maxDepth) return;
    for (const child of node.childNodes) {
      if (!isElement(child) || locatedElements.length >= maxElements) continue;
      const childRegion = region === 'footer' || isFooter(child) ? 'footer' : (regionTags[child.tagName] ?? region);
      locatedElements.push({ element: child, region: childRegion });
      if (!unread.has(child.tagName)) walk(child, childRegion, depth + 1);
    }
  };
  walk(root, 'body', 0);
  return locatedElements;
}

/** Elements below an element, itself excluded. */
export const below = (element: Element): Element[] => elementsOf(element).map(({ element: one }) => one);

export const parentOf = (element: Element): Element | null =>
  element.parentNode && isElement(element.parentNode) ? element.parentNode : null;

/** Nearest ancestor that satisfies a test. */
export function around(element: Element, test: (parent: Element) => boolean): Element | null {
  let parent = parentOf(element);
  for (let depth = 0; parent && depth < maxDepth; depth += 1) {
    if (test(parent)) return parent;
    parent = parentOf(parent);
  }
  return null;
}

/** Text of an element with spaces between its blocks. */
export const textIn = (node: Node, limit: number): string => [...flat(rawTextIn(node, limit))].slice(0, limit).join('');

/** The end of the text of an element. */
export const endOf = (node: Node, limit: number): string =>
  [...flat(rawTextIn(node, Number.POSITIVE_INFINITY)).slice(-2 * limit)].slice(-limit).join('');

/**
 * As {@link textIn}, without hidden elements. Hidden ancestors of `inside` stay, because a dialog may
 * open later.
 */
export const shownTextIn = (node: Node, limit: number, inside: Element): string =>
  [...flat(rawTextIn(node, limit, (one) => isHidden(one) && !isAround(one, inside)))].slice(0, limit).join('');

/** As {@link shownTextIn}, with an empty line between blocks. */
export const shownParagraphsIn = (node: Node, limit: number, inside: Element): string =>
  cutText(toParagraphs(rawTextIn(node, limit, (one) => isHidden(one) && !isAround(one, inside))), limit);

const isAround = (outer: Element, element: Element): boolean =>
  outer === element || around(element, (parent) => parent === outer) !== null;

/** Text of an element with an empty line between its blocks, without the elements that are left out. */
export const paragraphsIn = (node: Node, limit: number, isLeftOut?: (element: Element) => boolean): string =>
  cutText(toParagraphs(rawTextIn(node, limit, isLeftOut)), limit);

const toParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(flat)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

function rawTextIn(node: Node, limit: number, isLeftOut: (element: Element) => boolean = () => false): string {
  let text = '';
  const walk = (current: Node, depth: number): void => {
    if (text.length > 4 * limit || depth > maxDepth) return;
    if (current.nodeName === '#text' && 'value' in current) {
      text += current.value.replace(/\s+/g, ' ');
      return;
    }
    if (!('childNodes' in current)) return;
    if (
      isElement(current) &&
      (current.tagName === 'script' || current.tagName === 'style' || unread.has(current.tagName))
    )
      return;
    if (isElement(current) && (['textarea', 'select', 'iframe'].includes(current.tagName) || isLeftOut(current)))
      return;
    const isInline = isElement(current) && inline.has(current.tagName);
    if (!isInline) text += '\n\n';
    for (const child of current.childNodes) walk(child, depth + 1);
    if (!isInline) text += '\n\n';
  };
  walk(node, 0);
  return text;
}
/** Tags of inline elements. */
export const inline = new Set(
  'a abbr b bdi bdo cite code em font i label mark q s small span strong sub sup u var wbr'.split(' '),
);

/** Selector of an element: by its `name` if it has no `id`, else the selector that reports use. */
export function namedSelectorOf(element: Element): string {
  const name = attr(element, 'name');
  if (attr(element, 'id') === null && name) return `${element.tagName}[name="${cutText(name, 60)}"]`;
  return selectorOf(element);
}

/** Visible label of an element: text, `aria-label`, `title` or `value` of a button. */
export function captionOf(element: Element): string {
  const caption = flat(textOf(element)) || (attr(element, 'aria-label') ?? attr(element, 'title') ?? '');
  return element.tagName === 'input' && caption === '' ? (attr(element, 'value') ?? '') : caption;
}
