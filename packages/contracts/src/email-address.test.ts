import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Email } from './fields.ts';
import { platform } from './platform.ts';
import { routeTable } from './route-table.ts';

const stored = (address: string): string | null => Email.safeParse(address).data ?? null;

test.each([
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@XN--E1AFMKFD.XN--P1AI', 'info@xn--e1afmkfd.xn--p1ai'],
  ['Office@Bücher.example', 'office@xn--bcher-kva.example'],
  ['news@почта.москва', 'news@xn--80a1acny.xn--80adxhks'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['Ada.Lovelace+news@Example.COM', 'ada.lovelace+news@example.com'],
  [' ada@example.com\n', 'ada@example.com'],
])('the address %j is stored as %s', (address, expected) => {
  expect(stored(address)).toBe(expected);
});

test.each([
  'иван@пример.рф',
  'ada@пример',
  'ada@пример.рф:25',
  'ada@пример.рф/x',
  'ada@пример.рф?x@example.com',
  'ada@-пример.рф',
  'ada@127.0.0.1',
  'ada@xn--.xn--',
  'ada@@пример.рф',
  'a b@пример.рф',
  `ada@${'п'.repeat(300)}.рф`,
  '@пример.рф',
])('the text %s is no address', (address) => {
  expect(stored(address)).toBeNull();
});

/** The strings with the format of an address in what the operations take. */
function addressesOf(schema: unknown, place: string): { place: string; schema: Record<string, unknown> }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) => addressesOf(value, `${place}.${key}`));
  return 'format' in schema && schema.format === 'email' ? [{ place, schema: { ...schema } }, ...inner] : inner;
}

test('every address in a request is checked by the one rule', () => {
  const [known] = addressesOf(z.toJSONSchema(Email, { io: 'input' }), '');
  const addresses = routeTable(platform).flatMap(({ id, endpoint }) =>
    [endpoint.body, endpoint.query].flatMap((schema) =>
      schema ? addressesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), id) : [],
    ),
  );
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter(({ schema }) => schema.pattern !== known?.schema.pattern).map(({ place }) => place)).toEqual(
    [],
  );
});
