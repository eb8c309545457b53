import { readOpenApi } from '@platform/contracts/openapi-file';

/** The parts of JSON Schema that the document of the API uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

interface Response {
  description: string;
  content?: Record<string, MediaType>;
}

/** One operation of the document; its parameters and responses are written out, its schemas may be references. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  feature: string;
  summary: string;
  description: string;
  auth: string;
  role: string | null;
  restrictedKeys: string | null;
  needsSession: boolean;
  repeat: 'always' | 'with_key' | 'never';
  parameters: Parameter[];
  body: { isRequired: boolean; content: Record<string, MediaType> } | null;
  /** By status, in rising order. */
  responses: [status: string, response: Response][];
}

interface WrittenOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | { $ref: string }>;
  'x-auth': string;
  'x-role'?: string;
  'x-restricted-keys'?: string;
  'x-needs-session'?: boolean;
  'x-repeat': ApiOperation['repeat'];
}

interface WrittenDocument {
  paths: Record<string, Record<string, WrittenOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

/** The document of the API, as the pages of the reference read it. */
export interface ApiDocument {
  operations: ApiOperation[];
  /** The schema that a reference names; another schema as it is. */
  resolve(schema: JsonSchema): JsonSchema;
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

let parsed: WeakRef<ApiDocument> | undefined;

/**
 * Reads the committed document of the API. A page of the reference is made once, and the parsed document takes tens
 * of megabytes: it is kept only until the garbage collector needs the memory.
 * @throws Error when the file is missing or refers to a part that it does not have
 */
export async function readApiDocument(): Promise<ApiDocument> {
  const present = parsed?.deref();
  if (present) return present;
  const document = await parseDocument();
  parsed = new WeakRef(document);
  return document;
}

async function parseDocument(): Promise<ApiDocument> {
  const { paths, components } = JSON.parse(await readOpenApi('/')) as WrittenDocument;
  const part = <T>(kind: Record<string, T>, value: T | { $ref: string }): T => {
    if (!(typeof value === 'object' && value !== null && '$ref' in value)) return value;
    const found = kind[nameOf(value.$ref)];
    if (found === undefined) throw new Error(`the document of the API has no ${value.$ref}`);
    return found;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]): ApiOperation => {
      const { requestBody: body } = written;
      return {
        id: written.operationId,
        method: method.toUpperCase(),
        path,
        feature: written.tags[0] ?? '',
        summary: written.summary,
        description: written.description,
        auth: written['x-auth'],
        role: written['x-role'] ?? null,
        restrictedKeys: written['x-restricted-keys'] ?? null,
        needsSession: written['x-needs-session'] ?? false,
        repeat: written['x-repeat'],
        parameters: written.parameters.map((parameter) => part(components.parameters, parameter)),
        body: body ? { isRequired: body.required ?? false, content: body.content } : null,
        responses: Object.entries(written.responses).map(([status, response]) => [
          status,
          part(components.responses, response),
        ]),
      };
    }),
  );
  return {
    operations,
    resolve: (schema) => (schema.$ref ? part(components.schemas, schema as { $ref: string }) : schema),
  };
}
