import { z } from 'zod';
import { isObject, isSame, type Json, type JsonObject, pascalCase } from './json.ts';

/** The body of every refusal. */
const apiError: JsonObject = {
  type: 'object',
  required: ['error', 'message', 'request_id', 'doc_url'],
  properties: {
    error: { type: 'string', description: 'Stable code' },
    message: { type: 'string', description: 'What is wrong and what to do next, as a sentence for a person' },
    request_id: { type: 'string', description: 'Id of the request, for support' },
    doc_url: { type: 'string', description: 'Page about the code: its meaning and its remedy' },
    details: {
      type: 'array',
      description: 'Invalid fields of `validation_failed`',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description:
              'Path of the field, with dots: a field of the body by its name, others as `query.…`, `params.…` and `headers.…`; empty for the whole body',
          },
          message: {
            type: 'string',
            description: 'What is wrong with the field and what to send, as a sentence for a person',
          },
        },
      },
    },
  },
};

/** The fields of a refusal beside these where the OpenFeature Remote Evaluation Protocol is spoken. */
const ofrepFailure: JsonObject = {
  type: 'object',
  required: ['errorCode', 'errorDetails'],
  properties: {
    key: { type: 'string', description: 'Code of the flag, if the path contains it' },
    errorCode: {
      type: 'string',
      enum: ['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL'],
      description: 'Error code of OpenFeature',
    },
    errorDetails: { type: 'string', description: 'What is wrong and what to do next, as a sentence for a person' },
  },
};

/** Objects with fewer fields are too small to count as an entity that another object extends. */
const leastFieldsOfEntity = 4;

/** The JSON Schemas of the document. A schema with an id becomes a component, used by its reference. */
export class Schemas {
  readonly #components: JsonObject = { ApiError: apiError, OfrepFailure: ofrepFailure };

  /**
   * The JSON Schema of a zod schema, as what is sent (`input`) or as what is answered (`output`). A named
   * schema that reads differently as input and output gets the suffix `Input`.
   */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify(io) }) as JsonObject;
    const { $schema: _, $defs, id, ...root } = converted;
    const renamed = new Map<string, string>();
    const definitions: JsonObject = { ...(isObject($defs) ? $defs : {}) };
    if (typeof id === 'string') definitions[id] = root;
    for (const [name, definition] of Object.entries(definitions)) {
      const present = this.#components[name];
      const isFree = present === undefined || isSame(present, clean(definition, renamed));
      renamed.set(name, isFree ? name : `${name}Input`);
    }
    for (const [name, definition] of Object.entries(definitions)) {
      this.#components[renamed.get(name) ?? name] = clean(definition, renamed);
    }
    if (typeof id === 'string') return referenceTo(renamed.get(id) ?? id);
    return clean(root, renamed) as JsonObject;
  }

  /**
   * Makes a schema a component and returns the reference to it.
   * @throws Error when another schema has this name
   */
  add(name: string, schema: JsonObject): JsonObject {
    const present = this.#components[name];
    if (present !== undefined && !isSame(present, schema)) throw new Error(`two schemas are called ${name}`);
    this.#components[name] = schema;
    return referenceTo(name);
  }

  /**
   * The name of the `{data}` envelope of an answer: made from the named schema inside of it, else from the
   * operation.
   */
  envelopeName(operationId: string, schema: JsonObject, isPage: boolean): string {
    const suffix = isPage ? 'Page' : 'Response';
    const named = nameOf(schema);
    if (named) return `${named}${suffix}`;
    const item = schema.type === 'array' && isObject(schema.items) ? nameOf(schema.items) : undefined;
    return item ? `${item}List${suffix}` : `${pascalCase(operationId)}${suffix}`;
  }

  /** All components. An object that has every field of a smaller entity refers to it with `allOf`. */
  components(): JsonObject {
    const all = Object.entries(this.#components)
      .filter((entry): entry is [string, JsonObject] => isOpenObject(entry[1]))
      .sort(([, a], [, b]) => fieldsOf(b).length - fieldsOf(a).length);
    return Object.fromEntries(
      Object.entries(this.#components).map(([name, schema]) => [name, extendEntities(schema, all)]),
    );
  }
}

const referenceTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
/** The name of the component that a reference leads to; undefined for an inline schema. */
export const nameOf = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;

/** Drops what zod writes and no reader needs. Runs for each part of a schema. */
const simplify =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    // The example of a field serves the examples of whole bodies.
    delete jsonSchema.example;
    // The resource that a field names serves the tests.
    delete jsonSchema.resource;
    // The bound of a filter that it is serves the runtime.
    delete jsonSchema.time_bound;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // A later release may add fields to an answer, so clients accept more than the document names.
    if (io === 'output' && zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall === undefined)
      delete jsonSchema.additionalProperties;
    const [value, empty, ...others] = jsonSchema.anyOf ?? [];
    const isNullable = others.length === 0 && isSame(empty as Json, { type: 'null' });
    if (isNullable && typeof value === 'object' && typeof value.type === 'string' && !value.enum && !value.id) {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { ...value, type: [value.type, 'null'], ...jsonSchema });
    }
  };

/** Rewrites references to components and drops what JSON Schema repeats for each document. */
function clean(value: Json, renamed: Map<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => clean(item, renamed));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const isField = 'type' in value && isObject(value.properties) && key in value.properties;
    if (key === 'id' && typeof item === 'string' && !isField) continue;
    if (key === '$ref' && typeof item === 'string') {
      const name = item.replace('#/$defs/', '');
      result.$ref = `#/components/schemas/${renamed.get(name) ?? name}`;
    } else result[key] = clean(item, renamed);
  }
  return result;
}

const fieldsOf = (schema: JsonObject): [string, Json][] =>
  isObject(schema.properties) ? Object.entries(schema.properties) : [];
const isOpenObject = (schema: Json): schema is JsonObject =>
  isObject(schema) && schema.type === 'object' && isObject(schema.properties) && !('additionalProperties' in schema);
const isEntity = (schema: JsonObject): boolean => fieldsOf(schema).length >= leastFieldsOfEntity;

/** Whether the object has each field of the entity, with the same schema and as much required, and more. */
function isExtension(schema: JsonObject, entity: JsonObject): boolean {
  const properties = schema.properties as JsonObject;
  const required = new Set(schema.required as string[] | undefined);
  const requiredByEntity = new Set(entity.required as string[] | undefined);
  return (
    fieldsOf(schema).length > fieldsOf(entity).length &&
    fieldsOf(entity).every(
      ([field, part]) => isSame(properties[field], part) && required.has(field) === requiredByEntity.has(field),
    )
  );
}

/** Writes the objects within a schema as extensions of the largest of these components that they contain. */
function extendEntities(schema: Json, components: [string, JsonObject][]): Json {
  if (Array.isArray(schema)) return schema.map((item) => extendEntities(item, components));
  if (!isObject(schema)) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, item]) => [key, extendEntities(item, components)]),
  );
  if (!isOpenObject(schema)) return parts;
  const [entityName, entity] =
    components.find(([, present]) => isEntity(present) && isExtension(schema, present)) ?? [];
  if (!entityName || !entity) return parts;
  const { type, properties, required, ...rest } = parts as JsonObject & { required?: string[] };
  const isOwn = (field: string) => !(field in (entity.properties as JsonObject));
  const fields = Object.entries(properties as JsonObject).filter(([field]) => isOwn(field));
  const ownSchema: JsonObject = { type: type as Json, properties: Object.fromEntries(fields) };
  const ownRequired = (required ?? []).filter(isOwn);
  if (ownRequired.length > 0) ownSchema.required = ownRequired;
  const [partName] = components.find(([, present]) => isSame(present, ownSchema)) ?? [];
  return { ...rest, allOf: [referenceTo(entityName), partName ? referenceTo(partName) : ownSchema] };
}
