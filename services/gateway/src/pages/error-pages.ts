import { errorsOf, type Route } from '@platform/contracts';
import {
  type ErrorCode,
  errorCatalog,
  errorDescription,
  errorFields,
  errorRemedy,
  errorStatus,
  eventRejections,
} from '@platform/contracts/errors';
import { z } from 'zod';
import { html, sentence } from './html.ts';
import { documentationPage } from './layout.ts';
import { operationRow } from './reference.ts';

const codes = (Object.keys(errorCatalog) as ErrorCode[]).toSorted();

type RejectionCode = keyof typeof eventRejections;
const rejectionCodes = (Object.keys(eventRejections) as RejectionCode[]).toSorted();

/** The pages of the error reference by their paths: an index, and one for each code. */
export function errorPages(routes: readonly Route[]): Map<string, () => string> {
  return new Map([
    ['/docs/errors', indexPage] as const,
    ...codes.map((code) => [`/docs/errors/${code}`, () => errorPage(code, routes)] as const),
    ...rejectionCodes.map((code) => [`/docs/errors/${code}`, () => rejectionPage(code)] as const),
  ]);
}

const indexPage = (): string =>
  documentationPage({
    title: 'Errors',
    section: '/docs/errors',
    scripts: ['filter.js'],
    body: html`<h1>Errors</h1>
<p>A refused request is answered with the body <code>{"error", "message", "request_id", "doc_url"}</code>. Branch on
<code>error</code>: codes are stable, texts may change. <code>doc_url</code> is the page of the code here.</p>
<p class="filter"><label for="filter">Filter the codes</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" data-list="codes" aria-describedby="filtered">
<output id="filtered" for="filter"></output></p>
<ul class="rows" id="codes">
${codes.map(
  (code) => html`<li><a href="/docs/errors/${code}"><b class="method">${errorStatus(code)}</b> <code>${code}</code>
<span>${sentence(errorDescription(code))}</span></a></li>\n`,
)}${rejectionCodes.map(
  (code) => html`<li><a href="/docs/errors/${code}"><b class="method">202</b> <code>${code}</code>
<span>${sentence(eventRejections[code][0])}</span></a></li>\n`,
)}</ul>`,
  });

function errorPage(code: ErrorCode, routes: readonly Route[]): string {
  const answering = routes.filter(({ endpoint }) => errorsOf(endpoint).includes(code));
  return documentationPage({
    title: code,
    section: '/docs/errors',
    body: html`<p><a href="/docs/errors">All errors</a></p>
<h1><code>${code}</code></h1>
<dl>
<dt>Status</dt><dd>${errorStatus(code)}</dd>
<dt>Meaning</dt><dd>${sentence(errorDescription(code))}</dd>
<dt>Remedy</dt><dd>${sentence(errorRemedy(code))}</dd>
</dl>
<h2 id="body">The body</h2>
<ul class="fields">
${fieldsOf(code).map(
  ({ name, type, description }) => html`<li><code>${name}</code> (${type}): ${sentence(description)}</li>\n`,
)}</ul>
<h2 id="operations">Operations that answer it</h2>
${operationsOf(answering, routes.length)}`,
  });
}

/** The page of a code that only events in a batch have. */
const rejectionPage = (code: RejectionCode): string =>
  documentationPage({
    title: code,
    section: '/docs/errors',
    body: html`<p><a href="/docs/errors">All errors</a></p>
<h1><code>${code}</code></h1>
<dl>
<dt>Status</dt><dd>202: the code of an event in <code>rejected</code></dd>
<dt>Meaning</dt><dd>${sentence(eventRejections[code][0])}</dd>
<dt>Remedy</dt><dd>${sentence(eventRejections[code][1])}</dd>
</dl>`,
  });

const operationsOf = (answering: readonly Route[], all: number) => {
  if (answering.length === 0) return html`<p>No operation: it is answered before an operation is found.</p>`;
  if (answering.length === all) return html`<p>Every operation of the <a href="/docs/reference">reference</a>.</p>`;
  return html`<ul class="rows">\n${answering.map(operationRow)}</ul>`;
};

interface FieldOfBody {
  name: string;
  type: string;
  description: string;
}

const common: readonly FieldOfBody[] = [
  { name: 'error', type: 'string', description: 'The code' },
  { name: 'message', type: 'string', description: 'Text for people; it may change' },
  { name: 'request_id', type: 'string', description: 'Names the request in the logs of the platform' },
  { name: 'doc_url', type: 'string', description: 'Address of this page' },
];

interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  const?: unknown;
}

function fieldsOf(code: ErrorCode): FieldOfBody[] {
  const fields = errorFields(code);
  if (!fields) return [...common];
  const schema = z.toJSONSchema(fields, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return [...common, ...flatFields(schema, schema.$defs ?? {}, '')];
}

/** The fields of an object and of what it contains: `missing`, then `missing[].doc_kind`. */
function flatFields(schema: JsonSchema, named: Record<string, JsonSchema>, prefix: string): FieldOfBody[] {
  const whole = (part: JsonSchema): JsonSchema => named[part.$ref?.split('/').at(-1) ?? ''] ?? part;
  return Object.entries(whole(schema).properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const { description = '', items } = field;
    const ownField = { name, type: typeOf(whole(field)), description };
    return [ownField, ...flatFields(items ? items : field, named, items ? `${name}[].` : `${name}.`)];
  });
}

const typeOf = ({ type, anyOf, const: value }: JsonSchema): string => {
  if (value !== undefined) return JSON.stringify(value);
  return type ?? (anyOf ?? []).map(typeOf).join(' or ');
};
