import { bodyLimitOf } from './body-limits.ts';
import { type ErrorCode, errorCatalog, errorDescription, errorFields, errorRemedy, errorStatus } from './errors.ts';
import { type Endpoint, type Feature, repeatOf, restrictedKeysOf, type ServiceContract } from './kit.ts';
import { Shared } from './openapi/components.ts';
import { exampleOf } from './openapi/examples.ts';
import { headersOf } from './openapi/headers.ts';
import { type JsonObject, sortKeys } from './openapi/json.ts';
import { parametersOf } from './openapi/parameters.ts';
import { responsesOf } from './openapi/responses.ts';
import { Schemas } from './openapi/schemas.ts';
import { securityOf, securitySchemes } from './openapi/security.ts';
import { rateClasses } from './rate-classes.ts';
import { routeTable } from './route-table.ts';

/**
 * The OpenAPI 3.1 document of the given services. What several operations share is a component, and the
 * features of the contracts are its tags.
 * @param serverUrl the address of the API; `/` is the host that serves the document
 */
export function openApiDocument(
  contracts: Record<string, ServiceContract>,
  version: string,
  serverUrl = '/',
): JsonObject {
  const schemas = new Schemas();
  const parameters = new Shared('parameters');
  const responses = new Shared('responses');
  const features = new Map<string, Feature>();

  const paths: Record<string, JsonObject> = {};
  const routes = routeTable(contracts);
  for (const route of routes) {
    const { id, endpoint } = route;
    if (endpoint.feature) features.set(endpoint.feature.name, endpoint.feature);
    const operation: JsonObject = {
      operationId: id,
      tags: endpoint.feature ? [endpoint.feature.name] : [],
      summary: endpoint.summary,
      description: describe(endpoint),
      security: securityOf(endpoint),
      parameters: parametersOf(endpoint, schemas, parameters),
      responses: responsesOf(route, schemas, responses),
      ...(endpoint.deprecated ? { deprecated: true, 'x-deprecated': { ...endpoint.deprecated } } : {}),
      'x-auth': endpoint.auth,
      ...(takesAdmin(endpoint) ? { 'x-role': endpoint.role ?? 'staff' } : {}),
      ...(takesAdmin(endpoint) ? { 'x-restricted-keys': restrictedKeysOf(endpoint) } : {}),
      ...(endpoint.needsSession ? { 'x-needs-session': true } : {}),
      'x-repeat': repeatOf(endpoint),
      ...(endpoint.timeoutSeconds ? { 'x-timeout-seconds': endpoint.timeoutSeconds } : {}),
    };
    if (endpoint.itemwise?.item) schemas.convert(endpoint.itemwise.item, 'input');
    if (endpoint.body) {
      operation.requestBody = {
        required: !endpoint.body.safeParse({}).success,
        content: {
          'application/json': {
            schema: schemas.convert(endpoint.body, 'input'),
            example: exampleOf(endpoint.body, 'input'),
          },
        },
      };
    }
    if (endpoint.upload) operation.requestBody = { required: true, content: uploadContent(endpoint.upload, schemas) };
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Application Platform',
      version,
      description: commonRules,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...features.values()].map(({ name, description }) => ({ name, description })),
    paths,
    'x-errors': errorTable(schemas),
    components: {
      schemas: sortKeys(schemas.components()),
      parameters: parameters.fillReferences(),
      responses: responses.fillReferences(),
      headers: headersOf(routes),
      securitySchemes,
    },
  };
}

/** Rules of all operations. */
const commonRules = [
  'A success returns `{ "data": … }`, a failure `{ "error": code, "message": text, "request_id": id, "doc_url": address }`.',
  'Times are RFC 3339: a request may have any offset, an answer is in UTC with `Z`. In an address, the `+` of an offset is written `%2B`.',
  'A filter of time takes a day or a time. A day is a whole day in the `timezone` of the request; without it, of the time zone of the site in a list of a site, and of UTC in any other list. Reports have the days of the time zone that their answer names. The upper bound includes a day and excludes a time.',
  'A cursor belongs to one list with its filters; only `limit`, `format` and `include` may change between pages.',
  'Operations whose `x-auth` is `admin`, `user`, `user_and_key` or `user_or_admin`, and those under `/v1/admin/`, refuse a query parameter that they do not have with `validation_failed`. The others ignore it, because links to public content carry parameters such as `utm_source`, and providers add some to webhooks and callbacks.',
].join('\n\n');

/** Every error code of the platform, for clients that are made from the document. */
const errorTable = (schemas: Schemas): JsonObject =>
  Object.fromEntries(
    (Object.keys(errorCatalog) as ErrorCode[]).sort().map((code) => {
      const fields = errorFields(code);
      const about = { status: errorStatus(code), description: errorDescription(code), remedy: errorRemedy(code) };
      return [code, fields ? { ...about, fields: schemas.convert(fields, 'output') } : about];
    }),
  );

/** Examples of the types of files that are text. */
const fileExamples: Record<string, JsonObject> = {
  'image/svg+xml': {
    example: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8"/></svg>',
  },
};

/** A file in a form, or as the whole body. */
function uploadContent({ maxBytes, types }: NonNullable<Endpoint['upload']>, schemas: Schemas): JsonObject {
  const description = `One file of at most ${maxBytes} bytes, in a field of any name; its type is detected from its content`;
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description } },
  };
  const bare = Object.fromEntries(types.map((type) => [type, fileExamples[type] ?? {}]));
  return {
    'multipart/form-data': {
      schema: schemas.add(`FileOf${maxBytes}Bytes`, form),
      encoding: { file: { contentType: types.join(', ') } },
    },
    ...bare,
  };
}

const takesAdmin = ({ auth }: Endpoint): boolean => auth === 'admin' || auth === 'user_or_admin';

const hasBody = ({ body, upload }: Endpoint): boolean => body !== undefined || upload !== undefined;

function describeRepeat({ repeatable }: Endpoint): string | undefined {
  if (typeof repeatable === 'string') return repeatable;
  return repeatable ? 'A repeat has no further effect.' : undefined;
}

function describe(endpoint: Endpoint): string {
  const rate = rateClasses[endpoint.rate];
  const notes = [
    endpoint.description,
    endpoint.role && endpoint.role !== 'staff' ? `Lowest role: ${endpoint.role}.` : undefined,
    endpoint.idempotent ? 'Honours `Idempotency-Key`.' : undefined,
    describeRepeat(endpoint),
    endpoint.deprecated
      ? `Deprecated since ${endpoint.deprecated.since}: use \`${endpoint.deprecated.use}\`. It may be removed from ${endpoint.deprecated.sunset}.`
      : undefined,
    endpoint.needsSession ? 'An admin API key is refused.' : undefined,
    hasBody(endpoint) ? `Largest body: ${bodyLimitOf(endpoint).toLocaleString('en-US')} bytes.` : undefined,
    `Rate class \`${endpoint.rate}\`: ${rate.perMinute} a minute by default.`,
    rate.cheapAnswersPerCall && endpoint.cache
      ? `${rate.cheapAnswersPerCall} answers ${endpoint.rate === 'public_assets' ? 'with 304' : 'from memory (`Cache-Status`)'} count as one.`
      : undefined,
  ];
  return notes.filter((note) => note !== undefined).join(' ');
}
