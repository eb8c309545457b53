/** The keywords of JSON Schema that the API document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  format?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

export interface Narrowing {
  /** Place in the value: `.user.email`, `[]`. */
  path: string;
  change: string;
}

/** Whether clients send the value or receive it. */
export type Direction = 'input' | 'output';

/** Named schemas of both documents. */
export interface Named {
  released: Record<string, unknown>;
  current: Record<string, unknown>;
}

const lowest = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const;
const highest = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const;
/** A bound that holds at least as much as another one at the same value. */
const stricter: Partial<Record<string, 'exclusiveMinimum' | 'exclusiveMaximum'>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
};

/**
 * What a client of the released schema cannot send any more (`input`), or does not receive any more
 * (`output`). An output may get more fields and values; an input may get more fields that are optional.
 */
export function narrowings(released: Schema, current: Schema, direction: Direction, named: Named): Narrowing[] {
  return compare(released, current, { direction, named, path: '', seen: new Set() });
}

interface Context {
  direction: Direction;
  named: Named;
  path: string;
  /** Pairs of named schemas that are being compared: schemas may contain themselves. */
  seen: ReadonlySet<string>;
}

function compare(released: Schema, current: Schema, context: Context): Narrowing[] {
  const pair = `${released.$ref} ${current.$ref}`;
  if (released.$ref !== undefined && context.seen.has(pair)) return [];
  const inner = { ...context, seen: new Set([...context.seen, pair]) };
  const was = whole(released, context.named.released);
  const is = whole(current, context.named.current);
  if (variantsOf(was) || variantsOf(is)) return variantChanges(was, is, inner);
  const found = [
    ...typeChanges(was, is, inner),
    ...enumChanges(was, is, inner),
    ...propertyChanges(was, is, inner),
    ...recordChanges(was, is, inner),
    ...(was.items && is.items ? compare(was.items, is.items, { ...inner, path: `${inner.path}[]` }) : []),
  ];
  return [...found, ...(context.direction === 'input' ? boundChanges(was, is, inner) : formatChanges(was, is, inner))];
}

/** A schema with its reference resolved and the parts of its `allOf` merged. */
function whole(schema: Schema, named: Record<string, unknown>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const own = name === undefined ? schema : ((named[name] ?? {}) as Schema);
  const { allOf, ...rest } = own;
  if (!allOf) return name === undefined ? rest : whole(rest, named);
  const merged = { ...rest };
  for (const part of allOf.map((each) => whole(each, named))) {
    const properties = mergeProperties(merged.properties, part.properties);
    const required = [...(merged.required ?? []), ...(part.required ?? [])];
    Object.assign(merged, part, { properties, required });
  }
  return merged;
}

function mergeProperties(one: Record<string, Schema> = {}, other: Record<string, Schema> = {}): Record<string, Schema> {
  const merged = { ...one };
  for (const [name, schema] of Object.entries(other)) merged[name] = { ...merged[name], ...schema };
  return merged;
}

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** An integer is a number: a wider input, and no surprise in an output. */
const includesType = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

function typeChanges(was: Schema, is: Schema, { direction, path }: Context): Narrowing[] {
  const [before, now] = [typesOf(was), typesOf(is)];
  if (now.length === 0) return [];
  // Any value was taken; of what is received any value had to be expected.
  const isAny = before.length === 0 && !was.enum && !('const' in was);
  if (isAny) return direction === 'input' ? [{ path, change: `takes only ${now.join(', ')} now` }] : [];
  if (before.length === 0) return [];
  const lost =
    direction === 'input'
      ? before.filter((type) => !includesType(now, type))
      : now.filter((type) => !includesType(before, type));
  if (lost.length === 0) return [];
  return [
    { path, change: direction === 'input' ? `is no ${lost.join(', no ')} any more` : `may be ${lost.join(', ')} now` },
  ];
}

function enumChanges(was: Schema, is: Schema, { direction, path }: Context): Narrowing[] {
  const values = (schema: Schema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  const [before, now] = [values(was), values(is)];
  // Of what is received only a code has to stay: clients branch on it.
  if (now === undefined || (direction === 'output' && !path.endsWith('.error'))) return [];
  if (before === undefined) return direction === 'input' ? [{ path, change: 'takes only some values now' }] : [];
  const lost = before.filter((value) => !now.includes(value));
  return lost.map((value) => ({ path, change: `has no ${JSON.stringify(value)} any more` }));
}

function propertyChanges(was: Schema, is: Schema, context: Context): Narrowing[] {
  const { direction, path } = context;
  const before = was.properties ?? {};
  const now = is.properties ?? {};
  const required = (is.required ?? []).filter((name) => !(was.required ?? []).includes(name));
  const optional = (was.required ?? []).filter((name) => name in now && !(is.required ?? []).includes(name));
  return [
    ...Object.entries(before).flatMap(([name, schema]) => {
      const present = now[name];
      if (present) {
        const inner = { ...context, path: `${path}.${name}` };
        const isRequired = was.required?.includes(name) ?? false;
        const found = direction === 'input' ? defaultChange(schema, present, { ...inner, required: isRequired }) : [];
        return [...found, ...compare(schema, present, inner)];
      }
      return is.additionalProperties === undefined || is.additionalProperties === false || direction === 'output'
        ? [{ path: `${path}.${name}`, change: 'is gone' }]
        : [];
    }),
    ...(direction === 'input' ? required.map((name) => ({ path: `${path}.${name}`, change: 'is required now' })) : []),
    ...(direction === 'output'
      ? optional.map((name) => ({ path: `${path}.${name}`, change: 'may be left out now' }))
      : []),
  ];
}

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;

/**
 * Each variant that could be sent needs a current one that takes it; each variant that can be received needs
 * a released one that is like it.
 */
function variantChanges(was: Schema, is: Schema, context: Context): Narrowing[] {
  const before = variantsOf(was) ?? [was];
  const now = variantsOf(is) ?? [is];
  const fits = (one: Schema, other: Schema) => compare(one, other, context).length === 0;
  const lost =
    context.direction === 'input'
      ? before.flatMap((one, at) =>
          now.some((other) => fits(one, other)) ? [] : [`has no variant ${at + 1} as it was`],
        )
      : now.flatMap((other, at) =>
          before.some((one) => fits(one, other)) ? [] : [`has a variant ${at + 1} that is new`],
        );
  return lost.map((change) => ({ path: context.path, change }));
}

/** Objects whose keys are data, and objects that take no further fields any more. */
function recordChanges(was: Schema, is: Schema, context: Context): Narrowing[] {
  const [before, now] = [was.additionalProperties, is.additionalProperties];
  const isClosed =
    context.direction === 'input' && now === false && before !== false && typesOf(was).includes('object');
  if (isClosed) return [{ path: context.path, change: 'takes no further fields now' }];
  if (typeof before !== 'object' || typeof now !== 'object') return [];
  return compare(before, now, { ...context, path: `${context.path}{}` });
}

/**
 * Another meaning of an input that a client leaves out. A required one is never left out.
 * @param place where the value is, and whether the released schema requires it
 */
export function defaultChange(
  released: Schema,
  current: Schema,
  { required, named, path }: Pick<Context, 'named' | 'path'> & { required: boolean },
): Narrowing[] {
  // A default stands beside a reference or behind it.
  const defaultOf = (schema: Schema, schemas: Record<string, unknown>) =>
    JSON.stringify('default' in schema ? schema.default : whole(schema, schemas).default);
  const [was, is] = [defaultOf(released, named.released), defaultOf(current, named.current)];
  return required || was === is
    ? []
    : [{ path, change: `has the default ${is ?? 'none'} now, it was ${was ?? 'none'}` }];
}

/** A text that is received is no longer of the format that clients parse. */
const formatChanges = (was: Schema, is: Schema, { path }: Context): Narrowing[] =>
  was.format === undefined || was.format === is.format
    ? []
    : [{ path, change: `has the format ${is.format ?? 'none'} now, it was ${was.format}` }];

function boundChanges(was: Schema, is: Schema, { path }: Context): Narrowing[] {
  const isTighter = (bound: (typeof lowest)[number] | (typeof highest)[number], sign: 1 | -1): boolean => {
    const now = is[bound];
    const before = was[bound] ?? was[stricter[bound] ?? bound];
    return now !== undefined && (before === undefined || sign * now > sign * before);
  };
  return [
    ...lowest.filter((bound) => isTighter(bound, 1)),
    ...highest.filter((bound) => isTighter(bound, -1)),
    ...(['pattern', 'format'] as const).filter((word) => is[word] !== undefined && is[word] !== was[word]),
    ...(is.uniqueItems && !was.uniqueItems ? (['uniqueItems'] as const) : []),
  ].map((word) => ({ path, change: `takes less: ${word} is ${is[word]}` }));
}
