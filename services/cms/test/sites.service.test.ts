import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { catalog, cms } from '@platform/contracts';
import { newId, sha256 } from '@platform/runtime';
import { anAdmin, anApplication, fakeClock } from '@platform/testing';
import { startCms, type TestCms } from './start-cms.ts';

const noon = '2026-03-11T12:00:00.000Z';
const clock = fakeClock(noon);
const applicationId = newId();

let t: TestCms;
let admin: ReturnType<typeof t.as>;

beforeAll(async () => {
  t = await startCms({ clock });
  admin = t.as({ admin: anAdmin() });
  await t.answer(catalog.queries.getApplicationFacts, ({ application_id }) => ({
    application:
      application_id === applicationId
        ? {
            id: application_id,
            code: 'demo',
            name: 'Demo',
            status: 'active' as const,
            payments_enabled: true,
            return_url_schemes: [],
            receipt_settings: null,
            max_active_devices: 10,
            device_limit_policy: 'reject' as const,
          }
        : null,
  }));
});
afterAll(() => t.stop());
beforeEach(() => clock.set(noon));

const givenSite = async (body: Partial<Parameters<typeof admin.createSite>[0]['body']> = {}) => {
  const reply = await admin.createSite({ body: { name: 'Landing', ...body } });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return { ...reply.data, params: { site_id: reply.data.id } };
};
const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000);
const resolve = async (code: string) => (await t.ask(cms.queries.resolveSite, { code })).site;
const linked = async (application_id: string) =>
  (await t.ask(cms.queries.listLinkedSites, { application_id })).sites.map(({ code }) => code);

describe('a site', () => {
  test('is made with a code from its name and a key that is shown once', async () => {
    const site = await givenSite({ name: 'Привет, мир!', website_url: 'https://example.test/' });
    expect(site).toMatchObject({
      code: expect.stringMatching(/^privet-mir-[a-z0-9]{5}$/),
      name: 'Привет, мир!',
      website_url: 'https://example.test',
      icon_url: null,
      application_id: null,
      status: 'active',
      site_key: expect.stringMatching(/^svc_cms_[A-Za-z0-9]{32}$/),
      site_keys: [{ hint: site.site_key.slice(-4), valid_until: null }],
    });
    const again = await admin.getSite({ params: site.params });
    expect(again.data.site_keys).toEqual(site.site_keys);
    expect(JSON.stringify([again.body, (await admin.listSites()).body])).not.toContain(site.site_key);
  });

  test('has a key of which the database keeps the SHA-256 and the last four characters', async () => {
    const site = await givenSite();
    const rows = await t.database.query('SELECT key_hash, hint FROM cms.site_keys WHERE site_id = $1', [site.id]);
    expect(rows).toEqual([{ key_hash: sha256(site.site_key), hint: site.site_key.slice(-4) }]);
  });

  test('of the same name as another has a code of its own', async () => {
    const [one, two] = [await givenSite(), await givenSite()];
    expect(one.code).not.toBe(two.code);
  });

  test('is announced when it is made and when it changes, without any secret', async () => {
    const site = await givenSite({ application_id: applicationId });
    await admin.updateSite({ params: site.params, body: { name: 'Renamed' } });
    await admin.rotateSiteKey({ params: site.params, body: {} });
    const about = { site_id: site.id, code: site.code, application_id: applicationId };
    expect(await t.published(cms.events.siteCreated)).toContainEqual(about);
    const changes = (await t.published(cms.events.siteUpdated)).filter(({ site_id }) => site_id === site.id);
    expect(changes).toEqual([about, about]);
  });

  test('is linked to an application that exists, moved and unlinked', async () => {
    expect((await admin.createSite({ body: { name: 'x', application_id: newId() } })).error).toBe(
      'application_not_found',
    );
    const site = await givenSite();
    expect((await admin.updateSite({ params: site.params, body: { application_id: newId() } })).error).toBe(
      'application_not_found',
    );
    await admin.updateSite({ params: site.params, body: { application_id: applicationId } });
    expect(await resolve(site.code)).toMatchObject({ application_id: applicationId });
    expect(await linked(applicationId)).toContain(site.code);
    await admin.updateSite({ params: site.params, body: { application_id: null } });
    expect(await resolve(site.code)).toMatchObject({ application_id: null });
    expect(await linked(applicationId)).not.toContain(site.code);
  });

  test('that is archived is still resolved as such, is linked no more, and may come back', async () => {
    const site = await givenSite({ application_id: applicationId });
    const become = (status: 'active' | 'archived') => admin.updateSite({ params: site.params, body: { status } });
    expect((await become('archived')).data.status).toBe('archived');
    expect(await resolve(site.code)).toMatchObject({ status: 'archived' });
    expect(await linked(applicationId)).not.toContain(site.code);
    expect((await become('active')).data.status).toBe('active');
    expect(await linked(applicationId)).toContain(site.code);
  });

  test('takes its default language from what the call says: the first of its languages, or ru where it says none', async () => {
    const languagesOf = async (body: { default_locale?: string; locales?: string[] }) => {
      const { default_locale, locales } = await givenSite(body);
      return [default_locale, ...locales];
    };
    expect(await languagesOf({})).toEqual(['ru', 'ru']);
    expect(await languagesOf({ locales: ['en', 'ru'] })).toEqual(['en', 'en', 'ru']);
    expect(await languagesOf({ default_locale: 'en' })).toEqual(['en', 'en']);
    const refused = await admin.createSite({ body: { name: 'Landing', default_locale: 'de', locales: ['en'] } });
    expect(refused.error).toBe('validation_failed');
  });

  test('that is not there is named as such', async () => {
    const params = { site_id: newId() };
    const replies = [
      await admin.getSite({ params }),
      await admin.updateSite({ params, body: { name: 'x' } }),
      await admin.rotateSiteKey({ params, body: {} }),
    ];
    expect(replies.map(({ error }) => error)).toEqual(['site_not_found', 'site_not_found', 'site_not_found']);
    expect(await resolve('no-such-site')).toBeNull();
    expect((await t.ask(cms.queries.resolveSite, { id: newId() })).site).toBeNull();
  });
});

const hashesOf = async (code: string) => (await resolve(code))?.keys.map(({ key_hash }) => key_hash);

describe('a key that is rotated', () => {
  test('stays valid for the grace period beside the new one, and not a moment longer', async () => {
    const site = await givenSite();
    const { data } = await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 2 } });
    expect(data.site_key).not.toBe(site.site_key);
    expect(data.site_keys).toMatchObject([
      { hint: data.site_key.slice(-4), valid_until: null },
      { hint: site.site_key.slice(-4), valid_until: hours(2).toISOString() },
    ]);
    expect(await hashesOf(site.code)).toEqual([sha256(data.site_key), sha256(site.site_key)]);
    clock.set(hours(2).toISOString());
    expect(await hashesOf(site.code)).toEqual([sha256(data.site_key)]);
  });

  test('keeps its end at a further rotation, and without a grace period every former key ends at once', async () => {
    const site = await givenSite();
    const first = (await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 1 } })).data;
    const second = (await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 100 } })).data;
    expect(second.site_keys[2]).toEqual(first.site_keys[1]);
    const third = (await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 0 } })).data;
    expect(third.site_keys.map(({ hint }) => hint)).toEqual([third.site_key.slice(-4)]);
    expect(await hashesOf(site.code)).toEqual([sha256(third.site_key)]);
  });

  test('is revoked when it leaked, and the fresh one lives; the current one is not revoked', async () => {
    const site = await givenSite();
    const { site_key, site_keys } = (await admin.rotateSiteKey({ params: site.params, body: {} })).data;
    const [current, former] = site_keys;
    const revoke = (key_id: string | undefined) =>
      admin.revokeSiteKey({ params: { ...site.params, key_id: key_id ?? '' } });
    expect((await revoke(former?.id)).data.revoked_at).toBe(clock.now().toISOString());
    expect(await hashesOf(site.code)).toEqual([sha256(site_key)]);
    expect((await revoke(current?.id)).error).toBe('conflict');
    expect((await revoke(newId())).error).toBe('key_not_found');
    const other = await givenSite();
    const foreign = { ...other.params, key_id: former?.id ?? '' };
    expect((await admin.revokeSiteKey({ params: foreign })).error).toBe('key_not_found');
    const body = { valid_until: hours(50).toISOString() };
    const ofFormer = { ...site.params, key_id: former?.id ?? '' };
    expect((await admin.updateSiteKey({ params: ofFormer, body })).error).toBe('conflict');
    expect((await admin.listSiteKeys({ params: site.params })).data.map(({ id }) => id)).toEqual([
      current?.id,
      former?.id,
    ]);
  });

  test('of a server is a key beside the public one: each is rotated and revoked without the other', async () => {
    const site = await givenSite();
    const rotate = async (body: { kind?: 'public' | 'server'; grace_hours?: number }) =>
      (await admin.rotateSiteKey({ params: site.params, body })).data;
    const first = await rotate({ kind: 'server' });
    expect(first.site_key).toMatch(/^svc_cms_srv_[A-Za-z0-9]{32}$/);
    expect(first.site_keys).toMatchObject([
      { kind: 'server', hint: first.site_key.slice(-4), valid_until: null },
      { kind: 'public', hint: site.site_key.slice(-4), valid_until: null },
    ]);
    const second = await rotate({ kind: 'server', grace_hours: 0 });
    expect(await hashesOf(site.code)).toEqual([sha256(second.site_key), sha256(site.site_key)]);
    const third = await rotate({ grace_hours: 0 });
    expect(await hashesOf(site.code)).toEqual([sha256(third.site_key), sha256(second.site_key)]);
    const server = third.site_keys.find(({ kind }) => kind === 'server');
    const params = { ...site.params, key_id: server?.id ?? '' };
    const revoked = await admin.revokeSiteKey({ params });
    expect([revoked.data.revoked_at, revoked.data.valid_until]).toEqual([
      clock.now().toISOString(),
      clock.now().toISOString(),
    ]);
    expect((await admin.revokeSiteKey({ params })).data).toEqual(revoked.data);
    expect(await hashesOf(site.code)).toEqual([sha256(third.site_key)]);
    const listed = (await admin.listSiteKeys({ params: site.params })).data;
    expect(listed.map(({ kind }) => kind)).toEqual(['public', 'server', 'server', 'public']);
  });

  test('lives longer or shorter than its rotation said', async () => {
    const site = await givenSite();
    const { site_keys } = (await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 1 } })).data;
    const params = { ...site.params, key_id: site_keys[1]?.id ?? '' };
    const valid_until = hours(9_000).toISOString();
    expect((await admin.updateSiteKey({ params, body: { valid_until } })).data.valid_until).toBe(valid_until);
    expect(await hashesOf(site.code)).toContain(sha256(site.site_key));
    const past = { valid_until: hours(0).toISOString() };
    expect((await admin.updateSiteKey({ params, body: past })).error).toBe('validation_failed');
  });

  test('says when it was last used, to the hour', async () => {
    const site = await givenSite();
    const [key] = site.site_keys;
    const note = () => t.call(cms.commands.noteSiteKeyUse, { key_id: key?.id ?? '' });
    expect((await resolve(site.code))?.keys[0]?.is_use_stale).toBe(true);
    expect([await note(), await note()]).toEqual([{ is_written: true }, { is_written: false }]);
    expect((await resolve(site.code))?.keys[0]?.is_use_stale).toBe(false);
    expect((await admin.getSite({ params: site.params })).data.site_keys[0]?.last_used_at).toBe(
      clock.now().toISOString(),
    );
  });

  test('by two administrators at once leaves one current key', async () => {
    const site = await givenSite();
    await Promise.all([1, 2, 3].map(() => admin.rotateSiteKey({ params: site.params, body: {} })));
    const { site_keys } = (await admin.getSite({ params: site.params })).data;
    expect(site_keys.filter(({ valid_until }) => valid_until === null)).toHaveLength(1);
    expect(site_keys).toHaveLength(4);
  });
});

describe('the list of sites', () => {
  test('comes newest first in pages, by application and status', async () => {
    const application_id = applicationId;
    const made = [await givenSite({ application_id }), await givenSite(), await givenSite({ application_id })];
    const first = await admin.listSites({ query: { limit: 2 } });
    expect(first.data.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id]);
    const next = await admin.listSites({ query: { limit: 1, cursor: first.next_cursor ?? '' } });
    expect(next.data.map(({ id }) => id)).toEqual([made[0]?.id]);
    const of = await admin.listSites({ query: { limit: 2, application_id } });
    expect(of.data.map(({ id }) => id)).toEqual([made[2]?.id, made[0]?.id]);
    await admin.updateSite({ params: made[1]?.params ?? { site_id: '' }, body: { status: 'archived' } });
    expect((await admin.listSites({ query: { status: 'archived' } })).data[0]?.id).toBe(made[1]?.id);
  });
});

describe('the public read of a site', () => {
  test('says its code, name, icon and address and nothing else, and may be kept for a minute', async () => {
    const site = await givenSite({ website_url: 'https://example.test/' });
    const context = { site: { id: site.id, code: site.code, application_id: null } };
    const reply = await t.as(context).readSite({ params: { site_code: site.code } });
    const { code, name, website_url } = site;
    expect(reply.data).toEqual({
      code,
      name,
      website_url,
      icon_url: null,
      logo: null,
      description: null,
      accent_color: null,
      links: [],
      default_locale: 'ru',
      locales: ['ru'],
      timezone: 'Europe/Moscow',
      legal: [],
      content_version: 1,
      updated_at: noon,
      url_templates: expect.objectContaining({ post: '/blog/{slug}' }),
      forms: { captcha: 'none', captcha_key: null, min_fill_ms: 2_000 },
    });
    expect(reply.headers.get('cache-control')).toBe(
      'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
    );
    const etag = reply.headers.get('etag') ?? '';
    const again = { params: { site_code: code }, headers: { 'if-none-match': etag } };
    expect((await t.as(context).readSite(again)).status).toBe(304);
    await admin.updateSite({ params: site.params, body: { name: 'Renamed' } });
    expect((await t.as(context).readSite(again)).data).toMatchObject({ name: 'Renamed' });
    const application = anApplication({ id: applicationId });
    const under = await t.as({ ...context, application }).readApplicationSite({
      params: { app_code: application.code, site_code: code },
    });
    expect(under.data).toMatchObject({ code, name: 'Renamed' });
  });
});
