import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anApplication } from '@platform/testing';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

type Create = Parameters<typeof n.admin.createBanner>[0]['body'];
type Reply = Awaited<ReturnType<typeof n.reader.readBanners>>;
const bannerOf = (body: Partial<Create>): Create => ({
  name: 'Autumn',
  placement: 'modal',
  size: 'small',
  ...(body.asset_id ? {} : { html: '<p>Autumn is here.</p>' }),
  ...body,
});
const write = async (body: Partial<Create> = {}, room = n) =>
  ok(await room.admin.createBanner({ params: room.at, body: bannerOf(body) }));
const publish = async (body: Partial<Create> = {}, room = n) => {
  const banner = await write(body, room);
  await room.publish(banner.id);
  return banner;
};
const read = (query = {}, room = n): Promise<Reply> =>
  room.reader.readBanners({ params: { site_code: room.site.code }, query });
const readOne = (banner_id: string, room = n) =>
  room.reader.readBanner({ params: { site_code: room.site.code, banner_id } });
const idsOf = async (reply: Promise<Reply>) => ok(await reply).map(({ id }) => id);
const minutes = (count: number) => new Date(Date.parse(noon) + count * 60_000).toISOString();

/** A site of its own: a banner of another test would be in its list. */
async function inRoom(work: (room: Newsroom) => Promise<void>, site: Record<string, unknown> = {}): Promise<void> {
  const room = await openNewsroom(site);
  try {
    await work(room);
  } finally {
    await room.stop();
  }
}

test('a save and a publication of a banner name with its line what readers do not get', () =>
  inRoom(async (room) => {
    const html = '<div class="modal" style="background:#f00">\n<button>Buy</button>\n<a href="ftp://x">a</a></div>';
    const expected = [
      ['html_dropped', 'html', 1],
      ['html_dropped', 'html', 2],
      ['link_dropped', 'html', 3],
    ] as const;
    const shortOf = (warnings: { code: string; field: string | null; line: number | null }[] | null) =>
      warnings?.filter(({ line }) => line !== null).map(({ code, field, line }) => [code, field, line]);
    const created = await write({ html }, room);
    expect(shortOf(created.warnings)).toEqual(expected);
    const params = { ...room.at, banner_id: created.id };
    const updated = await room.admin.updateBanner({ params, body: { html: `\n${html}` }, headers: ifMatch('*') });
    const moved = expected.map(([code, field, line]) => [code, field, line + 1]);
    expect(shortOf(ok(updated).warnings)).toEqual(moved);
    expect(shortOf((await room.publish(created.id)).warnings)).toEqual(moved);
    expect(ok(await readOne(created.id, room)).html).toContain('<div style="background:#f00">');
  }));

describe('readers', () => {
  test('get the live banners of a site, by priority and then the newest, with their size and no author field', () =>
    inRoom(async (room) => {
      const low = await publish({ priority: 10 }, room);
      room.clock.set(minutes(1));
      const old = await publish({ placement: 'inline', size: 'strip' }, room);
      room.clock.set(minutes(2));
      const recent = await publish({ size: 'custom', width: 320, height: 200 }, room);
      const high = await publish({ priority: 90, placement: 'fullscreen', size: 'full' }, room);
      await write({ priority: 100 }, room);
      const banners = ok(await read({}, room));
      expect(banners.map(({ id, width, height }) => [id, width, height])).toEqual([
        [high.id, null, null],
        [recent.id, 320, 200],
        [old.id, null, 64],
        [low.id, 400, 300],
      ]);
      expect(banners[0]).toMatchObject({ html: '<p>Autumn is here.</p>', ad: null, image: null, dismissible: true });
      expect(banners[0]).not.toHaveProperty('name');
      expect(ok(await readOne(low.id, room)).id).toBe(low.id);
      const application = room.t.as({ application: anApplication(), site: room.site });
      const params = { site_code: room.site.code, app_code: 'demo' };
      expect(ok(await application.readApplicationSiteBanners({ params }))).toEqual(banners);
    }));

  test('get those for their page, language, platform and version', () =>
    inRoom(async (room) => {
      const target = {
        paths: ['/blog/**'],
        exclude_paths: ['/blog/private/*'],
        platforms: ['web'],
        app_version: '>=2',
      };
      const banner = await publish({ target }, room);
      const visitor = { path: '/blog/a', platform: 'web', app_version: '2.0.0' };
      expect(await idsOf(read(visitor, room))).toEqual([banner.id]);
      for (const other of [{ path: '/blog/private/a' }, { path: '/' }, { platform: 'ios' }, { app_version: '1.9.0' }])
        expect(await idsOf(read({ ...visitor, ...other }, room))).toEqual([]);
      expect(await idsOf(read({}, room))).toEqual([]);
    }));

  test('see a banner from its start to its end, and no cache keeps an answer beyond the next of these moments', () =>
    inRoom(async (room) => {
      const always = await publish({}, room);
      const timed = await publish({ priority: 60, starts_at: minutes(2), ends_at: minutes(5) }, room);
      const control = async () => (await read({}, room)).headers.get('cache-control');
      expect(await idsOf(read({}, room))).toEqual([always.id]);
      expect(await control()).toBe('public, max-age=60, stale-while-revalidate=60, stale-if-error=60');
      room.clock.set(minutes(1.5));
      expect(await control()).toBe('public, max-age=30, stale-while-revalidate=0, stale-if-error=0');
      expect((await readOne(timed.id, room)).error).toBe('content_not_found');
      room.clock.set(minutes(2));
      expect(await idsOf(read({}, room))).toEqual([timed.id, always.id]);
      expect((await readOne(timed.id, room)).headers.get('cache-control')).toBe(
        'public, max-age=60, stale-while-revalidate=120, stale-if-error=120',
      );
      room.clock.set(minutes(5));
      expect(await idsOf(read({}, room))).toEqual([always.id]);
      expect((await readOne(timed.id, room)).error).toBe('content_not_found');
      expect(await control()).toBe('public, max-age=60, stale-while-revalidate=300, stale-if-error=86400');
    }));

  test('get a changed banner when it is published again, with another ETag', async () => {
    const banner = await publish({ target: { paths: ['/changed'] } });
    const query = { path: '/changed' };
    const first = await read(query);
    const etag = first.headers.get('etag') ?? '';
    const params = { site_code: n.site.code };
    expect((await n.reader.readBanners({ params, query, headers: { 'if-none-match': etag } })).status).toBe(304);
    const at = { params: { ...n.at, banner_id: banner.id }, headers: ifMatch('*') };
    ok(await n.admin.updateBanner({ ...at, body: { html: '<p>Winter</p>' } }));
    expect((await read(query)).headers.get('etag')).toBe(etag);
    await n.publish(banner.id);
    expect(ok(await read(query))[0]?.html).toBe('<p>Winter</p>');
    expect((await n.admin.deleteBanner(at)).status).toBe(204);
    expect(await idsOf(read(query))).toEqual([]);
  });

  test('find nothing under the id of another site or kind, nor under text that is no id', async () => {
    const post = await n.post();
    await n.publish(post.id);
    for (const id of [post.id, newId(), 'x', '%']) expect((await readOne(id)).error).toBe('content_not_found');
  });
});

describe('an application', () => {
  test('gets the banners for applications of all of its active sites, and none of a site that was unlinked', () =>
    inRoom(async (room) => {
      const application = anApplication();
      await room.t.answer(catalog.queries.getApplicationFacts, ({ application_id }) => ({
        application: { ...facts, id: application_id },
      }));
      const site = { params: room.at };
      ok(await room.admin.updateSite({ ...site, body: { application_id: application.id } }));
      const other = ok(await room.admin.createSite({ body: { name: 'Other', application_id: application.id } }));
      await publish({}, room);
      const both = await publish({ audience: 'both', priority: 60 }, room);
      const made = ok(
        await room.admin.createBanner({ params: { site_id: other.id }, body: bannerOf({ audience: 'application' }) }),
      );
      const item = { params: { site_id: other.id, item_id: made.id }, headers: ifMatch('*') };
      ok(await room.admin.publishContent(item));
      const client = room.t.as({ application });
      const params = { app_code: application.code };
      const ids = async () => ok(await client.readApplicationBanners({ params })).map(({ id }) => id);
      const readIt = () => client.readApplicationBanner({ params: { ...params, banner_id: made.id } });
      expect(await ids()).toEqual([both.id, made.id]);
      expect(ok(await readIt()).id).toBe(made.id);
      ok(await room.admin.updateSite({ params: { site_id: other.id }, body: { status: 'archived' } }));
      expect([await ids(), (await readIt()).error]).toEqual([[both.id], 'content_not_found']);
      ok(await room.admin.updateSite({ ...site, body: { application_id: null } }));
      expect(await ids()).toEqual([]);
      const stranger = room.t.as({ application: anApplication() });
      expect(ok(await stranger.readApplicationBanners({ params }))).toEqual([]);
    }));
});

const facts = {
  code: 'demo',
  name: 'Demo',
  status: 'active' as const,
  payments_enabled: true,
  return_url_schemes: [],
  receipt_settings: null,
  max_active_devices: 10,
  device_limit_policy: 'reject' as const,
};

describe('advertising', () => {
  const advertiser = { name: 'ООО Ромашка', inn: '7707083893' };
  const attempt = async (body: Partial<Create>) => {
    const banner = await write({ is_ad: true, ...body });
    return n.admin.publishContent({ params: { ...n.at, item_id: banner.id }, headers: ifMatch('*') });
  };

  test.each<[string, Partial<Create>, string[]]>([
    ['without any mark', {}, ['erid', 'advertiser']],
    ['without a token', { advertiser }, ['erid']],
    [
      'with a wrong number of the taxpayer',
      { erid: 'abc', advertiser: { ...advertiser, inn: '7707083894' } },
      ['advertiser.inn'],
    ],
  ])('%s is not published, and the refusal says what is missing', async (_name, body, missing) => {
    expect((await attempt(body)).body).toMatchObject({ error: 'ad_marking_required', missing });
  });

  test('has its mark, and its token in every link', () =>
    inRoom(async (room) => {
      const marked = { is_ad: true, erid: '2VtzqxAb', advertiser };
      const html = '<p><a href="https://shop.example.com/?a=1#b">Shop</a> <a href="/here">here</a></p>';
      await publish({ ...marked, html, priority: 60 }, room);
      const asset = await room.asset({
        kind: 'image',
        bytes: Buffer.from('RIFF'),
        file_name: 'a.webp',
        content_type: 'image/webp',
      });
      await publish({ ...marked, asset_id: asset.id, alt: 'Sale', link_url: 'https://shop.example.com/sale' }, room);
      const [first, second] = ok(await read({}, room));
      expect(first?.ad).toEqual({ label: 'Реклама', erid: '2VtzqxAb', advertiser });
      expect(first?.html).toContain('href="https://shop.example.com/?a=1&amp;erid=2VtzqxAb#b"');
      expect(first?.html).toContain('href="https://notes.example.com/here"');
      expect(second).toMatchObject({
        html: null,
        image: { url: `http://platform.test/assets/cms/${asset.file}`, alt: 'Sale' },
        link_url: 'https://shop.example.com/sale?erid=2VtzqxAb',
      });
    }));
});

test('what could run or load something is taken out of a banner before readers get it', async () => {
  const html =
    '<p onclick="x()" style="color:red;position:fixed">Hi<script>x()</script><iframe src="https://evil.example"></iframe><a href="javascript:x()">go</a></p>';
  const banner = await publish({ html });
  expect(ok(await readOne(banner.id)).html).toBe('<p style="color:red">Higo</p>');
  expect(ok(await n.admin.getBanner({ params: { ...n.at, banner_id: banner.id } })).html).toBe(html);
});

test.each<[string, Partial<Create>]>([
  ['a size of another placement', { placement: 'inline', size: 'small' }],
  ['a custom size without its sides', { size: 'custom' }],
  ['an end before its start', { starts_at: noon, ends_at: noon }],
  ['a version range that is none', { target: { app_version: 'newest' } }],
  ['a version range that no version is in', { target: { app_version: '>=3 <2' } }],
  ['a version range with four numbers', { target: { app_version: '>=2.0.0.1' } }],
  ['a path without a slash', { target: { paths: ['blog'] } }],
  ['neither HTML nor an image', { html: null }],
])('a banner with %s is refused', async (_name, body) => {
  expect((await n.admin.createBanner({ params: n.at, body: bannerOf(body) })).error).toBe('validation_failed');
});
