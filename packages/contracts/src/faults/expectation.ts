import { z } from 'zod';

/** Values of a closed list that a sentence names. */
const maxNamedValues = 24;

export const quote = (value: unknown): string => `\`${String(value)}\``;
export const count = (number: number): string => number.toLocaleString('en', { maximumFractionDigits: 20 });
const plural = (number: number, noun: string): string => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** Texts in one sentence: `a, b and c`. */
export const listed = (texts: readonly string[], link: 'and' | 'or'): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${link} ${texts.at(-1)}`;

/** A closed list: `one of a, b or c`. */
export function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return quote(only);
  const named = values.slice(0, maxNamedValues).map(quote);
  const more = values.length - named.length;
  return more === 0
    ? `one of ${listed(named, 'or')}`
    : `one of ${named.join(', ')} or ${count(more)} more values that the reference lists`;
}

const formats: Record<string, string> = {
  email: 'an e-mail address, such as ada@example.com',
  uuid: 'an id (UUID), such as 0198a3c0-5e1f-7000-8000-000000000001',
  datetime: 'a time, such as 2026-01-10T12:00:00Z',
  date: 'a day of the calendar, such as 2026-01-10',
  time: 'a time of the day, such as 09:30',
  ipv4: 'an IPv4 address, such as 192.0.2.1',
  ipv6: 'an IPv6 address, such as 2001:db8::1',
  cidrv4: 'a range of IPv4 addresses, such as 192.0.2.0/24',
  cidrv6: 'a range of IPv6 addresses, such as 2001:db8::/32',
  base64: 'a text in base64',
  base64url: 'a text in base64url',
  json_string: 'a text that is JSON',
};

const protocols: Record<string, string> = {
  '^https?$': 'an address that begins with http:// or https://, such as https://example.com/',
  '^https$': 'an address that begins with https://, such as https://example.com/',
};

/** A range: `from 1 to 200`, `of at least 1`, `of at most 200`; empty without bounds. */
function rangeOf(min: number | null | undefined, max: number | null | undefined): string {
  const isBound = (bound: number | null | undefined): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isBound(min) && isBound(max)) return min === max ? ` ${count(min)}` : ` from ${count(min)} to ${count(max)}`;
  if (isBound(min)) return ` of at least ${count(min)}`;
  return isBound(max) ? ` of at most ${count(max)}` : '';
}

/** Whether the least value itself is not taken. */
const isAbove = (schema: z.ZodNumber): boolean =>
  (schema._zod.def.checks ?? []).some(({ _zod }) => {
    const { check, inclusive } = _zod.def as { check: string; inclusive?: boolean };
    return check === 'greater_than' && inclusive === false;
  });

/** A size: ` of 1 to 50 entries`; empty without bounds. */
function sizeOf(min: number | null | undefined, max: number | null | undefined, noun: string): string {
  const least = min ?? 0;
  if (max === null || max === undefined) return least > 0 ? ` of at least ${plural(least, noun)}` : '';
  if (least === max) return ` of exactly ${plural(max, noun)}`;
  return least > 0 ? ` of ${count(least)} to ${plural(max, noun)}` : ` of at most ${plural(max, noun)}`;
}

/** What the checks of zod say of lengths; not every class has a property for them. */
export function lengthsOf(schema: z.core.$ZodType): { min?: number | undefined; max?: number | undefined } {
  const checks = (schema._zod.def.checks ?? []).map(({ _zod }) => ({ ..._zod.def }) as Record<string, unknown>);
  const find = (name: string, field: string) =>
    checks.find(({ check }) => check === name)?.[field] as number | undefined;
  const exact = find('length_equals', 'length');
  return { min: exact ?? find('min_length', 'minimum'), max: exact ?? find('max_length', 'maximum') };
}

function textOf(schema: z.ZodString): string {
  const { protocol } = schema._zod.def as { protocol?: RegExp };
  if (schema.format === 'url') return protocols[protocol?.source ?? ''] ?? 'an address with its scheme (URL)';
  const known = formats[schema.format ?? ''];
  if (known !== undefined) return known;
  const { min, max } = lengthsOf(schema);
  const { example } = z.globalRegistry.get(schema) ?? {};
  const such = typeof example === 'string' ? `, such as ${quote(example)}` : '';
  return min === 1 && max === undefined
    ? `a text that is not empty${such}`
    : `a text${sizeOf(min, max, 'character')}${such}`;
}

/** What a branch of a union takes, without what the branches have in common. */
const alternatives = (options: readonly z.core.$ZodType[]): string =>
  listed([...new Set(options.map(describeExpected))], 'or');

/** A list of a thousand wrong entries asks a thousand times. */
const expectations = new WeakMap<z.core.$ZodType, string>();

/**
 * What a field takes, as the object of a sentence: `a whole number from 1 to 200`, `one of a or b`, `a text of at most 5
 * characters`.
 */
export function describeExpected(schema: z.core.$ZodType): string {
  const known = expectations.get(schema);
  if (known !== undefined) return known;
  const expected = wordExpected(schema);
  expectations.set(schema, expected);
  return expected;
}

function wordExpected(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodNumber) {
    const range = isAbove(schema)
      ? ` greater than ${count(schema.minValue ?? 0)}`
      : rangeOf(schema.minValue, schema.maxValue);
    return schema.isInt ? `a whole number${range}` : `a number${range}`;
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema as z.ZodString);
  if (schema instanceof z.ZodBoolean) return '`true` or `false`';
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values]);
  if (schema instanceof z.ZodNull) return '`null`';
  if (schema instanceof z.ZodArray || schema instanceof z.ZodTuple) {
    const { min, max } = lengthsOf(schema);
    return `a list${sizeOf(min, max, 'entry').replace('entrys', 'entries')}`;
  }
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'an object';
  if (schema instanceof z.ZodNullable) return `${describeExpected(schema.unwrap())} or \`null\``;
  if (schema instanceof z.ZodUnion) return alternatives(schema.options);
  if (schema instanceof z.ZodPipe) return describePipe(schema);
  if (schema instanceof z.ZodLazy) return describeExpected(schema.unwrap());
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? describeExpected(innerType) : 'another value';
}

/** Of `z.preprocess` the second part says what is taken, of `pipe` and `transform` the first. */
const describePipe = ({ def }: z.ZodPipe): string =>
  describeExpected(def.in instanceof z.ZodTransform ? def.out : def.in);
