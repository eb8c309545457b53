import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

/** The last fetch comes so late that only a page that shows its change is judged before. */
const timing = { retryMs: 20, pollMs: 20, recheckDelaysMs: [0, 20, 40, 60_000] };

let t: TestSeo;
const item_id = newId();
beforeAll(async () => {
  t = await startSeo({ overrides: { timing } });
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const params = () => ({ site_id: t.described.id });
const at = (path: string, head = '', title = `Страница о делах студии ${path}`) =>
  page({ title, path, origin: t.site.origin, head, links: ['/', '/p/post', '/p/other', '/p/third'] });
const untitled = (path: string) => at(path, '', '');

beforeEach(async () => {
  t.site.pages.set('/', at('/', '', 'Студия «Ромашка»: главная страница'));
  for (const path of ['/p/post', '/p/other', '/p/third']) t.site.pages.set(path, at(path));
});

function publishItem(fields: Record<string, unknown>, revision: number) {
  const url = `${t.site.origin}/p/post`;
  t.items.splice(0, 1, {
    ...{ id: item_id, kind: 'post', locale: 'ru', slug: 'post', url, revision, body: null },
    ...{ fields, published_at: new Date().toISOString() },
  });
  const data = { site_id: t.described.id, item_id, kind: 'post' as const, locale: 'ru', slug: 'post', url };
  return t.deliver(
    cms.events.contentPublished,
    { ...data, previous_url: null, revision, is_first: false },
    { application_id: newId() },
  );
}

const statusOf = async (type: string, path: string) => {
  const query = { issue_type: type as never, limit: 200 };
  const { data } = await t.client.listSeoIssues({ params: params(), query });
  const issue = data.find(({ url }) => url === t.site.origin + path);
  return issue && { id: issue.id, status: issue.status, resolved_by: issue.resolved_by };
};
const settles = () =>
  eventually(async () => {
    const [row] = await t.database.query<{ waiting: string }>('SELECT count(*) AS waiting FROM "seo-rkn".rechecks');
    return row?.waiting === '0';
  });

test('an issue is resolved without a scan when the page shows the revision that mends it', async () => {
  t.site.pages.set('/p/post', untitled('/p/post'));
  t.items.splice(0, 1);
  await publishItem({ title: 'Заметка' }, 1);
  await t.scan();
  expect(await statusOf('missing_title', '/p/post')).toMatchObject({ status: 'open' });
  const before = t.site.requests.length;

  // The site shows the old page for two requests more.
  let asked = 0;
  const mended = at('/p/post', '<meta name="platform-revision" content="2">');
  t.site.pages.set('/p/post', () => {
    asked += 1;
    return asked < 3 ? untitled('/p/post') : mended;
  });
  await publishItem({ title: 'Заметка о делах студии' }, 2);

  await eventually(async () => (await statusOf('missing_title', '/p/post'))?.status === 'resolved');
  expect(asked).toBe(3);
  const issue = await statusOf('missing_title', '/p/post');
  expect(issue?.resolved_by).toBe('recheck');
  const { data } = await t.client.getSeoIssue({ params: { ...params(), issue_id: issue?.id ?? '' } });
  expect(data.history[0]).toMatchObject({ from: 'open', to: 'resolved', by: 'recheck' });
  expect(t.site.requests.slice(before).every(({ url }) => url === '/p/post')).toBe(true);
  await settles();
  const verdict = await t.client.getSeoVerdict({ params: params() });
  expect(verdict.data.score).toBe(100);
});

test('a recheck by hand opens and resolves issues of groups, and leaves other pages as they were judged', async () => {
  await t.scan();
  // A person knows better than the stored facts.
  t.site.pages.set('/p/third', untitled('/p/third'));
  await t.scan();
  const third = await statusOf('missing_title', '/p/third');
  await t.client.updateSeoIssue({
    params: { ...params(), issue_id: third?.id ?? '' },
    body: { status: 'resolved', comment: 'Исправлено, ждём выкладки.' },
  });
  const same = 'Одно и то же название двух страниц';
  t.site.pages.set('/p/other', at('/p/other', '', same));
  t.site.pages.set('/p/post', at('/p/post', '', same));
  const urls = ['/p/other', '/p/post', '/p/post#part'].map((path) => t.site.origin + path);
  const asked = await t.client.recheckSeoPages({ params: params(), body: { urls } });
  expect([asked.status, asked.data.rechecks]).toEqual([202, urls.slice(0, 2).map((url) => ({ url }))]);
  await settles();
  const open = await t.openIssues();
  expect(open.filter((issue) => issue.startsWith('duplicate_title'))).toHaveLength(1);
  expect(await statusOf('missing_title', '/p/third')).toMatchObject({ status: 'resolved', resolved_by: 'person' });

  t.site.pages.set('/p/other', at('/p/other'));
  const [issue] = (
    await t.client.listSeoIssues({ params: params(), query: { issue_type: 'duplicate_title', status: 'open' } })
  ).data;
  const again = await t.client.recheckSeoIssue({ params: { ...params(), issue_id: issue?.id ?? '' } });
  expect(again.status).toBe(202);
  await settles();
  await t.client.recheckSeoPages({ params: params(), body: { urls: [`${t.site.origin}/p/other`] } });
  await settles();
  expect((await t.openIssues()).filter((one) => one.startsWith('duplicate_title'))).toEqual([]);
});

test('a withdrawn item takes its page and the issues of it out of the audit', async () => {
  await publishItem({ title: 'Заметка' }, 3);
  t.site.pages.set('/p/post', untitled('/p/post'));
  await t.scan();
  expect(await statusOf('missing_title', '/p/post')).toMatchObject({ status: 'open' });
  t.items.splice(0, 1);
  t.site.pages.delete('/p/post');
  const url = `${t.site.origin}/p/post`;
  await t.deliver(
    cms.events.contentUnpublished,
    { ...params(), item_id, kind: 'post', locale: 'ru', slug: 'post', url, reason: 'unpublished' },
    { application_id: newId() },
  );
  await settles();
  expect(await statusOf('missing_title', '/p/post')).toMatchObject({ status: 'resolved', resolved_by: 'recheck' });
  const { data } = await t.client.listSeoPages({ params: params() });
  expect(data.map((one) => one.url)).not.toContain(url);
  expect((await t.openIssues()).filter((issue) => issue.includes('/p/post'))).toEqual([]);
});

test('an address of another site, and a site without a scan, are refused', async () => {
  const foreign = await t.client.recheckSeoPages({ params: params(), body: { urls: ['https://other.example/a'] } });
  expect(foreign.status).toBe(400);
  const { id } = t.described;
  t.described.id = newId();
  const missing = await t.client.recheckSeoPages({ params: params(), body: { urls: [`${t.site.origin}/`] } });
  expect(missing).toMatchObject({ status: 409, error: 'scan_missing' });
  t.described.id = id;
});
