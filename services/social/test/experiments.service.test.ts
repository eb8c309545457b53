import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { analytics } from '@platform/contracts';
import { createLog, dayMs, dayOf, hourMs, newId, openDatabase } from '@platform/runtime';
import { concludeExperiments } from '../src/experiments/conclude-experiments.ts';
import { givenChannel } from './given-posts.ts';
import { dataOf, givenAccount, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
let isDown = false;
/** Visits and registrations by the content of the link. */
let links: Record<string, { visits: number; registers: number }> = {};
const asked: object[] = [];
beforeAll(async () => {
  t = await startSocial();
  await t.service.answer(analytics.queries.getCampaignTotals, (input) => {
    if (isDown) throw new Error('analytics is down');
    asked.push(input);
    const none = { payers: 0, payments: 0, refunds: 0, net: [] };
    return { rows: Object.entries(links).map(([key, counts]) => ({ key, ...counts, ...none })) };
  });
  const log = createLog('test', 'silent');
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 2, service: 'social', log, traced: false });
});
afterAll(async () => {
  await database.close();
  await t.stop();
});
beforeEach(() => {
  links = {};
  isDown = false;
});

/** One run of the job that completes experiments. */
const conclude = () =>
  concludeExperiments({
    db: database.db,
    clock: t.clock,
    ask: t.service.ask,
    log: createLog('test', 'silent'),
  });
const endIn = (days: number) => new Date(t.clock.now().getTime() + days * dayMs).toISOString();

type Channel = Awaited<ReturnType<typeof givenChannel>>;
/** An experiment of approved posts, so many in each arm. */
async function givenExperiment(channel: Channel, fields: object = {}, sizes = [2, 2]) {
  const arms: { name: string; variant_ids: string[] }[] = [];
  for (const [place, size] of sizes.entries()) {
    const variant_ids: string[] = [];
    for (let made = 0; made < size; made += 1) variant_ids.push(await channel.approved());
    arms.push({ name: `arm ${place}`, variant_ids });
  }
  const body = { name: 'Test', account_id: channel.account.id, metric: 'rate', arms, min_n: 50, ends_at: endIn(30) };
  const params = { brand_id: channel.brand.id };
  const made = dataOf(await t.staff.createSocialExperiment({ params, body: { ...body, ...fields } as never }));
  return { ...made, params: { experiment_id: made.id }, ids: arms.flatMap(({ variant_ids }) => variant_ids) };
}
const start = (params: { experiment_id: string }) => t.owner.startSocialExperiment({ params });
const stop = (params: { experiment_id: string }) => t.owner.stopSocialExperiment({ params });
const read = async (params: { experiment_id: string }) => dataOf(await t.staff.getSocialExperiment({ params }));
const timesOf = (experiment: { arms: { posts: { variant_id: string; scheduled_at: string | null }[] }[] }) =>
  experiment.arms.flatMap(({ posts }) => posts.map(({ scheduled_at }) => scheduled_at ?? ''));

test('a start schedules the posts at free times of the account, in the order of the seed', async () => {
  const channel = await givenChannel(t, 'telegram', { brand: { min_gap_min: 120 } });
  await channel.draft({ local_time: '2027-03-03T10:00' });
  const experiment = await givenExperiment(channel, {}, [3, 3]);
  expect(experiment).toMatchObject({ state: 'draft', results: null, channel: 'telegram', age_h: null, version: 1 });
  const started = dataOf(await start(experiment.params));
  expect(started).toMatchObject({ state: 'running', started_at: t.clock.now().toISOString() });
  const times = timesOf(started);
  expect(new Set(times).size).toBe(6);
  for (const time of times) expect(Date.parse(time)).toBeGreaterThan(t.clock.now().getTime());
  for (const { posts } of started.arms) for (const { state } of posts) expect(state).toBe('scheduled');
  const { slots } = dataOf(
    await t.staff.readSocialCalendar({
      params: { brand_id: channel.brand.id },
      query: { from: '2027-03-01', to: '2027-04-30' },
    }),
  );
  expect(slots.filter(({ variant_id }) => experiment.ids.includes(variant_id ?? '')).map(({ at }) => at)).toEqual(
    times.toSorted(),
  );
  const moments = slots.map(({ at }) => Date.parse(at));
  for (const [place, at] of moments.entries())
    if (place > 0) expect(at - (moments[place - 1] ?? 0)).toBeGreaterThanOrEqual(120 * 60_000);
  // Once more changes nothing.
  expect(dataOf(await start(experiment.params))).toEqual({ ...started, results: null });
});

test('numbers show while it runs, and the verdict comes at the end alone', async () => {
  const channel = await givenChannel(t, 'telegram');
  const experiment = await givenExperiment(channel, { min_n: 500 }, [1, 1]);
  const started = dataOf(await start(experiment.params));
  const [a = '', b = ''] = started.arms.map(({ posts }) => posts[0]?.ref);
  links = { [a]: { visits: 1_000, registers: 100 }, [b]: { visits: 1_000, registers: 40 } };
  const running = await read(experiment.params);
  expect(running.results).toMatchObject({
    comparisons: [],
    verdict: null,
    arms: [
      { name: 'arm 0', n: 1_000, registers: 100, value: 0.1 },
      { name: 'arm 1', value: 0.04 },
    ],
  });
  const today = dayOf(t.clock.now(), 'Europe/Moscow');
  expect(asked.at(-1)).toEqual({
    campaign: channel.brand.code,
    from: today,
    to: today,
    timezone: 'Europe/Moscow',
    group_by: 'content',
    contents: [a, b],
  });
  // However clear the numbers are, the job gives no verdict before the end.
  expect(await conclude()).toBe(0);
  expect(await read(experiment.params)).toMatchObject({ state: 'running', results: { verdict: null } });
  // Analytics that does not answer hides the numbers, not the experiment.
  isDown = true;
  expect(await read(experiment.params)).toMatchObject({ state: 'running', results: null });

  t.clock.advance({ days: 31 });
  expect(await conclude()).toBe(0);
  expect(await read(experiment.params)).toMatchObject({ state: 'running' });
  isDown = false;
  expect(await conclude()).toBeGreaterThan(0);
  expect(await conclude()).toBe(0);
  const ended = await read(experiment.params);
  expect(ended.results).toMatchObject({
    comparisons: [{ a: 'arm 0', b: 'arm 1', test: 'two_proportions' }],
    verdict: { outcome: 'winner', winner: 'arm 0' },
  });
  // What comes later changes no verdict.
  links = {};
  expect(await read(experiment.params)).toEqual(ended);
  const listed = dataOf(await t.staff.listSocialExperiments({ params: { brand_id: channel.brand.id }, query: {} }));
  expect(listed).toEqual([ended]);
  expect(await stop(experiment.params)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await start(experiment.params)).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('posts without an approval that holds are not scheduled, and none of the others is', async () => {
  const channel = await givenChannel(t, 'telegram');
  const approved = await channel.approved();
  const timed = await channel.approve(await channel.draft({ local_time: '2027-06-01T10:00' }));
  // Without the code of the brand, whose digits can be a claim.
  const pending = await channel.draft({ body: 'A post that waits.' });
  dataOf(await t.owner.submitSocialVariant({ params: { variant_id: pending } }));
  const draft = await channel.draft();
  for (const [variant_id, reasons] of [
    [draft, ['not_submitted']],
    [pending, ['pending', 'autonomy', 'first_posts']],
    [timed, ['time']],
  ] as const) {
    const arms = [approved, variant_id].map((id, place) => ({ name: `arm ${place}`, variant_ids: [id] }));
    const { params } = await givenExperiment(channel, { arms }, []);
    expect(await start(params)).toMatchObject({
      status: 409,
      body: { error: 'approval_required', variant_id, reasons },
    });
    expect(await channel.read(approved)).toMatchObject({ state: 'approved', scheduled_at: null });
    expect(await read(params)).toMatchObject({ state: 'draft', started_at: null });
  }
});

test('the advertising law holds for an experiment as for each post', async () => {
  const channel = await givenChannel(t, 'threads');
  const [one, two] = [await channel.approved(), await channel.approved()];
  // An approval that is older than the law holds no longer.
  await t.service.database.query(
    `UPDATE social.variants SET is_ad = true, erid = 'erid', advertiser = '{"name": "Notes", "inn": "7707083893"}' WHERE id = $1`,
    [two],
  );
  const arms = [one, two].map((id, place) => ({ name: `arm ${place}`, variant_ids: [id] }));
  const { params } = await givenExperiment(channel, { arms }, []);
  expect(await start(params)).toMatchObject({ status: 409, body: { error: 'ad_not_allowed_on_channel' } });
  expect(await channel.read(one)).toMatchObject({ state: 'approved' });
});

test('a stop takes the posts off the schedule and gives no verdict', async () => {
  const channel = await givenChannel(t, 'telegram');
  const experiment = await givenExperiment(channel, {}, [2, 1]);
  dataOf(await start(experiment.params));
  const [first = ''] = experiment.ids;
  dataOf(await channel.publish(first));
  const stopped = dataOf(await stop(experiment.params));
  expect(stopped).toMatchObject({ state: 'stopped', ended_at: t.clock.now().toISOString() });
  expect(stopped.results).toMatchObject({ comparisons: [], verdict: null });
  const states = stopped.arms.flatMap(({ posts }) => posts.map(({ state }) => state));
  expect(states).toEqual(['published', 'approved', 'approved']);
  expect(dataOf(await stop(experiment.params))).toEqual(stopped);
  t.clock.advance({ days: 40 });
  await conclude();
  expect(await read(experiment.params)).toEqual(stopped);
  // A draft is given up.
  const draft = await givenExperiment(channel, {}, [1, 1]);
  expect(dataOf(await stop(draft.params))).toMatchObject({ state: 'stopped', results: null });
});

test('too few free times, posts of another running experiment and an empty arm are refused', async () => {
  const channel = await givenChannel(t, 'telegram');
  const short = await givenExperiment(channel, { ends_at: endIn(2) }, [2, 2]);
  const refused = await start(short.params);
  expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(refused.body).toMatchObject({ message: expect.stringMatching(/free times for 4 posts/) });

  const running = await givenExperiment(channel, {}, [1, 1]);
  dataOf(await start(running.params));
  const arms = running.arms.map(({ name, posts }) => ({ name, variant_ids: posts.map((post) => post.variant_id) }));
  const twice = await givenExperiment(channel, { arms }, []);
  expect(await start(twice.params)).toMatchObject({ status: 409, body: { error: 'conflict' } });

  const gone = await channel.draft();
  const other = await channel.draft();
  const empty = await givenExperiment(
    channel,
    { arms: [gone, other].map((id, place) => ({ name: `arm ${place}`, variant_ids: [id] })) },
    [],
  );
  dataOf(await t.owner.deleteSocialVariant({ params: { variant_id: gone } }));
  const answer = await start(empty.params);
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'The arm arm 0 has no post: add one, or remove the arm.' },
  });
});

test('the mean of a number of posts is compared at the age that was asked for', async () => {
  const channel = await givenChannel(t, 'telegram');
  const perPost = { metric: 'per_post', post_metric: 'reactions', age_h: 24, min_n: 5, ends_at: endIn(60) };
  const experiment = await givenExperiment(channel, perPost, [5, 7]);
  expect(experiment).toMatchObject({ metric: 'per_post', post_metric: 'reactions', age_h: 24 });
  dataOf(await start(experiment.params));
  const published = t.clock.now();
  await t.service.database.query('UPDATE social.variants SET published_at = $2 WHERE id = ANY($1)', [
    experiment.ids,
    published,
  ]);
  const add = (variant_id: string, age_h: number, reactions: number | null, lateHours = 0) =>
    t.service.database.query(
      `INSERT INTO social.metric_snapshots (id, account_id, variant_id, origin, age_h, taken_at, reactions, missing)
       VALUES ($1, $2, $3, 'schedule', $4, $5, $6, '{}')`,
      [
        newId(),
        channel.account.id,
        variant_id,
        age_h,
        new Date(published.getTime() + (age_h + lateHours) * hourMs),
        reactions,
      ],
    );
  // The last post was read two days late: its number is that of an older post.
  const late = experiment.ids.at(-1);
  for (const [place, id] of experiment.ids.entries()) {
    if (id === late) await add(id, 24, 1_000, 40);
    else await add(id, 24, place + 1);
    await add(id, 1, 1_000);
  }
  expect((await read(experiment.params)).results).toMatchObject({
    comparisons: [],
    verdict: null,
    arms: [
      { n: 5, value: 3, low: null },
      { n: 6, value: 8.5 },
    ],
  });
  t.clock.advance({ days: 61 });
  expect(await conclude()).toBeGreaterThan(0);
  const { results } = await read(experiment.params);
  expect(results).toMatchObject({
    comparisons: [{ test: 'permutation' }],
    verdict: { outcome: 'winner', winner: 'arm 1' },
  });
  expect(results?.comparisons[0]?.p).toBeCloseTo(2 / 462, 12);
});

test('a number that a channel does not give is absent, and never 0', async () => {
  const channel = await givenChannel(t, 'telegram');
  const perPost = { metric: 'per_post', post_metric: 'reach', min_n: 1 };
  const experiment = await givenExperiment(channel, perPost, [1, 1]);
  dataOf(await start(experiment.params));
  t.clock.advance({ days: 31 });
  expect(await conclude()).toBeGreaterThan(0);
  const { results } = await read(experiment.params);
  expect(results?.arms).toMatchObject([
    { n: 0, value: null },
    { n: 0, value: null },
  ]);
  expect(results?.verdict).toEqual({ outcome: 'not_enough_data', winner: null });
});

test('what is no experiment is refused', async () => {
  const channel = await givenChannel(t, 'telegram');
  const [a, b] = [await channel.draft(), await channel.draft()];
  const vk = await givenAccount(t.owner, channel.brand.id, 'vk', null);
  const good = {
    name: 'Test',
    account_id: channel.account.id,
    metric: 'rate',
    min_n: 1,
    ends_at: endIn(10),
    arms: [
      { name: 'a', variant_ids: [a] },
      { name: 'b', variant_ids: [b] },
    ],
  };
  const create = (changes: object, brand_id = channel.brand.id) =>
    t.staff.createSocialExperiment({ params: { brand_id }, body: { ...good, ...changes } as never });
  const one = { name: 'a', variant_ids: [a] };
  for (const bad of [
    { arms: [one] },
    { arms: [one, { name: 'a', variant_ids: [b] }] },
    { arms: [one, { name: 'b', variant_ids: [a] }] },
    { arms: [one, { name: 'b', variant_ids: [] }] },
    { metric: 'per_post' },
    { post_metric: 'reach' },
    { metric: 'per_post', post_metric: 'members' },
    { metric: 'per_post', post_metric: 'reach', age_h: 5 },
    { min_n: 0 },
    { ends_at: t.clock.now().toISOString() },
    { ends_at: endIn(366) },
    { seed: 1 },
  ])
    expect([bad, (await create(bad)).status]).toEqual([bad, 400]);
  expect(await create({ account_id: vk.id })).toMatchObject({ status: 404, body: { error: 'variant_not_found' } });
  expect(await create({ account_id: newId() })).toMatchObject({ status: 404, body: { error: 'account_not_found' } });
  expect(await create({}, newId())).toMatchObject({ status: 404, body: { error: 'brand_not_found' } });
  const { id } = dataOf(await create({}));
  expect(await start({ experiment_id: newId() })).toMatchObject({ body: { error: 'experiment_not_found' } });
  await t.service.database.query(
    `INSERT INTO social.experiments (id, brand_id, account_id, name, hypothesis, metric, min_n, seed, state, arm_names, ends_at, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), brand_id, account_id, name, '', metric, 1, 1, 'draft', arm_names, ends_at, 'test', now(), now()
     FROM social.experiments, generate_series(1, 49) WHERE id = $1`,
    [id],
  );
  expect(await create({})).toMatchObject({ status: 409, body: { error: 'conflict' } });
});
