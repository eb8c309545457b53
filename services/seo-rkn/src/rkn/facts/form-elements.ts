import { attr, type Element, isElement, isHidden, type Node } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { around, below, captionOf, type LocatedElement, parentOf, textIn } from './page-tree.ts';
import type { RknLink } from './rkn-facts.ts';
import { flat } from './words.ts';

const buttonTypes = new Set(['submit', 'button', 'image', 'reset']);

/** What the reader of forms knows of their page. */
export interface FormContext {
  /** `<label for>` by the id that they name. */
  labels: ReadonlyMap<string, Element>;
  /** Elements by their id. */
  ids: ReadonlyMap<string, Element>;
  /** Path of the page. */
  path: string;
  /** Scripts may handle forms: the page has some that are no counters. */
  hasScripts: boolean;
  /** Absolute address without fragment; null for no address of a page. */
  resolve(href: string): string | null;
}

/** `<label for>` of a page by the id that they name. */
export const labelsOf = (elements: readonly LocatedElement[]): Map<string, Element> =>
  new Map(
    elements.flatMap(({ element }) => {
      const target = element.tagName === 'label' ? attr(element, 'for') : null;
      return target ? [[target, element] as const] : [];
    }),
  );

/** Elements of a page by their id. */
export const idsOf = (elements: readonly LocatedElement[]): Map<string, Element> =>
  new Map(
    elements.flatMap(({ element }) => {
      const id = attr(element, 'id');
      return id ? [[id, element] as const] : [];
    }),
  );

/** A box that a library draws: `<button role="checkbox" aria-checked="false">`. */
const isDrawnBox = (element: Element): boolean =>
  element.tagName !== 'input' && ['checkbox', 'switch'].includes(attr(element, 'role') ?? '');

export const typeOf = (element: Element): string => {
  if (isDrawnBox(element)) return 'checkbox';
  return element.tagName === 'input' ? (attr(element, 'type') ?? 'text').toLowerCase() : element.tagName;
};

export const isButton = (element: Element): boolean =>
  !isDrawnBox(element) &&
  (element.tagName === 'button' ||
    attr(element, 'role') === 'button' ||
    (element.tagName === 'input' && buttonTypes.has(typeOf(element))));

/** Whether a button sends its form by itself (HTML, submit button). */
export const isSubmit = (element: Element): boolean =>
  element.tagName === 'button' && !isDrawnBox(element)
    ? !['button', 'reset'].includes((attr(element, 'type') ?? 'submit').toLowerCase())
    : element.tagName === 'input' && ['submit', 'image'].includes(typeOf(element));

/** An element that scripts make a button: by a name of its class, or with a handler of its own. */
export const isDrawnButton = (element: Element): boolean =>
  ['a', 'div', 'span'].includes(element.tagName) &&
  (/(?:^|[\s_-])(?:btn|button|submit)(?:$|[\s_-])/i.test(attr(element, 'class') ?? '') ||
    attr(element, 'onclick') !== null) &&
  !below(element).some(isField) &&
  captionOf(element).length <= 80;

export const isField = (element: Element): boolean =>
  isDrawnBox(element) || (['input', 'select', 'textarea'].includes(element.tagName) && !isButton(element));
export const isTicked = (element: Element): boolean => typeOf(element) === 'checkbox' || typeOf(element) === 'radio';
/** A field that a person types into, or chooses in. */
const isTyped = (element: Element): boolean => isField(element) && typeOf(element) !== 'hidden' && !isTicked(element);

/** Its element is hidden, or one around it that does not hold the form too: a whole form may open later. */
function isConcealed(element: Element, group: Element): boolean {
  for (let ancestor: Element | null = element; ancestor && !isWithin(group, ancestor); ancestor = parentOf(ancestor))
    if (isHidden(ancestor)) return true;
  return false;
}
export const isWithin = (element: Element, outer: Element): boolean =>
  element === outer || around(element, (parent) => parent === outer) !== null;

/**
 * Whether a field is invisible, or a honeypot for robots. A hidden checkbox with a label is visible, because
 * the label draws it.
 */
export function isUnseen(field: Element, group: Element, context: FormContext): boolean {
  if (typeOf(field) === 'hidden') return true;
  if (attr(field, 'tabindex') === '-1' && attr(field, 'autocomplete') === 'off') return true;
  if (!isConcealed(field, group)) return false;
  const label = typeOf(field) === 'checkbox' ? labelOf(field, context) : null;
  return label?.tagName !== 'label' || isConcealed(label, group) || flat(captionOf(label)) === '';
}

/** The label of a field; of a box without one the element around it that has a text and no other field. */
export function labelOf(field: Element, { labels }: FormContext): Element | null {
  const label = labels.get(attr(field, 'id') ?? '');
  if (label) return label;
  const wrapping = around(field, (parent) => parent.tagName === 'label');
  if (wrapping || !isTicked(field)) return wrapping;
  if (isDrawnBox(field) && flat(captionOf(field)) !== '') return field;
  // A box without a label: the text stands around it, where that holds no other field.
  for (let parent = parentOf(field); parent; parent = parentOf(parent)) {
    if (parent.tagName === 'form' || below(parent).filter(isField).length !== 1) return null;
    if (flat(textIn(parent, 10)) !== '') return parent;
  }
  return null;
}

const maxCaption = 80;

/**
 * Text that stands before a field without a label: beside it, or in an element around it that holds no other field,
 * as in the cells of a table.
 */
export function captionBeside(field: Element, context: FormContext): string {
  const named = (attr(field, 'aria-labelledby') ?? '').split(/\s+/).flatMap((id) => context.ids.get(id) ?? []);
  if (named.length > 0) return named.map(captionOf).join(' ');
  let current: Element = field;
  for (let up = 0; up < 5; up += 1) {
    const before = textBefore(current);
    if (before !== '') return before;
    const parent = parentOf(current);
    if (!parent || ['form', 'body', 'fieldset', 'main', 'section'].includes(parent.tagName)) return '';
    if (countTyped(parent, 2) > 1) return '';
    current = parent;
  }
  return '';
}

/** Number of the fields of an element, up to a limit: a page may have thousands of them in one element. */
function countTyped(node: Node, limit: number, depth = 0): number {
  if (!('childNodes' in node) || depth > 100) return 0;
  let count = 0;
  for (const child of node.childNodes) {
    if (!isElement(child)) continue;
    count += isTyped(child) ? 1 : countTyped(child, limit - count, depth + 1);
    if (count >= limit) return count;
  }
  return count;
}

/** Text between an element and the field or block before it, in the same parent element. */
function textBefore(element: Element): string {
  const siblings: Node[] =
    element.parentNode && 'childNodes' in element.parentNode ? element.parentNode.childNodes : [];
  const parts: string[] = [];
  for (let at = siblings.indexOf(element) - 1; at >= 0 && parts.length < 20; at -= 1) {
    const sibling = siblings[at] as Node;
    if (isElement(sibling)) {
      if (/^(?:h[1-6]|p|ul|ol|script|style|form)$/.test(sibling.tagName) || isField(sibling) || isButton(sibling))
        break;
      if (below(sibling).some((one) => isField(one) || isButton(one))) break;
      if (sibling.tagName === 'br' && parts.join('').trim() !== '') break;
      parts.unshift(captionOf(sibling));
    } else if (sibling.nodeName === '#text' && 'value' in sibling) parts.unshift(sibling.value);
  }
  const text = flat(parts.join(' '));
  return text.length <= maxCaption ? text : '';
}

const schemes = /^(?:javascript|data|about|#$|$)/i;

/** Absolute links of elements, each once. A link that only runs a script has no address. */
export function linksIn(elements: Element | readonly Element[], { resolve }: Pick<FormContext, 'resolve'>): RknLink[] {
  const links = new Map<string, RknLink>();
  const roots = Array.isArray(elements) ? (elements as readonly Element[]) : [elements as Element];
  for (const descendant of roots.flatMap((root) => [root, ...below(root)])) {
    const href = descendant.tagName === 'a' ? attr(descendant, 'href') : null;
    const url = href === null || schemes.test(href.trim()) ? null : resolve(href);
    if (url && links.size < 20 && !links.has(url)) links.set(url, { url, text: clean(captionOf(descendant), 120) });
  }
  return [...links.values()];
}

/**
 * Whether elements have a button, or a link without an address of its own, that may open a text by a script. A link
 * to a part of its page opens that part.
 */
export function opensText(elements: readonly Element[], { ids }: Pick<FormContext, 'ids'>): boolean {
  return elements
    .flatMap((root) => [root, ...below(root)])
    .some((one) => {
      if ((isButton(one) && !isSubmit(one)) || attr(one, 'data-bx-user-consent') !== null) return true;
      if (one.tagName === 'button' && around(one, ({ tagName }) => tagName === 'label') !== null) return true;
      const isMarked = one.attrs.some(({ name }) =>
        /^(?:onclick|@click|v-on:click|\(click\)|data-(?:[\w-]+-)?(?:target|toggle|modal|popup|fancybox))$/.test(name),
      );
      if (one.tagName !== 'a') return isMarked && one.tagName !== 'input' && one.tagName !== 'label';
      const href = (attr(one, 'href') ?? '').trim();
      if (schemes.test(href)) return captionOf(one) !== '';
      return href.startsWith('#') && !ids.has(href.slice(1));
    });
}
