import { type ErrorCode, errorCatalog, errorDescription } from '@platform/contracts/errors';
import { type Html, html, sentence } from '../html.ts';
import { documentationPage, type SideLink } from '../layout.ts';
import type { ApiDocument, ApiOperation, JsonSchema, MediaType } from './api-document.ts';
import { curlSample, typeScriptSample } from './samples.ts';
import { fieldsOfSchema, limitsOf, type SchemaField, typeOf } from './schema-fields.ts';

/** Who may call, by the credential of an operation. */
const callers: Record<string, string> = {
  none: 'Everybody: no credential.',
  application: 'Everybody who names the application in `X-Application-Code`.',
  key: 'A client with the public key of the application, `X-Public-Key: svc_pub_…`.',
  site_key: 'A page or a server with the key of the site, `X-Public-Key: svc_cms_…`.',
  user: "A signed-in user: the token of the application's identity provider, `Authorization: Bearer …`.",
  user_and_key: 'A signed-in user (`Authorization: Bearer …`) in a client with the public key (`X-Public-Key`).',
  user_or_key: 'A signed-in user (`Authorization: Bearer …`), or a client with the public key (`X-Public-Key`).',
  user_or_admin: 'A signed-in user, or an administrator (`Authorization: Bearer …`).',
  admin: 'An administrator or an admin API key, `Authorization: Bearer svc_adm_…`.',
  worker: 'The scheduler of the platform, with `X-Worker-Secret`.',
  webhook_token: 'The payment provider, with `token` in the address.',
};

const repeats: Record<ApiOperation['repeat'], string> = {
  always: 'Safe to repeat: a second call changes nothing more.',
  with_key: 'Safe to repeat with the same `Idempotency-Key`; without one, a repeat is a second call.',
  never: 'Not safe to repeat: read the object before you send it again.',
};

/** A page with everything about one operation: callers, samples, fields, answer and errors. */
export function operationPage(operation: ApiOperation, document: ApiDocument, sideLinks: readonly SideLink[]): string {
  const { id, method, path, summary, description } = operation;
  return documentationPage({
    title: summary,
    section: '/docs/reference',
    sideLinks,
    scripts: ['copy.js'],
    body: html`<h1>${summary}</h1>
<p class="endpoint"><b>${method}</b> <code>${path}</code></p>
${paragraphs(description)}
<dl class="facts">
<dt>Caller</dt><dd>${sentence(callers[operation.auth] ?? '')}${roleOf(operation)}</dd>
<dt>Repeat</dt><dd>${sentence(repeats[operation.repeat])}</dd>
<dt>Operation</dt><dd><code>${id}</code></dd>
</dl>
<h2 id="sample"><a href="#sample">Sample</a></h2>
${sampleBlock('curl', curlSample(operation))}${typeScript(operation)}
${parameterTable(operation, document)}${bodyTable(operation, document)}${answers(operation, document)}
${errors(operation)}`,
  });
}

const roleOf = ({ role, needsSession, restrictedKeys }: ApiOperation): Html =>
  html`${
    role && html` Role <code>${role}</code> or higher.`
  }${needsSession && html` Only with a session: no API key may call it.`}${
    restrictedKeys === 'never' && html` A key that is restricted to applications may not call it.`
  }`;

const paragraphs = (text: string): Html =>
  html`${text
    .split(/\n\n/)
    .filter(Boolean)
    .map((part) => html`<p>${sentence(part)}</p>\n`)}`;

const sampleBlock = (name: string, code: string): Html =>
  html`<figure class="sample"><figcaption>${name}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>\n`;

const typeScript = (operation: ApiOperation): Html | false => {
  const code = typeScriptSample(operation);
  return code !== null && sampleBlock('TypeScript', code);
};

function parameterTable({ parameters }: ApiOperation, document: ApiDocument): Html | false {
  const rows = parameters.map((parameter): SchemaField & { place: string } => ({
    place: parameter.in,
    path: parameter.name,
    type: typeOf(parameter.schema, document),
    isRequired: parameter.required,
    limits: limitsOf(parameter.schema, document),
    description: parameter.description ?? '',
  }));
  return (
    rows.length > 0 &&
    html`<h2 id="parameters"><a href="#parameters">Parameters</a></h2>
<ul class="fields">
${rows.map((row) => fieldRow(row, row.place))}</ul>
`
  );
}

function bodyTable({ body }: ApiOperation, document: ApiDocument): Html | false {
  if (!body) return false;
  const types = Object.keys(body.content);
  const schema = (body.content['application/json'] ?? body.content['multipart/form-data'])?.schema;
  return html`<h2 id="body"><a href="#body">Body</a></h2>
<p>${types.map((type, at) => html`${at > 0 && ', '}<code>${type}</code>`)}${!body.isRequired && ', optional'}</p>
${schema && fieldList(schema, document)}`;
}

const fieldList = (schema: JsonSchema, document: ApiDocument): Html | false => {
  const fields = fieldsOfSchema(schema, document);
  return fields.length > 0 && html`<ul class="fields">\n${fields.map((field) => fieldRow(field))}</ul>\n`;
};

const fieldRow = (field: SchemaField, place?: string): Html =>
  html`<li><code>${field.path}</code> <span class="type">${field.type}${place && ` in the ${place}`}${
    field.isRequired && ', required'
  }</span>${field.limits !== '' && html` <span class="type">${field.limits}</span>`}${
    field.description !== '' && html`<br>${sentence(field.description)}`
  }</li>\n`;

function answers({ responses }: ApiOperation, document: ApiDocument): Html {
  const successes = responses.filter(([status]) => /^[23]/.test(status));
  return html`<h2 id="answer"><a href="#answer">Answer</a></h2>
${successes.map(([status, { description, content = {} }]) => {
  const types = Object.entries(content);
  return html`<p><b>${status}</b> ${description}${types.map(([type]) => html` <code>${type}</code>`)}</p>
${types.map(([, media]) => answerOf(media, document))}`;
})}`;
}

const answerOf = ({ schema, example }: MediaType, document: ApiDocument): Html =>
  html`${
    example !== undefined &&
    html`<pre tabindex="0"><code>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</code></pre>\n`
  }${
    schema &&
    html`<details><summary>Fields of the answer</summary>
${fieldList(schema, document) || html`<p>No fields.</p>`}</details>
`
  }`;

/** Codes that every operation can answer stand on their own page. */
function errors({ responses }: ApiOperation): Html {
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const rows = responses
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, { description }]) =>
      codes.filter((code) => description.includes(`\`${code}\`:`)).map((code) => ({ status, code })),
    );
  return html`<h2 id="errors"><a href="#errors">Errors</a></h2>
<ul class="rows">
${rows.map(
  ({ status, code }) =>
    html`<li><a href="/docs/errors/${code}"><b class="method">${status}</b> <code>${code}</code> <span>${sentence(
      errorDescription(code),
    )}</span></a></li>\n`,
)}</ul>`;
}
