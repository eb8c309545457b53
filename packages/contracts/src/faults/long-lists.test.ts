import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { longListsOf } from '../faults.ts';
import { platform } from '../platform.ts';
import { routeTable } from '../route-table.ts';

const Entry = z.strictObject({ tags: z.array(z.string()).max(2).optional() });
const Sample = z.strictObject({
  entries: z.array(Entry).max(3).optional(),
  byName: z.record(z.string(), z.array(z.string()).max(1)).optional(),
  choice: z.union([z.array(z.string()).max(1), z.array(z.number()).max(2)]).optional(),
  matrix: z.array(z.array(z.number()).max(2)).max(2).nullable().default(null),
});

describe('a list that is too long is found before its entries are read', () => {
  test.each<[object, string[]]>([
    [{ entries: Array(4).fill(0) }, ['`entries` has to be a list of at most 3 entries; it has 4.']],
    [
      { entries: [{}, { tags: ['a', 'b', 'c'] }] },
      ['`tags` in entry 2 of `entries` has to be a list of at most 2 entries; it has 3.'],
    ],
    [{ byName: { ru: [1, 2] } }, ['`byName.ru` has to be a list of at most 1 entry; it has 2.']],
    [
      {
        matrix: [
          [1, 2],
          [1, 2, 3],
        ],
      },
      ['Entry 2 of `matrix` has to be a list of at most 2 entries; it has 3.'],
    ],
    [{ choice: ['a', 'b'] }, []],
    [{ choice: ['a', 'b', 'c'] }, ['`choice` has to be a list of at most 1 entry; it has 3.']],
    [{ entries: [{}, { tags: ['a'] }], byName: { ru: [] }, matrix: null, more: [1, 2, 3, 4] }, []],
    [{ entries: 'abcdef', byName: null, matrix: [5], choice: {} }, []],
  ])('%j', (fields, messages) => {
    expect(longListsOf(Sample, fields).map(({ message }) => message)).toEqual(messages);
    if (messages.length > 0) expect(Sample.safeParse(fields).success).toBe(false);
  });
});

test('the body of each operation bounds its lists so, unless it is read item by item', () => {
  const unbound = routeTable(platform).flatMap(({ id, endpoint }) => {
    const { body, itemwise } = endpoint;
    if (!(body instanceof z.ZodObject) || itemwise) return [];
    const lists = Object.keys(body.shape).filter((name) => {
      const { error } = body.shape[name].safeParse({});
      return error?.issues[0]?.code === 'invalid_type' && error.issues[0].expected === 'array';
    });
    return lists
      .filter((name) => longListsOf(body, { [name]: Array(100_001).fill({}) }).length === 0)
      .map((name) => `${id} ${name}`);
  });
  expect(unbound).toEqual([]);
});
