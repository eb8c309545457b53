import type { AnswerForm, ApiModel, FieldModel, OperationModel, TypeModel } from './model.ts';
import { isObject, type Json, type JsonObject, nameIn, readFields, readSchema, textOf } from './read-schema.ts';

/** Credentials that no application has: those of the platform itself and of the payment provider. */
const internal = new Set(['worker', 'webhook_token']);

/**
 * The model of an API document. Operations of workers and webhooks are left out: no client calls them.
 * @param document an OpenAPI 3.1 document as packages/contracts writes it, with its `x-` extensions
 * @throws Error when an operation lacks an extension that clients need
 */
export function readDocument(document: JsonObject): ApiModel {
  const components = document.components as Record<string, JsonObject>;
  const resolveReference = (part: Json | undefined, kind: string): JsonObject => {
    if (!isObject(part)) return {};
    return part.$ref === undefined ? part : ((components[kind]?.[nameIn(part.$ref)] ?? {}) as JsonObject);
  };
  const operations = Object.entries(document.paths as JsonObject).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, operation]) =>
      readOperation(method.toUpperCase(), path, operation as JsonObject, resolveReference),
    ),
  );
  return {
    version: textOf((document.info as JsonObject).version),
    schemas: Object.entries(components.schemas ?? {}).map(([name, schema]) => ({
      name,
      description: isObject(schema) ? textOf(schema.description) : '',
      type: readSchema(schema),
    })),
    operations: operations.filter(({ auth }) => !internal.has(auth)),
    errors: Object.entries(document['x-errors'] as JsonObject).map(([code, about]) => {
      const { status, description, fields } = about as JsonObject;
      return {
        code,
        status: Number(status),
        description: textOf(description),
        fields: fields === undefined ? null : readSchema(fields),
      };
    }),
  };
}

type ResolveReference = (part: Json | undefined, kind: string) => JsonObject;

function readOperation(
  method: string,
  path: string,
  operation: JsonObject,
  resolveReference: ResolveReference,
): OperationModel {
  const id = textOf(operation.operationId);
  const extension = (name: string): string => textOf(operation[name]) || fail(`operation ${id} has no \`${name}\``);
  const parameters = (operation.parameters as Json[]).map((parameter) => resolveReference(parameter, 'parameters'));
  const fieldsIn = (location: string): FieldModel[] =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, required, description, schema }) => ({
        name: textOf(name),
        type: readSchema(schema),
        isRequired: required === true,
        description: textOf(description),
      }));
  const ifMatch = fieldsIn('header').find(({ name }) => name === 'If-Match');
  const timeout = operation['x-timeout-seconds'];
  return {
    id,
    method,
    path,
    summary: textOf(operation.summary),
    tag: textOf((operation.tags as Json[])[0]),
    auth: extension('x-auth'),
    repeat: extension('x-repeat'),
    timeoutSeconds: typeof timeout === 'number' ? timeout : null,
    deprecated: (operation['x-deprecated'] as OperationModel['deprecated'] | undefined) ?? null,
    params: fieldsIn('path'),
    query: fieldsIn('query'),
    ifMatch: ifMatch ? (ifMatch.isRequired ? 'required' : 'optional') : null,
    body: readBody(operation.requestBody),
    answer: readAnswer(operation.responses as JsonObject, resolveReference),
  };
}

function readBody(body: Json | undefined): OperationModel['body'] {
  if (!isObject(body)) return null;
  const content = body.content as JsonObject;
  const json = content['application/json'];
  const type: TypeModel = isObject(json) ? readSchema(json.schema) : { kind: 'binary' };
  return { type, isRequired: body.required === true };
}

function readAnswer(responses: JsonObject, resolveReference: ResolveReference): OperationModel['answer'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const content = resolveReference(success, 'responses').content;
  const [media] = isObject(content) ? Object.entries(content) : [];
  if (!media) return { form: 'none', type: null };
  const [mediaType, about] = media;
  const schema = (about as JsonObject).schema;
  if (/^text\/|[/+]xml$/.test(mediaType)) return { form: 'text', type: { kind: 'string' } };
  const type = readSchema(schema);
  if (type.kind === 'binary') return { form: 'file', type };
  const envelope = readFields(resolveReference(schema, 'schemas'));
  const data = envelope.find(({ name }) => name === 'data');
  const isPage = envelope.some(({ name }) => name === 'next_cursor');
  const form: AnswerForm = !data ? 'json' : isPage ? 'page' : 'data';
  if (!data) return { form, type };
  return { form, type: isPage && data.type.kind === 'list' ? data.type.items : data.type };
}

const fail = (message: string): never => {
  throw new Error(message);
};
