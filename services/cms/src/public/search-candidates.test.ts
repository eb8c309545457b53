import { expect, test } from '@jest/globals';
import { chooseCandidates } from './search-candidates.ts';

const texts = (count: number, parts: { title?: string; bytes?: number } = {}) =>
  Array.from({ length: count }, (_, at) => ({
    item_id: `${parts.title ?? 'text'} ${at}`,
    title: 'Text',
    bytes: 1_000,
    ...parts,
  }));

const forms = (...lexemes: string[]) => ({ lexemes, prefixes: [] });

test('a hundred texts are ranked at most, the newest ones', async () => {
  const { ranked, rest } = await chooseCandidates(texts(1_000), forms('тариф'));
  expect([ranked.length, ranked[0], ranked.at(-1)]).toEqual([100, 'text 0', 'text 99']);
  expect([rest.length, rest[0], rest.at(-1)]).toEqual([900, 'text 100', 'text 999']);
});

test('texts with words of the query in the title come before newer ones', async () => {
  const found = [...texts(1_000), ...texts(1, { title: 'Тарифы' }), ...texts(1, { title: 'Годовые тарифы' })];
  expect((await chooseCandidates(found, forms('тариф', 'годов'))).ranked.slice(0, 3)).toEqual([
    'Годовые тарифы 0',
    'Тарифы 0',
    'text 0',
  ]);
});

test('long texts are ranked up to a megabyte of their vectors, and a single one always', async () => {
  const long = await chooseCandidates(texts(1_000, { bytes: 100_000 }), forms('тариф'));
  expect([long.ranked.length, long.rest.length]).toEqual([10, 990]);
  expect((await chooseCandidates(texts(2, { bytes: 5_000_000 }), forms('тариф'))).ranked).toHaveLength(1);
});

test('a title with a word that the query begins comes first', async () => {
  const found = [...texts(3), ...texts(1, { title: 'Подвал' }), ...texts(1, { title: 'Подписка' })];
  const { ranked } = await chooseCandidates(found, { lexemes: [], prefixes: ['подп'] });
  expect(ranked.slice(0, 2)).toEqual(['Подписка 0', 'text 0']);
});
