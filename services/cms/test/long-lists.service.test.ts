import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { countStatements } from '@platform/testing';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';

const mebibyte = 1024 * 1024;
const count = 40;
/** Markdown of 70 kB. */
const body = 'Обычный текст длинной статьи. '.repeat(1_300);

let n: Newsroom;
let params: { site_code: string };
/** Counts the lists of the connections that are opened from here on. */
let lists: ReturnType<typeof countStatements>;
beforeAll(async () => {
  lists = countStatements('AS total FROM cms.publications');
  n = await openNewsroom();
  params = { site_code: n.site.code };
  await n.publish((await n.post({ title: 'Long', slug: 'long', body })).id);
  await n.t.database.query(
    `INSERT INTO cms.items SELECT (copy).* FROM (
       SELECT jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'group_id', gen_random_uuid(),
         'slug', 'copy-' || n)) AS copy
       FROM cms.items i, generate_series(2, $1::int) AS n WHERE i.slug = 'long') AS copies`,
    [count],
  );
  await n.t.database.query(
    `INSERT INTO cms.publications SELECT (copy).* FROM (
       SELECT jsonb_populate_record(p, jsonb_build_object('item_id', i.id, 'group_id', i.group_id, 'slug', i.slug)) AS copy
       FROM cms.publications p, cms.items i WHERE p.slug = 'long' AND i.slug LIKE 'copy-%') AS copies`,
  );
});
afterAll(async () => {
  lists.stop();
  await n.stop();
});

const read = (query: Record<string, unknown>) => n.reader.readPosts({ params, query });
const bytesOf = ({ body }: { body: unknown }) => Buffer.byteLength(JSON.stringify(body));

describe('a public list with texts', () => {
  test.each([
    ['as Markdown', { include: 'body' }],
    ['as HTML', { format: 'html' }],
    ['in both forms', { include: 'body', format: 'html' }],
  ])('%s ends its pages at a mebibyte, and the cursor leads through every text once', async (_form, texts) => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read({ limit: 100, ...texts, ...(cursor === undefined ? {} : { cursor }) });
      expect(ok(page).length).toBeGreaterThan(0);
      expect(bytesOf(page)).toBeLessThan(mebibyte * 1.1);
      expect(page.headers.get('x-total-count')).toBe(String(count));
      seen.push(...page.data.map(({ slug }) => slug));
      cursor = page.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
  });

  test('refuses a page by number that would be longer, and answers the one that fits', async () => {
    const refused = await read({ limit: 100, include: 'body', page: 1 });
    expect([refused.status, refused.error]).toEqual([400, 'validation_failed']);
    const slugs = await Promise.all(
      [1, 2, 3, 4].map(async (page) => ok(await read({ limit: 10, include: 'body', page })).map(({ slug }) => slug)),
    );
    expect(new Set(slugs.flat()).size).toBe(count);
  });

  test('without texts has as many rows as it is asked for', async () => {
    expect(ok(await read({ limit: 100 }))).toHaveLength(count);
    expect(ok(await read({ limit: 100, page: 1 }))).toHaveLength(count);
  });
});

test('lists of changes since moments of one minute are one list in memory, which misses no change', async () => {
  const before = lists.count();
  for (let at = 0; at < 60; at += 7) {
    const second = String(at).padStart(2, '0');
    const changed = ok(await read({ updated_since: `2026-03-11T12:00:${second}.${100 + at}Z` }));
    expect(changed).toHaveLength(20);
  }
  expect(lists.count() - before).toBe(1);
});

test('a list with words is read once for one set of words', async () => {
  const before = lists.count();
  for (const q of ['обычный текст', 'текст обычный', 'Текст,  обычный текст'])
    expect(ok(await read({ q }))).toHaveLength(20);
  expect(lists.count() - before).toBe(1);
});

test('a feed has its twenty newest posts and the texts of the newest ones, up to a mebibyte', async () => {
  const reply = await n.reader.readJsonFeed({ params });
  const { items } = reply.body as unknown as { items: { content_html: string }[] };
  expect(items).toHaveLength(20);
  expect(items[0]?.content_html.length).toBeGreaterThan(body.length);
  expect(items.at(-1)?.content_html.length).toBeLessThan(1_000);
  expect(items.at(-1)?.content_html).toContain('Обычный текст');
  expect(bytesOf(reply)).toBeLessThan(mebibyte * 1.2);
});

test('a list of banners carries a mebibyte of HTML at most, those of the highest priority', async () => {
  for (let at = 0; at < 30; at += 1) {
    const html = `<p>${'Летняя распродажа. '.repeat(2_500)}</p>`;
    const banner = { name: `Banner ${at}`, placement: 'inline', size: 'rectangle', html, priority: at };
    const { id } = ok(await n.admin.createBanner({ params: n.at, body: banner as never }));
    await n.publish(id);
  }
  const reply = await n.reader.readBanners({ params, query: { path: '/' } });
  expect(ok(reply).length).toBeGreaterThan(5);
  expect(reply.data[0]?.priority).toBe(29);
  expect(bytesOf(reply)).toBeLessThan(mebibyte * 1.2);
});

test('a list of builds has every build, and the release notes of the newest ones up to a mebibyte', async () => {
  const notes = 'Исправлены ошибки. '.repeat(1_000);
  const build = { platform: 'linux', external_url: 'https://files.example.com/a', sha256: 'a'.repeat(64) };
  const first = ok(
    await n.admin.createDownload({ params: n.at, body: { ...build, version: '1.0.0', release_notes: notes } }),
  );
  await n.publish(first.id);
  await n.t.database.query(
    `INSERT INTO cms.items SELECT (copy).* FROM (
       SELECT jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'group_id', gen_random_uuid(),
         'slug', 'build-' || n, 'unique_key', 'build-' || n)) AS copy
       FROM cms.items i, generate_series(1, 59) AS n WHERE i.id = $1) AS copies`,
    [first.id],
  );
  await n.t.database.query(
    `INSERT INTO cms.publications SELECT (copy).* FROM (
       SELECT jsonb_populate_record(p, jsonb_build_object('item_id', i.id, 'group_id', i.group_id, 'slug', i.slug,
         'unique_key', i.slug)) AS copy
       FROM cms.publications p, cms.items i WHERE p.item_id = $1 AND i.slug LIKE 'build-%') AS copies`,
    [first.id],
  );
  await n.publish(ok(await n.admin.createDownload({ params: n.at, body: { ...build, version: '2.0.0' } })).id);
  const reply = await n.reader.readDownloads({ params, query: {} });
  expect(ok(reply)).toHaveLength(61);
  expect(reply.data[1]?.release_notes).toBe(notes);
  expect(bytesOf(reply)).toBeLessThan(mebibyte * 1.2);
});

test('lists of authors read no texts that they do not show', async () => {
  await n.t.database.query(
    `INSERT INTO cms.revisions SELECT i.id, r.revision, i.slug, r.fields, r.author, r.note, r.was_published, r.created_at
     FROM cms.items i, cms.revisions r JOIN cms.items o ON o.id = r.item_id AND o.slug = 'long'
     WHERE i.slug LIKE 'copy-%'`,
  );
  const listed = await n.admin.listPosts({ params: n.at, query: { limit: 100 } });
  expect(ok(listed)).toHaveLength(count);
  expect(listed.data[0]).not.toHaveProperty('body');
});
