import { expect, test } from '@jest/globals';
import { data, fakePlatform } from '../test/fake-platform.ts';
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
