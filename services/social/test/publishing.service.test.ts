import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { social } from '@platform/contracts';
import { givenChannel, tickOf } from './given-posts.ts';
import { dataOf, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl });
});
afterEach(() => {
  for (const channel of channels) t[channel].faults.reset();
});
afterAll(() => t.stop());

const channels = ['telegram', 'vk', 'instagram', 'threads', 'max'] as const;

test.each([
  ['telegram', false],
  ['telegram', true],
  ['vk', false],
  ['vk', true],
  ['max', false],
  ['max', true],
  ['threads', false],
  ['threads', true],
  ['instagram', true],
] as const)('a post goes to %s, with an image: %s', async (channel, hasImage) => {
  const here = await givenChannel(t, channel);
  const id = await here.approved({ buttons: [{ text: 'Read', url: 'https://e.ru/' }] }, hasImage);
  // A network of Meta works on an image first.
  const isWaiting = hasImage && (channel === 'threads' || channel === 'instagram');
  if (isWaiting) {
    dataOf(await here.schedule(id, 1));
    t.clock.advance({ minutes: 1 });
    expect((await tickOf(t)).posts).toMatchObject({ claimed: 1, waiting: 1 });
    expect(await here.read(id)).toMatchObject({ state: 'awaiting_media' });
    t.clock.advance({ seconds: 6 });
    await tickOf(t);
  } else expect(await here.publish(id)).toMatchObject({ status: 200, data: { state: 'published' } });
  const post = await here.read(id);
  expect(post).toMatchObject({ state: 'published', errors: 0, last_error: null, remote: { id: expect.any(String) } });
  expect(t[channel].posts().at(-1)).toMatchObject({ text: expect.stringContaining('Post 1') });
  expect(t[channel].posts().at(-1)?.image === null).toBe(!hasImage);
  const [attempt, ...more] = await here.attempts(id);
  expect(more).toEqual([]);
  expect(attempt).toMatchObject({ outcome: 'published', content_hash: post.content_hash, remote_id: post.remote?.id });
  expect(attempt?.sent_at).not.toBeNull();
  const events = await t.service.published(social.events.socialPostPublished);
  expect(events.filter(({ variant_id }) => variant_id === id)).toHaveLength(1);
  expect(await here.publish(id)).toMatchObject({ status: 409, body: { error: 'already_published' } });
});

test('three failures before the deciding request end a post, a minute and five minutes apart', async () => {
  const here = await givenChannel(t, 'threads');
  const id = await here.approved();
  t.threads.faults.set({ createFails: true });
  dataOf(await here.schedule(id, 1));
  const seen: unknown[] = [];
  for (const minutes of [1, 1, 5]) {
    t.clock.advance({ minutes, seconds: -1 });
    expect((await tickOf(t)).posts.claimed).toBe(0);
    t.clock.advance({ seconds: 1 });
    expect((await tickOf(t)).posts.claimed).toBe(1);
    const { state, errors } = await here.read(id);
    seen.push([state, errors]);
  }
  expect(seen).toEqual([
    ['scheduled', 1],
    ['scheduled', 2],
    ['failed', 3],
  ]);
  const attempts = await here.attempts(id);
  expect(attempts.map(({ outcome, sent_at }) => [outcome, sent_at])).toEqual(Array(3).fill(['retry', null]));
  expect(await here.read(id)).toMatchObject({ what_to_do: expect.stringContaining('retry'), next_attempt_at: null });
  t.threads.faults.reset();
  const results = [{ id, state: 'scheduled', error: null }];
  const again = await t.owner.retrySocialVariants({ params: { brand_id: here.brand_id }, body: { ids: [id] } });
  expect(again.data).toEqual({ results });
  await tickOf(t);
  expect(await here.read(id)).toMatchObject({ state: 'published', errors: 0 });
});
