import { expect, test } from '@jest/globals';
import { chooseCandidates } from './search-candidates.ts';

const texts = (count: number, parts: { title?: string; bytes?: number } = {}) =>
  Array.from({ length: count }, (_, at) => ({
    item_id: `${parts.title ?? 'text'} ${at}`,
    title: 'Text',
    bytes: 1_000,
    ...parts,
  }));

test('a hundred texts are ranked at most, the newest ones', async () => {
  const chosen = await chooseCandidates(texts(1_000), ['тариф']);
  expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([100, 'text 0', 'text 99']);
});

test('texts with words of the query in the title come before newer ones', async () => {
  const found = [...texts(1_000), ...texts(1, { title: 'Тарифы' }), ...texts(1, { title: 'Годовые тарифы' })];
  expect((await chooseCandidates(found, ['тариф', 'годов'])).slice(0, 3)).toEqual([
    'Годовые тарифы 0',
    'Тарифы 0',
    'text 0',
  ]);
});

test('long texts are ranked up to a megabyte of their vectors, and a single one always', async () => {
  expect(await chooseCandidates(texts(1_000, { bytes: 100_000 }), ['тариф'])).toHaveLength(10);
  expect(await chooseCandidates(texts(2, { bytes: 5_000_000 }), ['тариф'])).toHaveLength(1);
});
