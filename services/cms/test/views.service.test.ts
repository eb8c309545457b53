import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { analytics, cms, seoRkn } from '@platform/contracts';
import { eventually } from '@platform/testing';
import { type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom({ allowed_origins: ['https://notes.example.com'] }, { CMS_VIEWS_FLUSH_SECONDS: '0.2' });
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

const today = noon.slice(0, 10);
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const visitor = (number: number, user_agent = browser, room = n) => {
  const client_ip = `198.51.${Math.floor(number / 250)}.${number % 250}`;
  return room.t.as({ site: room.site as never, client_ip, user_agent });
};
const at = (slug: string) => ({ site_code: n.site.code, slug });

async function article(title: string) {
  const made = ok(await n.admin.createArticle({ params: n.at, body: { title } }));
  await n.publish(made.id);
  return made;
}

/** Views of an article as they are stored, by day. */
const stored = (item_id: string) =>
  n.t.database.query<{ day: string; views: number }>(
    'SELECT day::text AS day, views FROM cms.article_views WHERE item_id = $1 ORDER BY day',
    [item_id],
  );
const untilStored = (item_id: string, views: number, day = today) =>
  eventually(async () => (await stored(item_id)).some((row) => row.day === day && row.views === views));

describe('views of articles', () => {
  test('count a visitor once a day, a 304 like a 200, and neither robots nor previews nor HEAD', async () => {
    const [made, last] = [await article('Read once'), await article('Read last')];
    const params = at('read-once');
    const first = await visitor(1).readArticle({ params, query: {} });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await visitor(1).readArticle({ params, query: {}, headers })).status).toBe(304);
    expect((await visitor(2).readArticle({ params, query: {}, headers })).status).toBe(304);
    ok(await visitor(1).countArticleView({ params, query: {} }));
    ok(await visitor(3).countArticleView({ params, query: {} }));
    ok(await visitor(4, 'Mozilla/5.0 (compatible; YandexBot/3.0)').readArticle({ params, query: {} }));
    const item = { ...n.at, item_id: made.id };
    const { token } = ok(await n.admin.createPreviewToken({ params: item, body: {} }));
    ok(await visitor(5).readArticle({ params, query: { preview: token } }));
    const signed = n.t.sign({ site: n.site as never, client_ip: '192.0.2.1', user_agent: browser }, 'readArticle');
    const head = await fetch(`${n.t.baseUrl}/v1/sites/${n.site.code}/kb/articles/read-once`, {
      method: 'HEAD',
      headers: { 'x-platform-context': signed },
    });
    expect(head.status).toBe(200);
    ok(await visitor(6).readArticle({ params: at('read-last'), query: {} }));
    await untilStored(last.id, 1);
    expect(await stored(made.id)).toEqual([{ day: today, views: 3 }]);
    n.clock.advance({ days: 1 });
    ok(await visitor(1).readArticle({ params, query: {} }));
    await untilStored(made.id, 1, '2026-03-12');
  });

  test('count applications of people everywhere, and servers only where they report a view', async () => {
    const [made, last] = [await article('Read by programs'), await article('Read behind programs')];
    const params = at('read-by-programs');
    const programs = ['okhttp/4.12.0', 'ktor-client', 'Dart/3.4 (dart:io)', 'node', 'axios/1.7.2', 'YandexBot/3.0'];
    for (const [at, userAgent] of programs.entries())
      ok(await visitor(100 + at, userAgent).readArticle({ params, query: {} }));
    for (const [at, userAgent] of programs.entries())
      ok(await visitor(200 + at, userAgent).countArticleView({ params, query: {} }));
    const of = { site: { ...n.site, is_of_server: true } as never, client_ip: '192.0.2.7', user_agent: browser };
    ok(await n.t.as(of).readArticle({ params, query: {} }));
    ok(await visitor(1).readArticle({ params: at('read-behind-programs'), query: {} }));
    await untilStored(last.id, 1);
    expect(await stored(made.id)).toEqual([{ day: today, views: 3 + 5 }]);
  });

  test('count no page that the browser only loads ahead', async () => {
    const [made, last] = [await article('Loaded ahead'), await article('Loaded behind')];
    const params = at('loaded-ahead');
    for (const purpose of ['prefetch;prerender', 'prefetch', 'prefetch;anonymous-client-ip']) {
      const headers = { 'sec-purpose': purpose };
      ok(await visitor(1).readArticle({ params, query: {}, headers }));
      ok(await visitor(1).countArticleView({ params, query: {}, headers }));
    }
    ok(await visitor(1).readArticle({ params: at('loaded-behind'), query: {} }));
    await untilStored(last.id, 1);
    expect(await stored(made.id)).toEqual([]);
  });

  test('of posts and of articles that readers do not find are not counted', async () => {
    const missing = await visitor(1).countArticleView({ params: at('no-such-article'), query: {} });
    expect([missing.status, missing.error]).toEqual([404, 'content_not_found']);
    const post = await n.post({ title: 'A post' });
    await n.publish(post.id);
    ok(await visitor(1).readPost({ params: at('a-post'), query: {} }));
    const last = await article('After a post');
    ok(await visitor(1).readArticle({ params: at('after-a-post'), query: {} }));
    await untilStored(last.id, 1);
    expect(await stored(post.id)).toEqual([]);
  });

  test('are taken from the origins of the site and from servers, and refused from other origins', async () => {
    await article('With origin');
    const from = async (origin?: string) => {
      const reply = await visitor(9).countArticleView({
        params: at('with-origin'),
        query: {},
        ...(origin === undefined ? {} : { headers: { origin } }),
      });
      return reply.error ?? reply.status;
    };
    expect(await from('https://notes.example.com')).toBe(204);
    expect(await from()).toBe(204);
    expect(await from('https://evil.example.com')).toBe('origin_not_allowed');
    expect(await from('null')).toBe('origin_not_allowed');
  });

  test('of a deleted article go with it, and do not keep those of others from being written', async () => {
    const [gone, kept] = [await article('Goes away'), await article('Stays here')];
    ok(await visitor(1).readArticle({ params: at('goes-away'), query: {} }));
    ok(await visitor(1).readArticle({ params: at('stays-here'), query: {} }));
    await n.t.database.query('DELETE FROM cms.items WHERE id = $1', [gone.id]);
    await untilStored(kept.id, 1);
    expect(await stored(gone.id)).toEqual([]);
  });

  test('make articles popular for ninety days, and are summed up by day for other services', async () => {
    const [old, recent, some] = [await article('Old'), await article('Recent'), await article('Some')];
    const count = (id: string, day: string, views: number) =>
      n.t.database.query('INSERT INTO cms.article_views VALUES ($1, $2, $3, $4)', [id, n.site.id, day, views]);
    await count(old.id, '2025-12-11', 1_000_000);
    await count(recent.id, '2025-12-12', 500_000);
    await count(recent.id, today, 500_000);
    await count(some.id, today, 300_000);
    const popular = ok(await n.reader.readPopularArticles({ params: { site_code: n.site.code }, query: { limit: 2 } }));
    expect(popular.map(({ title, view_count }) => [title, view_count])).toEqual([
      ['Recent', 1_000_000],
      ['Some', 300_000],
    ]);
    const ranges = [
      { from: '2025-12-01', to: '2025-12-11' },
      { from: '2025-12-01', to: '2025-12-12' },
      { from: '2020-01-01', to: '2020-01-02' },
    ];
    expect(await n.t.ask(cms.queries.sumArticleViews, { site_id: n.site.id, ranges })).toEqual({
      views: [1_000_000, 1_500_000, 0],
    });
  });
});

/** Counts the statements that write views. */
async function logWrites({ query }: Newsroom['t']['database']) {
  await query('CREATE TABLE public.view_writes (at timestamptz DEFAULT clock_timestamp())');
  await query(
    `CREATE FUNCTION public.log_view_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
     $$ BEGIN INSERT INTO public.view_writes DEFAULT VALUES; RETURN NULL; END $$`,
  );
  await query(
    `CREATE TRIGGER log_view_write AFTER INSERT ON cms.article_views
     FOR EACH STATEMENT EXECUTE FUNCTION public.log_view_write()`,
  );
  return async () => (await query('SELECT 1 FROM public.view_writes')).length;
}

test('views are written together: ten thousand reads make a write each ten seconds, and none is lost', async () => {
  const room = await openNewsroom();
  try {
    const writes = await logWrites(room.t.database);
    const made = ok(await room.admin.createArticle({ params: room.at, body: { title: 'Read often' } }));
    await room.publish(made.id);
    const reads = 10_000;
    const begun = performance.now();
    const params = { site_code: room.site.code, slug: 'read-often' };
    const readers = Array.from({ length: 20 }, async (_, reader) => {
      for (let number = reader; number < reads; number += 20)
        ok(await visitor(number, browser, room).readArticle({ params, query: {} }));
    });
    await Promise.all(readers);
    const announced = async () =>
      (await room.t.published(cms.events.articleViewsCounted)).reduce((sum, { views }) => sum + views, 0);
    await eventually(async () => (await announced()) === reads);
    const turns = Math.ceil((performance.now() - begun) / 10_000) + 1;
    expect(await writes()).toBeLessThanOrEqual(turns);
    expect(await room.t.database.query('SELECT sum(views)::int AS views FROM cms.article_views')).toEqual([
      { views: reads },
    ]);
    const event = (await room.t.published(cms.events.articleViewsCounted))[0];
    expect(event).toMatchObject({ site_id: room.site.id, day: today });
  } finally {
    await room.stop();
  }
});

test('views that wait are written when the service stops', async () => {
  const room = await openNewsroom();
  const made = ok(await room.admin.createArticle({ params: room.at, body: { title: 'Last words' } }));
  await room.publish(made.id);
  const params = { site_code: room.site.code, slug: 'last-words' };
  const reader = room.t.as({ site: room.site as never, user_agent: browser });
  ok(await reader.readArticle({ params, query: {} }));
  const query = room.t.database.query;
  const before = await query('SELECT 1 FROM cms.article_views');
  expect(before).toEqual([]);
  const written: unknown[] = [];
  const { drop } = room.t.database;
  room.t.database.drop = async () => {
    written.push(...(await query('SELECT views FROM cms.article_views WHERE item_id = $1', [made.id])));
    await drop();
  };
  await room.stop();
  expect(written).toEqual([{ views: 1 }]);
});

describe('days of views', () => {
  /** A site in a zone, with an article. */
  async function openIn(timezone: string) {
    const room = await openNewsroom({ timezone }, { CMS_VIEWS_FLUSH_SECONDS: '0.1' });
    const made = ok(await room.admin.createArticle({ params: room.at, body: { title: 'Read late' } }));
    await room.publish(made.id);
    const params = { site_code: room.site.code, slug: 'read-late' };
    return {
      room,
      id: made.id,
      async readAt(moment: string, reader = 1) {
        room.clock.set(moment);
        ok(await visitor(reader, browser, room).readArticle({ params, query: {} }));
      },
      views: async () => {
        const rows = await room.t.database.query<{ day: string; views: number }>(
          'SELECT day::text AS day, views FROM cms.article_views ORDER BY day',
        );
        return Object.fromEntries(rows.map(({ day, views }) => [day, views]));
      },
    };
  }

  test.each([
    ['Europe/Moscow', '2026-03-11T20:59:59Z', '2026-03-11T21:00:00Z', ['2026-03-11', '2026-03-12']],
    ['Asia/Kathmandu', '2026-03-11T18:14:59Z', '2026-03-11T18:15:00Z', ['2026-03-11', '2026-03-12']],
    ['-12:00', '2026-03-11T11:59:59Z', '2026-03-11T12:00:00Z', ['2026-03-10', '2026-03-11']],
  ])('are those of the site in %s: a visitor counts again after its midnight', async (zone, before, after, days) => {
    const { room, readAt, views } = await openIn(zone);
    try {
      await readAt(before);
      await readAt(before);
      await readAt(after);
      await readAt(after);
      await eventually(async () => Object.keys(await views()).length === 2);
      expect(await views()).toEqual({ [days[0] as string]: 1, [days[1] as string]: 1 });
    } finally {
      await room.stop();
    }
  });

  test('are summed up to today of the site: for popular articles, for insights and for other services', async () => {
    const { room, id, readAt } = await openIn('Asia/Tokyo');
    try {
      // 12 March in Tokyo.
      await readAt('2026-03-11T15:00:00Z');
      await room.t.database.query(
        `INSERT INTO cms.article_views (item_id, site_id, day, views)
         VALUES ($1, $2, '2026-03-12', 0), ($1, $2, '2026-03-11', 10), ($1, $2, '2026-03-10', 100),
           ($1, $2, '2025-12-13', 1000), ($1, $2, '2025-12-12', 10000)
         ON CONFLICT (item_id, day) DO NOTHING`,
        [id, room.site.id],
      );
      const params = { ...room.at, item_id: id };
      const insights = async () => ok(await room.admin.getContentInsights({ params, query: { days: 2 } }));
      await eventually(async () => (await insights()).article_views === 11);
      const [popular] = ok(await room.reader.readPopularArticles({ params: { site_code: room.site.code }, query: {} }));
      expect(popular?.view_count).toBe(1_111);
      const asked = { site_id: room.site.id, kinds: [], since: null, limit: 1, order: 'views' as const };
      expect((await room.t.ask(cms.queries.listContentSources, asked)).sources).toMatchObject([{ views: 1_111 }]);
      const ranges = [{ from: '2026-03-12', to: '2026-03-12' }];
      expect(await room.t.ask(cms.queries.sumArticleViews, { site_id: room.site.id, ranges })).toEqual({ views: [1] });
    } finally {
      await room.stop();
    }
  });
});

describe('other services', () => {
  test('read published items page by page, however long their texts are', async () => {
    const room = await openNewsroom();
    try {
      const ids: string[] = [];
      for (let number = 0; number < 5; number += 1) {
        const made = await room.post({ title: `Long ${number}`, body: 'слово '.repeat(30_000) });
        await room.publish(made.id);
        ids.push(made.id);
      }
      await room.post({ title: 'A draft' });
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: { items: { id: string; url: string | null; body: string | null }[]; next: string | null } =
          await room.t.ask(cms.queries.listContentPage, { site_id: room.site.id, after, limit: 200 });
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1024 * 1024);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      expect(seen).toEqual(ids);
      const { sources } = await room.t.ask(cms.queries.listContentSources, {
        site_id: room.site.id,
        kinds: ['post'],
        since: null,
        limit: 2,
        order: 'newest',
      });
      expect(sources[0]?.excerpt).toMatch(/^слово( слово){50,}…$/);
      expect(sources).toMatchObject([
        { title: 'Long 4', url: 'https://notes.example.com/blog/long-4', locale: 'ru', revision: 1 },
        { title: 'Long 3' },
      ]);
      // The article that most visitors read comes first, though it is not the newest.
      const articles = [];
      for (const title of ['Read', 'Not read']) {
        const made = ok(await room.admin.createArticle({ params: room.at, body: { title, body: title } }));
        await room.publish(made.id);
        articles.push(made.id);
      }
      await room.t.database.query(
        `INSERT INTO cms.article_views (item_id, site_id, day, views)
         VALUES ($1, $2, $3::date, 7), ($1, $2, $3::date - 89, 2), ($1, $2, $3::date - 90, 100)`,
        [articles[0], room.site.id, room.clock.now().toISOString().slice(0, 10)],
      );
      const read = { site_id: room.site.id, kinds: ['article' as const], since: null, limit: 10 };
      const byViews = await room.t.ask(cms.queries.listContentSources, { ...read, order: 'views' });
      expect(byViews.sources.map(({ title, views, excerpt }) => [title, views, excerpt])).toEqual([
        ['Read', 9, 'Read'],
        ['Not read', 0, 'Not read'],
      ]);
      expect((await room.t.ask(cms.queries.listContentSources, read)).sources[0]?.title).toBe('Not read');
      expect(await room.t.ask(cms.queries.getInventory, { site_id: room.site.id })).toEqual({
        counts: [
          { kind: 'article', status: 'published', count: 2 },
          { kind: 'post', status: 'draft', count: 1 },
          { kind: 'post', status: 'published', count: 5 },
        ],
      });
    } finally {
      await room.stop();
    }
  });
});

describe('what became of an item', () => {
  test('is asked of analytics and audits; a part whose service is down is null', async () => {
    const made = await article('Read and judged');
    const target = { params: { ...n.at, item_id: made.id }, query: { days: 7 } };
    const alone = ok(await n.admin.getContentInsights(target));
    const down = { reason: 'not_answering' };
    expect(alone).toMatchObject({ views: null, visitors: null, seo: null, article_views: 0, leads: 0 });
    expect(alone).toMatchObject({ indexnow: null, registrations: null, revenue: null });
    expect(alone.missing).toMatchObject([
      { part: 'readers', ...down },
      { part: 'seo', ...down },
      { part: 'revenue', reason: 'no_application' },
    ]);

    const issue = { id: made.id, issue_type: 'missing_title' as const, title: 'No title', severity: 'high' as const };
    const seo = { page_score: 80, open_issues: [issue] };
    const indexnow = { state: 'accepted' as const, at: '2026-03-01T12:00:00.000Z' };
    const asked: unknown[] = [];
    await n.t.answer(seoRkn.queries.describeItem, (input) => {
      asked.push(input.item_id);
      return { ...seo, seo_score: 64, indexnow };
    });
    await n.t.answer(analytics.queries.countPageReaders, ({ path, days }) => {
      asked.push([path, days]);
      return { views: 12, visitors: 5 };
    });
    const whole = ok(await n.admin.getContentInsights(target));
    expect(whole).toMatchObject({ views: 12, visitors: 5, kind: 'article', days: 7 });
    expect(whole).toMatchObject({ seo: { ...seo, score: 64 }, indexnow });
    expect(whole.missing.map(({ part }) => part)).toEqual(['revenue']);
    expect(asked).toEqual(expect.arrayContaining([made.id, [new URL(made.url ?? '').pathname, 7]]));
  });
});
