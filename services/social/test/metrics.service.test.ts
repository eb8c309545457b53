import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createLog, createMetrics, createSealer, dayOf, openDatabase, WorkRunner } from '@platform/runtime';
import { testEncryptionKeys } from '@platform/testing';
import { closeChannels, openChannels } from '../src/channels/open-channels.ts';
import { socialConfig } from '../src/config.ts';
import { sweepSnapshots } from '../src/metrics/sweep-snapshots.ts';
import { takeMetrics } from '../src/metrics/take-metrics.ts';
import { snapshotKind } from '../src/metrics/take-snapshots.ts';
import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import { patientTiming } from './patient-timing.ts';
import { dataOf, places, type SocialWorld, secrets, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
type Worker = Parameters<typeof takeMetrics>[0];
/** A process that reads metrics. */
const workerOf = (parts: Omit<Worker, 'works'>): Worker => ({
  ...parts,
  works: { snapshots: new WorkRunner(parts, snapshotKind(parts)) },
});
let worker: Worker;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: 'https://api.notes.ru' });
  const log = createLog('test', 'silent');
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 10, service: 'social', log, traced: false });
  const settings = socialConfig.parse(t.environment);
  worker = workerOf({
    db: database.db,
    clock: t.clock,
    channels: openChannels(settings),
    log,
    sealer: createSealer([testEncryptionKeys('social')]),
    timing: patientTiming,
    metrics: createMetrics() as Worker['metrics'],
  });
});
afterAll(async () => {
  await closeChannels(worker.channels);
  await database.close();
  await t.stop();
});
afterEach(async () => {
  for (const channel of ['telegram', 'vk', 'instagram', 'threads', 'max'] as const) t[channel].faults.reset();
  // Posts of a test are no work of the next one, and its pace is over.
  t.clock.advance({ minutes: 1 });
  await t.service.database.query('DELETE FROM social.metric_queue');
  await t.service.database.query('UPDATE social.accounts SET metrics_at = NULL');
});

const credentialsOf = { vkCommunity: { access_token: secrets.vkCommunity, owner_id: places.community } };

async function givenPublished(channel: ChannelName, posts = 1, options: Parameters<typeof givenChannel>[2] = {}) {
  const world = await givenChannel(t, channel, options);
  const ids: string[] = [];
  for (let at = 0; at < posts; at += 1) {
    const variant_id = await world.approved();
    await world.publish(variant_id);
    t.clock.advance({ minutes: 2 });
    if ((await world.read(variant_id)).state !== 'published') await tickOf(t);
    expect(await world.read(variant_id)).toMatchObject({ state: 'published' });
    ids.push(variant_id);
  }
  const remotes = await Promise.all(ids.map(async (id) => (await world.read(id)).remote?.id ?? ''));
  const account_id = world.account.id;
  const metricsOf = async (variant_id = ids[0] ?? '') =>
    dataOf(await t.staff.listSocialVariantMetrics({ params: { variant_id }, query: {} }));
  const audience = async () =>
    dataOf(await t.staff.listSocialAccountMetrics({ params: { account_id }, query: { of: 'account' } }));
  const pull = () => t.staff.pullSocialMetrics({ params: { account_id } });
  return { ...world, account_id, ids, remotes, metricsOf, audience, pull };
}

const given = (value: number) => ({ value, reason: null });
const missing = (reason: string) => ({ value: null, reason });
const notOffered = missing('not_offered_by_channel');

test('VK gives views, likes, reposts, comments and reach of a post, and the members of its community', async () => {
  const { remotes, metricsOf, audience } = await givenPublished('vk');
  t.vk.stats.set(`${places.community}_${remotes[0]}`, { views: 120, likes: 8, reposts: 3, comments: 0, reach: 90 });
  t.clock.advance({ hours: 1 });
  expect((await tickOf(t)).metrics).toEqual({ posts: 1, accounts: 1, failed: 0 });
  const [snapshot, ...more] = await metricsOf();
  expect(more).toEqual([]);
  expect(snapshot).toMatchObject({ age_h: 1, origin: 'schedule' });
  expect(snapshot?.metrics).toEqual({
    views: given(120),
    likes: given(8),
    reposts: given(3),
    comments: given(0),
    reach: given(90),
    reactions: notOffered,
    replies: notOffered,
    quotes: notOffered,
    shares: notOffered,
    saved: notOffered,
  });
  expect((await audience()).map(({ metrics }) => metrics)).toEqual([{ members: given(34) }]);
});

test('a token of a VK community reads no wall: every number says so, and the account goes on', async () => {
  const { metricsOf, read, ids, owner, account_id } = {
    ...(await givenPublished('vk', 1, { credentials: credentialsOf.vkCommunity })),
    owner: t.owner,
  };
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  const [snapshot] = await metricsOf();
  const denied = missing('no_permission');
  expect(snapshot?.metrics).toMatchObject({
    views: denied,
    likes: denied,
    reposts: denied,
    comments: denied,
    reach: denied,
  });
  expect(dataOf(await owner.getSocialAccount({ params: { account_id } })).state).toBe('active');
  expect((await read(ids[0] ?? '')).state).toBe('published');
});

test('Telegram gives members alone, until updates bring reactions', async () => {
  const { brand_id, remotes, metricsOf, audience } = await givenPublished('telegram');
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  expect((await metricsOf())[0]?.metrics).toMatchObject({ views: notOffered, reactions: missing('not_received') });
  expect((await audience())[0]?.metrics.members).toEqual(given(12));
  t.telegram.stats.set(`${places.channel}_${remotes[0]}`, { reactions: 5 });
  expect(dataOf(await t.staff.pullSocialInbox({ params: { brand_id } })).errors).toEqual([]);
  t.clock.advance({ hours: 23 });
  await tickOf(t);
  expect((await metricsOf())[0]).toMatchObject({ age_h: 24, metrics: { reactions: given(5) } });
});

test('MAX gives views and participants', async () => {
  const { remotes, metricsOf, audience } = await givenPublished('max');
  t.max.stats.set(remotes[0] ?? '', { views: 77 });
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  expect((await metricsOf())[0]?.metrics).toMatchObject({ views: given(77), likes: notOffered });
  expect((await audience())[0]?.metrics.members).toEqual(given(56));
});

test('Instagram and Threads give their insights late: before that the reason is told', async () => {
  for (const channel of ['instagram', 'threads'] as const) {
    const { remotes, metricsOf, audience } = await givenPublished(channel);
    t.clock.advance({ hours: 1 });
    await tickOf(t);
    expect((await metricsOf())[0]?.metrics.views).toEqual(missing('not_available_yet'));
    const counted: Record<string, number> =
      channel === 'instagram'
        ? { views: 30, reach: 20, likes: 4, comments: 1, saved: 2, shares: 0 }
        : { views: 30, likes: 4, replies: 1, reposts: 2, quotes: 0, shares: 5 };
    t[channel].stats.set(remotes[0] ?? '', counted);
    t.clock.advance({ hours: 24 });
    await tickOf(t);
    const [snapshot] = await metricsOf();
    expect(snapshot?.age_h).toBe(24);
    for (const [metric, value] of Object.entries(counted)) expect(snapshot?.metrics[metric]).toEqual(given(value));
    expect(snapshot?.metrics.reactions).toEqual(notOffered);
    expect((await audience())[0]?.metrics.members).toEqual(given(12));
  }
});

test('a token without the scope of insights says so, and publishes on', async () => {
  const network = t.threads;
  network.add({
    tokens: [
      { token: 'THAAno_insights', user_id: places.profile, scopes: ['threads_basic', 'threads_content_publish'] },
    ],
  });
  const credentials = { access_token: 'THAAno_insights', user_id: places.profile };
  const { account_id, metricsOf, audience } = await givenPublished('threads', 1, { credentials });
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  expect((await metricsOf())[0]?.metrics).toMatchObject({ views: missing('no_permission'), reach: notOffered });
  expect((await audience())[0]?.metrics.members).toEqual(missing('no_permission'));
  expect(dataOf(await t.owner.getSocialAccount({ params: { account_id } })).state).toBe('active');
});

test('snapshots are taken 1, 24, 72, 168 and 720 hours after the publication, each once, and then no more', async () => {
  const { metricsOf } = await givenPublished('vk');
  for (let hours = 0; hours <= 800; hours += 4) {
    await takeMetrics(worker, { budgetMs: 5_000 });
    t.clock.advance({ hours: 4 });
  }
  expect((await metricsOf()).map(({ age_h }) => age_h)).toEqual([720, 168, 72, 24, 1]);
  expect(await t.service.database.query('SELECT FROM social.metric_queue')).toEqual([]);
});

test('an age that passed while nothing ran is not taken later', async () => {
  const { metricsOf } = await givenPublished('vk');
  t.clock.advance({ hours: 80 });
  await takeMetrics(worker, { budgetMs: 5_000 });
  expect((await metricsOf()).map(({ age_h }) => age_h)).toEqual([72]);
});

test('workers share the posts: no snapshot is taken twice', async () => {
  const { ids, metricsOf } = await givenPublished('vk', 4);
  t.clock.advance({ hours: 1 });
  const reports = await Promise.all(Array.from({ length: 6 }, () => takeMetrics(worker, { budgetMs: 5_000 })));
  expect(reports.reduce((sum, { posts }) => sum + posts, 0)).toBe(4);
  expect(reports.reduce((sum, report) => sum + report.accounts, 0)).toBe(1);
  for (const id of ids) expect(await metricsOf(id)).toHaveLength(1);
});

test('a channel that refuses the token flips the account once; the numbers are read after a reconnect', async () => {
  const { owner } = t;
  const { account_id, metricsOf } = await givenPublished('vk');
  t.vk.faults.set({ invalidToken: true });
  t.clock.advance({ hours: 1 });
  expect((await tickOf(t)).metrics).toMatchObject({ posts: 0 });
  const refused = dataOf(await owner.getSocialAccount({ params: { account_id } }));
  expect(refused).toMatchObject({ state: 'needs_reconnect', last_error: { code: '5' } });
  const calls = t.vk.journal().length;
  t.clock.advance({ hours: 2 });
  await takeMetrics(worker, { budgetMs: 5_000 });
  expect(t.vk.journal()).toHaveLength(calls);
  t.vk.faults.reset();
  dataOf(await owner.verifySocialAccount({ params: { account_id } }));
  t.clock.advance({ hours: 2 });
  await takeMetrics(worker, { budgetMs: 5_000 });
  expect((await metricsOf()).map(({ age_h }) => age_h)).toEqual([1]);
});

test('a channel that does not answer is asked again later, and the tick says so', async () => {
  const { metricsOf } = await givenPublished('max');
  await t.service.database.query(`UPDATE social.paces SET blocked_until = $1 WHERE key LIKE 'token:max:%'`, [
    new Date(t.clock.now().getTime() + 3 * 3_600_000),
  ]);
  t.clock.advance({ hours: 1 });
  expect((await tickOf(t)).metrics).toMatchObject({ posts: 0 });
  expect(await metricsOf()).toEqual([]);
  t.clock.advance({ hours: 3 });
  await takeMetrics(worker, { budgetMs: 5_000 });
  expect((await metricsOf()).map(({ age_h }) => age_h)).toEqual([1]);
});

test('a channel out of reach opens its circuit, and the numbers are read when it is back', async () => {
  const { metricsOf } = await givenPublished('max');
  const settings = socialConfig.parse({ ...t.environment, SOCIAL_MAX_API_URL: 'http://127.0.0.1:9' });
  const away = workerOf({ ...worker, channels: openChannels(settings) });
  await t.service.database.query('UPDATE social.accounts SET metrics_at = NULL');
  const circuit = `SELECT failures FROM social.paces WHERE key = 'circuit:max'`;
  t.clock.advance({ hours: 1 });
  for (let failures = 1; failures <= 5; failures += 1) {
    expect(await takeMetrics(away, { budgetMs: 5_000 })).toMatchObject({ posts: 0, failed: 1 });
    expect(await t.service.database.query(circuit)).toEqual([{ failures }]);
    // Before five minutes are over it is not asked again.
    expect(await takeMetrics(away, { budgetMs: 5_000 })).toMatchObject({ posts: 0, failed: 0 });
    t.clock.advance({ seconds: failures < 5 ? 301 : 30 });
  }
  await closeChannels(away.channels);
  await t.service.database.query('UPDATE social.metric_queue SET due_at = $1', [t.clock.now()]);
  expect(await takeMetrics(worker, { budgetMs: 5_000 })).toMatchObject({ posts: 0 });
  t.clock.advance({ minutes: 10 });
  expect(await takeMetrics(worker, { budgetMs: 5_000 })).toMatchObject({ posts: 1, failed: 0 });
  expect(await t.service.database.query(circuit)).toEqual([{ failures: 0 }]);
  expect((await metricsOf()).map(({ age_h }) => age_h)).toEqual([1]);
});

test('a post that VK does not take costs the others no numbers, and a reading without a call closes no circuit', async () => {
  const { ids, metricsOf } = await givenPublished('vk', 2);
  await t.service.database.query(`UPDATE social.metric_queue SET remote_id = 'no-post' WHERE variant_id = $1`, [
    ids[0],
  ]);
  t.clock.advance({ hours: 1 });
  // The pace of the token needs a clock that goes on.
  const going = setInterval(() => t.clock.advance({ seconds: 1 }), 50);
  await takeMetrics(worker, { budgetMs: 5_000 });
  clearInterval(going);
  expect((await metricsOf(ids[0]))[0]?.metrics).toMatchObject({ views: missing('refused_by_channel') });
  expect((await metricsOf(ids[1]))[0]?.metrics).toMatchObject({ views: given(1), reach: given(0) });
  await givenPublished('telegram');
  await t.service.database.query(`INSERT INTO social.paces (key, failures) VALUES ('circuit:telegram', 3)
    ON CONFLICT (key) DO UPDATE SET failures = 3`);
  await t.service.database.query('UPDATE social.accounts SET metrics_at = NULL');
  t.clock.advance({ hours: 1 });
  expect(await takeMetrics(worker, { budgetMs: 5_000 })).toMatchObject({ posts: 1 });
  const circuit = `SELECT failures FROM social.paces WHERE key = 'circuit:telegram'`;
  expect(await t.service.database.query(circuit)).toEqual([{ failures: 3 }]);
});

test('a post that is gone at its channel is told as such, and asked about no more', async () => {
  const { remotes, metricsOf } = await givenPublished('max');
  await fetch(`${t.origin}/max/messages?message_id=${remotes[0]}`, {
    method: 'DELETE',
    headers: { authorization: secrets.max },
  });
  t.clock.advance({ hours: 1 });
  await takeMetrics(worker, { budgetMs: 5_000 });
  expect((await metricsOf())[0]?.metrics).toMatchObject({ views: missing('post_is_gone'), likes: notOffered });
  expect(await t.service.database.query('SELECT FROM social.metric_queue')).toEqual([]);
});

test('a pull reads the newest posts at once, and once a minute', async () => {
  const { ids, remotes, metricsOf, audience, pull } = await givenPublished('vk', 2);
  t.vk.stats.set(`${places.community}_${remotes[1]}`, { views: 5, reach: 4 });
  const replies = await Promise.all([pull(), pull()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.error).toBe('rate_limited');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(replies.find(({ status }) => status === 200)?.data).toMatchObject({
    members: given(34),
    posts: 2,
    left: 0,
    error: null,
  });
  expect((await metricsOf(ids[1]))[0]).toMatchObject({ age_h: null, origin: 'pull', metrics: { views: given(5) } });
  expect(await audience()).toHaveLength(1);
  t.clock.advance({ minutes: 1 });
  expect((await pull()).status).toBe(200);
});

test('a pull of an account that cannot call, or is refused, or gets no answer is an error that says why', async () => {
  const { account_id, pull } = await givenPublished('vk');
  t.vk.faults.set({ invalidToken: true });
  expect(await pull()).toMatchObject({ status: 409, error: 'account_not_ready' });
  expect(dataOf(await t.owner.getSocialAccount({ params: { account_id } })).state).toBe('needs_reconnect');
  t.clock.advance({ minutes: 1 });
  expect(await pull()).toMatchObject({ status: 409, error: 'account_not_ready' });
  const max = await givenPublished('max');
  await t.service.database.query(`UPDATE social.paces SET blocked_until = $1 WHERE key LIKE 'token:max:%'`, [
    new Date(t.clock.now().getTime() + 3_600_000),
  ]);
  expect(await max.pull()).toMatchObject({ status: 502, error: 'provider_error' });
  t.clock.advance({ hours: 1 });
});

test('numbers are exported as CSV: what is absent is empty, and its reason is told', async () => {
  const { account_id, remotes, ids } = await givenPublished('vk');
  t.vk.stats.set(`${places.community}_${remotes[0]}`, { views: 9 });
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  const files = [
    await t.staff.listSocialAccountMetrics({ params: { account_id }, query: { format: 'csv' } }),
    await t.staff.listSocialVariantMetrics({ params: { variant_id: ids[0] ?? '' }, query: { format: 'csv' } }),
  ];
  const [ofAccount = [], ofPost = []] = files.map(({ body }) => String(body).trim().split('\r\n'));
  expect(ofAccount).toHaveLength(3);
  expect(ofPost).toHaveLength(2);
  expect(ofPost[0]).toMatch(/^\uFEFF?id,account_id,variant_id,origin,age_h,taken_at,views,reach,.*,members,missing$/);
  expect(ofPost[1]).toContain(',schedule,1,');
  expect(ofPost[1]).toContain('quotes: not_offered_by_channel');
  // It is never the same day in both zones: a file is named by the day of the brand.
  for (const timezone of ['+14:00', '-12:00']) {
    await t.service.database.query(
      'UPDATE social.brands SET timezone = $1 WHERE id = (SELECT brand_id FROM social.accounts WHERE id = $2)',
      [timezone, account_id],
    );
    const { headers } = await t.staff.listSocialAccountMetrics({ params: { account_id }, query: { format: 'csv' } });
    expect(headers.get('content-disposition')).toContain(`metrics-${dayOf(t.clock.now(), timezone)}.csv`);
  }
});

test('old snapshots are deleted: those that were asked for after 90 days, the others after 760', async () => {
  const { metricsOf, pull } = await givenPublished('vk');
  t.clock.advance({ hours: 1 });
  await tickOf(t);
  t.clock.advance({ minutes: 1 });
  expect((await pull()).status).toBe(200);
  t.clock.advance({ days: 91 });
  await sweepSnapshots({ db: database.db, clock: t.clock });
  expect((await metricsOf()).map(({ origin }) => origin)).toEqual(['schedule']);
  t.clock.advance({ days: 700 });
  await sweepSnapshots({ db: database.db, clock: t.clock });
  expect(await metricsOf()).toEqual([]);
});
