import { attr, type Element, isElement, type Node } from '../../pages/dom.ts';
import { parentOf } from './page-tree.ts';

/** Longest selector; a longer one has no use for a reader. */
const maxSelector = 300;
/** Names longer than this are generated, and change with each build. */
const maxName = 60;

/** A name as an identifier of CSS (CSSOM, serialize an identifier). */
function identifierOf(name: string): string {
  return [...name]
    .map((letter, at) => {
      const isDigit = /\d/.test(letter);
      const isLeading = at === 0 || (at === 1 && name.startsWith('-'));
      if (isDigit && isLeading) return `\\${letter.charCodeAt(0).toString(16)} `;
      if (letter === '-' && name.length === 1) return '\\-';
      return /[\w-]/.test(letter) || letter > '\u007f' ? letter : `\\${letter}`;
    })
    .join('');
}

const stringOf = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** Selectors of one element from the most telling one: by id, by name of a field, by class, by tag. */
function candidatesOf(element: Element): string[] {
  const tag = identifierOf(element.tagName);
  const id = attr(element, 'id')?.trim() ?? '';
  const name = attr(element, 'name') ?? '';
  const classes = (attr(element, 'class') ?? '').split(/\s+/).filter((one) => one !== '' && one.length <= maxName);
  const isName = (value: string) => value !== '' && value.length <= maxName && !/\s/.test(value);
  return [
    ...(isName(id) ? [`${tag}#${identifierOf(id)}`] : []),
    ...(isName(name) ? [`${tag}[name=${stringOf(name)}]`] : []),
    ...classes.slice(0, 3).map((one) => `${tag}.${identifierOf(one)}`),
    tag,
  ];
}

/** How many elements each selector of {@link candidatesOf} finds, by the root of their page. */
const countsOfPages = new WeakMap<Node, ReadonlyMap<string, number>>();

function countsOf(root: Node): ReadonlyMap<string, number> {
  const known = countsOfPages.get(root);
  if (known) return known;
  const counts = new Map<string, number>();
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isElement(node))
      for (const selector of candidatesOf(node)) counts.set(selector, (counts.get(selector) ?? 0) + 1);
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child);
  }
  countsOfPages.set(root, counts);
  return counts;
}

function rootOf(element: Element): Node {
  let root: Node = element;
  while ('parentNode' in root && root.parentNode) root = root.parentNode;
  return root;
}

function positionOf(element: Element): number {
  const siblings = parentOf(element)?.childNodes ?? [];
  return siblings.filter((one) => isElement(one) && one.tagName === element.tagName).indexOf(element) + 1;
}

/**
 * A selector that finds one element in its page (`document.querySelector`): the shortest of its own, else its position
 * below an element that has one. Of elements that are nested very deeply, the selector of their tag.
 */
export function uniqueSelectorOf(element: Element): string {
  const counts = countsOf(rootOf(element));
  const steps: string[] = [];
  let length = 0;
  for (let current: Element | null = element; current && length < maxSelector; current = parentOf(current)) {
    const own = candidatesOf(current).find((candidate) => counts.get(candidate) === 1);
    const step = own ?? `${identifierOf(current.tagName)}:nth-of-type(${positionOf(current)})`;
    steps.unshift(step);
    length += step.length + 3;
    if (own !== undefined) return steps.join(' > ');
  }
  return candidatesOf(element)[0] ?? element.tagName;
}
