import type { FieldModel, TypeModel } from './model.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const unknown: TypeModel = { kind: 'unknown' };

/** The last part of a reference, `#/components/schemas/User` → `User`. */
export const nameIn = (reference: Json | undefined): string => textOf(reference).split('/').at(-1) ?? '';

const union = (of: TypeModel[]): TypeModel => (of.length === 1 ? (of[0] as TypeModel) : { kind: 'union', of });

/**
 * The type of a JSON Schema. Restrictions of values (lengths, patterns) are left out: the server checks them.
 * @throws Error for a keyword of another type system than that of the document
 */
export function readSchema(schema: Json | undefined): TypeModel {
  if (!isObject(schema)) return unknown;
  if (schema.$ref !== undefined) return { kind: 'reference', name: nameIn(schema.$ref) };
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return union(alternatives.map(readSchema));
  if (Array.isArray(schema.allOf)) return { kind: 'intersection', of: schema.allOf.map(readSchema) };
  if (schema.const !== undefined) return { kind: 'enumeration', values: [schema.const as string] };
  if (Array.isArray(schema.enum)) return { kind: 'enumeration', values: schema.enum as string[] };
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => readSchema({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? { kind: 'binary' } : { kind: 'string' };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { kind: schema.type };
    case 'array':
      return { kind: 'list', items: readSchema(schema.items) };
    case 'object':
      return readObject(schema);
    case undefined:
      return isObject(schema.properties) ? readObject(schema) : unknown;
    default:
      throw new Error(`no such type: ${JSON.stringify(schema.type)}`);
  }
}

function readObject(schema: JsonObject): TypeModel {
  const fields = readFields(schema);
  if (fields.length > 0)
    return {
      kind: 'object',
      fields,
      isOpen: schema.additionalProperties !== undefined && schema.additionalProperties !== false,
    };
  return {
    kind: 'map',
    values: isObject(schema.additionalProperties) ? readSchema(schema.additionalProperties) : unknown,
  };
}

/** The fields of an object, in the order of the document. */
export function readFields(schema: JsonObject): FieldModel[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, field]) => ({
    name,
    type: readSchema(field),
    isRequired: required.includes(name),
    description: isObject(field) ? textOf(field.description) : '',
  }));
}
