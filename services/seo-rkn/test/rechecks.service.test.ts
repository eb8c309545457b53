import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { eventually, openTransaction, untilBlocked } from '@platform/testing';
import { type Answer, page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

/**
 * A batch of rechecks is one page. The last fetch comes so late that only a page that shows its change is
 * judged before.
 */
const timing = { recheckBatchMs: 0, retryMs: 20, pollMs: 20, renewMs: 50, recheckDelaysMs: [0, 20, 40, 60_000] };

let t: TestSeo;
const item_id = newId();
beforeAll(async () => {
  t = await startSeo({ env: { LOG_LEVEL: 'info' }, overrides: { timing } });
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
  expect(t.logged().some((line) => line.includes('work failed'))).toBe(false);
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
    id: item_id,
    kind: 'post',
    locale: 'ru',
    slug: 'post',
    url,
    revision,
    body: null,
    fields,
    published_at: new Date().toISOString(),
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
  // The post has no structured data.
  expect(verdict.data).toMatchObject({ score: 97, caps: [{ issue_type: 'missing_json_ld', max: 97 }] });
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

/** What a test that fails leaves behind would hold up the end of the service. */
const leftovers: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of leftovers.splice(0)) await end();
});

/** Takes a page of its own for a test, which no other page links to. */
const addPage = (name: string, answer = at(`/p/${name}`)) => {
  t.site.pages.set(`/p/${name}`, answer);
  return `/p/${name}`;
};
const recheck = (...paths: string[]) =>
  t.client.recheckSeoPages({ params: params(), body: { urls: paths.map((path) => t.site.origin + path) } });

/** Holds the next request of a page back; later ones get the answer of the page by then. */
function holdPage(path: string) {
  const held = t.site.pages.get(path);
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let next: Answer | undefined = typeof held === 'function' ? undefined : held;
  t.site.pages.set(path, async () => {
    if (next) t.site.pages.set(path, next);
    reached.resolve();
    await released.promise;
    return next ?? { status: 404 };
  });
  leftovers.push(() => released.resolve());
  return {
    reached: reached.promise,
    /** Lets it through, with this answer instead of that of the page as it was. */
    release: (answer = next) => {
      next = answer;
      released.resolve();
    },
  };
}
/** The page is in the newest scan. */
const isCommitted = (path: string) =>
  eventually(async () => {
    const [row] = await t.database.query<{ is_there: boolean }>(
      `SELECT EXISTS (SELECT FROM "seo-rkn".pages WHERE url = $1 AND scan_id =
         (SELECT id FROM "seo-rkn".scans WHERE site_id = $2 ORDER BY id DESC LIMIT 1)) AS is_there`,
      [t.site.origin + path, t.described.id],
    );
    return row?.is_there;
  });
/** Holds the lock under which the issues of the site change. */
async function holdIssues() {
  const holder = await openTransaction(t.database, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `seo-rkn.issues.${t.described.id}`,
  ]);
  leftovers.push(holder.rollback);
  return holder;
}
const blocked = (sessions: number) => untilBlocked(t.database, { statement: 'pg_advisory_xact_lock', sessions });

test('a recheck beside a scan that has fetched the page before is not lost', async () => {
  const path = addPage('beside', untitled('/p/beside'));
  const held = holdPage('/p/third');
  const scanning = t.scan();
  await held.reached;
  await isCommitted(path);
  addPage('beside');
  await recheck(path);
  await settles();
  held.release();
  await scanning;
  expect(await statusOf('missing_title', path)).toBeUndefined();
});

test('a recheck while a scan is queued is carried out at once', async () => {
  const path = addPage('queued', untitled('/p/queued'));
  await t.scan();
  expect(await statusOf('missing_title', path)).toMatchObject({ status: 'open' });
  // A scan of another site runs on the host.
  const other = newId();
  await t.database.query(
    `INSERT INTO "seo-rkn".scans SELECT (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'site_id', $1::text,
       'state', 'running', 'finished_at', NULL, 'verdict', NULL, 'lease_until', now() + interval '1 hour'))).*
     FROM "seo-rkn".scans AS s LIMIT 1`,
    [other],
  );
  const scanning = t.scan();
  addPage('queued');
  await eventually(async () => (await t.client.listSeoScans({ params: params() })).data[0]?.state === 'queued');
  await recheck(path);
  await eventually(async () => (await statusOf('missing_title', path))?.status === 'resolved');
  expect((await t.client.listSeoScans({ params: params() })).data[0]?.state).toBe('queued');
  await t.database.query('DELETE FROM "seo-rkn".scans WHERE id = $1', [other]);
  await scanning;
  expect(await statusOf('missing_title', path)).toMatchObject({ status: 'resolved', resolved_by: 'recheck' });
});

test('a page that a scan fetched before a recheck, and commits behind it, brings no older facts', async () => {
  const path = addPage('older', untitled('/p/older'));
  const held = holdPage(path);
  const scanning = t.scan();
  await held.reached;
  addPage('older');
  await recheck(path);
  await settles();
  held.release();
  await scanning;
  expect(await statusOf('missing_title', path)).toBeUndefined();
});

test('an item that is withdrawn while a scan fetches its page is no missing page', async () => {
  t.site.pages.set('/p/post', at('/p/post', '<meta name="platform-revision" content="4">'));
  await publishItem({ title: 'Заметка' }, 4);
  await settles();
  const held = holdPage('/p/post');
  const scanning = t.scan();
  await held.reached;
  t.items.splice(0, 1);
  t.site.pages.delete('/p/post');
  const url = `${t.site.origin}/p/post`;
  await t.deliver(
    cms.events.contentUnpublished,
    { ...params(), item_id, kind: 'post', locale: 'ru', slug: 'post', url, reason: 'unpublished' },
    { application_id: newId() },
  );
  await settles();
  held.release({ status: 404 });
  const { state } = await scanning;
  expect(state).toBe('succeeded');
  expect((await t.openIssues()).filter((issue) => issue.includes('/p/post'))).toEqual([]);
});

test('a scan whose facts a recheck overtakes at its end is judged again', async () => {
  const untitledWith = (main: string) => page({ title: '', path: '/p/overtaken', origin: t.site.origin, main });
  const path = addPage('overtaken', untitledWith('<img src="/last.png" alt="Последняя проверка">'));
  // Requests for images are the last checks of a scan.
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  t.site.pages.set('/last.png', async () => {
    reached.resolve();
    await released.promise;
    return { status: 403 };
  });
  leftovers.push(() => released.resolve());
  const scanning = t.scan();
  await reached.promise;
  const issues = await holdIssues();
  addPage('overtaken');
  await recheck(path);
  // The recheck waits with its facts; the scan is judged without them, and waits behind it. A wait for this
  // lock ends after 5 s, so little but the judgement lies between the two.
  await blocked(1);
  released.resolve();
  await blocked(2);
  await issues.commit();
  await scanning;
  await settles();
  expect(await statusOf('missing_title', path)).toBeUndefined();
});

test('a recheck whose facts another one overtakes is judged again', async () => {
  const path = addPage('twice');
  await t.scan();
  let issues: Awaited<ReturnType<typeof holdIssues>> | null = null;
  t.hooks.list = async () => {
    t.hooks.list = async () => {};
    issues = await holdIssues();
  };
  await recheck(path);
  await blocked(1);
  const scan = `(SELECT id FROM "seo-rkn".scans WHERE site_id = $1 ORDER BY id DESC LIMIT 1)`;
  const write = async (text: string, ...values: string[]) => issues?.query(text, [t.described.id, ...values]);
  await write(`UPDATE "seo-rkn".scans SET facts_version = facts_version + 1 WHERE id = ${scan}`);
  await write(
    `UPDATE "seo-rkn".pages SET facts = jsonb_set(facts, '{titles}', '[]') WHERE scan_id = ${scan} AND url = $2`,
    t.site.origin + path,
  );
  await (issues as Awaited<ReturnType<typeof holdIssues>> | null)?.commit();
  await settles();
  expect(await statusOf('missing_title', path)).toMatchObject({ status: 'open' });
});

test('a recheck compares no other page with its item', async () => {
  const published_at = '2026-01-01T00:00:00Z';
  const item = (name: string, id: string) => ({
    id,
    kind: 'post',
    locale: 'ru',
    slug: name,
    url: `${t.site.origin}/p/${name}`,
    revision: 1,
    body: null,
    fields: { title: name, meta_title: `Страница о делах студии /p/${name}` } as object,
    published_at,
  });
  const [first, second] = [item('first', newId()), item('second', newId())];
  t.items.splice(0, t.items.length, first, second);
  const paths = [addPage('first'), addPage('second')];
  await t.scan();
  expect((await t.openIssues()).filter((issue) => issue.startsWith('cms_field_ignored'))).toEqual([]);
  // The editor changed both; the site shows neither yet, and the recheck of the second one is still to come.
  for (const one of [first, second]) one.fields = { title: 'x', meta_title: 'Совсем другое название страницы' };
  await recheck(paths[0] ?? '');
  await settles();
  const ignored = async () => (await t.openIssues()).filter((issue) => issue.startsWith('cms_field_ignored'));
  expect(await ignored()).toEqual(['cms_field_ignored:title /p/first']);
  await recheck(paths[1] ?? '');
  await settles();
  expect(await ignored()).toHaveLength(2);
  t.items.splice(0, t.items.length);
});

test('a site with many pages leaves its turn to another one behind a batch, and an order of yesterday is dropped', async () => {
  const paths = ['a', 'b', 'c'].map((name) => addPage(`many-${name}`));
  const other = newId();
  const waiting = async (site_id: string) =>
    t.database.query(`SELECT url FROM "seo-rkn".rechecks WHERE site_id = $1`, [site_id]);
  const insert = (site_id: string, age: string) =>
    t.database.query(
      `INSERT INTO "seo-rkn".rechecks (id, site_id, url_hash, url, awaits_item, requested_at, due_at)
       VALUES ($1, $2, $1, 'https://other.example/', false, now() - $3::interval, now())`,
      [newId(), site_id, age],
    );
  const held = holdPage(paths[0] ?? '');
  const seen: unknown[] = [];
  for (const path of paths.slice(1)) {
    const answer = at(path);
    t.site.pages.set(path, async () => {
      seen.push(await waiting(other));
      return answer;
    });
  }
  await recheck(...paths);
  await held.reached;
  // It has no scan, so its turn is a short one.
  await insert(other, '0 s');
  await insert(t.described.id, '25 hours');
  held.release();
  await settles();
  expect(seen).toEqual([[], []]);
  expect(t.site.requests.filter(({ url }) => url.startsWith('/p/many-'))).toHaveLength(3);
});

test('a lease of a scan that the database does not renew is logged', async () => {
  const held = holdPage('/p/third');
  const scanning = t.scan();
  await held.reached;
  // The scan writes nothing but its lease now.
  await eventually(async () => {
    const [scan] = (await t.client.listSeoScans({ params: params() })).data;
    return scan?.progress.pages_done === (scan?.progress.pages_planned ?? 0) - 1;
  });
  await t.database.query(`
    CREATE FUNCTION "seo-rkn".refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused by a test'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF lease_until ON "seo-rkn".scans FOR EACH ROW
      WHEN (new.pages_done = old.pages_done AND new.state = 'running') EXECUTE FUNCTION "seo-rkn".refuse()`);
  const isLogged = () => t.logged().some((line) => line.includes('a lease was not renewed'));
  await eventually(async () => isLogged());
  await t.database.query('DROP TRIGGER refuse ON "seo-rkn".scans; DROP FUNCTION "seo-rkn".refuse()');
  held.release();
  expect((await scanning).state).toBe('succeeded');
});

test('a page on another host than the site is refused by hand, and left out when it is published', async () => {
  await t.client.getSeoSettings({ params: params() });
  t.site.pages.set('/p/third', untitled('/p/third'));
  await t.scan();
  const issue = await statusOf('missing_title', '/p/third');
  const move = (url: string) =>
    t.database.query('UPDATE "seo-rkn".issues SET url = $1 WHERE id = $2', [url, issue?.id ?? '']);
  await move('https://elsewhere.example/p/third');
  const refused = await t.client.recheckSeoIssue({ params: { ...params(), issue_id: issue?.id ?? '' } });
  expect(refused).toMatchObject({ status: 409, error: 'page_elsewhere' });
  await move(`${t.site.origin}/p/third`);

  const url = 'https://elsewhere.example/p/post';
  await t.deliver(
    cms.events.contentPublished,
    {
      ...params(),
      item_id,
      kind: 'post',
      locale: 'ru',
      slug: 'post',
      url,
      previous_url: null,
      revision: 9,
      is_first: true,
    },
    { application_id: newId() },
  );
  expect(await t.database.query('SELECT url FROM "seo-rkn".rechecks')).toEqual([]);
  expect(t.logged().some((line) => line.includes('a page on another host than the site is not rechecked'))).toBe(true);
  await t.database.query('UPDATE "seo-rkn".indexnow_urls SET due_at = now()');
  const announced = await eventually(async () => {
    const { data } = await t.client.listSeoIndexNow({ params: params() });
    return data[0]?.state === 'failed' && data[0];
  });
  expect(announced).toMatchObject({ url, reason: 'other_host' });
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
