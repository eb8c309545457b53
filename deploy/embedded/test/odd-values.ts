import type { JsonSchema } from './probes.ts';

/** Values that a generated request puts in the place of a right one. */

export const nul = 'a\u0000b';
export const loneSurrogate = 'a\ud800b';
/** Values of wrong types, and texts that no table can store. */
export const wrongValues: unknown[] = [
  null,
  true,
  42,
  -1,
  1.5,
  1e308,
  -1e308,
  '',
  ' ',
  'text',
  'x'.repeat(10_000),
  nul,
  loneSurrogate,
  [],
  [null],
  {},
  { [nul]: 1 },
];

/**
 * Values that JSON Schema allows and that lie on an edge: of a column, of a type, of what a person would ever
 * send.
 */
export function edgeValues(schema: JsonSchema): unknown[] {
  const own: unknown[] = [];
  if (schema.format === 'date-time')
    own.push(
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '2026-11-28T15:00:00+03:00',
    );
  if (schema.format === 'uri') own.push('http://[::1]:1/', `https://example.test/${'x'.repeat(2_000)}`);
  if (schema.type === 'string' && schema.format === undefined && schema.pattern === undefined) {
    const length = Math.min(schema.maxLength ?? 20_000, 400_000);
    own.push('x'.repeat(length), '😀'.repeat(Math.floor(length / 2)), "'; DROP TABLE users; --", '<b>%s\\n{{1}}</b>');
  }
  if (schema.type === 'number' || schema.type === 'integer')
    own.push(schema.minimum ?? 0, Math.min(schema.maximum ?? 1e15, 9_999_999_999.99), 0.01, 1, 2_147_483_648);
  return [...own, ...(schema.anyOf ?? []).flatMap(edgeValues)];
}
