import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createInt32Lists, createUint16Lists, invertLinks } from './packed-links.ts';

test('links turned round name the same pairs, in the order of the pages', async () => {
  const links = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(links, async (targets) => {
      const inlinksOf = await invertLinks([...targets.keys()], (index) => targets[index] ?? []);
      for (let page = -1; page <= 40; page += 1)
        expect([...inlinksOf(page)]).toEqual([...targets.keys()].filter((from) => targets[from]?.includes(page)));
    }),
  );
});

test('lists keep their numbers beyond the length of a buffer', () => {
  const [links, bins] = [createInt32Lists(), createUint16Lists()];
  const lists = Array.from({ length: 3_000 }, (_, list) => Array.from({ length: list % 97 }, (_, at) => list + at));
  const numbers = lists.map((list) => links.add(list));
  const long = links.add(Array.from({ length: 100_000 }, (_, at) => at));
  expect(numbers.map((list) => [...links.at(list)])).toEqual(lists);
  expect(links.at(long)[99_999]).toBe(99_999);
  expect([...bins.at(bins.add([1, 65_535]))]).toEqual([1, 65_535]);
  expect(() => bins.at(1)).toThrow('there is no list 1');
});
