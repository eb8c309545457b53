import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin, eventually } from '@platform/testing';
import { givenChannel, tickOf } from './given-posts.ts';
import { seedAccounts, seedDuePosts } from './seed-posts.ts';
import { dataOf, publicUrl, type SocialWorld, shortCalls, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl, ...shortCalls });
});
afterAll(() => t.stop());

const sql = (text: string, values: unknown[] = []) => t.service.database.query<{ state: string }>(text, values);

test('a post that cannot be read keeps no other account from publishing', async () => {
  const [bad, good] = [await givenChannel(t, 'max'), await givenChannel(t, 'telegram')];
  const [broken, other] = [await bad.approved(), await good.approved()];
  dataOf(await bad.schedule(broken, 1));
  dataOf(await good.schedule(other, 1));
  await sql(`UPDATE social.variants SET buttons = '{}' WHERE id = $1`, [broken]);
  t.clock.advance({ minutes: 1 });
  const { posts } = await tickOf(t);
  expect(posts).toMatchObject({ published: 1, failed: 1, left: 0 });
  expect(await good.read(other)).toMatchObject({ state: 'published' });
  const [row] = await sql('SELECT state, last_error FROM social.variants WHERE id = $1', [broken]);
  expect(row).toMatchObject({ state: 'failed', last_error: { code: 'platform' } });
  await sql(`UPDATE social.variants SET buttons = '[]' WHERE id = $1`, [broken]);
});

test('a post of an archived brand that is still on the schedule is canceled instead of held', async () => {
  const here = await givenChannel(t, 'max');
  const id = await here.approved();
  dataOf(await here.schedule(id, 1));
  // As a call that scheduled while the brand was archived leaves it.
  await sql('UPDATE social.brands SET archived_at = now() WHERE id = $1', [here.brand_id]);
  t.clock.advance({ minutes: 1 });
  const before = t.max.posts().length;
  expect((await tickOf(t)).posts).toMatchObject({ claimed: 0, left: 0 });
  expect(await here.read(id)).toMatchObject({ state: 'canceled', next_attempt_at: null });
  expect(t.max.posts()).toHaveLength(before);
});

test.each(['account', 'brand'] as const)(
  'with its %s archived, a post that waits for its media is canceled',
  async (what) => {
    const here = await givenChannel(t, 'instagram');
    const id = await here.approved();
    dataOf(await here.schedule(id, 1));
    t.clock.advance({ minutes: 1 });
    await tickOf(t);
    expect(await here.read(id)).toMatchObject({ state: 'awaiting_media' });
    if (what === 'account') dataOf(await t.owner.deleteSocialAccount({ params: { account_id: here.account.id } }));
    else dataOf(await t.owner.deleteSocialBrand({ params: { brand_id: here.brand_id } }));
    expect(await here.read(id)).toMatchObject({ state: 'canceled', next_attempt_at: null });
    expect(await here.attempts(id)).toMatchObject([{ outcome: 'abandoned' }]);
    t.clock.advance({ minutes: 1 });
    await tickOf(t);
    expect(t.instagram.posts().filter(({ text }) => text.includes(here.brand.code))).toEqual([]);
  },
);

test('posts that wait for the day of VK to end are not late', async () => {
  const here = await givenChannel(t, 'vk');
  const done = await here.approved();
  expect(dataOf(await here.publish(done))).toMatchObject({ state: 'published' });
  const [first, second] = [await here.approved(), await here.approved()];
  dataOf(await here.schedule(first, 1));
  dataOf(await here.schedule(second, 2));
  const columns = await sql(`SELECT string_agg(quote_ident(column_name), ',') AS state FROM information_schema.columns
    WHERE table_schema = 'social' AND table_name = 'variants' AND column_name NOT IN ('id', 'ref', 'published_at')`);
  const names = columns[0]?.state;
  await sql(
    `INSERT INTO social.variants (id, ref, published_at, ${names}) SELECT gen_random_uuid(), 'x' || n, $2, ${names}
     FROM social.variants, generate_series(1, 49) n WHERE id = $1`,
    [done, t.clock.now()],
  );
  t.clock.advance({ minutes: 2 });
  expect((await tickOf(t)).posts).toMatchObject({ published: 0, missed: 0 });
  t.clock.advance({ hours: 24 });
  await tickOf(t);
  expect(await here.read(first)).toMatchObject({ state: 'published' });
  t.clock.advance({ seconds: 2 });
  await tickOf(t);
  expect(await here.read(second)).toMatchObject({ state: 'published' });
});

test('the last approver does not change the time that the others approved', async () => {
  const here = await givenChannel(t, 'telegram', { brand: { approval: { required: 2 } } });
  const id = await here.draft({ local_time: '2027-06-01T10:00' });
  const { content_hash } = dataOf(await t.staff.submitSocialVariant({ params: { variant_id: id } }));
  const [approval] = dataOf(await t.owner.listSocialApprovals({ params: { brand_id: here.brand_id }, query: {} }));
  const params = { approval_id: approval?.id ?? '' };
  const second = t.service.as({ admin: anAdmin() });
  dataOf(await t.owner.decideSocialApproval({ params, body: { decision: 'approve', content_hash } }));
  const scheduled_at = '2027-06-02T10:00:00Z';
  const moved = await second.decideSocialApproval({
    params,
    body: { decision: 'approve', content_hash, scheduled_at },
  });
  expect(moved).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await here.read(id)).toMatchObject({ state: 'pending_approval' });
  dataOf(await second.decideSocialApproval({ params, body: { decision: 'approve', content_hash } }));
  expect(await here.read(id)).toMatchObject({ state: 'scheduled', scheduled_at: '2027-06-01T07:00:00.000Z' });
});

test('a slot does not lose a post that goes out at its time', async () => {
  const here = await givenChannel(t, 'telegram');
  const id = await here.approve(await here.draft({ local_time: '2027-06-03T10:00' }));
  expect(await here.read(id)).toMatchObject({ state: 'scheduled' });
  const query = { from: '2027-06-03', to: '2027-06-03' };
  const [slot] = dataOf(await t.owner.readSocialCalendar({ params: { brand_id: here.brand_id }, query })).slots;
  const params = { slot_id: slot?.id ?? '' };
  const emptied = await t.owner.updateSocialSlot({ params, body: { variant_id: null } });
  expect(emptied).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const replaced = await t.owner.updateSocialSlot({ params, body: { variant_id: await here.draft() } });
  expect(replaced).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('an edit at the channel is no way around the approvers of a brand', async () => {
  const here = await givenChannel(t, 'telegram');
  const id = await here.approved();
  dataOf(await here.publish(id));
  const params = { variant_id: id };
  const edit = (body: string) => t.owner.editSocialRemote({ params, body: { body } });
  const rule = (approval: object) =>
    t.owner.updateSocialBrand({ params: { brand_id: here.brand_id }, body: { approval } as never });
  for (const approval of [{ required: 2 }, { self_approval: false }, { approver_ids: [crypto.randomUUID()] }]) {
    dataOf(await rule(approval));
    expect(await edit('Another text')).toMatchObject({
      status: 409,
      body: { error: 'approval_required', reasons: ['content'] },
    });
  }
  expect(t.telegram.posts().some(({ text }) => text === 'Another text')).toBe(false);
  dataOf(await rule({}));
  // A chat of Telegram takes one post or edit a second.
  t.clock.advance({ seconds: 1 });
  expect(dataOf(await edit('Another text'))).toMatchObject({ body: 'Another text' });
});

test('posts behind one that a channel makes wait are not late for it', async () => {
  const here = await givenChannel(t, 'vk', { brand: { late_limit_min: 30 } });
  const [first, second] = [await here.approved(), await here.approved()];
  dataOf(await here.schedule(first, 1));
  dataOf(await here.schedule(second, 2));
  t.vk.faults.set({ floodControl: 1 });
  t.clock.advance({ minutes: 2 });
  await tickOf(t);
  expect(await here.read(first)).toMatchObject({ state: 'scheduled', last_error: { class: 'throttled' } });
  t.clock.advance({ minutes: 60, seconds: 1 });
  await tickOf(t);
  t.clock.advance({ seconds: 2 });
  await tickOf(t);
  expect(await here.read(first)).toMatchObject({ state: 'published' });
  expect(await here.read(second)).toMatchObject({ state: 'published' });
});

test('an equal post of another account in the same place is not taken for a lost one', async () => {
  const [one, other] = [await givenChannel(t, 'max'), await givenChannel(t, 'max')];
  const body = 'The same news in one channel';
  const [first, second] = [await one.approved({ body }), await other.approved({ body })];
  dataOf(await other.schedule(second, 1));
  dataOf(await one.publish(first));
  t.clock.advance({ seconds: 30 });
  t.max.faults.set({ hang: 1 });
  t.clock.advance({ seconds: 30 });
  await tickOf(t);
  expect(await other.read(second)).toMatchObject({ state: 'uncertain' });
  for (const seconds of [11, 85, 206, 2]) {
    t.clock.advance({ seconds });
    await tickOf(t);
  }
  expect(await other.read(second)).toMatchObject({ state: 'published' });
  expect(t.max.posts().filter(({ text }) => text === body)).toHaveLength(2);
});

test('a channel that is out of reach keeps no other channel from publishing', async () => {
  const seeded = await seedAccounts(t, 'max', 130);
  const here = await givenChannel(t, 'telegram');
  const id = await here.approved();
  dataOf(await here.schedule(id, 2));
  await seedDuePosts(t, seeded, { each: 1, now: t.clock.now(), word: 'unreachable' });
  await sql(
    `INSERT INTO social.paces (key, failures, blocked_until) VALUES ('circuit:max', 5, $1)
     ON CONFLICT (key) DO UPDATE SET failures = 5, blocked_until = excluded.blocked_until`,
    [new Date(t.clock.now().getTime() + 600_000)],
  );
  t.clock.advance({ minutes: 2 });
  expect((await tickOf(t)).posts).toMatchObject({ published: 1 });
  expect(await here.read(id)).toMatchObject({ state: 'published' });
});

test('a channel that hangs keeps no other channel from publishing', async () => {
  // The states are read before a call reaches its time limit.
  const world = await startSocial({ PUBLIC_API_URL: publicUrl, SOCIAL_TIMEOUT_MS: '60000' });
  const seeded = await seedAccounts(world, 'vk', 130);
  const here = await givenChannel(world, 'telegram');
  const id = await here.approved();
  dataOf(await here.schedule(id, 2));
  await seedDuePosts(world, seeded, { each: 1, now: world.clock.now(), word: 'hanging' });
  world.clock.advance({ minutes: 2 });
  world.vk.faults.set({ hang: true });
  const tick = tickOf(world);
  try {
    await eventually(async () => (await here.read(id)).state === 'published');
    const count = `SELECT count(*)::int AS posts FROM social.variants WHERE state = 'publishing'`;
    expect(await world.service.database.query(count)).toEqual([{ posts: 96 }]);
  } finally {
    world.vk.faults.reset();
    world.closeConnections();
    await tick;
    await world.stop();
  }
});

test('a post that a rule approves again for its time stays on the schedule', async () => {
  const brand = { autonomy: 'autopilot', approval: { time_tolerance_min: 60 } };
  const here = await givenChannel(t, 'vk', { brand });
  const words = ['один', 'два', 'три', 'четыре', 'пять'];
  for (const word of words) {
    const first = await here.approved({ body: `Запись ${word}` });
    t.clock.advance({ minutes: 1 });
    expect(dataOf(await here.publish(first))).toMatchObject({ state: 'published' });
  }
  const id = await here.draft({ body: 'Запись шесть', local_time: '2027-07-01T12:00' });
  expect(dataOf(await t.staff.submitSocialVariant({ params: { variant_id: id } }))).toMatchObject({
    state: 'scheduled',
  });
  const query = { from: '2027-07-01', to: '2027-07-01' };
  const [slot] = dataOf(await t.owner.readSocialCalendar({ params: { brand_id: here.brand_id }, query })).slots;
  const params = { slot_id: slot?.id ?? '' };
  dataOf(await t.owner.updateSocialSlot({ params, body: { local_time: '2027-07-01T12:30' } }));
  const changes = { approval: { time_tolerance_min: 0 } };
  dataOf(await t.owner.updateSocialBrand({ params: { brand_id: here.brand_id }, body: changes as never }));
  t.clock.set('2027-07-01T09:30:01Z');
  await tickOf(t);
  expect(await here.read(id)).toMatchObject({ state: 'scheduled' });
  await tickOf(t);
  expect(await here.read(id)).toMatchObject({ state: 'published' });
});
