import { clean, type JsonLdProblem } from './page-facts.ts';
import {
  dateProperties,
  isKindOf,
  isKnownProperty,
  isKnownType,
  nearestName,
  numberProperties,
  type Requirement,
  requirementOf,
} from './structured-data-rules.ts';

type Json = Record<string, unknown>;
type Report = (pointer: string, code: JsonLdProblem['code'], detail: string) => void;

const maxProblems = 20;
const maxNodes = 2_000;
/** No name of schema.org is longer. */
const maxName = 60;
const maxDepth = 200;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
/** A text, or a text with its language (JSON-LD 1.1 §4.2.4). */
const hasText = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : isObject(value) && typeof value['@value'] === 'string';
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Types of a node without the prefix of schema.org. */
const typesOf = (node: Json): string[] =>
  listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, ''));

/** ISO 8601 date, or date and time: https://schema.org/Date, https://schema.org/DateTime. */
export function isIsoDate(value: string): boolean {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  if (!match) return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(value);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const isTime = (value: string): boolean =>
  /^(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(value);
/** A price or a count: digits with a point, as https://schema.org/price says. */
const isNumber = (value: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(value.trim());
/** A rating may be a share of the best one too: https://schema.org/ratingValue. */
const isRating = (value: string): boolean => /^\d+(?:[.,]\d+)?\s*(?:%|\/\s*\d+(?:\.\d+)?)?$/.test(value.trim());

const urlProperties = ['url', 'logo', 'image', 'contentUrl', 'thumbnailUrl', 'embedUrl'];
const priceProperties = ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'];
const ratingProperties = ['ratingValue', 'bestRating', 'worstRating'];
const isAbsoluteUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
const isReferenceText = (value: string): boolean => !/\s/.test(value) && URL.canParse(value, 'https://schema.org/');

function requireFields(node: Json, at: string, report: Report, { required, any }: Requirement): void {
  for (const field of required) if (isAbsent(node[field])) report(`${at}/${field}`, 'required', `${field} is required`);
  for (const fields of any)
    if (fields.every((field) => isAbsent(node[field])))
      report(`${at}/${fields[0]}`, 'required', `one of ${fields.join(', ')} is required`);
}

function checkBreadcrumbs(node: Json, at: string, report: Report): void {
  const items = listOf(node.itemListElement);
  const positions = items.map((item) => (isObject(item) ? Number(item.position) : Number.NaN));
  for (const [index, item] of items.entries()) {
    const pointer = `${at}/itemListElement/${index}`;
    // A node of the graph, which is checked where it stands.
    if (isObject(item) && isReference(item)) continue;
    if (!isObject(item)) {
      report(pointer, 'required', 'a ListItem is required');
      continue;
    }
    if (!positions.includes(index + 1) && positions[index] !== index + 1)
      report(`${pointer}/position`, 'position', `position must be ${index + 1}`);
    const inner = isObject(item.item) ? item.item : null;
    if (!hasText(item.name) && !hasText(inner?.name)) report(`${pointer}/name`, 'required', 'name is required');
    const url = inner ? (inner['@id'] ?? inner.url) : item.item;
    if (url === undefined && index === items.length - 1) continue;
    if (typeof url !== 'string' || !isReferenceText(url)) report(`${pointer}/item`, 'url', 'item must be a URL');
    else if (!isAbsoluteUrl(url)) report(`${pointer}/item`, 'recommended', `an absolute URL is recommended: ${url}`);
  }
}

function checkAuthor(node: Json, at: string, report: Report): void {
  for (const author of listOf(node.author).filter((one) => !isAbsent(one)))
    if (!hasText(author) && !(isObject(author) && (hasText(author.name) || hasText(author['@id']))))
      report(`${at}/author/name`, 'required', 'author.name is required');
}

function checkFaq(node: Json, at: string, report: Report): void {
  for (const [index, question] of listOf(node.mainEntity).entries())
    if (!isObject(question) || (!isReference(question) && !hasText(question.name)))
      report(`${at}/mainEntity/${index}/name`, 'required', 'name is required');
}

function checkLocation(node: Json, at: string, report: Report): void {
  for (const location of listOf(node.location)) {
    if (!isObject(location) || isReference(location) || typesOf(location).includes('VirtualLocation')) continue;
    if (isAbsent(location.address)) report(`${at}/location/address`, 'required', 'location.address is required');
  }
}

/** A price needs a currency, except for what costs nothing: https://schema.org/priceCurrency. */
function checkOffer(node: Json, at: string, report: Report): void {
  const isFree = Number(node.price) === 0;
  if (!isAbsent(node.price) && !isFree && isAbsent(node.priceCurrency))
    report(`${at}/priceCurrency`, 'required', 'priceCurrency is required');
}

/** What the properties of entities say together, by type. */
const checks: readonly [type: string, check: (node: Json, at: string, report: Report) => void][] = [
  ['BreadcrumbList', checkBreadcrumbs],
  ['Article', checkAuthor],
  ['FAQPage', checkFaq],
  ['Event', checkLocation],
  ['Offer', checkOffer],
];

function checkValues(node: Json, at: string, report: Report): void {
  for (const [property, value] of Object.entries(node)) {
    if (typeof value !== 'string' || value === '') continue;
    const pointer = `${at}/${property}`;
    if (dateProperties.has(property) && !isIsoDate(value) && !isTime(value))
      report(pointer, 'date', `not an ISO 8601 date: ${value}`);
    const isPrice = priceProperties.includes(property);
    if ((isPrice || numberProperties.has(property)) && !isNumber(value))
      report(pointer, 'value', `not a number: ${value}`);
    if (ratingProperties.includes(property) && !isRating(value)) report(pointer, 'value', `not a number: ${value}`);
  }
  for (const property of urlProperties)
    for (const value of listOf(node[property])) {
      if (typeof value !== 'string' || value === '' || isAbsoluteUrl(value)) continue;
      if (isReferenceText(value))
        report(`${at}/${property}`, 'recommended', `an absolute URL is recommended: ${value}`);
      else report(`${at}/${property}`, 'url', `not a URL: ${value}`);
    }
}

/** Names that schema.org does not have, where no other vocabulary is in use. */
function checkNames(node: Json, types: readonly string[], at: string, report: Report): void {
  let hints = 0;
  const hint = (name: string, of: 'types' | 'properties') => {
    hints += 1;
    // A comparison with the whole vocabulary takes a fraction of a millisecond.
    const nearest = hints > maxProblems || name.length > maxName ? null : nearestName(name, of);
    return nearest === null ? '' : `, ${nearest} is meant`;
  };
  for (const type of types)
    if (!/[:/]/.test(type) && !isKnownType(type))
      report(`${at}/@type`, 'unknown', `schema.org has no type ${type}${hint(type, 'types')}`);
  for (const name of Object.keys(node))
    if (!/^@|[:/]/.test(name) && !isKnownProperty(name))
      report(`${at}/${name}`, 'unknown', `schema.org has no property ${name}${hint(name, 'properties')}`);
}

/** A node that only points at another one, `{"@id": "…"}`, has no fields to check. */
const isReference = (node: Json): boolean => Object.keys(node).every((key) => key === '@id' || key === '@type');

/** Properties that lead from a page to what it is about: their nodes stay main entities. */
const aboutProperties = new Set(['mainEntity', 'mainEntityOfPage', 'hasPart', 'itemListElement']);

/** Ids of nodes that other nodes of the page refer to as a part of themselves. */
function collectReferenced(
  value: unknown,
  { property, isTop, depth }: { property: string; isTop: boolean; depth: number },
  referenced: Set<string>,
): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const item of value) collectReferenced(item, { property, isTop, depth: depth + 1 }, referenced);
    return;
  }
  if (!isObject(value)) return;
  if (!isTop && isReference(value) && typeof value['@id'] === 'string' && !aboutProperties.has(property))
    referenced.add(value['@id']);
  for (const [key, child] of Object.entries(value))
    if (key !== '@context')
      collectReferenced(child, { property: key, isTop: key === '@graph', depth: depth + 1 }, referenced);
}

interface Parsed {
  at: string;
  node: Json;
  /** The names of the block are those of schema.org alone. */
  isPlain: boolean;
}

/** A context of schema.org: its address, or an object that has it as a value. */
const namesSchemaOrg = (context: unknown): boolean =>
  listOf(context).some((one) =>
    (isObject(one) ? Object.values(one) : [one]).some(
      (value) => typeof value === 'string' && /schema\.org/i.test(value),
    ),
  );

const isPlainContext = (context: unknown): boolean =>
  listOf(context).every((one) => typeof one === 'string' && /schema\.org/i.test(one));

function parseBlocks(blocks: readonly string[], report: Report): Parsed[] {
  const parsed: Parsed[] = [];
  for (const [index, block] of blocks.entries()) {
    const at = `/${index}`;
    let value: unknown;
    try {
      value = JSON.parse(block);
    } catch (error) {
      report(at, 'parse_error', error instanceof Error ? error.message : 'not JSON');
      continue;
    }
    for (const [position, node] of listOf(value).entries()) {
      const pointer = Array.isArray(value) ? `${at}/${position}` : at;
      if (!isObject(node)) {
        report(pointer, 'top_level', 'an object is required');
        continue;
      }
      const context = node['@context'];
      if (!namesSchemaOrg(context)) report(`${pointer}/@context`, 'context', '@context must be https://schema.org');
      parsed.push({ at: pointer, node, isPlain: isPlainContext(context) });
    }
  }
  return parsed;
}

/**
 * Reads the JSON-LD blocks of a page: types, and problems with a JSON pointer. Entities that the page is about are held
 * to the requirements of their result types, nested ones to their own; a node of a graph that another one refers to is
 * nested. Names are those of schema.org where no other vocabulary is in use.
 * @param blocks text of each `script[type="application/ld+json"]`
 */
export function readJsonLd(blocks: readonly string[]): {
  blocks: number;
  types: string[];
  problems: JsonLdProblem[];
} {
  const types = new Set<string>();
  const problems: JsonLdProblem[] = [];
  const report: Report = (pointer, code, detail) => {
    if (problems.length < maxProblems) problems.push({ pointer, code, detail: clean(detail, 120) });
  };
  const parsed = parseBlocks(blocks, report);
  const referenced = new Set<string>();
  for (const { node } of parsed) collectReferenced(node, { property: '', isTop: true, depth: 0 }, referenced);

  let nodes = 0;
  const visit = (value: unknown, { at, isTop, isPlain }: { at: string; isTop: boolean; isPlain: boolean }): void => {
    nodes += 1;
    if (nodes > maxNodes || at.length > 1_000) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, { at: `${at}/${index}`, isTop, isPlain });
      return;
    }
    if (!isObject(value)) {
      if (isTop) report(at, 'top_level', 'an object is required');
      return;
    }
    const ownTypes = typesOf(value);
    if (isTop && ownTypes.length === 0 && !isReference(value)) report(`${at}/@type`, 'type', '@type is required');
    for (const type of ownTypes) types.add(type);
    if (!isReference(value)) {
      const isMain = isTop && !(typeof value['@id'] === 'string' && referenced.has(value['@id']));
      const place = isMain ? 'main' : 'nested';
      const requirements = new Set(ownTypes.map((type) => requirementOf(type, place)));
      for (const requirement of requirements) if (requirement) requireFields(value, at, report, requirement);
      for (const [type, check] of checks) if (ownTypes.some((one) => isKindOf(one, type))) check(value, at, report);
      checkValues(value, at, report);
      if (isPlain) checkNames(value, ownTypes, at, report);
    }
    for (const [key, child] of Object.entries(value))
      if (key !== '@context' && typeof child === 'object' && child !== null)
        visit(child, { at: `${at}/${key}`, isTop: false, isPlain });
  };
  for (const { at, node, isPlain } of parsed)
    if (node['@graph'] !== undefined) visit(node['@graph'], { at: `${at}/@graph`, isTop: true, isPlain });
    else visit(node, { at, isTop: true, isPlain });
  return { blocks: blocks.length, types: [...types].slice(0, 40), problems };
}
