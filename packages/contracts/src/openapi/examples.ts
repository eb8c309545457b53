import type { z } from 'zod';
import { exampleId, fieldExamples } from './field-examples.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/**
 * An example of a schema, always the same one: as what is sent (`input`) or as what is answered (`output`).
 * The first of these that the schema accepts: the example of the field's name, `example` in its `meta`, and a
 * value made from its type.
 */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return exampleOfField(schema, io, undefined, undefined);
}

function exampleOfField(
  schema: z.ZodType,
  io: 'input' | 'output',
  owner: string | undefined,
  field: string | undefined,
): Json {
  const declared = schema.meta()?.example as Json | undefined;
  const named = field === undefined ? undefined : nameExample(owner, field);
  // A name says more than a type, and less than an unknown value says of itself.
  const candidates = isUnknown(schema) ? [declared, named] : [named, declared];
  const example = candidates.find((value) => value !== undefined && accepts(schema, value, io));
  return example === undefined ? madeFromType(schema, io, owner, field) : example;
}

const isUnknown = (schema: z.ZodType): boolean => schema._zod.def.type === 'unknown';

/** Whether a value is valid. An answer that would lose fields is the example of another schema. */
const accepts = (schema: z.ZodType, value: Json, io: 'input' | 'output'): boolean => {
  const parsed = schema.safeParse(value);
  return (
    parsed.success && (io === 'input' || !isObject(value) || JSON.stringify(parsed.data) === JSON.stringify(value))
  );
};

/** The example of a field: its own in this schema, the id of what the schema is, or that of the name. */
function nameExample(owner: string | undefined, field: string): Json | undefined {
  const ownExample = owner === undefined ? undefined : fieldExamples[`${owner}.${field}`];
  if (ownExample !== undefined) return ownExample;
  if (field === 'id' && owner !== undefined) return exampleId(`${snakeCase(owner)}_id`);
  if (field.endsWith('_id')) return fieldExamples[field] ?? exampleId(field);
  return fieldExamples[field];
}

const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase();

function madeFromType(
  schema: z.ZodType,
  io: 'input' | 'output',
  owner: string | undefined,
  field: string | undefined,
): Json {
  const definition = schema._zod.def as unknown as z.core.$ZodTypes['_zod']['def'];
  const within = (inner: z.core.$ZodType) => exampleOfField(inner as z.ZodType, io, owner, field);
  switch (definition.type) {
    case 'object':
      return exampleOfObject(schema, definition.shape, io);
    case 'array':
      return [exampleOfField(definition.element as z.ZodType, io, owner, field && singular(field))];
    case 'record':
      return {
        [recordKey]: exampleOfField(definition.valueType as z.ZodType, io, owner, field),
      };
    case 'union':
      return within(definition.options[0] as z.core.$ZodType);
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return within(definition.innerType);
    case 'pipe':
      return within(io === 'input' ? definition.in : definition.out);
    case 'enum':
      return Object.values(definition.entries)[0] as string;
    case 'literal':
      return definition.values[0] as Json;
    case 'null':
      return null;
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'string':
      return 'text';
    default:
      return {};
  }
}

/** The key in the example of a record whose field has no example. */
const recordKey = 'key';

const singular = (field: string): string => field.replace(/ies$/, 'y').replace(/s$/, '');

/** The id of a schema, or of the one that it was described from. */
function nameOf(schema: z.ZodType): string | undefined {
  for (let present: z.core.$ZodType | undefined = schema; present; present = present._zod.parent) {
    const id = (present as z.ZodType).meta()?.id;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Whether a field takes times of the last days only. */
const isRecent = (field: z.ZodType): boolean => field.meta()?.resource === 'recent_moment';

/**
 * An object with all its fields, except for a time that has to be recent; without the optional ones, where they exclude
 * each other. An example that no
 * choice makes valid is for the schema to declare.
 */
function exampleOfObject(
  schema: z.ZodType,
  shape: Readonly<Record<string, z.core.$ZodType>>,
  io: 'input' | 'output',
): Json {
  const owner = nameOf(schema);
  const all: JsonObject = {};
  const required: JsonObject = {};
  for (const [field, part] of Object.entries(shape)) {
    const value = exampleOfField(part as z.ZodType, io, owner, field);
    const isOptional = (part as z.ZodType).safeParse(undefined).success;
    // A time in a document that is read later is never a recent one.
    if (!(isOptional && isRecent(part as z.ZodType))) all[field] = value;
    if (!isOptional) required[field] = value;
  }
  return schema.safeParse(all).success ? all : required;
}
