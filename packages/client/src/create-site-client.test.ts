import { afterEach, expect, jest, test } from '@jest/globals';
import { data, fakePlatform, refusal } from '../test/fake-platform.ts';
import { withoutJitter } from '../test/open-client.ts';
import { createSiteClient } from './create-site-client.ts';

const base = '/v1/sites/notes-site';
const clientOf = (fetch: typeof globalThis.fetch) =>
  createSiteClient({ baseUrl: 'https://api.example', siteCode: 'notes-site', siteKey: 'svc_cms_1', fetch });

test('a site client reads lists and single texts with the key of the site', async () => {
  const api = fakePlatform({
    [`GET ${base}/blog/posts`]: () => ({ body: { data: [{ slug: 'a' }], next_cursor: null } }),
    [`GET ${base}/blog/posts/a`]: () => data({ slug: 'a' }),
    [`GET ${base}/downloads/windows/latest`]: () => data(null),
  });
  const site = clientOf(api.fetch);
  expect(await site.blog.posts({ locale: 'ru' })).toEqual({ items: [{ slug: 'a' }], next_cursor: null });
  expect(await site.blog.post('a', { format: 'html' })).toEqual({ slug: 'a' });
  expect(await site.downloads.latest('windows')).toBeNull();
  expect(api.seen.map(({ url, headers }) => [url.search, headers['x-public-key']])).toEqual([
    ['?locale=ru', 'svc_cms_1'],
    ['?format=html', 'svc_cms_1'],
    ['', 'svc_cms_1'],
  ]);
});

afterEach(() => void jest.restoreAllMocks());

/** Lets waits of a minute and more pass at once. @returns the waits in milliseconds, in their order */
function skipMinutes(): number[] {
  const waits: number[] = [];
  const start = globalThis.setTimeout;
  const skip = (work: () => void, ms = 0) => {
    if (ms < 60_000) return start(work, ms);
    waits.push(ms);
    return start(work, 0);
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(skip as typeof setTimeout);
  withoutJitter();
  return waits;
}

test('a build with a server key waits for the limit of each minute, and a page with the public key gets the refusal', async () => {
  const waits = skipMinutes();
  const address = `GET ${base}/blog/posts/a`;
  const refusals = 4;
  const api = fakePlatform({
    [address]: () =>
      api.calls(address).length <= refusals
        ? refusal(429, 'rate_limited', { 'retry-after': '60' })
        : data({ slug: 'a' }),
  });
  const identity = { baseUrl: 'https://api.example', siteCode: 'notes-site', fetch: api.fetch };
  const build = createSiteClient({ ...identity, siteKey: 'svc_cms_srv_1' });
  expect(await build.blog.post('a')).toEqual({ slug: 'a' });
  expect(waits).toEqual(Array(refusals).fill(60_000));

  api.seen.length = 0;
  const page = createSiteClient({ ...identity, siteKey: 'svc_cms_1' });
  await expect(page.blog.post('a')).rejects.toMatchObject({ code: 'rate_limited', retry_after: 60 });
  const asked = createSiteClient({ ...identity, siteKey: 'svc_cms_1', maxRetryAfterMs: 60_000 });
  expect(await asked.blog.post('a')).toEqual({ slug: 'a' });
});

test('a form of a page is not sent again and again under a limit, whatever wait was allowed', async () => {
  const waits = skipMinutes();
  const address = `POST ${base}/leads`;
  const api = fakePlatform({ [address]: () => refusal(429, 'rate_limited', { 'retry-after': '60' }) });
  const site = createSiteClient({
    baseUrl: 'https://api.example',
    siteCode: 'notes-site',
    siteKey: 'svc_cms_1',
    maxRetryAfterMs: 60_000,
    fetch: api.fetch,
  });
  const lead = site.leads.submit({ form: 'contact', email: 'a@b.c', consents: [] });
  await expect(lead).rejects.toMatchObject({ code: 'rate_limited' });
  expect([api.calls(address).length, waits]).toEqual([3, [60_000, 60_000]]);
});

test('a form asks for the documents of the site, and a lead that is repeated is one lead', async () => {
  const address = `POST ${base}/leads`;
  const answers = ['network', data({ lead_id: 'l', status: 'accepted' })] as const;
  const api = fakePlatform({
    [`GET ${base}/legal`]: () => data([{ id: 'd', doc_kind: 'personal_data_consent', version: '1', public_url: 'u' }]),
    [address]: () => answers[api.calls(address).length - 1] ?? 'network',
  });
  const site = clientOf(api.fetch);
  const form = await site.legal.form('contact');
  const consents = form.accept({ personal_data_consent: 'Yes' });
  expect(await site.leads.submit({ form: 'contact', email: 'a@b.c', consents })).toMatchObject({ status: 'accepted' });
  const ids = api.calls(address).map(({ body }) => (body as { submission_id: string }).submission_id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[0]).toBe(ids[1]);
});

test('an event of a visitor has an id, so that a repeat counts once', async () => {
  const api = fakePlatform({ [`POST ${base}/events`]: () => data({ accepted: 1, rejected: [] }) });
  await clientOf(api.fetch).events.record({ event: 'page_viewed', url: 'https://notes.example' });
  expect(api.seen[0]?.body).toEqual({
    events: [
      { event: 'page_viewed', url: 'https://notes.example', event_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ],
  });
});

test('a prerendered page sends its events and the view of its article when the visitor opens it', async () => {
  const api = fakePlatform({
    [`GET ${base}/kb/articles/a`]: () => data({ slug: 'a' }),
    [`POST ${base}/kb/articles/a/view`]: () => ({ status: 204 }),
    [`POST ${base}/events`]: () => data({ accepted: 1, rejected: [] }),
  });
  const site = clientOf(api.fetch);
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden', prerendering: true });
  Object.assign(globalThis, { document: page });
  try {
    expect(await site.kb.article('a')).toEqual({ slug: 'a' });
    const recorded = site.events.record({ event: 'page_viewed', url: 'https://notes.example/' });
    await new Promise(setImmediate);
    expect(api.seen.map(({ method }) => method)).toEqual(['GET']);
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
    await recorded;
    await new Promise(setImmediate);
    expect(api.seen.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST', 'POST']);
    await site.kb.article('a');
    await site.events.record({ event: 'page_viewed', url: 'https://notes.example/' });
    expect(api.seen).toHaveLength(5);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
