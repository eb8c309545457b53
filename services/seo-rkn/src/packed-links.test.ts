import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createInt32Store, createUint16Store, invertLinks } from './packed-links.ts';

test('links turned round name the same pairs, in the order of the pages', async () => {
  const links = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(links, async (targets) => {
      const store = createInt32Store();
      const inlinksOf = await invertLinks(targets.map((to, from) => ({ from, to: store.keep(to) })));
      for (let page = -1; page <= 40; page += 1)
        expect([...inlinksOf(page)]).toEqual([...targets.keys()].filter((from) => targets[from]?.includes(page)));
    }),
  );
});

test('lists keep their numbers beyond the length of a buffer', () => {
  const [links, bins] = [createInt32Store(), createUint16Store()];
  const lists = Array.from({ length: 3_000 }, (_, list) => Array.from({ length: list % 97 }, (_, at) => list + at));
  const kept = lists.map((list) => links.keep(list));
  const long = links.keep(Array.from({ length: 100_000 }, (_, at) => at));
  expect(kept.map((view) => [...view])).toEqual(lists);
  expect(long[99_999]).toBe(99_999);
  expect([...bins.keep([1, 65_535])]).toEqual([1, 65_535]);
});
