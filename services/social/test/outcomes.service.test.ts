import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import { dataOf, places, publicUrl, type SocialWorld, secrets, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl });
});
afterEach(() => {
  for (const channel of ['telegram', 'vk', 'instagram', 'threads', 'max'] as const) t[channel].faults.reset();
});
afterAll(() => t.stop());

/** A post that is due, with a fault of its channel, after one tick. */
async function afterTick(channel: ChannelName, faults: object, hasImage?: boolean) {
  const here = await givenChannel(t, channel);
  const id = await here.approved({}, hasImage);
  dataOf(await here.schedule(id, 1));
  t.clock.advance({ minutes: 1 });
  const sandbox = t[channel] as { faults: { set(given: object): void } };
  sandbox.faults.set(faults);
  const { posts } = await tickOf(t);
  return {
    ...here,
    id,
    posts,
    post: await here.read(id),
    due: async (seconds: number) => {
      t.clock.advance({ seconds });
      await tickOf(t);
      return here.read(id);
    },
  };
}
const secondsUntil = (time: string | null): number | null =>
  time === null ? null : Math.round((Date.parse(time) - t.clock.now().getTime()) / 1_000);

test.each([
  ['telegram', { tooManyRequests: 1 }, 'throttled', 3],
  ['vk', { tooManyPerSecond: 1 }, 'throttled', 1],
  ['vk', { floodControl: 1 }, 'throttled', 3_600],
  ['vk', { rateLimit: 1 }, 'throttled', 3_600],
  ['threads', { throttled: 1 }, 'throttled', 60],
  ['max', { tooManyRequests: 1 }, 'throttled', 60],
  ['max', { notReady: 1 }, 'retry', 60],
  ['vk', { postLimit: 1 }, 'quota', 3_600],
  ['threads', { quotaReached: 1 }, 'quota', 3_600],
] as const)('%s with the fault %j is tried again: %s', async (channel, faults, outcome, seconds) => {
  const here = await afterTick(channel, faults);
  const errors = outcome === 'retry' ? 1 : 0;
  expect(here.post).toMatchObject({ state: 'scheduled', errors, last_error: { class: outcome } });
  expect(secondsUntil(here.post.next_attempt_at)).toBe(seconds);
  const before = t[channel].posts().length;
  expect(await here.due(seconds - 1)).toMatchObject({ state: 'scheduled' });
  expect(t[channel].posts()).toHaveLength(before);
  expect(await here.due(2)).toMatchObject({ state: 'published', errors });
  expect(t[channel].posts()).toHaveLength(before + 1);
});

test.each([
  ['telegram', { unauthorized: true }, '401'],
  ['telegram', { forbidden: 1 }, '403'],
  ['vk', { invalidToken: true }, '5'],
  ['vk', { groupAuth: 1 }, '27'],
  ['threads', { invalidToken: true }, '190/460'],
  ['max', { unauthorized: true }, 'verify.token'],
] as const)('%s with the fault %j holds the queue until it is connected again', async (channel, faults, code) => {
  const here = await afterTick(channel, faults);
  expect(here.post).toMatchObject({ state: 'scheduled', errors: 0, last_error: { class: 'auth', code } });
  expect(here.post.what_to_do).toContain('needs_reconnect');
  const account = async () => dataOf(await t.owner.getSocialAccount({ params: { account_id: here.account.id } }));
  expect(await account()).toMatchObject({ state: 'needs_reconnect', last_error: { code } });
  const calls = t[channel].journal().length;
  await tickOf(t);
  expect(t[channel].journal()).toHaveLength(calls);
  expect(dataOf(await t.owner.readSocialHealth()).held).toBeGreaterThan(0);
  (t[channel] as { faults: { reset(): void } }).faults.reset();
  dataOf(await t.owner.verifySocialAccount({ params: { account_id: here.account.id } }));
  expect(await here.due(1)).toMatchObject({ state: 'published' });
});

test.each([
  ['vk', { captcha: 1 }, '14'],
  ['vk', { foreignUploadUrl: 1 }, 'upload_url'],
  ['max', { foreignUploadUrl: 1 }, 'upload_url'],
] as const)('%s with the fault %j ends the post at once', async (channel, faults, code) => {
  const here = await afterTick(channel, faults, 'foreignUploadUrl' in faults);
  expect(here.post).toMatchObject({ state: 'failed', errors: 0, last_error: { class: 'content', code } });
  expect(here.posts.failed).toBe(1);
});

test('a group that became a supergroup gets the post under its new id, which is stored', async () => {
  const id = -5_001;
  t.telegram.add({ chats: [{ id, type: 'group', title: 'Group', bots: { 7000001: 'member' } }] });
  const credentials = { bot_token: secrets.telegram, chat_id: String(id) };
  const here = await givenChannel(t, 'telegram', { credentials });
  const post = await here.approved();
  dataOf(await here.schedule(post, 1));
  t.clock.advance({ minutes: 1 });
  t.telegram.faults.set({ migrate: 1 });
  await tickOf(t);
  t.clock.advance({ seconds: 3 });
  await tickOf(t);
  expect(await here.read(post)).toMatchObject({ state: 'published', errors: 0 });
  const account = dataOf(await t.owner.getSocialAccount({ params: { account_id: here.account.id } }));
  expect(account.credentials?.chat_id).toBe(account.remote?.id);
  expect(account.remote?.id).not.toBe(String(id));
  expect(await here.attempts(post)).toMatchObject([{ outcome: 'published' }, { outcome: 'moved' }]);
});

test('a container that is not finished is asked for at 5, 15, 30 and 60 seconds, and made anew after ten minutes', async () => {
  const here = await afterTick('instagram', { neverFinishes: 1 });
  const waits: (number | null)[] = [];
  let post = here.post;
  while (post.state === 'awaiting_media') {
    const seconds = secondsUntil(post.next_attempt_at) ?? 0;
    waits.push(seconds);
    post = await here.due(seconds);
  }
  expect(waits.slice(0, 5)).toEqual([5, 15, 30, 60, 60]);
  expect(waits.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBeLessThanOrEqual(600);
  expect(post).toMatchObject({ state: 'scheduled', errors: 1, last_error: { code: 'not_finished' } });
  await here.due(60);
  expect(await here.due(6)).toMatchObject({ state: 'published', errors: 1 });
  expect(await here.attempts(here.id)).toMatchObject([{ outcome: 'published' }, { outcome: 'retry' }]);
});

test.each([
  ['instagram', 'notAvailable'],
  ['threads', 'notAvailable'],
] as const)('%s that has the container too late is asked again with the same one', async (channel, fault) => {
  const here = await afterTick(channel, {}, channel === 'instagram');
  if (channel === 'instagram') {
    t.instagram.faults.set({ [fault]: 1 });
    expect(await here.due(6)).toMatchObject({ state: 'awaiting_media', errors: 0 });
    expect(await here.due(15)).toMatchObject({ state: 'published', errors: 0 });
  } else {
    const again = await afterTick('threads', { [fault]: 1 });
    expect(again.post).toMatchObject({ state: 'awaiting_media', errors: 0 });
    expect(await again.due(6)).toMatchObject({ state: 'published' });
  }
});

test('a profile whose quota is used up waits until its first post of the day leaves the window', async () => {
  const credentials = { access_token: secrets.threads, user_id: places.profile };
  const here = await givenChannel(t, 'threads', { credentials });
  const first = await here.approved();
  dataOf(await here.publish(first));
  const id = await here.approved();
  dataOf(await here.schedule(id, 60));
  t.clock.advance({ minutes: 60 });
  t.threads.faults.set({ quotaReached: 1 });
  await tickOf(t);
  const post = await here.read(id);
  expect(post.last_error).toMatchObject({ class: 'quota' });
  expect(secondsUntil(post.next_attempt_at)).toBe(23 * 3_600);
  // It is not late then: the limit of an hour counts from the end of the window.
  t.clock.advance({ hours: 23, seconds: 1 });
  await tickOf(t);
  expect(await here.read(id)).toMatchObject({ state: 'published' });
});

test('61 minutes late nothing is sent, and a minute earlier it is', async () => {
  const here = await givenChannel(t, 'telegram');
  const [late, inTime] = [await here.approved(), await here.approved()];
  dataOf(await here.schedule(late, 10));
  dataOf(await here.schedule(inTime, 11.5));
  t.clock.advance({ minutes: 71 });
  const sent = () => t.telegram.journal().filter(({ path }) => path.endsWith('/sendMessage')).length;
  const calls = sent();
  expect((await tickOf(t)).posts).toMatchObject({ missed: 1 });
  t.clock.advance({ seconds: 1 });
  await tickOf(t);
  expect(await here.read(late)).toMatchObject({ state: 'missed', next_attempt_at: null });
  expect(await here.read(inTime)).toMatchObject({ state: 'published' });
  expect(sent()).toBe(calls + 1);
  const { slots } = dataOf(
    await t.owner.readSocialCalendar({
      params: { brand_id: here.brand_id },
      query: { from: '2027-03-01', to: '2027-03-31', account_id: here.account.id },
    }),
  );
  expect(slots.map(({ state }) => state)).toEqual(['missed', 'published']);
  expect(dataOf(await here.schedule(late, 5))).toMatchObject({ state: 'scheduled', errors: 0 });
});

test('five connections that fail open the circuit of a channel, which one post closes again', async () => {
  const down = await startSocial({ SOCIAL_TELEGRAM_API_URL: 'http://127.0.0.1:9' });
  try {
    const ready = { state: 'active', verified_at: new Date() };
    const made: Awaited<ReturnType<typeof givenChannel>>[] = [];
    for (let count = 0; count < 6; count += 1) {
      const here = await givenChannel(down, 'telegram', { credentials: null });
      const params = { account_id: here.account.id };
      const body = { bot_token: `${7_000_100 + count}:AAcanary_other`, chat_id: '-1001' };
      dataOf(await down.owner.putSocialCredentials({ params, body }));
      await down.service.database.query(
        `UPDATE social.accounts SET state = $1, verified_at = $2, remote_id = '-1001' WHERE id = $3`,
        [ready.state, ready.verified_at, here.account.id],
      );
      const id = await here.approved();
      dataOf(await here.schedule(id, count < 5 ? 1 : 2));
      made.push(here);
    }
    down.clock.advance({ minutes: 1 });
    expect((await tickOf(down)).posts).toMatchObject({ claimed: 5, retry: 5 });
    const telegram = async () => dataOf(await down.owner.readSocialHealth()).channels[0];
    expect(await telegram()).toMatchObject({ channel: 'telegram', circuit: 'open' });
    down.clock.advance({ seconds: 59 });
    expect((await tickOf(down)).posts.claimed).toBe(0);
    down.clock.advance({ seconds: 2 });
    expect(await telegram()).toMatchObject({ circuit: 'half_open' });
    expect((await tickOf(down)).posts).toMatchObject({ claimed: 1, retry: 1 });
    expect(await telegram()).toMatchObject({ circuit: 'open' });
  } finally {
    await down.stop();
  }
});
