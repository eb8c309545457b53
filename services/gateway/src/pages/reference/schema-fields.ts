import type { ApiDocument, JsonSchema } from './api-document.ts';

/** A field of a body or an answer, by its path: `items[].plan_price_id`. */
export interface SchemaField {
  path: string;
  type: string;
  isRequired: boolean;
  /** Bounds, a default and the allowed values, as words. */
  limits: string;
  description: string;
}

/** Deeper fields are left out: the document has them. */
const maxDepth = 5;

/**
 * The fields of a schema and of what it contains, in the order of the document. An object inside itself is listed
 * once. A choice between objects lists the fields of each.
 */
export function fieldsOfSchema(schema: JsonSchema, document: ApiDocument): SchemaField[] {
  return listFields(schema, { document, prefix: '', parents: [] });
}

interface Place {
  document: ApiDocument;
  prefix: string;
  /** References that lead here. */
  parents: readonly string[];
}

function listFields(schema: JsonSchema, place: Place): SchemaField[] {
  if (place.parents.length > maxDepth || (schema.$ref && place.parents.includes(schema.$ref))) return [];
  const whole = place.document.resolve(schema);
  const inside = { ...place, parents: [...place.parents, schema.$ref ?? ''] };
  const parts = [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  const fields = [
    ...Object.entries(whole.properties ?? {}).flatMap(([name, field]) => {
      const path = `${place.prefix}${name}`;
      return [
        describeField(path, field, whole.required?.includes(name) ?? false, place),
        ...nested(field, path, inside),
      ];
    }),
    ...parts.flatMap((part) => listFields(part, { ...inside, prefix: place.prefix })),
    ...(whole.items && place.prefix === '' ? nested(whole, '', inside) : []),
  ];
  return [...new Map(fields.map((field) => [field.path, field])).values()];
}

/** Fields below a field: of an object, of the entries of a list, and of the values of a map. */
function nested(field: JsonSchema, path: string, place: Place): SchemaField[] {
  const whole = place.document.resolve(field);
  const parents = [...place.parents, field.$ref ?? ''];
  if (whole.items) return listFields(whole.items, { ...place, prefix: `${path}[].`, parents });
  if (typeof whole.additionalProperties === 'object')
    return listFields(whole.additionalProperties, { ...place, prefix: `${path}.*.`, parents });
  return listFields(field, { ...place, prefix: `${path}.` });
}

function describeField(path: string, field: JsonSchema, isRequired: boolean, { document }: Place): SchemaField {
  const whole = document.resolve(field);
  const description = field.description ?? whole.description ?? '';
  return { path, type: typeOf(whole, document), isRequired, limits: limitsOf(whole, document), description };
}

/** The type of a schema in words: `text`, `list of id`, `number or null`. */
export function typeOf(schema: JsonSchema, document: ApiDocument): string {
  const whole = document.resolve(schema);
  const choices = whole.anyOf ?? whole.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, document)))].join(' or ');
  if (whole.allOf) return typeOf(whole.allOf[0] ?? {}, document);
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (whole.items) return `list of ${typeOf(whole.items, document)}`;
  const types = [whole.type ?? (whole.properties ? 'object' : 'any value')].flat();
  return types.map((type) => (type === 'string' ? (formats[whole.format ?? ''] ?? 'text') : type)).join(' or ');
}

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'time',
  date: 'day',
  uri: 'address',
  email: 'e-mail address',
  binary: 'file',
};

/** Bounds of a schema as words, `1 to 200 characters · default "web"`; empty without any. */
export function limitsOf(schema: JsonSchema, document: ApiDocument): string {
  const whole = document.resolve(schema);
  const choices = (whole.anyOf ?? []).map((choice) => limitsOf(choice, document));
  const limits = [
    whole.enum?.map((value) => JSON.stringify(value)).join(', '),
    range(whole.minLength, whole.maxLength, 'characters'),
    range(whole.minItems, whole.maxItems, 'entries'),
    range(whole.minimum, whole.maximum === Number.MAX_SAFE_INTEGER ? undefined : whole.maximum, ''),
    ...choices,
    whole.default !== undefined && `default ${JSON.stringify(whole.default)}`,
  ];
  return limits.filter(Boolean).join(' · ');
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const words = (text: string): string => `${text} ${unit}`.trim();
  if (from !== undefined && from > 0 && to !== undefined) return words(from === to ? `${from}` : `${from} to ${to}`);
  if (to !== undefined) return words(`at most ${to}`);
  return from !== undefined && from > 0 ? words(`at least ${from}`) : '';
}
