import { expect, test } from '@jest/globals';
import { createGroups, joinSimilar } from './join-sets.ts';
import { type ClusterInput, makeClusters } from './make-clusters.ts';
import { stemsOf } from './normalise.ts';

const page = (path: string) => `https://e.ru${path}`;
const row = (query: string, path: string | null = null, impressions = 0, position: number | null = 5) => ({
  query,
  url: path === null ? null : page(path),
  impressions,
  clicks: Math.round(impressions / 20),
  position,
});
const cluster = (keywords: ClusterInput['keywords'], more: Partial<ClusterInput> = {}) =>
  makeClusters({ keywords, is_content: false, pages: [], brands: [], ...more });

test('a query is its stems without stop words, whatever form and order its words have', () => {
  expect(stemsOf('Купить заметки для телефона')).toEqual(stemsOf('заметка — купить на телефон!'));
  expect(stemsOf('Учёт времени')).toEqual(stemsOf('времени учет'));
  expect(stemsOf('что это')).toHaveLength(2);
  expect(stemsOf('?!')).toEqual([]);
});

test('queries that share most words are one cluster, the most frequent is its head', () => {
  const made = cluster([
    row('купить заметки онлайн', null, 10),
    row('заметки онлайн купить дешево', null, 40),
    row('онлайн заметка купить', null, 15),
    row('погода завтра', null, 5),
  ]);
  expect(made.map(({ head, keyword_count, impressions }) => [head, keyword_count, impressions])).toEqual([
    ['заметки онлайн купить дешево', 3, 65],
    ['погода завтра', 1, 5],
  ]);
});

test('less in common is enough for queries that lead to the same page', () => {
  const [left, right] = ['планировщик задач', 'задачи бесплатно'];
  const apart = cluster([row(left, '/a', 50), row(right, '/b', 20)]);
  expect(apart).toHaveLength(2);
  const together = ['планировщик задач команды', 'планировщик задач бесплатно'];
  expect(cluster(together.map((query) => row(query, '/a', 10)))).toHaveLength(1);
  expect(cluster(together.map((query, at) => row(query, `/${at}`, 10)))).toHaveLength(2);
});

test('the order of the keywords changes nothing', () => {
  const words = ['купить', 'заметки', 'онлайн', 'команда', 'проект', 'учёт', 'время', 'задача'];
  const keywords = Array.from({ length: 300 }, (_, at) => {
    const picked = words.filter((_word, index) => (at * 37 + index * 11) % 5 < 2);
    return row(picked.join(' ') || 'пусто', `/p${at % 4}`, (at * 13) % 50);
  });
  expect(cluster(keywords.toReversed())).toEqual(cluster(keywords));
});

test('pages of one class that share the impressions compete', () => {
  const rows = [row('купить заметки', '/a', 60, 4), row('купить заметки', '/b', 40, 9)];
  expect(cluster(rows)[0]).toMatchObject({
    relation: 'cannibal',
    advice: 'merge',
    pages: [
      { url: page('/a'), share: 0.6 },
      { url: page('/b'), share: 0.4 },
    ],
  });
  const equal = [row('купить заметки', '/a', 50), row('купить заметки', '/b', 50)];
  expect(cluster(equal)[0]).toMatchObject({ relation: 'cannibal', advice: 'differentiate' });
  const twin = [row('купить заметки', '/a', 50), row('купить заметки', '/a/', 50)];
  expect(cluster(twin)[0]).toMatchObject({ relation: 'cannibal', advice: 'canonical' });
});

test.each([
  ['the second page has less than a fifth', [row('купить заметки', '/a', 90), row('купить заметки', '/b', 10)]],
  ['the second page has less than ten impressions', [row('купить заметки', '/a', 9), row('купить заметки', '/b', 9)]],
  ['a page is behind the thirtieth place', [row('купить заметки', '/a', 50), row('купить заметки', '/b', 50, 31)]],
  ['the places are not known', [row('купить заметки', '/a', 50, null), row('купить заметки', '/b', 50, null)]],
  ['one is an article and the other is not', [row('купить заметки', '/a', 50), row('купить заметки', '/blog/b', 50)]],
])('nothing competes when %s', (_, rows) => {
  expect(cluster(rows)[0]?.relation).not.toBe('cannibal');
});

test('titles alone never compete', () => {
  const keywords = ['/a', '/b', '/c'].map((path) => row('Купить заметки онлайн', path));
  const pages = keywords.map(({ url }) => ({ url: url ?? '', title: 'Купить заметки онлайн', h1: null }));
  const made = cluster(keywords, { is_content: true, pages });
  expect(made).toMatchObject([{ relation: 'mapped', advice: 'keep', pages: [{ share: null }, {}, {}] }]);
});

test('a query that no page is shown for and no title names is a gap', () => {
  const pages = [{ url: page('/kak-vesti-zametki'), title: 'Как вести заметки на телефоне', h1: null }];
  const made = cluster([row('вести заметки', null, 30), row('учёт времени команды', null, 20)], { pages });
  expect(made.map(({ head, relation, pages: named }) => [head, relation, named.map(({ url }) => url)])).toEqual([
    ['вести заметки', 'mapped', [page('/kak-vesti-zametki')]],
    ['учёт времени команды', 'gap', []],
  ]);
});

test('queries with the name of the site are left out', () => {
  const made = cluster([row('ромашка заметки', null, 30), row('заметки', null, 20)], { brands: ['Ромашка', '', '—'] });
  expect(made.map(({ head }) => head)).toEqual(['заметки']);
});

test('sets are united as a comparison of each with each unites them', () => {
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const sets = Array.from({ length: 400 }, () => {
    const items = new Set(Array.from({ length: 1 + next(7) }, () => next(40)));
    return [...items].sort((a, b) => a - b);
  });
  for (const threshold of [0.6, 0.4, 0.5]) {
    const [fast, slow] = [createGroups(sets.length), createGroups(sets.length)];
    joinSimilar(fast, { members: sets.map((_, at) => at), sets, threshold });
    for (const [a, left] of sets.entries())
      for (const [b, right] of sets.entries()) {
        const common = left.filter((item) => right.includes(item)).length;
        if (common / (left.length + right.length - common) >= threshold - 1e-9) slow.union(a, b);
      }
    expect(sets.map((_, at) => fast.find(at))).toEqual(sets.map((_, at) => slow.find(at)));
  }
});
