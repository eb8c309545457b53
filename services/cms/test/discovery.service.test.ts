import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { SaxesParser } from 'saxes';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let params: { site_code: string };
beforeAll(async () => {
  n = await openNewsroom();
  params = { site_code: n.site.code };
  const texts = [
    { title: 'Подписка на год', body: 'Как оформить и отменить её в одно нажатие.' },
    { title: 'Ёлки и палки', body: 'Новогодние «ёлки» — каталог…' },
    {
      title: 'Заметки',
      body: `${'Длинный текст о разном. '.repeat(40)} Здесь упомянуты подписки и \`<script>\`alert(1)</script>.`,
    },
    { title: 'Running notes', body: 'We run every day.', locale: 'en' },
  ];
  for (const text of texts) await n.publish((await n.post(text)).id);
  await n.post({ title: 'Подписка в черновике' });
});
afterAll(() => n.stop());

const search = async (q: string, query = {}) => ok(await n.reader.searchSite({ params, query: { q, ...query } }));
const slugs = async (q: string, query = {}) => (await search(q, query)).map(({ slug }) => slug);

describe('the search', () => {
  test('finds words in other forms and letters, the title first, and no draft', async () => {
    expect(await slugs('подписки')).toEqual(['podpiska-na-god', 'zametki']);
    expect(await slugs('ПОДПИСКУ')).toEqual(['podpiska-na-god', 'zametki']);
    expect(await slugs('елка')).toEqual(['yolki-i-palki']);
    expect(await slugs('ran runs', { locale: 'en' })).toEqual(['running-notes']);
  });

  test('finds no text of another site or of another language', async () => {
    const other = { site_id: ok(await n.admin.createSite({ body: { name: 'Other', locales: ['ru', 'en'] } })).id };
    const foreign = ok(await n.admin.createPost({ params: other, body: { title: 'Подписка соседа' } }));
    const params = { ...other, item_id: foreign.id };
    ok(await n.admin.publishContent({ params, headers: ifMatch('*') }));
    expect(await slugs('соседа')).toEqual([]);
    expect(await slugs('notes')).toEqual([]);
    expect(await slugs('notes', { locale: 'en' })).toEqual(['running-notes']);
  });

  test('finds nothing by words that every text has', async () => {
    expect(await slugs('и на')).toEqual([]);
    expect(await slugs('the', { locale: 'en' })).toEqual([]);
    expect(await slugs('на год')).toEqual(['podpiska-na-god']);
  });

  test('wants all of the words, and any of them where no text has all', async () => {
    expect(await slugs('подписка отменить')).toEqual(['podpiska-na-god']);
    expect(new Set(await slugs('отменить палки'))).toEqual(new Set(['podpiska-na-god', 'yolki-i-palki']));
  });

  test('shows the place with found words marked and everything else escaped', async () => {
    const [, note] = await search('подписки');
    expect(note?.snippet).toContain('упомянуты <mark>подписки</mark> и &lt;script&gt;');
    expect(note?.url).toBe('https://notes.example.com/blog/zametki');
  });

  test('finds words by their beginning while they are typed', async () => {
    for (const q of ['под', 'подп', 'Подписк', 'подписками', 'год подпи'])
      expect([q, (await slugs(q))[0]]).toEqual([q, 'podpiska-na-god']);
    expect(await slugs('ёлк')).toEqual(['yolki-i-palki']);
    expect(await slugs('елк')).toEqual(['yolki-i-palki']);
    // Its stem is shorter than what was typed.
    expect(await slugs('runnin', { locale: 'en' })).toEqual(['running-notes']);
    expect((await search('упомян'))[0]?.snippet).toContain('Здесь <mark>упомянуты</mark> подписки');
    // A word that is followed by others is finished.
    expect(await slugs('подпис ёлками')).toEqual(['yolki-i-palki']);
  });

  test('finds what was typed in the other keyboard layout, where there is nothing else', async () => {
    expect(await slugs('gjlgbcrf')).toEqual(['podpiska-na-god', 'zametki']);
    expect(await slugs('gjlg')).toEqual(['podpiska-na-god', 'zametki']);
    expect(await slugs('`kr')).toEqual(['yolki-i-palki']);
    expect(await slugs('кгттштп', { locale: 'en' })).toEqual(['running-notes']);
  });

  test('understands all words in the other keyboard layout before it finds one of the words as they are', async () => {
    await n.publish((await n.post({ title: 'Блокнот в подарок', slug: 'gift' })).id);
    // `gj` is a word of this text, as `по` would be of a text in Russian.
    await n.publish((await n.post({ title: 'Команда gjlfhjr', slug: 'one-word' })).id);
    expect(await slugs(',kjryjn gjlfhjr')).toEqual(['gift']);
    expect(await slugs('gjlfhjr')).toEqual(['one-word']);
    // All words as they are come first, and one of them where neither layout has all.
    expect(await slugs('команда gjlfhjr')).toEqual(['one-word']);
    expect(await slugs('несуществующее gjlfhjr')).toEqual(['one-word']);
    expect(await slugs('ytceotcndeo gjlfhjr')).toEqual(['one-word']);
  });

  test('finds posts by their tags and by the present name of their category', async () => {
    const of = { site_id: n.site.id };
    const create = { params: of, body: { name: 'Возвраты', names: { en: 'Refunds' } } };
    const category = ok(await n.admin.createCategory(create));
    const text = { title: 'Как это устроено', tags: ['Оплата картой'], category_id: category.id };
    await n.publish((await n.post(text)).id);
    await n.publish((await n.post({ title: 'How it works', locale: 'en', category_id: category.id })).id);
    for (const q of ['оплата', 'картой', 'опла', 'возвраты', 'возвр', 'возврат устроено'])
      expect([q, await slugs(q)]).toEqual([q, ['kak-eto-ustroeno']]);
    expect(await slugs('refund', { locale: 'en' })).toEqual(['how-it-works']);
    const change = { name: 'Деньги назад' };
    const params = { ...of, category_id: category.id };
    ok(await n.admin.updateCategory({ params, headers: ifMatch('*'), body: change }));
    expect([await slugs('деньги'), await slugs('возвраты')]).toEqual([['kak-eto-ustroeno'], []]);
    expect(await slugs('деньги', { kind: 'article' })).toEqual([]);
  });

  test('is read in pages without a repeat, with the number of results', async () => {
    for (let at = 0; at < 5; at += 1)
      await n.publish((await n.post({ title: `Страница ${at}`, body: 'Перелистывание' })).id);
    const read = async (query: object) => {
      const reply = await n.reader.readSearchResults({ params, query: { q: 'перелист', limit: 2, ...query } });
      return { items: ok(reply), next_cursor: reply.next_cursor, total: reply.headers.get('x-total-count') };
    };
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await read(cursor ? { cursor } : {});
      expect([page.total, page.items.length <= 2]).toEqual(['5', true]);
      seen.push(...page.items.map(({ slug }) => slug));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `stranitsa-${at}`));
    const { next_cursor } = await read({});
    const foreign = await n.reader.readSearchResults({ params, query: { q: 'заметки', cursor: next_cursor ?? '' } });
    expect([foreign.status, foreign.error]).toEqual([400, 'validation_failed']);
    const nothing = await n.reader.readSearchResults({ params, query: { q: 'ничегонет' } });
    expect([ok(nothing), nothing.next_cursor, nothing.headers.get('x-total-count')]).toEqual([[], null, '0']);
  });

  test('takes texts as long as they may be, of words that none of them repeats', async () => {
    const words = Array.from({ length: 30_000 }, (_, at) => `ё${at.toString(36)}`)
      .join(' ')
      .slice(0, 150_000);
    const post = await n.post({ title: 'Very long', body: `## ${words}` });
    expect((await n.publish(post.id)).item.status).toBe('published');
    expect(await slugs('ё1')).toEqual(['very-long']);
  });

  test('takes any text as words', async () => {
    const alphabet = [
      'а',
      'ё',
      'Z',
      "'",
      '"',
      '\\',
      '&',
      '|',
      '!',
      ':',
      '*',
      '(',
      ')',
      '<',
      '>',
      ' ',
      '%',
      '_',
      '\u{1f600}',
      '-',
      '\t',
    ];
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let at = 0; at < 300; at += 1) {
      const length = 2 + Math.floor(random() * 30);
      const q = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
      const { status } = await n.reader.searchSite({ params, query: { q } });
      expect([q, status]).toEqual([q, q.trim().length < 2 ? 400 : 200]);
    }
  });
});

describe('feeds', () => {
  test.each([
    ['RSS', 'readRssFeed', 'application/rss+xml; charset=utf-8', '<rss version="2.0"'],
    ['Atom', 'readAtomFeed', 'application/atom+xml; charset=utf-8', '<feed xmlns="http://www.w3.org/2005/Atom"'],
    ['JSON Feed', 'readJsonFeed', 'application/feed+json; charset=utf-8', 'https://jsonfeed.org/version/1'],
  ] as const)('%s has the newest posts of a language with their addresses', async (_name, endpoint, type, root) => {
    const reply = await n.reader[endpoint]({ params });
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
    expect(text).toContain(root);
    expect(text).toContain('https://notes.example.com/blog/podpiska-na-god');
    expect(text).not.toContain('running-notes');
    const again = { params, headers: { 'if-none-match': reply.headers.get('etag') ?? '' } };
    expect((await n.reader[endpoint](again)).status).toBe(304);
  });

  test('name the address at which the site publishes them, and none that needs a key', async () => {
    const feeds = { readRssFeed: 'feed.xml', readAtomFeed: 'atom.xml', readJsonFeed: 'feed.json' } as const;
    for (const [endpoint, file] of Object.entries(feeds) as [keyof typeof feeds, string][]) {
      const read = async (self_url?: string) => {
        const reply = await n.reader[endpoint]({ params, query: { self_url } });
        return { ...reply, text: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body) };
      };
      const plain = await read();
      expect(plain.text).not.toMatch(/rel="self"|feed_url|\/v1\/sites/);
      const own = `https://notes.example.com/${file}?lang=ru&page=1`;
      const named = await read(own);
      const link = { readJsonFeed: `"feed_url":"${own}"` }[endpoint as string] ?? `href="${own.replace('&', '&amp;')}"`;
      expect(named.text).toContain(link);
      expect(named.headers.get('etag')).not.toBe(plain.headers.get('etag'));
      const foreign = await read('https://other.example.com/feed.xml');
      expect([foreign.status, foreign.error]).toEqual([400, 'validation_failed']);
    }
  });

  test('name no address beside that of a site in a folder', async () => {
    const room = await openNewsroom();
    ok(await room.admin.updateSite({ params: room.at, body: { website_url: 'https://example.com/notes' } }));
    const statusOf = async (self_url: string) =>
      (await room.reader.readRssFeed({ params: { site_code: room.site.code }, query: { self_url } })).status;
    expect(await statusOf('https://example.com/notes/feed.xml')).toBe(200);
    for (const address of ['https://example.com/other/feed.xml', 'https://example.com/notes-2/feed.xml'])
      expect([address, await statusOf(address)]).toEqual([address, 400]);
    await room.stop();
  });

  test('are XML whatever authors write, and carry no element of theirs', async () => {
    const room = await openNewsroom();
    const title = 'A ]]> B ]]><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script><![CDATA[';
    const category = ok(await room.admin.createCategory({ params: room.at, body: { name: 'Q&A <"b">' } }));
    const body = { title, excerpt: title, body: `Bell \u000b and ${title}`, category_id: category.id };
    await room.publish((await room.post(body)).id);
    for (const read of [room.reader.readRssFeed, room.reader.readAtomFeed]) {
      const reply = await read({ params: { site_code: room.site.code } });
      const names = new Set<string>();
      const parser = new SaxesParser();
      parser.on('opentag', ({ name }) => names.add(name));
      parser.write(String(reply.body)).close();
      expect(names).toContain('title');
      expect(names).not.toContain('x:script');
      expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(String(reply.body)).not.toContain('\u000b');
    }
    await room.stop();
  });

  test('and sitemap of a site without an address are refused', async () => {
    const room = await openNewsroom({ website_url: null });
    const of = { params: { site_code: room.site.code } };
    const replies = [await room.reader.readRssFeed(of), await room.reader.readSitemap(of)];
    expect(replies.map(({ status, error }) => [status, error])).toEqual([
      [409, 'website_url_missing'],
      [409, 'website_url_missing'],
    ]);
    await room.stop();
  });
});

test('the sitemap has published texts with their languages, and none that search engines shall not keep', async () => {
  const ru = await n.post({ title: 'Обе', slug: 'both' });
  const en = await n.post({ title: 'Both', slug: 'both-en', locale: 'en', translation_of: ru.id });
  const hidden = await n.post({ title: 'Hidden', noindex: true });
  for (const { id } of [ru, en, hidden]) await n.publish(id);
  const { body, headers } = await n.reader.readSitemap({ params });
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(body).toContain(
    '<xhtml:link rel="alternate" hreflang="ru" href="https://notes.example.com/blog/both"/><xhtml:link rel="alternate" hreflang="en" href="https://notes.example.com/blog/both-en"/><xhtml:link rel="alternate" hreflang="x-default" href="https://notes.example.com/blog/both"/>',
  );
  expect(body).not.toContain('hidden');
});

describe('redirects', () => {
  const create = (body: Parameters<typeof n.admin.createRedirect>[0]['body']) =>
    n.admin.createRedirect({ params: n.at, body });
  const readAll = async () => ok(await n.reader.readRedirects({ params }));

  test('of renamed texts and those made by hand are listed together, and leave with their text', async () => {
    const post = await n.post({ title: 'Renamed', slug: 'old-name' });
    await n.publish(post.id);
    ok(
      await n.admin.updatePost({
        params: { ...n.at, post_id: post.id },
        body: { slug: 'new-name' },
        headers: ifMatch('*'),
      }),
    );
    await n.publish(post.id);
    const made = ok(await create({ from: '/was', to: '/is', status: 302 }));
    ok(await create({ from: '/gone', status: 410 }));
    expect(await readAll()).toEqual([
      { from: '/gone', to: null, status: 410 },
      { from: '/was', to: '/is', status: 302 },
      { from: '/blog/old-name', to: '/blog/new-name', status: 301 },
    ]);
    const listed = ok(await n.admin.listRedirects({ params: n.at, query: { limit: 2 } }));
    expect(listed.map(({ source }) => source)).toEqual(['manual', 'manual']);
    expect((await n.admin.deleteRedirect({ params: { ...n.at, redirect_id: made.id } })).status).toBe(204);
    expect((await n.admin.deleteRedirect({ params: { ...n.at, redirect_id: made.id } })).error).toBe(
      'redirect_not_found',
    );
    ok(await n.admin.archiveContent({ params: { ...n.at, item_id: post.id }, headers: ifMatch('*') }));
    expect(await readAll()).toEqual([{ from: '/gone', to: null, status: 410 }]);
  });

  test('that lead back to themselves, over others too, or have a path that is taken are refused', async () => {
    ok(await create({ from: '/a', to: '/b' }));
    ok(await create({ from: '/b', to: 'https://notes.example.com/c' }));
    expect((await create({ from: '/c', to: '/a' })).error).toBe('validation_failed');
    expect((await create({ from: '/d', to: '/d' })).error).toBe('validation_failed');
    expect((await create({ from: '/a', to: '/e' })).error).toBe('conflict');
    expect((await create({ from: '//evil.example', to: '/e' })).error).toBe('validation_failed');
  });
});

test('a change of a redirect invalidates the caches of the site', async () => {
  const before = (await n.t.published(cms.events.siteUpdated)).length;
  ok(await n.admin.createRedirect({ params: n.at, body: { from: '/told', to: '/x' } }));
  expect((await n.t.published(cms.events.siteUpdated)).length).toBe(before + 1);
});
