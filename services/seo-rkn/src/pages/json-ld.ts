import { clean, type JsonLdProblem } from './page-facts.ts';

type Json = Record<string, unknown>;
type Report = (pointer: string, code: JsonLdProblem['code'], detail: string) => void;

const maxProblems = 20;
const maxNodes = 2_000;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Types of a node without the prefix of schema.org. */
const typesOf = (node: Json): string[] =>
  listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));

/** ISO 8601 date, or date and time: https://schema.org/Date, https://schema.org/DateTime. */
export function isIsoDate(value: string): boolean {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  if (!match) return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(value);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const isAbsoluteUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

const dateProperties = [
  'datePublished',
  'dateModified',
  'dateCreated',
  'uploadDate',
  'startDate',
  'endDate',
  'validThrough',
];
const urlProperties = ['url', 'logo', 'image', 'contentUrl', 'thumbnailUrl'];
const articles = ['Article', 'BlogPosting', 'NewsArticle', 'TechArticle'];

function requireFields(node: Json, at: string, report: Report, fields: readonly string[]): void {
  for (const field of fields) {
    const value = node[field];
    if (value === undefined || value === null || value === '')
      report(`${at}/${field}`, 'required', `${field} is required`);
  }
}

function checkBreadcrumbs(node: Json, at: string, report: Report): void {
  const items = listOf(node.itemListElement);
  if (items.length === 0) report(`${at}/itemListElement`, 'required', 'itemListElement is required');
  for (const [index, item] of items.entries()) {
    const pointer = `${at}/itemListElement/${index}`;
    if (!isObject(item)) {
      report(pointer, 'required', 'a ListItem is required');
      continue;
    }
    if (Number(item.position) !== index + 1) report(`${pointer}/position`, 'position', `position must be ${index + 1}`);
    const inner = isObject(item.item) ? item.item : null;
    if (!hasText(item.name) && !hasText(inner?.name)) report(`${pointer}/name`, 'required', 'name is required');
    const url = inner ? (inner['@id'] ?? inner.url) : item.item;
    if (url === undefined && index === items.length - 1) continue;
    if (typeof url !== 'string' || !isAbsoluteUrl(url))
      report(`${pointer}/item`, 'url', 'item must be an absolute URL');
  }
}

function checkArticle(node: Json, at: string, report: Report): void {
  requireFields(node, at, report, ['headline', 'datePublished', 'author']);
  const authors = listOf(node.author).filter((author) => author !== null && author !== '');
  for (const author of authors)
    if (!hasText(author) && !(isObject(author) && (hasText(author.name) || hasText(author['@id']))))
      report(`${at}/author/name`, 'required', 'author.name is required');
}

function checkFaq(node: Json, at: string, report: Report): void {
  const questions = listOf(node.mainEntity);
  if (questions.length === 0) report(`${at}/mainEntity`, 'required', 'mainEntity is required');
  for (const [index, question] of questions.entries()) {
    const pointer = `${at}/mainEntity/${index}`;
    if (!isObject(question) || !hasText(question.name)) report(`${pointer}/name`, 'required', 'name is required');
    const answer = isObject(question) ? listOf(question.acceptedAnswer)[0] : undefined;
    if (!isObject(answer) || !hasText(answer.text))
      report(`${pointer}/acceptedAnswer/text`, 'required', 'acceptedAnswer.text is required');
  }
}

function checkType(type: string, node: Json, at: string, report: Report): void {
  if (type === 'BreadcrumbList') checkBreadcrumbs(node, at, report);
  else if (articles.includes(type)) checkArticle(node, at, report);
  else if (type === 'Organization' || type === 'WebSite') requireFields(node, at, report, ['name', 'url']);
  else if (type === 'FAQPage') checkFaq(node, at, report);
  else if (type === 'SoftwareApplication') {
    requireFields(node, at, report, ['name', 'offers']);
    const offer = listOf(node.offers)[0];
    if (isObject(offer) && offer.price === undefined && offer.lowPrice === undefined)
      report(`${at}/offers/price`, 'required', 'offers.price is required');
  } else if (type === 'Product') {
    requireFields(node, at, report, ['name']);
    if (!node.offers && !node.review && !node.aggregateRating)
      report(`${at}/offers`, 'required', 'one of offers, review, aggregateRating is required');
  }
}

function checkValues(node: Json, at: string, report: Report): void {
  for (const property of dateProperties) {
    const value = node[property];
    if (typeof value === 'string' && value !== '' && !isIsoDate(value))
      report(`${at}/${property}`, 'date', `not an ISO 8601 date: ${value}`);
  }
  for (const property of urlProperties)
    for (const value of listOf(node[property]))
      if (typeof value === 'string' && value !== '' && !isAbsoluteUrl(value))
        report(`${at}/${property}`, 'url', `not an absolute URL: ${value}`);
}

/** A node that only points at another one, `{"@id": "…"}`, has no fields to check. */
const isReference = (node: Json): boolean => Object.keys(node).every((key) => key === '@id' || key === '@type');

/**
 * Reads the JSON-LD blocks of a page: types, and problems with a JSON pointer. Required fields are those of
 * the search engines for rich results; other types are checked for dates and addresses alone.
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
  let nodes = 0;
  const visit = (value: unknown, at: string, isTop: boolean): void => {
    nodes += 1;
    if (nodes > maxNodes || at.length > 1_000) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${at}/${index}`, isTop);
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
      for (const type of ownTypes) checkType(type, value, at, report);
      checkValues(value, at, report);
    }
    for (const [key, child] of Object.entries(value))
      if (key !== '@context' && typeof child === 'object' && child !== null) visit(child, `${at}/${key}`, false);
  };
  for (const [index, block] of blocks.entries()) {
    const at = `/${index}`;
    let value: unknown;
    try {
      value = JSON.parse(block);
    } catch (error) {
      report(at, 'parse_error', error instanceof Error ? error.message : 'not JSON');
      continue;
    }
    for (const [position, top] of listOf(value).entries()) {
      const pointer = Array.isArray(value) ? `${at}/${position}` : at;
      if (!isObject(top)) {
        report(pointer, 'top_level', 'an object is required');
        continue;
      }
      if (!/schema\.org/i.test(JSON.stringify(top['@context'] ?? '')))
        report(`${pointer}/@context`, 'context', '@context must be https://schema.org');
      if (top['@graph'] !== undefined) visit(top['@graph'], `${pointer}/@graph`, true);
      else visit(top, pointer, true);
    }
  }
  return { blocks: blocks.length, types: [...types].slice(0, 40), problems };
}
