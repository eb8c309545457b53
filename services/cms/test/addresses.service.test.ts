import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { countStatements, eventually, logLines, makeJobsDue } from '@platform/testing';
import { findRedirect, readAllRedirects } from '../src/redirects/all-redirects.ts';
import { insertRedirect } from '../src/redirects/manage-redirects.ts';
import { requireSite } from '../src/sites/site.ts';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

const localized = { post: '/{locale}/blog/{slug}' };

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());

/** Runs a test at a site of its own. */
async function atSite(work: (room: Newsroom) => Promise<void>, site: Record<string, unknown> = {}): Promise<void> {
  const room = await openNewsroom(site);
  try {
    await work(room);
  } finally {
    await room.stop();
  }
}

const redirectsOf = async (room: Newsroom) =>
  ok(await room.reader.readRedirects({ params: { site_code: room.site.code } })).map(({ from, to }) => `${from} ${to}`);
const rename = async (room: Newsroom, post_id: string, slug: string) => {
  ok(await room.admin.updatePost({ params: { ...room.at, post_id }, body: { slug }, headers: ifMatch('*') }));
  return room.publish(post_id);
};
const unpublish = async (room: Newsroom, item_id: string) =>
  ok(await room.admin.unpublishContent({ params: { ...room.at, item_id }, headers: ifMatch('*') }));
const setSite = async (room: Newsroom, body: Record<string, unknown>) =>
  room.admin.updateSite({ params: room.at, body });
const hours = (room: Newsroom, count: number) =>
  room.clock.set(new Date(room.clock.now().getTime() + count * 3_600_000));
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe('two texts', () => {
  test('of two languages never get one address: the slug is refused, and a made one gets a number', async () => {
    await n.post({ title: 'Один', slug: 'same' });
    const refused = await n.admin.createPost({ params: n.at, body: { title: 'One', slug: 'same', locale: 'en' } });
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'slug_taken' }]);
    expect(String(JSON.stringify(refused.body))).toContain('/blog/same');
    const made = await n.post({ title: 'Same', locale: 'en' });
    expect(made.slug).toBe('same-2');
    const renamed = await n.admin.updatePost({
      params: { ...n.at, post_id: made.id },
      body: { slug: 'same' },
      headers: ifMatch('*'),
    });
    expect(renamed.error).toBe('slug_taken');
  });

  test('of two languages share a slug where the template or the missing address tells them apart', async () => {
    for (const site of [{ url_templates: localized }, { website_url: null }])
      await atSite(async (room) => {
        await room.publish((await room.post({ title: 'Один', slug: 'same' })).id);
        const en = await room.post({ title: 'One', slug: 'same', locale: 'en' });
        expect((await room.publish(en.id)).item.status).toBe('published');
      }, site);
  });

  test('that shared an address before stay public, and their publication warns', () =>
    atSite(async (room) => {
      ok(await setSite(room, { url_templates: localized }));
      const ru = await room.post({ title: 'Один', slug: 'same' });
      const en = await room.post({ title: 'One', slug: 'same', locale: 'en' });
      for (const { id } of [ru, en]) await room.publish(id);
      // As a site of the release before has them.
      await room.t.database.query(`UPDATE cms.sites SET url_templates = url_templates || '{"post": "/blog/{slug}"}'`);
      const params = { ...room.at, post_id: en.id };
      ok(await room.admin.updatePost({ params, body: { title: 'Uno' }, headers: ifMatch('*') }));
      expect(codes(await room.publish(en.id))).toContain('address_shared');
    }));

  test('of two kinds never get one address: equal templates are refused at creation and change', async () => {
    const templates = { post: '/x/{slug}', article: '/x/{slug}' };
    const made = await n.admin.createSite({ body: { name: 'Equal', url_templates: templates } });
    expect([made.status, made.error]).toEqual([400, 'validation_failed']);
    for (const url_templates of [templates, { article: '/{locale}/blog/{slug}' }]) {
      const changed = await setSite(n, { url_templates });
      expect([changed.status, changed.error]).toEqual([400, 'validation_failed']);
    }
    expect((await setSite(n, { url_templates: { article: '/en/blog/{slug}' } })).status).toBe(200);
    ok(await setSite(n, { url_templates: { article: '/help/{slug}' } }));
  });

  test('of two languages keep a change of templates from giving them one address', () =>
    atSite(
      async (room) => {
        await room.publish((await room.post({ title: 'Один', slug: 'same' })).id);
        await room.publish((await room.post({ title: 'One', slug: 'same', locale: 'en' })).id);
        const refused = await setSite(room, { url_templates: { post: '/blog/{slug}' } });
        expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('/blog/same')]);
        expect((await setSite(room, { url_templates: { post: '/{locale}/notes/{slug}' } })).status).toBe(200);
      },
      { url_templates: localized },
    ));
});

describe('an address or a template that is new', () => {
  test('is refused as the first address of a site while two published texts would share an address', () =>
    atSite(
      async (room) => {
        await room.publish((await room.post({ title: 'Один', slug: 'same' })).id);
        const en = await room.post({ title: 'One', slug: 'same', locale: 'en' });
        await room.publish(en.id);
        const website_url = 'https://notes.example.com';
        const refused = await setSite(room, { website_url });
        expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('/blog/same')]);
        expect(JSON.stringify(refused.body)).toContain('"website_url"');
        await rename(room, en.id, 'other');
        expect(ok(await setSite(room, { website_url })).website_url).toBe(website_url);
      },
      { website_url: null },
    ));

  test('is refused for two kinds also where two other kinds collide already', () =>
    atSite(async (room) => {
      // As a site of the release before has them.
      await room.t.database.query(
        `UPDATE cms.sites SET url_templates = url_templates || '{"post": "/x/{slug}", "article": "/x/{slug}"}'`,
      );
      const refused = await setSite(room, { url_templates: { document: '/x/{slug}' } });
      expect([refused.status, refused.error]).toEqual([400, 'validation_failed']);
      expect((await setSite(room, { url_templates: { document: '/y/{slug}' } })).status).toBe(200);
    }));
});

describe('a change of the templates', () => {
  test('redirects every address that was public, and leaves recorded redirects as they were', () =>
    atSite(async (room) => {
      const post = await room.post({ title: 'Renamed', slug: 'old' });
      await room.publish(post.id);
      hours(room, 1);
      await rename(room, post.id, 'new');
      hours(room, 1);
      const site = ok(await setSite(room, { url_templates: { post: '/articles/{slug}' } }));
      expect(site.former_url_templates).toMatchObject([
        { url_templates: { post: '/blog/{slug}' }, default_locale: 'ru' },
      ]);
      hours(room, 1);
      await room.publish((await room.post({ title: 'Later', slug: 'later' })).id);
      expect(new Set(await redirectsOf(room))).toEqual(new Set(['/blog/old /articles/new', '/blog/new /articles/new']));
      const [listed] = ok(await room.admin.listRedirects({ params: room.at, query: {} }));
      expect(listed).toMatchObject({ from: '/blog/old', to: '/articles/new', source: 'slug' });
      const { body } = await room.reader.readSitemap({ params: { site_code: room.site.code } });
      expect(body).toContain('https://notes.example.com/articles/new');
      expect(body).not.toContain('/blog/');
      // Back again: no address redirects to itself.
      hours(room, 1);
      ok(await setSite(room, { url_templates: { post: '/blog/{slug}' } }));
      expect(new Set(await redirectsOf(room))).toEqual(
        new Set(['/blog/old /blog/new', '/articles/new /blog/new', '/articles/later /blog/later']),
      );
    }));

  test('by another default language redirects both languages, and former reads find their texts', () =>
    atSite(
      async (room) => {
        const ru = await room.post({ title: 'Раз', slug: 'raz' });
        const en = await room.post({ title: 'One', slug: 'one', locale: 'en', translation_of: ru.id });
        for (const { id } of [ru, en]) await room.publish(id);
        hours(room, 1);
        ok(await setSite(room, { default_locale: 'en' }));
        expect(new Set(await redirectsOf(room))).toEqual(new Set(['/blog/raz /ru/blog/raz', '/en/blog/one /blog/one']));
        const params = { site_code: room.site.code, slug: 'raz' };
        expect(ok(await room.reader.readPost({ params })).seo.canonical).toBe('https://notes.example.com/ru/blog/raz');
        const { body } = await room.reader.readSitemap({ params });
        expect(body).toContain('hreflang="x-default" href="https://notes.example.com/blog/one"');
      },
      { url_templates: localized },
    ));

  test('leaves links to former addresses alive, also as inbound links', () =>
    atSite(async (room) => {
      const target = await room.post({ title: 'Target', slug: 'target' });
      await room.publish(target.id);
      hours(room, 1);
      ok(await setSite(room, { url_templates: { post: '/articles/{slug}' } }));
      hours(room, 1);
      const linking = await room.post({ title: 'Linking', body: '[old](/blog/target) [dead](/blog/nothing)' });
      const { warnings } = await room.publish(linking.id);
      expect(warnings.filter(({ code }) => code === 'dead_link').map(({ message }) => message)).toEqual([
        'Nothing is published at /blog/nothing.',
      ]);
      const { inbound_links } = await unpublish(room, target.id);
      expect(inbound_links.map(({ item_id }) => item_id)).toEqual([linking.id]);
    }));
});

test('a text at a former slug of another language shares no address with it', () =>
  atSite(async (room) => {
    const ru = await room.post({ title: 'Раз', slug: 'first' });
    await room.publish(ru.id);
    await rename(room, ru.id, 'second');
    const en = await room.post({ title: 'One', slug: 'first', locale: 'en' });
    expect(codes(await room.publish(en.id))).not.toContain('address_shared');
    expect(await redirectsOf(room)).toEqual([]);
  }));

describe('redirects', () => {
  test('of one path are one: the text that was named later wins, and the publication warns of the manual one', () =>
    atSite(async (room) => {
      ok(await room.admin.createRedirect({ params: room.at, body: { from: '/blog/promo', to: '/sale' } }));
      hours(room, 1);
      const post = await room.post({ title: 'Promo', slug: 'promo' });
      expect(codes(await room.publish(post.id))).toContain('redirect_hidden');
      expect(await redirectsOf(room)).toEqual([]);
      hours(room, 1);
      await rename(room, post.id, 'promo-2');
      expect(await redirectsOf(room)).toEqual(['/blog/promo /blog/promo-2']);
      const { warnings } = await unpublish(room, post.id);
      expect(warnings).toMatchObject([{ code: 'redirect_effective', message: expect.stringContaining('/sale') }]);
      expect(await redirectsOf(room)).toEqual(['/blog/promo /sale']);
    }));

  test('lead to the end of their chain, of manual ones and renamed texts together', () =>
    atSite(async (room) => {
      const post = await room.post({ title: 'Promo', slug: 'promo' });
      await room.publish(post.id);
      const create = async (from: string, to: string | null, status: 301 | 302 | 410) =>
        ok(await room.admin.createRedirect({ params: room.at, body: { from, to, status } }));
      await create('/campaign', 'https://notes.example.com/blog/promo', 301);
      await create('/short', '/campaign', 302);
      await create('/gone', null, 410);
      await create('/was-gone', '/gone', 301);
      hours(room, 1);
      await rename(room, post.id, 'promo-2');
      const all = ok(await room.reader.readRedirects({ params: { site_code: room.site.code } }));
      expect(new Set(all.map(({ from, to, status }) => `${from} ${to} ${status}`))).toEqual(
        new Set([
          '/blog/promo /blog/promo-2 301',
          '/campaign /blog/promo-2 301',
          '/short /blog/promo-2 302',
          '/gone null 410',
          '/was-gone null 410',
        ]),
      );
    }));

  test('are found by their path alone as in the list of all, whatever names and templates texts had', () =>
    atSite(async (room) => {
      const first = await room.post({ title: 'Один', slug: 'one' });
      const second = await room.post({ title: 'Two', slug: 'two', locale: 'en' });
      for (const { id } of [first, second]) await room.publish(id);
      hours(room, 1);
      await rename(room, first.id, 'one-b');
      hours(room, 1);
      ok(await setSite(room, { url_templates: localized }));
      hours(room, 1);
      await rename(room, second.id, 'two-b');
      // A text at a former path of another one.
      await room.publish((await room.post({ title: 'Again', slug: 'one' })).id);
      ok(
        await setSite(room, {
          url_templates: { post: '/notes/{slug}/', document: '/d/{slug}' },
          locales: ['ru', 'en'],
        }),
      );
      hours(room, 1);
      await rename(room, first.id, 'one-c');
      ok(await room.admin.createRedirect({ params: room.at, body: { from: '/old', to: '/blog/two' } }));
      const listed = countStatements('"redirects"."id" desc');
      const { db, close } = openDatabase({
        url: room.t.database.urlFor('cms'),
        poolSize: 1,
        service: 'cms',
        traced: false,
        log: createLog('test', 'error', logLines()),
      });
      const site = await requireSite(db, room.site.id);
      const all = await readAllRedirects(db, room.site.id);
      expect(all.length).toBeGreaterThan(5);
      const listedBefore = listed.count();
      const slugs = ['one', 'one-b', 'one-c', 'two', 'two-b', 'none'];
      const paths = slugs.flatMap((slug) =>
        ['/blog/', '/en/blog/', '/notes/', '/d/', '/'].flatMap((head) => [`${head}${slug}`, `${head}${slug}/`]),
      );
      for (const path of [...paths, '/old', ...all.map(({ from }) => from)])
        expect([path, await findRedirect(db, site, path)]).toEqual([path, all.find(({ from }) => from === path)]);
      // A new redirect reads those on its way, never all of them.
      const insert = { id: newId(), from: '/short', to: '/old', status: 301 as const };
      await db.transaction((tx) => insertRedirect({ clock: room.clock }, tx, site, insert));
      expect([listed.count() - listedBefore, listedBefore]).toEqual([0, 1]);
      listed.stop();
      await close();
    }));

  test('whose chain comes back to itself are left out, with those that lead into it', () =>
    atSite(async (room) => {
      const create = async (from: string, to: string) =>
        ok(await room.admin.createRedirect({ params: room.at, body: { from, to } }));
      await create('/blog/promo', 'https://notes.example.com/sale');
      const post = await room.post({ title: 'Promo', slug: 'promo' });
      await room.publish(post.id);
      // The text hides the first redirect, so this one has an end until the text is gone.
      await create('/sale', '/blog/promo');
      await create('/short', '/sale');
      await create('/other', '/elsewhere');
      await unpublish(room, post.id);
      expect(await redirectsOf(room)).toEqual(['/other /elsewhere']);
    }));
});

describe('links', () => {
  test('of banners, documents and release notes are inbound links, and dead ones warn', async () => {
    const target = await n.post({ title: 'Target', slug: 'target' });
    await n.publish(target.id);
    const banner = { name: 'Autumn', placement: 'modal', size: 'small' } as const;
    const make = [
      n.admin.createBanner({
        params: n.at,
        body: { ...banner, html: '<a href="/blog/target?a=1&amp;b=2">A</a> <a href="/blog/none">B</a>' },
      }),
      n.admin.createDocument({
        params: n.at,
        body: {
          title: 'Link',
          doc_kind: 'guide',
          source_type: 'url',
          external_url: 'https://notes.example.com/blog/target',
        },
      }),
      n.admin.createDownload({
        params: n.at,
        body: {
          platform: 'linux',
          version: '1.0.0',
          external_url: 'https://cdn.example.com/a.deb',
          sha256: 'a'.repeat(64),
          release_notes: 'See [the post](/blog/target) and [this](/blog/none).',
        },
      }),
    ];
    const ids: string[] = [];
    const dead: number[] = [];
    for (const reply of await Promise.all(make)) {
      const { id } = ok(reply as { status: number; data: { id: string }; body: unknown });
      ids.push(id);
      dead.push(codes(await n.publish(id)).filter((code) => code === 'dead_link').length);
    }
    expect(dead).toEqual([1, 0, 1]);
    const { inbound_links } = await unpublish(n, target.id);
    expect(new Set(inbound_links.map(({ item_id }) => item_id))).toEqual(new Set(ids));
  });

  test('of legal texts are named when their target is unpublished', () =>
    atSite(async (room) => {
      const target = await room.post({ title: 'Target', slug: 'target' });
      await room.publish(target.id);
      const documents = ['privacy_policy', 'terms_of_use'];
      for (const doc_kind of documents)
        await room.t.database.query(
          `INSERT INTO cms.site_legal_documents (site_id, doc_kind, document_id, version, occurred_at, is_withdrawn)
           VALUES ($1, $2, $3, '1', now(), false)`,
          [room.site.id, doc_kind, newId()],
        );
      await room.t.answer(identity.queries.getLegalText, ({ kind }) => ({
        document: {
          document_id: newId(),
          version: '1',
          title: kind,
          body_markdown: kind === 'privacy_policy' ? 'See [the post](/blog/target).' : 'See /blog/target.',
          content_hash: 'a'.repeat(64),
          next_offset: null,
        },
      }));
      const { inbound_legal_documents, warnings } = await unpublish(room, target.id);
      expect([inbound_legal_documents.map(({ doc_kind }) => doc_kind), warnings]).toEqual([['privacy_policy'], []]);
    }));

  test('to a text of another language, or with a capital letter, are dead', () =>
    atSite(
      async (room) => {
        await room.publish((await room.post({ title: 'Только', slug: 'only-ru' })).id);
        const body =
          '[a](/en/blog/only-ru) [b](/blog/Only-ru) [c](/blog/only-ru) [d](/blog/only-ru/) [e](/blog/feed.xml)';
        const { warnings } = await room.publish((await room.post({ title: 'Links', body })).id);
        expect(warnings.filter(({ code }) => code === 'dead_link').map(({ message }) => message)).toEqual([
          'Nothing is published at /en/blog/only-ru.',
          'Nothing is published at /blog/Only-ru.',
        ]);
      },
      { url_templates: localized },
    ));
});

test('the sitemap lists no text whose canonical address is another page', async () => {
  await n.publish((await n.post({ title: 'Foreign', canonical_url: 'https://other.example.com/a' })).id);
  await n.publish((await n.post({ title: 'Own', canonical_url: 'https://notes.example.com/blog/own' })).id);
  const { body } = await n.reader.readSitemap({ params: { site_code: n.site.code } });
  expect(body).toContain('/blog/own<');
  expect(body).not.toContain('/blog/foreign');
});

test('a preview link opens the draft after its slug changed, and no other draft', async () => {
  const draft = await n.post({ title: 'Preview', slug: 'before' });
  const other = await n.post({ title: 'Other', slug: 'other' });
  const { token } = ok(
    await n.admin.createPreviewToken({ params: { ...n.at, item_id: draft.id }, body: { ttl_minutes: 60 } }),
  );
  const params = { ...n.at, post_id: draft.id };
  ok(await n.admin.updatePost({ params, body: { slug: 'after' }, headers: ifMatch('*') }));
  const read = (slug: string) =>
    n.reader.readPost({ params: { site_code: n.site.code, slug }, query: { preview: token } });
  expect(ok(await read('before')).slug).toBe('after');
  expect(ok(await read('after')).slug).toBe('after');
  expect((await read(other.slug)).error).toBe('content_not_found');
});

describe('readers of a blog', () => {
  test('find posts by a tag in any case and by its slug, and each tag once', () =>
    atSite(async (room) => {
      const made = await room.post({ title: 'One', tags: ['Оплата', 'оплата', 'ОПЛАТА'] });
      expect(made.tags).toEqual(['Оплата']);
      await room.publish(made.id);
      await room.publish((await room.post({ title: 'Two', tags: ['оплата'] })).id);
      const params = { site_code: room.site.code };
      for (const tag of ['ОПЛАТА', 'оплата', 'oplata'])
        expect([tag, ok(await room.reader.readPosts({ params, query: { tag } })).length]).toEqual([tag, 2]);
      expect(ok(await room.reader.readTags({ params }))).toMatchObject([{ slug: 'oplata', posts: 2 }]);
    }));

  test('get categories and authors in the language of the text, and pages of authors and of featured posts', () =>
    atSite(async (room) => {
      const category = ok(
        await room.admin.createCategory({
          params: room.at,
          body: { name: 'Новости', names: { en: 'News' }, description: 'Всё', descriptions: { en: 'All' } },
        }),
      );
      const author = ok(
        await room.admin.createAuthor({
          params: room.at,
          body: { name: 'Анна', names: { en: 'Anna' }, bio: 'Пишет', bios: { en: 'Writes' } },
        }),
      );
      expect(author.slug).toBe('anna');
      const about = { category_id: category.id, author_id: author.id };
      await room.publish((await room.post({ title: 'Русский', ...about, is_featured: true })).id);
      await room.publish((await room.post({ title: 'English', ...about, locale: 'en' })).id);
      await room.publish((await room.post({ title: 'Ничей' })).id);
      const params = { site_code: room.site.code };
      const list = async (query: object) => ok(await room.reader.readPosts({ params, query }));
      const [english] = await list({ locale: 'en', author: 'anna' });
      expect(english).toMatchObject({
        category: { slug: 'novosti', name: 'News' },
        author: { slug: 'anna', name: 'Anna', bio: 'Writes' },
      });
      expect((await list({ author: 'anna' })).map(({ title }) => title)).toEqual(['Русский']);
      expect((await list({ featured: true })).map(({ title }) => title)).toEqual(['Русский']);
      expect((await list({ featured: false })).map(({ title }) => title)).toEqual(['Ничей']);
      expect(ok(await room.reader.readAuthors({ params, query: { locale: 'en' } }))).toEqual([
        { slug: 'anna', name: 'Anna', bio: 'Writes', url: null, avatar_url: null, posts: 1 },
      ]);
      expect(ok(await room.reader.readCategories({ params, query: { locale: 'en' } }))).toEqual([
        { slug: 'novosti', name: 'News', description: 'All', posts: 1 },
      ]);
      const twice = await room.admin.createAuthor({ params: room.at, body: { name: 'Other', slug: 'anna' } });
      expect([twice.status, twice.error]).toEqual([409, 'slug_taken']);
      const feed = await room.reader.readAtomFeed({ params, query: { locale: 'en' } });
      expect(feed.body).toContain('News');
    }));

  test('find authors of the release before, who get a slug from the backfill', () =>
    atSite(async (room) => {
      for (const name of ['Анна', 'Анна']) {
        const author = ok(await room.admin.createAuthor({ params: room.at, body: { name } }));
        await room.publish((await room.post({ title: author.slug, author_id: author.id })).id);
      }
      await room.t.database.query('UPDATE cms.authors SET slug = NULL');
      await makeJobsDue(room.t.database, 'cms', ['name-authors']);
      const slugs = await eventually(async () => {
        const listed = ok(await room.admin.listAuthors({ params: room.at, query: {} }));
        return listed.every(({ slug }) => slug !== null) && listed.map(({ slug }) => slug);
      });
      expect(new Set(slugs)).toEqual(new Set(['anna', 'anna-2']));
    }));

  test('get an excerpt of every post, heads on request, and posts of a time', () =>
    atSite(async (room) => {
      await room.publish((await room.post({ title: 'First', body: 'The first words.' })).id);
      hours(room, 48);
      await room.publish((await room.post({ title: 'Second', excerpt: 'Typed.' })).id);
      const params = { site_code: room.site.code };
      const list = async (query: object = {}) => ok(await room.reader.readPosts({ params, query }));
      expect((await list()).map(({ excerpt }) => excerpt)).toEqual(['Typed.', 'The first words.']);
      const [entry] = await list({ include: 'seo', limit: 1 });
      expect(entry).toMatchObject({
        seo: { canonical: 'https://notes.example.com/blog/second' },
        alternates: [{ locale: 'ru', slug: 'second' }],
      });
      expect(entry).not.toHaveProperty('body');
      expect((await list({ include: 'body,seo' }))[0]).toMatchObject({ body: '# Hello', seo: {} });
      expect((await list())[0]).not.toHaveProperty('seo');
      expect((await list({ to: '2026-03-11' })).map(({ title }) => title)).toEqual(['First']);
      expect((await list({ from: '2026-03-12' })).map(({ title }) => title)).toEqual(['Second']);
    }));

  test('get the wider language where a site has not the wanted one, in any case of letters', async () => {
    const en = await n.post({ title: 'Language', slug: 'language', locale: 'en' });
    await n.publish(en.id);
    const params = { site_code: n.site.code };
    for (const locale of ['EN', 'en-US', 'en-us']) {
      expect(ok(await n.reader.readPost({ params: { ...params, slug: 'language' }, query: { locale } })).locale).toBe(
        'en',
      );
      const [found] = ok(await n.reader.readPosts({ params, query: { locale, q: 'language' } }));
      expect(found?.locale).toBe('en');
    }
    const site = await setSite(n, { locales: ['ru', 'en', 'zh-Hant', 'sr-Latn', 'fil'] });
    expect(site.data.locales).toEqual(['ru', 'en', 'zh-Hant', 'sr-Latn', 'fil']);
    const links = [
      { label: 'Mail', url: 'mailto:hello@example.com' },
      { label: 'Call', url: 'tel:+74951234567' },
    ];
    expect((await setSite(n, { links })).data.links).toEqual(links);
    const refused = await setSite(n, { links: [{ label: 'Bad', url: 'javascript:alert(1)' }] });
    expect(refused.error).toBe('validation_failed');
  });
});

/** Makes a change an hour later, and answers the posts that a build since then gets. */
const changedPosts = (room: Newsroom) => async (change: () => Promise<unknown>) => {
  hours(room, 1);
  const updated_since = room.clock.now().toISOString();
  await change();
  const list = await room.reader.readPosts({ params: { site_code: room.site.code }, query: { updated_since } });
  return ok(list).map(({ title }) => title);
};

describe('an incremental build', () => {
  test('sees posts whose category, author or translation changed, and addresses that moved', () =>
    atSite(async (room) => {
      const category = ok(await room.admin.createCategory({ params: room.at, body: { name: 'News' } }));
      const author = ok(await room.admin.createAuthor({ params: room.at, body: { name: 'Anna' } }));
      const inCategory = await room.post({ title: 'In category', category_id: category.id });
      const byAuthor = await room.post({ title: 'By author', author_id: author.id });
      const plain = await room.post({ title: 'Plain' });
      for (const { id } of [inCategory, byAuthor, plain]) await room.publish(id);
      const changedAfter = changedPosts(room);
      const ofCategory = { ...room.at, category_id: category.id };
      const ofAuthor = { ...room.at, author_id: author.id };
      expect(await changedAfter(async () => {})).toEqual([]);
      expect(
        await changedAfter(async () =>
          ok(await room.admin.updateCategory({ params: ofCategory, body: { name: 'B' } })),
        ),
      ).toEqual(['In category']);
      expect(
        await changedAfter(async () => ok(await room.admin.updateAuthor({ params: ofAuthor, body: { name: 'B' } }))),
      ).toEqual(['By author']);
      const en = await room.post({ title: 'English', locale: 'en', translation_of: plain.id });
      expect(await changedAfter(() => room.publish(en.id))).toEqual(['Plain']);
      expect(await changedAfter(() => unpublish(room, en.id))).toEqual(['Plain']);
      const moved = await changedAfter(() => setSite(room, { url_templates: { post: '/p/{slug}' } }));
      expect(moved).toHaveLength(3);
    }));

  test('sees every text after a change of what all of them are shown with, and none after another setting', () =>
    atSite(async (room) => {
      await room.publish((await room.post({ title: 'Post' })).id);
      const changedAfter = changedPosts(room);
      for (const body of [{ website_url: 'https://new.example.com' }, { name: 'New name' }])
        expect([body, await changedAfter(async () => ok(await setSite(room, body)))]).toEqual([body, ['Post']]);
      expect(await changedAfter(async () => ok(await setSite(room, { accent_color: '#112233' })))).toEqual([]);
    }));

  test('sees a text that a newer renderer made again', () =>
    atSite(async (room) => {
      const post = await room.post({ title: 'Rendered' });
      await room.publish(post.id);
      await room.publish((await room.post({ title: 'Other' })).id);
      const rendererOf = () =>
        room.t.database.query<{ renderer: unknown }>(
          `SELECT outline -> 'renderer' AS renderer FROM cms.publications WHERE item_id = $1`,
          [post.id],
        );
      const changed = await changedPosts(room)(async () => {
        await room.t.database.query(
          `UPDATE cms.publications SET html = '<p>old</p>', outline = outline - 'renderer' WHERE item_id = $1`,
          [post.id],
        );
        await makeJobsDue(room.t.database, 'cms', ['rerender-texts']);
        await eventually(async () => (await rendererOf())[0]?.renderer !== null);
      });
      expect(changed).toEqual(['Rendered']);
    }));

  test('sees posts whose cover or whose author has a picture with another text or focal point', () =>
    atSite(async (room) => {
      const picture = (text: string) =>
        room.asset({ kind: 'image', bytes: Buffer.from(text), file_name: 'a.png', content_type: 'image/png' });
      const [cover, avatar, other] = [await picture('cover'), await picture('avatar'), await picture('other')];
      const author = ok(
        await room.admin.createAuthor({ params: room.at, body: { name: 'Anna', avatar_asset_id: avatar.id } }),
      );
      await room.publish((await room.post({ title: 'Covered', cover_asset_id: cover.id })).id);
      await room.publish((await room.post({ title: 'By Anna', author_id: author.id })).id);
      const changedAfter = changedPosts(room);
      const change = (asset_id: string, body: object) => () =>
        room.admin.updateAsset({ params: { ...room.at, asset_id }, body, headers: ifMatch('*') }).then(ok);
      expect(await changedAfter(change(cover.id, { alt: 'A sea' }))).toEqual(['Covered']);
      expect(await changedAfter(change(cover.id, { alt: 'A sea' }))).toEqual([]);
      expect(await changedAfter(change(cover.id, { focal_x: 0.25 }))).toEqual(['Covered']);
      expect(await changedAfter(change(avatar.id, { alt: 'Anna' }))).toEqual(['By Anna']);
      expect(await changedAfter(change(other.id, { alt: 'Nothing' }))).toEqual([]);
    }));

  test('sees texts whose translation was destroyed, or unpublished with another slug in its draft', () =>
    atSite(async (room) => {
      const first = await room.post({ title: 'Первый' });
      const second = await room.post({ title: 'Второй' });
      const ofFirst = await room.post({ title: 'First', locale: 'en', translation_of: first.id });
      const ofSecond = await room.post({ title: 'Second', locale: 'en', translation_of: second.id });
      for (const { id } of [first, second, ofFirst, ofSecond]) await room.publish(id);
      const changedAfter = changedPosts(room);
      const params = { ...room.at, post_id: ofFirst.id };
      ok(await room.admin.updatePost({ params, body: { slug: 'first-draft' }, headers: ifMatch('*') }));
      expect(await changedAfter(() => unpublish(room, ofFirst.id))).toEqual(['Первый']);
      // Another text at the slug takes the tombstone away.
      const other = await room.post({ title: 'Other', slug: 'first', locale: 'en' });
      expect(
        await changedAfter(async () => {
          await room.publish(ofFirst.id);
          await unpublish(room, ofFirst.id);
          await room.publish(other.id);
        }),
      ).toEqual(['Первый']);
      const destroy = async ({ id, slug }: { id: string; slug: string }) =>
        ok(
          await room.as('owner').destroyContent({
            params: { ...room.at, item_id: id },
            body: { confirm: slug, reason: 'person_request', destroy_files: false },
          }),
        );
      expect(await changedAfter(() => destroy(ofSecond))).toEqual(['Второй']);
      // The first text of a group is destroyed: the others become a group of their own.
      await room.publish((await room.post({ title: 'Second', locale: 'en', translation_of: second.id })).id);
      const en = async () => {
        const query = { updated_since: room.clock.now().toISOString(), locale: 'en' };
        await destroy(second);
        return ok(await room.reader.readPosts({ params: { site_code: room.site.code }, query }));
      };
      hours(room, 1);
      expect((await en()).map(({ title }) => title)).toEqual(['Second']);
    }));

  test('learns of a removed text at the address that it had, whatever templates and address the site has now', () =>
    atSite(async (room) => {
      const since = room.clock.now().toISOString();
      const gone = async () =>
        ok(await room.reader.readRemovedTexts({ params: { site_code: room.site.code }, query: { since } })).texts;
      const post = await room.post({ title: 'Moved', slug: 'moved' });
      await room.publish(post.id);
      await unpublish(room, post.id);
      ok(await setSite(room, { url_templates: { post: '/p/{slug}' } }));
      ok(await setSite(room, { website_url: 'https://new.example.com' }));
      expect((await gone()).map(({ url }) => url)).toEqual(['https://notes.example.com/blog/moved']);
      // A text at that path of the new address: a build must not remove its page.
      ok(await setSite(room, { url_templates: { post: '/blog/{slug}', article: '/blog/a-{slug}' } }));
      const article = ok(
        await room.admin.createArticle({ params: room.at, body: { title: 'Moved', slug: 'oved', body: 'x' } }),
      );
      ok(await setSite(room, { url_templates: { post: '/p/{slug}', article: '/blog/m{slug}' } }));
      await room.publish(article.id);
      expect(await gone()).toEqual([]);
    }));

  test('builds everything where texts were removed before the platform recorded it', () =>
    atSite(async (room) => {
      const isComplete = async (since: string) =>
        ok(await room.reader.readRemovedTexts({ params: { site_code: room.site.code }, query: { since } })).is_complete;
      expect(await isComplete('2026-03-11T11:00:00Z')).toBe(true);
      // A site of the release before: its removals are recorded from the upgrade on.
      await room.t.database.query('UPDATE cms.sites SET removals_since = $1', ['2026-03-11T11:30:00Z']);
      ok(await setSite(room, { description: 'Known to all' }));
      expect([await isComplete('2026-03-11T11:29:00Z'), await isComplete('2026-03-11T11:30:00Z')]).toEqual([
        false,
        true,
      ]);
      const [column] = await room.t.database.query<{ column_default: string }>(
        `SELECT column_default FROM information_schema.columns
         WHERE table_schema = 'cms' AND table_name = 'sites' AND column_name = 'removals_since'`,
      );
      expect(column?.column_default).toContain('now()');
    }));

  test('learns which texts are gone, until they return and for 90 days', () =>
    atSite(async (room) => {
      const params = { site_code: room.site.code };
      const gone = async (since: string) => ok(await room.reader.readRemovedTexts({ params, query: { since } }));
      const start = room.clock.now().toISOString();
      const withdrawn = await room.post({ title: 'Withdrawn' });
      const renamed = await room.post({ title: 'Renamed' });
      for (const { id } of [withdrawn, renamed]) await room.publish(id);
      expect(await gone(start)).toEqual({ texts: [], is_complete: true });
      hours(room, 1);
      await unpublish(room, withdrawn.id);
      hours(room, 1);
      await rename(room, renamed.id, 'other');
      expect(await gone(start)).toMatchObject({
        texts: [
          { kind: 'post', locale: 'ru', slug: 'withdrawn', url: 'https://notes.example.com/blog/withdrawn' },
          { slug: 'renamed' },
        ],
        is_complete: true,
      });
      hours(room, 1);
      expect((await gone(room.clock.now().toISOString())).texts).toEqual([]);
      await room.publish(withdrawn.id);
      expect((await gone(start)).texts.map(({ slug }) => slug)).toEqual(['renamed']);
      expect(ok(await room.reader.readRemovedTexts({ params })).is_complete).toBe(false);
      hours(room, 24 * 91);
      expect((await gone(start.replace('T12:00', 'T11:59'))).is_complete).toBe(false);
    }));

  test('does not learn of addresses that a published text has, of any language', () =>
    atSite(async (room) => {
      const params = { site_code: room.site.code };
      const since = room.clock.now().toISOString();
      const gone = async () =>
        ok(await room.reader.readRemovedTexts({ params, query: { since } })).texts.map(({ slug }) => slug);
      const [returned, shared, lost] = [
        await room.post({ title: 'Returned' }),
        await room.post({ title: 'Shared' }),
        await room.post({ title: 'Lost' }),
      ];
      for (const { id } of [returned, shared, lost]) {
        await room.publish(id);
        await unpublish(room, id);
      }
      expect((await gone()).toSorted()).toEqual(['lost', 'returned', 'shared']);
      await room.publish(returned.id);
      // The tombstone of a process that did not know of the publication.
      await room.t.database.query(
        `INSERT INTO cms.removed_texts (site_id, kind, locale, slug, removed_at) VALUES ($1, 'post', 'ru', 'returned', $2)`,
        [room.site.id, since],
      );
      await rename(room, shared.id, 'elsewhere');
      await unpublish(room, shared.id);
      await room.publish((await room.post({ title: 'Same address', slug: 'shared', locale: 'en' })).id);
      expect((await gone()).toSorted()).toEqual(['elsewhere', 'lost']);
      // Without an address of the site, the languages tell texts apart.
      ok(await setSite(room, { website_url: null }));
      expect((await gone()).toSorted()).toEqual(['elsewhere', 'lost', 'shared']);
    }));
});

test('a text that begins with a byte order mark has its first heading', async () => {
  const post = await n.post({ title: 'Marked', body: '\uFEFF# Heading\n\nText.' });
  await n.publish(post.id);
  const params = { site_code: n.site.code, slug: post.slug };
  const read = ok(await n.reader.readPost({ params, query: { format: 'html' } }));
  expect([read.has_h1, read.html]).toEqual([true, expect.stringContaining('<h1')]);
});
