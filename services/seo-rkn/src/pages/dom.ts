import { cutText } from '@platform/contracts/cut-text';
import type { DefaultTreeAdapterTypes } from 'parse5';

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** Deeper elements are not read; browsers flatten at 512. */
export const maxDepth = 1_500;

export const isElement = (node: Node): node is Element => 'tagName' in node;

export function attr(element: Element, name: string): string | null {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return null;
}

/** Elements whose text is none of the page: code, drawings, and values of fields. */
export const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
  'canvas',
  'textarea',
  'select',
  'datalist',
]);

/** Text of an element, the `alt` of its images included. */
export function textOf(node: Node, depth = 0): string {
  if (depth > maxDepth) return '';
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!('childNodes' in node)) return '';
  if (isElement(node)) {
    if (silent.has(node.tagName)) return '';
    if (node.tagName === 'img') return ` ${attr(node, 'alt') ?? ''} `;
    if (node.tagName === 'br') return ' ';
  }
  let text = '';
  for (const child of node.childNodes) text += textOf(child, depth + 1);
  return text;
}

/** Raw text of a `script`, `style` or `title`. */
export const rawText = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

/**
 * It, or an element around it, is not shown: `hidden`, `aria-hidden`, inline `display:none` or
 * `visibility:hidden`.
 */
export const isHidden = (element: Element): boolean =>
  attr(element, 'hidden') !== null ||
  attr(element, 'aria-hidden') === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attr(element, 'style') ?? '');

/** Short CSS selector: tag with id, else tag with its first class. */
export function selectorOf(element: Element): string {
  const id = attr(element, 'id');
  if (id) return `${element.tagName}#${cutText(id, 60)}`;
  const name = attr(element, 'class')?.trim().split(/\s+/)[0];
  return name ? `${element.tagName}.${cutText(name, 60)}` : element.tagName;
}
