import { cutText } from '@platform/contracts/cut-text';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { isAppError } from '../errors.ts';
import { refuseImage } from './refusal.ts';
import { isPlainValue, plainDeclarations, plainRules, type Rule, type Selector } from './svg-style.ts';
import {
  activeElements,
  attributes,
  drawingElements,
  properties,
  texts,
  transparentElements,
} from './svg-vocabulary.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const utf8 = new TextDecoder('utf-8', { fatal: true });

const maxDepth = 64;
const maxElements = 20_000;
/** Elements that are drawn when everything that is referred to is drawn each time. */
const maxDrawn = 50_000;
/** Selectors of rules that refer to something: each is held against each element. */
const maxSelectors = 500;

/** Allowed before the root: a declaration, comments, instructions, a document type. */
const prologue = [
  { opens: '<?', closes: '?>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<!DOCTYPE', closes: '>' },
];

/** Whether the bytes look like an SVG; the parser decides whether they are one. */
export function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (;;) {
    const part = prologue.find(({ opens }) => rest.startsWith(opens));
    if (!part) return /^<(?:[\w-]{1,32}:)?svg[\s/>]/.test(rest);
    const internal = part.opens === '<!DOCTYPE' && /^[^>]{0,1024}\[/.test(rest) ? ']' : '';
    const end = rest.indexOf(part.closes, internal === '' ? 0 : rest.indexOf(internal));
    if (end < 0) return false;
    rest = rest.slice(end + part.closes.length).trimStart();
  }
}

interface Element {
  name: string;
  attributes: [name: string, value: string][];
  children: (Element | string)[];
  /** Ids that it refers to by itself. */
  references: string[];
}

/**
 * The picture of an SVG, rebuilt: only elements and attributes that draw, however the parser of a browser
 * would read the rest. Leftovers of drawing programs are left out. Content that would run, load or grow
 * without end is refused and not dropped, so that its author does not have to search for it.
 * @throws AppError `validation_failed`
 */
export function sanitizeSvg(bytes: Buffer): Buffer {
  const { root, rules } = parsed(textOf(bytes));
  checkEffort(root, rules);
  return Buffer.from(written(root, true));
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuseImage('is an SVG that is not UTF-8');
  }
}

function parsed(text: string): { root: Element; rules: Rule[] } {
  const parser = new SaxesParser({ xmlns: true });
  /** Open elements; null stands for an element that is dropped with its content. */
  const open: (Element | null)[] = [];
  const rules: Rule[] = [];
  let root: Element | undefined;
  let count = 0;

  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuseImage('declares entities');
  });
  parser.on('xmldecl', ({ encoding, version }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') refuseImage('is an SVG that is not UTF-8');
    if (version !== '1.0') refuseImage('is an SVG that is not XML 1.0');
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > maxElements || open.length >= maxDepth) refuseImage('has too many elements, or too many levels');
    refuseActive(tag);
    const parent = open.at(-1);
    if (root === undefined && (tag.uri !== svgNamespace || tag.local !== 'svg'))
      refuseImage(`has a root that is not an svg of the namespace ${svgNamespace}`);
    const element = parent === null ? null : elementOf(tag);
    open.push(element);
    if (!element) return;
    root ??= element;
    parent?.children.push(element);
  });
  const addText = (content: string) => {
    const element = open.at(-1);
    if (element && holdsText.has(element.name)) element.children.push(content);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element?.name !== 'style') return;
    const own = plainRules(element.children.join(''));
    rules.push(...own);
    element.children = [own.map((rule) => rule.text).join('')];
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (isAppError(error)) throw error;
    return refuseImage('is an SVG that is not well-formed XML');
  }
  return root ? { root, rules } : refuseImage('is an SVG without a picture');
}

const holdsText = new Set(['title', 'desc', 'text', 'tspan', 'textPath', 'style']);

/**
 * Refuses known attacks by name, as a hint for the sender. Safety does not depend on it: unknown content is
 * dropped.
 */
function refuseActive({ local, attributes: given }: SaxesTagNS): void {
  if (activeElements.has(local.toLowerCase())) refuseImage(`has a ${local} element, which an icon may not have`);
  for (const { local: name, value } of Object.values(given)) {
    if (/^on/i.test(name)) refuseImage(`has an event handler, ${name}`);
    // Browsers pass over white space and control characters where they look for a scheme.
    const squeezed = value.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]/g, '');
    if (/^(javascript|vbscript|data:text|data:application|data:image\/svg)/i.test(squeezed))
      refuseImage(`has code in ${name}`);
  }
}

/** The element as it is kept, or null. */
function elementOf({ uri, local, attributes: given }: SaxesTagNS): Element | null {
  const isTransparent = transparentElements.has(local);
  if (uri !== svgNamespace || !(drawingElements.has(local) || isTransparent)) return null;
  const name = isTransparent ? 'g' : local;
  const references: string[] = [];
  const refer = (id: string) => void references.push(id);
  const kept = new Map<string, string>();
  for (const attribute of Object.values(given)) {
    const value = keptValue(attribute, isTransparent, refer);
    if (value !== null) kept.set(attribute.local, value);
  }
  return { name, attributes: [...kept], children: [], references };
}

function keptValue(
  { uri, local, value }: SaxesAttributeNS,
  isTransparent: boolean,
  refer: (id: string) => void,
): string | null {
  if (local === 'href' && (uri === '' || uri === 'http://www.w3.org/1999/xlink')) {
    if (isTransparent) return null;
    const [, id] = /^\s*#([^\s"'()\\<>]+)\s*$/.exec(value) ?? [];
    if (id === undefined) return refuseImage('refers to something outside of the picture');
    refer(id);
    return `#${id}`;
  }
  if (uri !== '') return null;
  if (texts.has(local)) return cutText(value, 300);
  if (local === 'style') return plainDeclarations(value, refer) || null;
  if (!attributes.has(local) && !properties.has(local)) return null;
  return isPlainValue(value, refer) ? value : null;
}

/* -------------------------------------------------------------------------------------------------- references */

/**
 * A picture of a few lines can ask for millions: patterns of patterns, uses of uses. Counts what drawing it
 * takes.
 * @throws AppError `validation_failed` when it is too much, or without an end
 */
function checkEffort(root: Element, rules: readonly Rule[]): void {
  const styled = rules.filter(({ references }) => references.length > 0);
  if (styled.flatMap(({ selectors }) => selectors).length > maxSelectors) refuseImage('has too many style rules');
  const byId = new Map<string, Element>();
  const collect = (element: Element): void => {
    const { id } = namesOf(element);
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  };
  collect(root);

  const efforts = new Map<Element, number>();
  const running = new Set<Element>();
  const effortOf = (element: Element): number => {
    const known = efforts.get(element);
    if (known !== undefined) return known;
    if (running.has(element) || running.size > maxDepth * 8)
      return refuseImage('refers to itself, or over too many levels');
    running.add(element);
    let effort = 1;
    for (const child of element.children) if (typeof child !== 'string') effort += effortOf(child);
    for (const id of [...element.references, ...styledReferences(element, styled)]) {
      const target = byId.get(id);
      if (target) effort += effortOf(target);
    }
    running.delete(element);
    if (effort > maxDrawn) return refuseImage('repeats itself too often');
    efforts.set(element, effort);
    return effort;
  };
  effortOf(root);
}

function namesOf({ attributes: own }: Element): { id: string | undefined; classes: string[] } {
  const valueOfName = (wanted: string) => own.find(([name]) => name === wanted)?.[1];
  return { id: valueOfName('id'), classes: valueOfName('class')?.split(/\s+/) ?? [] };
}

function styledReferences(element: Element, rules: readonly Rule[]): string[] {
  const { id, classes } = namesOf(element);
  const isMeant = (selector: Selector) =>
    (selector.element === null || selector.element === element.name) &&
    selector.classes.every((one) => classes.includes(one)) &&
    selector.ids.every((one) => one === id);
  return rules.flatMap(({ selectors, references }) => (selectors.some(isMeant) ? references : []));
}

/* ----------------------------------------------------------------------------------------------------- writing */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]|[\t\n\r]/g, (character) => escapes[character] ?? `&#${character.charCodeAt(0)};`);

function written({ name, attributes: own, children }: Element, isRoot = false): string {
  const list = isRoot ? [['xmlns', svgNamespace] as const, ...own] : own;
  const start = `<${name}${list.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}`;
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('');
  return inside === '' ? `${start}/>` : `${start}>${inside}</${name}>`;
}
