import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, nodeProgram, testEnvironment } from '@platform/testing';
import { fastClock } from './fast-clock.ts';
import { type SeededAccount, type SeededChannel, seedAccounts, seedDuePosts, seedFirstMessages } from './seed-posts.ts';
import { dataOf, type SocialWorld, startSocial } from './start-social.ts';

/** `SOCIAL_CRASH=full` runs 5,000 posts and 50 kills. */
const isFull = process.env.SOCIAL_CRASH === 'full';
const settleMs = isFull ? 1_800_000 : 600_000;
const size = isFull ? { accounts: 25, posts: 40, kills: 50 } : { accounts: 5, posts: 12, kills: 6 };
const workers = 3;
/**
 * Leases, looks and waits go by this clock. Limits of real time are divided by the factor: 3 s for a call,
 * 1 s until its request is written, 12 s for a lease. A busy machine exceeds the limits of a higher factor.
 */
const factor = 5;
const began = Date.now();
const clock = fastClock(began, factor);
const channels: SeededChannel[] = ['telegram', 'telegram_without_probe', 'vk', 'threads', 'max'];
const program = fileURLToPath(new URL('publishing-host.ts', import.meta.url));

let t: SocialWorld;
const hosts = new Set<ChildProcess>();
beforeAll(async () => {
  t = await startSocial({ SOCIAL_TIMEOUT_MS: String(15_000 / factor) }, clock);
});
afterAll(async () => {
  for (const host of hosts) host.kill('SIGKILL');
  await t.stop();
});

async function startHost(): Promise<void> {
  const host = fork(program, [], {
    ...nodeProgram,
    env: {
      ...nodeProgram.env,
      ...testEnvironment(t.service.database),
      ...t.environment,
      DATABASE_URL: t.service.database.urlFor('social'),
      TEST_CLOCK_BEGAN: String(began),
      TEST_CLOCK_FACTOR: String(factor),
      SOCIAL_PUBLISHER: 'on',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  hosts.add(host);
  host.once('exit', () => hosts.delete(host));
  await Promise.race([once(host, 'message'), once(host, 'exit')]);
}

function breakChannels(): void {
  const rate = 0.02;
  const [seldom, doubtful] = [{ rate }, { postedThenHang: { rate }, postedThenReset: { rate } }];
  t.telegram.faults.set({ ...doubtful, tooManyRequests: seldom, badGateway: seldom, postedThenBadGateway: seldom });
  // The channel forgets its idempotency key: nothing may rely on it.
  t.vk.faults.set({
    ...doubtful,
    guidOff: true,
    tooManyPerSecond: seldom,
    internal: seldom,
    postedThenInternal: seldom,
  });
  t.threads.faults.set({
    ...doubtful,
    createFails: seldom,
    throttled: seldom,
    notAvailable: seldom,
    publishFails: seldom,
  });
  t.max.faults.set({
    ...doubtful,
    tooManyRequests: seldom,
    internal: seldom,
    notReady: seldom,
    postedThenInternal: seldom,
  });
}

const count = async (where: string) => {
  const [row] = await t.service.database.query<{ posts: number }>(
    `SELECT count(*)::int AS posts FROM social.variants v JOIN social.accounts a ON a.id = v.account_id WHERE ${where}`,
  );
  return row?.posts ?? 0;
};
const open = `v.state NOT IN ('published') AND NOT (v.state = 'uncertain' AND v.due_at IS NULL)`;

test('with random faults and killed processes no post is published twice, and none is lost', async () => {
  const accounts: SeededAccount[] = [];
  for (const channel of channels) accounts.push(...(await seedAccounts(t, channel, size.accounts)));
  const isTelegram = ({ channel }: SeededAccount) => channel === 'telegram';
  await seedFirstMessages(t, accounts.filter(isTelegram), clock.now());
  await seedDuePosts(t, accounts, { each: size.posts, now: clock.now() });
  breakChannels();
  await Promise.all(Array.from({ length: workers }, startHost));
  for (let killed = 0; killed < size.kills; killed += 1) {
    await sleep(100 + Math.random() * 400);
    const [victim] = [...hosts].toSorted(() => Math.random() - 0.5);
    victim?.kill('SIGKILL');
    await startHost();
  }
  await eventually(async () => {
    // A post that failed three times was not published: a person has it tried again.
    const failed = await t.service.database.query<{ id: string; brand_id: string }>(
      `SELECT id, brand_id FROM social.variants WHERE state = 'failed' LIMIT 100`,
    );
    for (const { id, brand_id } of failed)
      dataOf(await t.owner.retrySocialVariants({ params: { brand_id }, body: { ids: [id] } }));
    return (await count(open)) === 0;
  }, settleMs);

  const shown = new Map<string, number>();
  for (const channel of ['telegram', 'vk', 'threads', 'max'] as const)
    for (const { text, place } of t[channel].posts())
      if (place !== 'probe') shown.set(text, (shown.get(text) ?? 0) + 1);
  const rows = await t.service.database.query<{ body: string; state: string; channel: string; id: string }>(
    `SELECT v.id, v.body, v.state, a.name AS channel FROM social.variants v JOIN social.accounts a ON a.id = v.account_id
     WHERE v.body LIKE 'post %'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(size.accounts * size.posts * channels.length);
  expect(rows.filter(({ body }) => (shown.get(body) ?? 0) > 1)).toEqual([]);
  expect(rows.filter(({ body, state }) => state === 'published' && shown.get(body) !== 1)).toEqual([]);
  const doubtful = rows.filter(({ state }) => state !== 'published');
  expect(doubtful.filter(({ channel }) => channel !== 'telegram_without_probe')).toEqual([]);
  // Each is listed with what a person has to do.
  expect(dataOf(await t.owner.readSocialHealth())).toMatchObject({ for_a_person: doubtful.length, due: 0 });
  for (const { id } of doubtful.slice(0, 20)) {
    const post = dataOf(await t.owner.getSocialVariant({ params: { variant_id: id } }));
    expect(post).toMatchObject({ state: 'uncertain', what_to_do: expect.stringContaining('resolve') });
  }
}, 2_400_000);
