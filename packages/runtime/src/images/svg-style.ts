import { refuseImage } from './refusal.ts';
import { functions, properties } from './svg-vocabulary.ts';

/* Of CSS, what drawing programs write: flat rules over classes, ids and names of elements, and plain values. */

const localReference = /url\(\s*(["']?)#([^\s"'()\\<>]+)\1\s*\)/gi;

/**
 * Whether a value of an attribute or property draws and nothing else; ids that it refers to go to `refer`.
 * @throws AppError `validation_failed` for one that refers to something outside of the picture
 */
export function isPlainValue(value: string, refer: (id: string) => void): boolean {
  const references: string[] = [];
  const rest = value.replace(localReference, (_, _quote, id: string) => {
    references.push(id);
    return ' ';
  });
  // An escape hides a word from a reader of the text; no drawing program writes one here.
  if (/[\\<>{};@]|\/\*/.test(rest)) return false;
  if (
    /\b(url|src|image|image-set|cross-fade|element|paint)\s*\(|\b(javascript|vbscript|data|https?|file):|\/\//i.test(
      rest,
    )
  )
    return refuseImage('refers to something outside of the picture');
  if (!hasPlainCalls(rest)) return false;
  for (const id of references) refer(id);
  return true;
}

/** The longest name of a function that draws, with room for the white space behind it. */
const maxName = 24;

/** Whether each bracket belongs to a function that draws. Reads back no further than a name is long. */
function hasPlainCalls(text: string): boolean {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    const before = text.slice(Math.max(0, at - maxName), at).trimEnd();
    let start = before.length;
    while (start > 0 && isNameCharacter(before.charCodeAt(start - 1))) start -= 1;
    if (!functions.has(before.slice(start).toLowerCase())) return false;
  }
  return true;
}

const isNameCharacter = (code: number): boolean =>
  code === 45 || code === 95 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The declarations that draw, rebuilt. */
export function plainDeclarations(text: string, refer: (id: string) => void): string {
  return withoutComments(text)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      return value !== '' && properties.has(property) && isPlainValue(value, refer) ? [`${property}:${value}`] : [];
    })
    .join(';');
}

/** One compound selector: the element name and the attributes that must all match, each name once. */
export interface Selector {
  element: string | null;
  classes: string[];
  ids: string[];
}

export interface Rule {
  selectors: Selector[];
  references: string[];
  text: string;
}

/**
 * The rules of a style sheet that draw, rebuilt. Other rules (media queries, combinators) are left out.
 * @throws AppError `validation_failed` when it loads or hides something
 */
export function plainRules(sheet: string): Rule[] {
  const text = withoutComments(sheet);
  if (/@import|@font-face|@namespace|@charset|@document/i.test(text))
    return refuseImage('has a style sheet that loads others');
  if (/[\\<]/.test(text)) return refuseImage('has a style sheet with escapes');
  return blocksOf(text).flatMap(({ head, body }) => {
    const selectors = head.split(',').map(selectorOf);
    const references: string[] = [];
    const declarations = plainDeclarations(body, (id) => references.push(id));
    if (declarations === '' || !selectors.every((selector) => selector !== null)) return [];
    return [{ selectors, references, text: `${head.trim()}{${declarations}}` }];
  });
}

/** The blocks that stand by themselves; a block with others inside of it (`@media`) is left out with them. */
function blocksOf(text: string): { head: string; body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  let depth = 0;
  let isNested = false;
  let head = '';
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (sign === '{') {
      if (depth === 0) head = text.slice(start, index).trim();
      else isNested = true;
      if (depth === 0) start = index + 1;
      depth += 1;
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (!isNested) blocks.push({ head, body: text.slice(start, index) });
      isNested = false;
      start = index + 1;
    } else if (depth === 0) start = index + 1;
  }
  return blocks;
}

function selectorOf(part: string): Selector | null {
  const text = part.trim();
  const match = /^(\*|[a-z][a-z0-9]*)?((?:[.#][\w-]+)*)$/i.exec(text);
  if (!match || text === '') return null;
  const parts = [...(match[2] ?? '').matchAll(/([.#])([\w-]+)/g)];
  const named = (sign: string) => [...new Set(parts.flatMap(([, at, name = '']) => (at === sign ? [name] : [])))];
  return {
    element: match[1] === undefined || match[1] === '*' ? null : match[1],
    classes: named('.'),
    ids: named('#'),
  };
}

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.replaceAll('<!--', ' ').replaceAll('-->', ' ').split('/*');
  let remaining = first;
  for (const part of rest) {
    const end = part.indexOf('*/');
    // A comment that never closes hides everything behind it.
    if (end < 0) return remaining;
    remaining += ` ${part.slice(end + 2)}`;
  }
  return remaining;
}
