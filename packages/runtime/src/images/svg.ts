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
/** Selectors of rules that refer to something. */
const maxSelectors = 500;
/** Comparisons of names and references that are followed, of the whole picture: tens of milliseconds. */
const maxSteps = 1_000_000;
/** Declarations, comments and instructions before the root; drawing programs write up to five. */
const maxPrologue = 32;

/** Allowed before the root: a declaration, comments, instructions, a document type. */
const prologue = [
  { opens: '<?', closes: '?>' },
  { opens: '<!--', closes: '-->' },
  { opens: '<!DOCTYPE', closes: '>' },
];

/**
 * Whether the bytes look like an SVG; the parser decides whether they are one. Linear in the bytes: of each of
 * the {@link maxPrologue} parts, two searches at most run to the end.
 */
export function isSvg(bytes: Buffer): boolean {
  let rest = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (let parts = 0; parts <= maxPrologue; parts += 1) {
    const part = prologue.find(({ opens }) => rest.startsWith(opens));
    if (!part) return /^<(?:[\w-]{1,32}:)?svg[\s/>]/.test(rest);
    const internal = part.opens === '<!DOCTYPE' && /^[^>]{0,1024}\[/.test(rest) ? ']' : '';
    const end = rest.indexOf(part.closes, internal === '' ? 0 : rest.indexOf(internal));
    if (end < 0) return false;
    rest = rest.slice(end + part.closes.length).trimStart();
  }
  return false;
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
 *
 * Linear in the bytes, times {@link maxDepth} for the writing, plus {@link maxSteps}: a mebibyte takes a third of
 * a second, which is too long for the event loop. `checkSvg` runs it in a thread.
 * @throws AppError `validation_failed`
 */
export function sanitizeSvg(bytes: Buffer): Buffer {
  const { root, rules } = parsed(textOf(bytes), null);
  checkEffort(root, rules);
  return Buffer.from(written(root, true));
}

/** The bytes of an image inside of a drawing. They are not checked. */
export type EmbeddedImage = Uint8Array;

/** A drawing, and the images that it shows where it says `<image href="data:,0"`, `<image href="data:,1"` and so on. */
export interface Drawing {
  picture: Uint8Array;
  images: EmbeddedImage[];
}

/** Embedded images of one drawing, and their bytes together. */
const maxImages = 20;
const maxImageBytes = 5 * 1_048_576;
/** What drawing an image once costs, in elements. */
const imageEffort = 50;

/**
 * As {@link sanitizeSvg} for a drawing that may have images as data, as drawing programs export photos and textures. Each
 * of them has to be checked and put back by the caller.
 * @throws AppError `validation_failed`
 */
export function sanitizeDrawing(bytes: Buffer): Drawing {
  const images: EmbeddedImage[] = [];
  const { root, rules } = parsed(textOf(bytes), images);
  checkEffort(root, rules);
  return { picture: Buffer.from(written(root, true)), images };
}

const embeddedImage = /^data:image\/(?:png|jpe?g|webp|gif);base64,([a-z\d+/=\s]*)$/i;

/** Takes the data of an image element to the others. @returns its number as an address; null without one */
function embedImage({ attributes }: SaxesTagNS, images: EmbeddedImage[]): string | null {
  const named = Object.values(attributes).filter(
    ({ uri, local }) => local === 'href' && (uri === '' || uri === 'http://www.w3.org/1999/xlink'),
  );
  const address = (named.find(({ uri }) => uri === '') ?? named[0])?.value.trim();
  if (address === undefined) return null;
  const data = embeddedImage.exec(address)?.[1];
  if (data === undefined)
    return refuseImage('has an image that is not embedded as PNG, JPEG, WebP or GIF data: embed it, or leave it out');
  images.push(Buffer.from(data, 'base64'));
  if (images.length > maxImages || images.reduce((sum, { length }) => sum + length, 0) > maxImageBytes)
    return refuseImage(`has more than ${maxImages} embedded images, or more than 5 MiB of them`);
  return `data:,${images.length - 1}`;
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuseImage('is an SVG that is not UTF-8');
  }
}

/** @param images takes the embedded images of a drawing; null for an icon, which has none */
function parsed(text: string, images: EmbeddedImage[] | null): { root: Element; rules: Rule[] } {
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
    refuseActive(tag, images !== null);
    const parent = open.at(-1);
    if (root === undefined && (tag.uri !== svgNamespace || tag.local !== 'svg'))
      refuseImage(`has a root that is not an svg of the namespace ${svgNamespace}`);
    const element = parent === null ? null : elementOf(tag, images);
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
    const plain = plainRules(element.children.join(''));
    rules.push(...plain);
    element.children = [plain.map((rule) => rule.text).join('')];
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
function refuseActive({ local, attributes }: SaxesTagNS, mayHaveImages: boolean): void {
  const isActive = activeElements.has(local.toLowerCase()) && !(mayHaveImages && local === 'image');
  if (isActive) refuseImage(`has a ${local} element, which ${mayHaveImages ? 'a drawing' : 'an icon'} may not have`);
  for (const { local: name, value } of Object.values(attributes)) {
    if (/^on/i.test(name)) refuseImage(`has an event handler, ${name}`);
    // Browsers pass over white space and control characters where they search for a scheme.
    const squeezed = value.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]/g, '');
    if (/^(javascript|vbscript|data:text|data:application|data:image\/svg)/i.test(squeezed))
      refuseImage(`has code in ${name}`);
  }
}

/** The element as it is stored, or null. */
function elementOf(tag: SaxesTagNS, images: EmbeddedImage[] | null): Element | null {
  const { uri, local, attributes } = tag;
  const isTransparent = transparentElements.has(local);
  const isImage = local === 'image' && uri === svgNamespace && images !== null;
  const address = isImage ? embedImage(tag, images) : null;
  if (isImage && address === null) return null;
  if (!isImage && !(uri === svgNamespace && (drawingElements.has(local) || isTransparent))) return null;
  const name = isTransparent ? 'g' : local;
  const references: string[] = [];
  const refer = (id: string) => void references.push(id);
  const safeAttributes = new Map<string, string>(address === null ? [] : [['href', address]]);
  for (const attribute of Object.values(attributes)) {
    if (isImage && attribute.local === 'href') continue;
    const value = safeValue(attribute, isTransparent, refer);
    if (value !== null) safeAttributes.set(attribute.local, value);
  }
  return { name, attributes: [...safeAttributes], children: [], references };
}

function safeValue(
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
  const budget = createBudget();
  const byId = new Map<string, Element>();
  const collect = (element: Element): void => {
    const { id } = namesOf(element);
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  };
  collect(root);
  const referencesOf = createStyles(rules, byId, budget);

  const efforts = new Map<Element, number>();
  const running = new Set<Element>();
  const effortOf = (element: Element): number => {
    const knownEffort = efforts.get(element);
    if (knownEffort !== undefined) return knownEffort;
    if (running.has(element) || running.size > maxDepth * 8)
      return refuseImage('refers to itself, or over too many levels');
    running.add(element);
    let effort = element.name === 'image' ? imageEffort : 1;
    const add = (target: Element): void => {
      effort += effortOf(target);
      if (effort > maxDrawn) refuseImage('repeats itself too often');
    };
    for (const child of element.children) if (typeof child !== 'string') add(child);
    for (const id of [...element.references, ...referencesOf(element)]) {
      const target = byId.get(id);
      if (target) add(target);
    }
    running.delete(element);
    efforts.set(element, effort);
    return effort;
  };
  effortOf(root);
}

type Budget = (steps: number) => void;

/** Counts steps. @throws AppError `validation_failed` for a picture that needs too many */
function createBudget(): Budget {
  let stepsLeft = maxSteps;
  return (steps) => {
    stepsLeft -= steps;
    if (stepsLeft < 0) refuseImage('has too many style rules for its elements');
  };
}

function namesOf({ attributes }: Element): { id: string | undefined; classes: ReadonlySet<string> } {
  const valueOfName = (wanted: string) => attributes.find(([name]) => name === wanted)?.[1];
  return { id: valueOfName('id'), classes: new Set(valueOfName('class')?.split(/\s+/)) };
}

/** A selector with the ids in the picture that its rule refers to. */
interface Style {
  selector: Selector;
  references: readonly string[];
}

/** One name that an element needs to match a selector, as browsers file rules: most have no other. */
const keyOf = ({ element, classes, ids }: Selector): string =>
  ids[0] !== undefined ? `#${ids[0]}` : classes[0] !== undefined ? `.${classes[0]}` : (element ?? '*');

/**
 * Answers what the style sheets let an element refer to. Each element is held only against the selectors that
 * one of its names files; the budget bounds a sheet that files everything under one name.
 */
function createStyles(
  rules: readonly Rule[],
  targets: ReadonlyMap<string, Element>,
  budget: Budget,
): (element: Element) => string[] {
  const styles = new Map<string, Style[]>();
  let count = 0;
  for (const { selectors, references } of rules) {
    const knownReferences = [...new Set(references)].filter((id) => targets.has(id));
    if (references.length === 0) continue;
    count += selectors.length;
    if (count > maxSelectors) refuseImage('has too many style rules');
    if (knownReferences.length === 0) continue;
    for (const selector of selectors) {
      const key = keyOf(selector);
      const filed = styles.get(key);
      if (filed) filed.push({ selector, references: knownReferences });
      else styles.set(key, [{ selector, references: knownReferences }]);
    }
  }
  return (element) => {
    if (styles.size === 0) return [];
    const { id, classes } = namesOf(element);
    const isMeant = (selector: Selector): boolean => {
      budget(1 + selector.classes.length + selector.ids.length);
      return (
        (selector.element === null || selector.element === element.name) &&
        selector.classes.every((name) => classes.has(name)) &&
        selector.ids.every((name) => name === id)
      );
    };
    const keys = [
      '*',
      element.name,
      ...[...classes].map((name) => `.${name}`),
      ...(id === undefined ? [] : [`#${id}`]),
    ];
    return keys.flatMap((key) =>
      (styles.get(key) ?? []).flatMap(({ selector, references }) => {
        if (!isMeant(selector)) return [];
        budget(references.length);
        return references;
      }),
    );
  };
}

/* ----------------------------------------------------------------------------------------------------- writing */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]|[\t\n\r]/g, (character) => escapes[character] ?? `&#${character.charCodeAt(0)};`);

function written({ name, attributes, children }: Element, isRoot = false): string {
  const list = isRoot ? [['xmlns', svgNamespace] as const, ...attributes] : attributes;
  const start = `<${name}${list.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}`;
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('');
  return inside === '' ? `${start}/>` : `${start}>${inside}</${name}>`;
}
