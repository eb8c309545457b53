import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { social } from '@platform/contracts';
import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import {
  dataOf,
  goodCredentials,
  places,
  publicUrl,
  type SocialWorld,
  secrets,
  shortCalls,
  startSocial,
} from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl, ...shortCalls });
});
afterEach(() => {
  for (const channel of ['telegram', 'vk', 'instagram', 'threads', 'max'] as const) t[channel].faults.reset();
});
afterAll(() => t.stop());

const withProbe = { ...goodCredentials.telegram, probe_chat_id: places.probe };
const community = { access_token: secrets.vkCommunity, owner_id: places.community };

/** A post of a channel whose answer was lost, behind one that is published. */
async function givenDoubt(channel: ChannelName, fault: string, credentials?: Record<string, string>) {
  const here = await givenChannel(t, channel, credentials ? { credentials } : {});
  const isImage = channel === 'instagram';
  const post = async (fields: object = {}) => {
    const id = await here.approved(fields, isImage);
    dataOf(await here.schedule(id, 1));
    t.clock.advance({ minutes: 1 });
    await tickOf(t);
    return id;
  };
  if (!isImage) await post();
  const id = await post();
  const sandbox = t[channel] as { faults: { set(given: object): void; reset(): void } };
  let doubtful = id;
  if (isImage) {
    sandbox.faults.set({ [fault]: 1 });
    t.clock.advance({ seconds: 6 });
    await tickOf(t);
  } else {
    sandbox.faults.set({ [fault]: 1 });
    doubtful = await post();
  }
  sandbox.faults.reset();
  expect(await here.read(doubtful)).toMatchObject({ state: 'uncertain', last_error: { class: 'uncertain' } });
  const shown = () => t[channel].posts().filter(({ text }) => text.includes(here.brand.code)).length;
  const probe = async (seconds: number) => {
    t.clock.advance({ seconds });
    const { reconciled } = await tickOf(t);
    return { reconciled, post: await here.read(doubtful) };
  };
  return { ...here, id: doubtful, shown, probe };
}

test.each([
  ['vk', 'postedThenHang', undefined],
  ['vk', 'postedThenInternal', undefined],
  ['max', 'postedThenReset', undefined],
  ['threads', 'postedThenHang', undefined],
  ['instagram', 'blockedAfterPublishing', undefined],
  ['instagram', 'postedThenInternal', undefined],
  ['telegram', 'postedThenBadGateway', withProbe],
] as const)('%s: a post that is there after %s is found, and not sent again', async (channel, fault, credentials) => {
  const here = await givenDoubt(channel, fault, credentials);
  const sent = here.shown();
  expect(await here.publish(here.id)).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
  expect((await here.probe(9)).post.state).toBe('uncertain');
  const { reconciled, post } = await here.probe(2);
  expect(reconciled).toMatchObject({ published: 1 });
  expect(post).toMatchObject({ state: 'published', remote: { id: expect.any(String) }, what_to_do: null });
  expect(post.remote?.id).not.toBeNull();
  expect(here.shown()).toBe(sent);
  expect((await here.attempts(here.id))[0]).toMatchObject({ outcome: 'uncertain', resolution: 'found' });
  const events = await t.service.published(social.events.socialPostPublished);
  expect(events.filter(({ variant_id }) => variant_id === here.id)).toHaveLength(1);
  // The probe chat is left as it was.
  expect(t.telegram.posts().filter(({ place }) => place === 'Probe')).toEqual([]);
});

test.each([
  ['vk', 'hang', undefined, [11, 85, 206]],
  ['max', 'hang', undefined, [11, 85, 206]],
  ['max', 'internal', undefined, [11, 85, 206]],
  ['telegram', 'badGateway', withProbe, [11, 85]],
  ['threads', 'publishFails', undefined, [11, 85]],
  ['instagram', 'hang', undefined, [11, 85]],
] as const)(
  '%s: a post that is proven absent after %s goes out once',
  async (channel, fault, credentials, probeSeconds) => {
    const here = await givenDoubt(channel, fault, credentials);
    const before = here.shown();
    const states: string[] = [];
    for (const seconds of probeSeconds) states.push((await here.probe(seconds)).post.state);
    expect(states.slice(0, -1)).toEqual(probeSeconds.slice(0, -1).map(() => 'uncertain'));
    expect((await here.attempts(here.id)).at(-1)).toMatchObject({ outcome: 'uncertain', resolution: 'absent' });
    const { post } = await here.probe(1);
    // A container that is finished is published as it is: nothing counts as a failure.
    expect(post).toMatchObject({
      state: 'published',
      errors: channel === 'threads' || channel === 'instagram' ? 0 : 1,
    });
    expect(here.shown()).toBe(before + 1);
  },
);

test.each([
  ['telegram', 'postedThenHang', undefined],
  ['vk', 'postedThenHang', community],
] as const)(
  '%s without a way to read is left to a person, who says that it is there',
  async (channel, fault, credentials) => {
    const here = await givenDoubt(channel, fault, credentials);
    const sent = here.shown();
    await here.probe(11);
    const post = await here.read(here.id);
    expect(post).toMatchObject({ state: 'uncertain', next_attempt_at: null });
    expect(post.what_to_do).toContain('resolve');
    const health = dataOf(await t.owner.readSocialHealth());
    expect(health.for_a_person).toBeGreaterThan(0);
    await here.probe(3_600);
    expect(here.shown()).toBe(sent);
    const remote_url = channel === 'telegram' ? 'https://t.me/notes/77' : 'https://vk.com/wall-901_77';
    const params = { variant_id: here.id };
    const said = await t.owner.resolveSocialVariant({ params, body: { outcome: 'published', remote_url } });
    expect(dataOf(said)).toMatchObject({ state: 'published', remote: { id: '77', url: remote_url } });
    expect(await t.owner.resolveSocialVariant({ params, body: { outcome: 'published' } })).toMatchObject({
      status: 409,
    });
    expect((await here.attempts(here.id))[0]).toMatchObject({ resolution: 'person_published' });
  },
);

test('a person who says that a post is not there has it sent again, once', async () => {
  const here = await givenDoubt('telegram', 'hang');
  const before = here.shown();
  await here.probe(11);
  const params = { variant_id: here.id };
  const said = await t.owner.resolveSocialVariant({ params, body: { outcome: 'not_published' } });
  expect(dataOf(said)).toMatchObject({ state: 'scheduled', errors: 0 });
  await Promise.all(Array.from({ length: 5 }, () => tickOf(t)));
  expect(await here.read(here.id)).toMatchObject({ state: 'published' });
  expect(here.shown()).toBe(before + 1);
});

test('a wrong address that a person gave hides no later post', async () => {
  const first = await givenDoubt('telegram', 'hang', withProbe);
  const params = { variant_id: first.id };
  const remote_url = 'https://t.me/notes/99999';
  dataOf(await t.owner.resolveSocialVariant({ params, body: { outcome: 'published', remote_url } }));
  const id = await first.approved();
  dataOf(await first.schedule(id, 1));
  t.clock.advance({ minutes: 1 });
  t.telegram.faults.set({ postedThenBadGateway: 1 });
  await tickOf(t);
  expect(await first.read(id)).toMatchObject({ state: 'uncertain' });
  for (const seconds of [11, 85, 206]) await first.probe(seconds);
  const { body, state } = await first.read(id);
  expect(state).toBe('published');
  expect(t.telegram.posts().filter(({ text }) => text === body)).toHaveLength(1);
});

test('a protected chat proves nothing, and neither does a channel that does not answer', async () => {
  const here = await givenDoubt('telegram', 'postedThenHang', withProbe);
  t.telegram.faults.set({ unauthorized: true });
  expect((await here.probe(100)).post).toMatchObject({ state: 'uncertain' });
  t.telegram.faults.reset();
  const chat = { id: Number(places.channel), type: 'channel', title: 'Notes', username: 'notes' } as const;
  const bots = { 7000001: 'administrator' } as const;
  t.telegram.add({ chats: [{ ...chat, bots, has_protected_content: true }] });
  await here.probe(300);
  expect(await here.read(here.id)).toMatchObject({ state: 'uncertain', next_attempt_at: null });
  t.telegram.add({ chats: [{ ...chat, bots }] });
});

test('when every channel hangs, a tick still ends', async () => {
  const made = await Promise.all(
    (['telegram', 'vk', 'threads', 'max'] as const).map(async (channel) => {
      const here = await givenChannel(t, channel);
      const id = await here.approved();
      dataOf(await here.schedule(id, 1));
      return { here, id };
    }),
  );
  t.clock.advance({ minutes: 1 });
  for (const channel of ['telegram', 'vk', 'threads', 'max'] as const)
    (t[channel] as { faults: { set(given: object): void } }).faults.set({ hang: true });
  const { posts, took_ms } = await tickOf(t);
  expect(posts).toMatchObject({ claimed: 4, uncertain: 4, left: 0 });
  expect(took_ms).toBeGreaterThan(0);
  for (const { here, id } of made) expect(await here.read(id)).toMatchObject({ state: 'uncertain' });
});
