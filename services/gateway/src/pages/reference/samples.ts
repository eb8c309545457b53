import type { ApiOperation, Parameter } from './api-document.ts';

/** Headers of each credential in a call with curl. */
const curlCredentials: Record<string, readonly string[]> = {
  key: ['X-Public-Key: $PUBLIC_KEY'],
  site_key: ['X-Public-Key: $SITE_KEY'],
  user: ['Authorization: Bearer $USER_TOKEN'],
  user_and_key: ['X-Public-Key: $PUBLIC_KEY', 'Authorization: Bearer $USER_TOKEN'],
  user_or_key: ['X-Public-Key: $PUBLIC_KEY'],
  user_or_admin: ['Authorization: Bearer $USER_TOKEN'],
  admin: ['Authorization: Bearer $ADMIN_API_KEY'],
  application: ['X-Application-Code: $APPLICATION_CODE'],
  worker: ['X-Worker-Secret: $WORKER_SECRET'],
};

const fileTypes = ['application/octet-stream', 'text/csv', 'image/png'];

/** A word for a shell variable: `site_id` is `$SITE_ID`. */
const variable = (name: string): string => `$${name.toUpperCase().replaceAll('-', '_')}`;

const firstOf = (parameter: Parameter): unknown =>
  parameter.schema.default ?? parameter.schema.enum?.[0] ?? parameter.schema.minimum;

const requiredQuery = ({ parameters }: ApiOperation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query' && parameter.required);

const needsIfMatch = ({ parameters }: ApiOperation): boolean =>
  parameters.some(({ name, required }) => name === 'If-Match' && required);

const fileTypeOf = ({ body }: ApiOperation): string | undefined =>
  fileTypes.find((type) => body && type in body.content);

const exampleOf = ({ body }: ApiOperation): unknown => body?.content['application/json']?.example;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A call with curl, for a shell in which the variables of the path, `API` (the address of the platform) and the
 * credentials are set.
 */
export function curlSample(operation: ApiOperation): string {
  const { method, path, auth, repeat } = operation;
  const query = requiredQuery(operation).map(
    (parameter) => `${parameter.name}=${firstOf(parameter) ?? variable(parameter.name)}`,
  );
  if (auth === 'webhook_token') query.push('token=$PAYMENT_WEBHOOK_TOKEN');
  const address = `$API${path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => variable(name))}`;
  const example = exampleOf(operation);
  const type = fileTypeOf(operation);
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(curlCredentials[auth] ?? []).map((header) => `-H "${header}"`),
    ...(needsIfMatch(operation) ? [`-H 'If-Match: "3"'`] : []),
    ...(repeat === 'with_key' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
  ];
  if (type) lines.push(`-H 'Content-Type: ${type}'`, '--data-binary @file');
  else if (example !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example, null, 2))}`);
  return lines.join(' \\\n  ');
}

const clients: Record<string, { from: string; make: string; name: string }> = {
  admin: {
    from: '@platform/client/server',
    make: 'createAdminClient({ baseUrl, apiKey })',
    name: 'admin',
  },
  site_key: {
    from: '@platform/client',
    make: 'createSiteClient({ baseUrl, siteCode, siteKey })',
    name: 'site',
  },
  app: {
    from: '@platform/client',
    make: 'createClient({ baseUrl, applicationCode, publicKey, getToken })',
    name: 'app',
  },
};

/** Credentials that no client has: of the payment provider, and of a scheduler. */
const withoutClient = ['worker', 'webhook_token'];

/** Parameters that a client knows by itself. */
const knownParams = ['app_code', 'site_code'];

/**
 * The same call with the TypeScript client; null for the operations of a scheduler and of the payment provider.
 * Values in capitals stand for ids that the caller has.
 */
export function typeScriptSample(operation: ApiOperation): string | null {
  const { id, auth, parameters } = operation;
  const client = clients[auth] ?? clients.app;
  if (!client || withoutClient.includes(auth)) return null;
  const make = client.make.slice(0, client.make.indexOf('('));
  const params = parameters.filter((parameter) => parameter.in === 'path' && !knownParams.includes(parameter.name));
  const query = requiredQuery(operation);
  const example = exampleOf(operation);
  const isFile = fileTypeOf(operation) !== undefined;
  const input = [
    params.length > 0 && `params: { ${params.map(({ name }) => `${name}: ${variable(name).slice(1)}`).join(', ')} }`,
    query.length > 0 && `query: { ${query.map(queryField).join(', ')} }`,
    needsIfMatch(operation) && 'ifMatch: 3',
    isFile && "body: await openAsBlob('file')",
    !isFile && example !== undefined && `body: ${literal(example, '  ')}`,
  ].filter((part) => typeof part === 'string');
  const call = input.length > 0 ? `, {\n${input.map((part) => `  ${part},\n`).join('')}}` : '';
  return [
    ...(isFile ? ["import { openAsBlob } from 'node:fs';"] : []),
    `import { ${make} } from '${client.from}';`,
    `import { ${id} } from '@platform/client/operations';`,
    '',
    `const ${client.name} = ${client.make};`,
    `const answer = await ${client.name}.call(${id}${call});`,
  ].join('\n');
}

const queryField = (parameter: Parameter): string => {
  const value = firstOf(parameter);
  return `${parameter.name}: ${value === undefined ? variable(parameter.name).slice(1) : literal(value, '')}`;
};

/** A JSON value as TypeScript source. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => literal(entry, inner))
    : Object.entries(value).map(([key, field]) => `${propertyName(key)}: ${literal(field, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (line.length + indent.length < 80 && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
}

const propertyName = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key, ''));
