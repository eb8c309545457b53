import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId, resealService } from '@platform/runtime';
import { eventually, openTransaction, testEncryptionKeys, untilBlocked } from '@platform/testing';
import { seoRknService } from '../src/service.ts';
import { startSearch, type TestSearch } from './start-search.ts';

/** The service knows the key that follows its own. */
const keys = [testEncryptionKeys('seo-rkn'), `next:${Buffer.alloc(32, 5).toString('base64')}`];
let t: TestSearch;
let consoles: TestSearch['consoles'];
beforeAll(async () => {
  const env = { SEO_RKN_ENCRYPTION_KEYS: keys.join(',') };
  t = await startSearch({ env, overrides: { timing: { pollMs: 20, rewriteMs: 10 } } });
  ({ consoles } = t);
});
beforeEach(() => t.reset());
afterAll(() => t.stop());

test('an access token that has ended is renewed, and a rotated refresh token is kept', async () => {
  const { code } = consoles.yandex.allow((await t.begin('yandex')).data.authorize_url);
  await t.client.enterYandexSearchCode({ params: t.params(), body: { code } });
  await t.untilSynced('yandex');
  // Twice: the second renewal needs the refresh token that the first one gave.
  for (const _ of [1, 2]) {
    consoles.yandex.expireAccess();
    await t.client.syncSearchConsole(t.at('yandex'));
    expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
  }
  const refreshes = consoles.yandex.journal().filter(({ body }) => JSON.stringify(body).includes('"refresh_token"'));
  expect(refreshes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
});

test('a refused refresh token asks for a new connection, which keeps the keywords', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  consoles.google.expireAccess();
  consoles.google.faults.set({ invalidGrant: true });
  await t.client.syncSearchConsole(t.at('google'));
  const refused = await eventually(async () => {
    const found = await t.readConsole('google');
    return found.state === 'needs_reconnect' && found;
  });
  expect(refused).toMatchObject({ is_syncing: false, last_error: 'access_refused' });
  expect(await t.client.syncSearchConsole(t.at('google'))).toMatchObject({
    status: 409,
    error: 'search_not_connected',
  });
  consoles.google.faults.reset();
  await t.connectGoogle();
  expect(await t.untilSynced('google')).toMatchObject({ state: 'connected', last_error: null });
  expect(await t.stored()).toHaveLength(2);
});

test('a quota that is used up is waited for, and other refusals are not repeated', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  consoles.google.faults.set({ quota: true });
  await t.client.syncSearchConsole(t.at('google'));
  const waiting = await eventually(async () => {
    const found = await t.readConsole('google');
    return found.last_error !== null && found;
  });
  expect(waiting).toMatchObject({ state: 'connected', is_syncing: true, last_error: 'quota_exceeded' });
  const [{ wait }] = (await t.database.query<{ wait: number }>(
    `SELECT extract(epoch FROM due_at - now())::int AS wait FROM "seo-rkn".search_connections`,
  )) as [{ wait: number }];
  expect(wait).toBeGreaterThan(600);
  consoles.google.faults.reset();
  consoles.google.faults.set({ forbidden: true });
  await t.client.syncSearchConsole(t.at('google'));
  expect(await t.untilSynced('google')).toMatchObject({ state: 'connected', last_error: 'property_forbidden' });
  expect(await t.stored()).toHaveLength(2);
});

test('a tick asks for the syncs that are due, and a process that died leaves its sync to the next', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  const worker = t.as({});
  expect((await worker.runSeoTick()).data.synced).toBe(0);
  await t.database.query(`UPDATE "seo-rkn".search_connections SET next_sync_at = now() - interval '1 minute',
    last_sync_rows = NULL, lease_until = now() - interval '1 second', lease_fence = 7`);
  expect((await worker.runSeoTick()).data.synced).toBe(1);
  expect(await eventually(async () => (await t.readConsole('google')).last_sync_rows)).toBe(2);
  expect((await worker.runSeoTick()).data.synced).toBe(0);
});

/** While it lasts, the database refuses the first writes of other tokens, or all of them. */
async function withRefusedWrites(times: number, work: () => Promise<void>): Promise<void> {
  await t.database.query(`CREATE SEQUENCE "seo-rkn".refused; GRANT USAGE ON SEQUENCE "seo-rkn".refused TO PUBLIC;
    CREATE FUNCTION "seo-rkn".refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('"seo-rkn".refused') <= ${times} THEN RAISE EXCEPTION 'refused by a test'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF sealed_tokens ON "seo-rkn".search_connections
      FOR EACH ROW EXECUTE FUNCTION "seo-rkn".refuse();`);
  await work();
  await t.database.query(`DROP TRIGGER refuse ON "seo-rkn".search_connections; DROP FUNCTION "seo-rkn".refuse();
    DROP SEQUENCE "seo-rkn".refused;`);
}
const sync = (provider: 'google' | 'yandex') => t.client.syncSearchConsole(t.at(provider));

test('tokens that the database takes at a later try are kept', async () => {
  await t.connectYandex();
  await t.untilSynced('yandex');
  consoles.yandex.expireAccess();
  await withRefusedWrites(3, async () => {
    await sync('yandex');
    expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
  });
  // The refresh token that is stored is the one that works.
  consoles.yandex.expireAccess();
  await sync('yandex');
  expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
  // A refusal behind a renewal that was stored is one of the provider.
  consoles.yandex.expireAccess();
  consoles.yandex.faults.set({ invalidGrant: true });
  await sync('yandex');
  await eventually(async () => (await t.readConsole('yandex')).last_error === 'access_refused');
});

test('a refresh token that was lost between the provider and the database asks for a new connection', async () => {
  await t.connectYandex();
  await t.untilSynced('yandex');
  consoles.yandex.expireAccess();
  await withRefusedWrites(1_000, async () => {
    await sync('yandex');
    await eventually(async () => (await t.readConsole('yandex')).last_error === 'unreachable');
  });
  await sync('yandex');
  await eventually(async () => (await t.readConsole('yandex')).state === 'needs_reconnect');
  expect(await t.readConsole('yandex')).toMatchObject({ is_syncing: false, last_error: 'renewal_lost' });
  await t.connectYandex();
  expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
});

test('a sync of a property that is no longer the chosen one writes nothing', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  const held = consoles.hold(/searchAnalytics/);
  await sync('google');
  await held.reached;
  const other = 'sc-domain:other.example.com';
  expect((await t.client.setSearchProperty({ ...t.at('google'), body: { property: other } })).status).toBe(200);
  held.release();
  expect(await t.untilSynced('google')).toMatchObject({ property: other, last_sync_rows: 0 });
  expect(await t.stored()).toEqual([]);
});

test('a renewal of a connection that was made anew meanwhile leaves the new tokens as they are', async () => {
  const sealed = () => t.database.query('SELECT sealed_tokens FROM "seo-rkn".search_connections');
  await t.connectGoogle();
  await t.untilSynced('google');
  consoles.google.expireAccess();
  const held = consoles.hold(/token$/);
  await sync('google');
  await held.reached;
  await t.connectGoogle();
  const made = await sealed();
  held.release();
  expect(await t.untilSynced('google')).toMatchObject({ state: 'connected', last_error: null });
  expect(await sealed()).toEqual(made);
});

test('stored secrets that are sealed anew during a renewal cost no token', async () => {
  await t.connectYandex();
  await t.untilSynced('yandex');
  consoles.yandex.expireAccess();
  const held = consoles.hold(/token$/);
  await sync('yandex');
  await held.reached;
  const env = {
    DATABASE_URL: t.database.urlFor('seo-rkn'),
    LOG_LEVEL: 'silent',
    SEO_RKN_ENCRYPTION_KEYS: keys.toReversed().join(','),
  };
  expect(await resealService(seoRknService, env)).toMatchObject({ resealed: expect.any(Number), unopened: 0, left: 0 });
  const [row] = await t.database.query<{ sealed_tokens: string }>(
    'SELECT sealed_tokens FROM "seo-rkn".search_connections',
  );
  expect(row?.sealed_tokens).toMatch(/^v1\.next\./);
  held.release();
  expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
  // Yandex ended the old refresh token: the next renewal needs the one that came meanwhile.
  consoles.yandex.expireAccess();
  await sync('yandex');
  expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
});

test('a connection that is made anew counts on from a claim that commits in this moment', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  const claim = await openTransaction(t.database, 'UPDATE "seo-rkn".search_connections SET lease_fence = 1000');
  const connecting = t.connectGoogle();
  await untilBlocked(t.database, { statement: 'search_connections' }).finally(claim.commit);
  await connecting;
  const [row] = await t.database.query<{ lease_fence: number }>('SELECT lease_fence FROM "seo-rkn".search_connections');
  expect(row?.lease_fence).toBeGreaterThan(1_000);
});

test('replicas of this release and the one before agree on whether a sync waits', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  // No process of this test claims it.
  const later = `now() + interval '1 hour'`;
  const change = async (set: string) => {
    const [row] = await t.database.query(`UPDATE "seo-rkn".search_connections SET ${set}
      RETURNING due_at > now() AS is_due, asked_at IS NOT NULL AS is_asked, not_before > now() AS is_paused`);
    return row;
  };
  const waits = { is_due: true, is_asked: true, is_paused: true };
  const rests = { is_due: null, is_asked: false };
  expect(await change(`asked_at = now(), not_before = ${later}`)).toEqual(waits);
  expect(await change('asked_at = NULL, not_before = NULL')).toEqual({ ...rests, is_paused: null });
  expect(await change(`due_at = ${later}`)).toEqual(waits);
  expect(await change('due_at = NULL')).toEqual({ ...rests, is_paused: null });
});

test('a pause that the provider names by its end is kept', async () => {
  await t.connectYandex();
  await t.untilSynced('yandex');
  consoles.yandex.faults.set({ tooManyRequests: true });
  await sync('yandex');
  await eventually(async () => (await t.readConsole('yandex')).last_error === 'quota_exceeded');
  const [row] = await t.database.query<{ wait: number }>(
    `SELECT extract(epoch FROM due_at - now())::int AS wait FROM "seo-rkn".search_connections`,
  );
  expect(row?.wait).toBeGreaterThan(7_000);
});

interface Recrawl {
  url: string;
  tries: number;
  is_sent: boolean;
  /** Hours until it is sent. */
  hours: number | null;
}
const recrawls = () =>
  t.database.query<Recrawl>(`SELECT url, tries, sent_at IS NOT NULL AS is_sent,
    round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM "seo-rkn".recrawl_urls ORDER BY url`);
const recrawlNow = () => t.database.query('UPDATE "seo-rkn".recrawl_urls SET due_at = now() WHERE due_at > now()');
const sent = () =>
  consoles.yandex.journal().filter(({ method, path }) => method === 'POST' && path.endsWith('/recrawl/queue'));
const queued = () => sent().filter(({ status }) => status === 202);

async function publish(url: string) {
  const about = { kind: 'post' as const, locale: 'ru', slug: 'tea', url, previous_url: null, revision: 1 };
  const event = { ...t.params(), ...about, item_id: newId(), is_first: true };
  await t.deliver(cms.events.contentPublished, event, { application_id: newId() });
}

test('a published page goes into the recrawl queue of Yandex, once a day, as far as the quota reaches', async () => {
  const url = 'https://notes.example.com/blog/tea';
  await publish(url);
  expect(await recrawls()).toEqual([]);
  await t.connectYandex();
  await t.untilSynced('yandex');
  await publish(url);
  await publish('https://elsewhere.example.org/tea');
  await recrawlNow();
  await eventually(async () => (await recrawls()).every(({ hours }) => hours === null));
  expect(await recrawls()).toMatchObject([{ is_sent: false }, { url, is_sent: true, tries: 0 }]);
  expect(queued()).toHaveLength(1);
  await eventually(async () => (await t.readConsole('yandex')).recrawl_quota?.left === 99);

  await publish(url);
  expect((await recrawls())[1]).toMatchObject({ hours: 24 });
  // Yandex has the page in its queue: that is as good.
  await recrawlNow();
  await eventually(async () => (await recrawls())[1]?.hours === null);

  consoles.yandex.faults.set({ quota: true });
  await publish(`${url}-green`);
  await recrawlNow();
  await eventually(async () => (await t.readConsole('yandex')).recrawl_quota?.left === 0);
  await eventually(async () => (await recrawls())[2]?.hours === 1);
  expect((await recrawls())[2]).toMatchObject({ tries: 0, is_sent: false });
  consoles.yandex.faults.reset();
  await recrawlNow();
  await eventually(async () => (await recrawls())[2]?.is_sent);
});

test('a page that Yandex does not take is tried three times more, and an ended token is renewed by a sync', async () => {
  await t.database.query('DELETE FROM "seo-rkn".recrawl_urls');
  await t.connectYandex();
  await t.untilSynced('yandex');
  await publish('https://notes.example.com/blog/milk');
  const before = sent().length;
  consoles.yandex.faults.set({ forbidden: true });
  await eventually(async () => {
    await recrawlNow();
    return (await recrawls())[0]?.hours === null;
  });
  expect(await recrawls()).toMatchObject([{ is_sent: false, hours: null }]);
  expect(sent()).toHaveLength(before + 4);
  expect(await t.readConsole('yandex')).toMatchObject({ state: 'connected', last_error: null });

  consoles.yandex.faults.reset();
  consoles.yandex.expireAccess();
  await t.database.query(`UPDATE "seo-rkn".search_connections SET access_expires_at = now()`);
  await publish('https://notes.example.com/blog/milk');
  await eventually(async () => {
    await recrawlNow();
    return (await recrawls())[0]?.is_sent;
  });
  expect(await t.untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
});

test('a tick removes pages that waited for a week or were sent a month ago, however many there are', async () => {
  await t.database.query('DELETE FROM "seo-rkn".recrawl_urls');
  await t.database.query(
    `INSERT INTO "seo-rkn".recrawl_urls (id, site_id, url_hash, url, changed_at, due_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), state || '-' || page,
       now() - changed * interval '1 day', now() - due * interval '1 day'
     FROM generate_series(1, 5_100) AS page,
       (VALUES ('waits', 6, 6), ('expired', 8, 8), ('sent', 29, NULL), ('forgotten', 31, NULL)) AS s (state, changed, due)`,
    [t.params().site_id],
  );
  await t.as({}).runSeoTick();
  const left = await t.database.query(
    `SELECT split_part(url, '-', 1) AS state, count(*)::int AS pages FROM "seo-rkn".recrawl_urls GROUP BY 1 ORDER BY 1`,
  );
  expect(left).toEqual([
    { state: 'sent', pages: 5_100 },
    { state: 'waits', pages: 5_100 },
  ]);
});
