import { describe, expect, test } from '@jest/globals';
import { hasMoreItems, textOf } from './json-walk.ts';

const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('a list in a JSON text', () => {
  const limit = { list: 'events', max: 3 };
  const isTooLong = (text: unknown) => hasMoreItems(bytesOf(text), limit);

  test('is too long from one item more than the limit on, bare or as the member', () => {
    for (const items of [
      [1, 2, 3],
      [{ a: [1, 2, 3, 4, 5] }, '],[', '\\"'],
      ['a,b', 'c,,,', 'd'],
    ])
      for (const body of [items, { events: items }, { sent_at: ',', events: items, application_code: 'x' }]) {
        expect([body, isTooLong(body)]).toEqual([body, false]);
        const longer = Array.isArray(body) ? [...body, null] : { ...body, events: [...items, null] };
        expect([longer, isTooLong(longer)]).toEqual([longer, true]);
      }
  });

  test('is counted whatever spaces and escapes its text has', () => {
    expect(isTooLong('  { "\\u0065vents" : [ 1 , 2 ,\n3\t, 4 ] }')).toBe(true);
    expect(isTooLong('{"events":{"events":[1,2,3,4]}}')).toBe(false);
  });

  test('of another member has any length', () => {
    expect(isTooLong({ others: [1, 2, 3, 4, 5], events: [1] })).toBe(false);
  });

  test('is counted only up to the limit: a syntax error behind it is not seen', () => {
    expect(isTooLong(`[1,2,3,4,${'"'.repeat(7)}`)).toBe(true);
  });
});

test('a text that is no JSON ends the walk and throws nothing', () => {
  for (const text of ['', ']', '}}}}', '"', '"\\', '[[[[[[', '{"a', ',,,', '[1,"x]', '\\'])
    expect(() => hasMoreItems(Buffer.from(text), { list: 'events', max: 3 })).not.toThrow();
});

test('a text between two places is read with its escapes, and null where it is no JSON or too long', () => {
  const read = (raw: string) => textOf(Buffer.from(raw), 0, Buffer.byteLength(raw));
  expect([read('имя'), read('a\\u0062\\n'), read('\\x'), read('x'.repeat(257))]).toEqual(['имя', 'ab\n', null, null]);
});
