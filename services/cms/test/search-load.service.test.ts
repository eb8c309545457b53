import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countStatements, openTransaction } from '@platform/testing';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let params: { site_code: string };
/** Counts the ranks of the connections that are opened from here on. */
let ranks: ReturnType<typeof countStatements>;
beforeAll(async () => {
  ranks = countStatements('ts_rank');
  n = await openNewsroom({}, { DATABASE_POOL_SIZE: '4' });
  params = { site_code: n.site.code };
});
afterAll(async () => {
  ranks.stop();
  await n.stop();
});

/** Two words of letters alone for a number. */
const wordsOf = (at: number) => `слово${'абвгдежзик'[at % 10]} ${'лмнопрстуф'[Math.floor(at / 10)]}слова`;

/** Another site with its reader. */
const anotherSite = async () => {
  const { id, code } = ok(await n.admin.createSite({ body: { name: 'Neighbour', locales: ['ru'] } }));
  const reader = n.t.as({ site: { id, code, application_id: null } });
  return { reader, params: { site_code: code } };
};

test('one set of words is searched once, whatever their order, repetition and letters', async () => {
  await n.publish((await n.post({ title: 'Подписка на год', body: 'Как отменить подписку.' })).id);
  const before = ranks.count();
  for (const q of ['отменить подписку', 'подписку отменить подписку', 'ОТМЕНИТЬ, Подписку', 'отменить подписку!']) {
    const found = ok(await n.reader.searchSite({ params, query: { q } }));
    expect(found.map(({ slug }) => slug)).toEqual(['podpiska-na-god']);
  }
  for (const limit of [1, 2, 7, 20])
    ok(await n.reader.searchSite({ params, query: { q: 'отменить подписку', limit } }));
  expect(ranks.count() - before).toBe(1);
});

test('a new text is found at once by words that were searched before', async () => {
  const query = { q: 'гагарин' };
  expect(ok(await n.reader.searchSite({ params, query }))).toEqual([]);
  await n.publish((await n.post({ title: 'Гагарин' })).id);
  expect(ok(await n.reader.searchSite({ params, query }))).toHaveLength(1);
});

test('searches that the database does not answer leave its connections to other reads', async () => {
  const other = await anotherSite();
  const lock = await openTransaction(n.t.database, 'LOCK TABLE cms.publications IN ACCESS EXCLUSIVE MODE');
  try {
    let pending = 40;
    const searches = Array.from({ length: pending }, async (_, at) => {
      const reply = await n.reader.searchSite({ params, query: { q: wordsOf(at) } });
      pending -= 1;
      return reply;
    });
    ok(await other.reader.readSite({ params: other.params }));
    expect(pending).toBeGreaterThan(0);
    for (const { status, error, headers } of await Promise.all(searches)) {
      expect([status, error]).toEqual([503, 'service_unavailable']);
      expect(headers.get('retry-after')).toBe('2');
    }
  } finally {
    await lock.rollback();
  }
});

test('the searches of one site leave a place to the search of another', async () => {
  const other = await anotherSite();
  const lock = await openTransaction(n.t.database, 'LOCK TABLE cms.publications IN ACCESS EXCLUSIVE MODE');
  const searches = Array.from({ length: 40 }, (_, at) =>
    n.reader.searchSite({ params, query: { q: `${wordsOf(at)} много` } }),
  );
  const theirs = other.reader.searchSite({ params: other.params, query: { q: 'сосед' } });
  // The searches beyond the queue are refused before the database answers any.
  expect((await Promise.race(searches)).status).toBe(503);
  await lock.rollback();
  expect((await theirs).status).toBe(200);
  const refused = (await Promise.all(searches)).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(20);
});

test('a text with the word in its title is found among hundreds of newer ones with the word in the text', async () => {
  const room = await openNewsroom();
  await room.publish((await room.post({ title: 'Цены и тарифы', slug: 'prices', body: 'Здесь тарифы.' })).id);
  await room.t.database.query(
    `INSERT INTO cms.items SELECT (copy).* FROM (
       SELECT jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'group_id', gen_random_uuid(),
         'slug', 'copy-' || n)) AS copy
       FROM cms.items i, generate_series(1, 300) AS n WHERE i.slug = 'prices') AS copies`,
  );
  await room.t.database.query(
    `INSERT INTO cms.publications SELECT (copy).* FROM (
       SELECT jsonb_populate_record(p, jsonb_build_object('item_id', i.id, 'group_id', i.group_id, 'slug', i.slug,
         'title', 'Copy', 'published_at', p.published_at + interval '1 day',
         'search', ts_filter(p.search, '{c}') || array_to_tsvector(ARRAY[p.site_id || '/ru']))) AS copy
       FROM cms.publications p, cms.items i WHERE p.slug = 'prices' AND i.slug LIKE 'copy-%') AS copies`,
  );
  const of = { params: { site_code: room.site.code }, query: { q: 'тариф', limit: 50 } };
  const found = ok(await room.reader.searchSite(of));
  expect([found.length, found[0]?.slug]).toEqual([50, 'prices']);
  await room.stop();
});
