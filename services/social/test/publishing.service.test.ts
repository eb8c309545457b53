import { setTimeout as sleep } from 'node:timers/promises';
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

test('ten ticks at once publish a hundred due posts once each', async () => {
  const due: { here: Awaited<ReturnType<typeof givenChannel>>; id: string }[] = [];
  // MAX takes 25 at once for a token.
  for (const [channel, posts] of [
    ['threads', 75],
    ['max', 25],
  ] as const) {
    const here = await givenChannel(t, channel);
    for (let count = 0; count < posts; count += 1)
      due.push({ here, id: await here.approved({ body: `Due ${channel} ${count}.` }) });
  }
  const at = new Date(t.clock.now().getTime() + 60_000).toISOString();
  await t.service.database.query(
    `UPDATE social.variants SET state = 'scheduled', scheduled_at = $1, due_at = $1, late_from = $1 WHERE id = ANY($2)`,
    [at, due.map(({ id }) => id)],
  );
  t.clock.advance({ minutes: 1 });
  const ids = due.map(({ id }) => id);
  const count = async (where: string, values: unknown[] = []) => {
    const text = `SELECT count(*)::int AS posts FROM social.variants WHERE id = ANY($1) AND ${where}`;
    const [row] = await t.service.database.query<{ posts: number }>(text, [ids, ...values]);
    return row?.posts;
  };
  // A tick ends at its time limit and leaves posts to the next round. Its report counts every claim. A post
  // whose answer comes after that limit is missing in `published`.
  let claimed = 0;
  do {
    const reports = await Promise.all(Array.from({ length: 10 }, () => tickOf(t)));
    claimed += reports.reduce((sum, { posts }) => sum + posts.claimed, 0);
  } while (claimed <= 100 && (await count(`(state = 'publishing' OR due_at <= $2)`, [t.clock.now()])) !== 0);
  expect(claimed).toBe(100);
  expect(await count(`state = 'published'`)).toBe(100);
  const texts = [...t.threads.posts(), ...t.max.posts()]
    .map(({ text }) => text)
    .filter((text) => text.startsWith('Due '));
  expect(texts).toHaveLength(100);
  expect(new Set(texts).size).toBe(100);
});

/** `SOCIAL_RACES` is the number of edits. */
test('an edit that races the claim never has unapproved text sent', async () => {
  const here = await givenChannel(t, 'max');
  const rounds = Number(process.env.SOCIAL_RACES ?? 60);
  let published = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [approvedText, other] = [`approved ${round}.`, `edited ${round}.`];
    const variant_id = await here.approved({ body: approvedText });
    dataOf(await here.schedule(variant_id, 1));
    t.clock.advance({ minutes: 2 });
    const edit = () => t.owner.updateSocialVariant({ params: { variant_id }, body: { body: other } });
    // The edit comes at another moment of the tick in each round, and behind it in each tenth.
    const ticking = tickOf(t);
    await (round % 10 === 0 ? ticking : sleep((round % 10) * 4 - 4));
    const [edited] = await Promise.all([edit(), ticking]);
    const post = await here.read(variant_id);
    const texts = t.max.posts().map(({ text }) => text);
    expect(texts).not.toContain(other);
    expect(['published', 'pending_approval']).toContain(post.state);
    expect(texts.includes(approvedText)).toBe(post.state === 'published');
    expect(edited.status).toBe(post.state === 'published' ? 409 : 200);
    if (post.state === 'published') published += 1;
  }
  expect(published).toBeGreaterThan(0);
}, 900_000);

test('a post without an approval for now is not published or scheduled, and the answer says why', async () => {
  const here = await givenChannel(t, 'telegram');
  const draft = await here.draft();
  const refusal = (reasons: string[]) => ({ status: 409, body: { error: 'approval_required', reasons } });
  expect(await here.publish(draft)).toMatchObject(refusal(['not_submitted']));
  dataOf(await t.owner.submitSocialVariant({ params: { variant_id: draft } }));
  const reasons = ['pending', 'autonomy', 'unsupported_claims', 'first_posts'];
  expect(await here.schedule(draft)).toMatchObject(refusal(reasons));
  const timed = await here.draft({ local_time: '2027-12-01T10:00' });
  expect(await t.owner.getSocialVariant({ params: { variant_id: await here.approve(timed) } })).toMatchObject({
    data: { state: 'scheduled' },
  });
  expect(await here.publish(timed)).toMatchObject(refusal(['time']));
  const id = await here.approved();
  expect(await here.schedule(id, -1)).toMatchObject({ status: 400 });
  expect(await here.schedule(id, 366 * 1_440)).toMatchObject({ status: 400 });
  expect(dataOf(await here.schedule(id))).toMatchObject({ state: 'scheduled' });
  const params = { variant_id: id };
  expect(dataOf(await t.owner.unscheduleSocialVariant({ params }))).toMatchObject({
    state: 'approved',
    scheduled_at: null,
  });
  expect(dataOf(await t.owner.cancelSocialVariant({ params }))).toMatchObject({ state: 'canceled' });
  expect(dataOf(await here.schedule(id))).toMatchObject({ state: 'scheduled' });
});

test('equal text goes to an account once a day', async () => {
  const here = await givenChannel(t, 'max');
  const [first, second] = [await here.approved({ body: 'The  same' }), await here.approved({ body: 'The same' })];
  dataOf(await here.publish(first));
  const body = { error: 'duplicate_content', variant_id: first };
  expect(await here.publish(second)).toMatchObject({ status: 409, body });
  expect(dataOf(await here.schedule(second, 25 * 60))).toMatchObject({ state: 'scheduled' });
});

test.each([
  ['telegram', true, true, false],
  ['telegram', true, true, true],
  ['vk', true, true, true],
  ['max', true, true, true],
  ['threads', false, true, false],
] as const)(
  'a published post of %s is edited (%s) and deleted (%s), with an image: %s',
  async (channel, edits, deletes, hasImage) => {
    const here = await givenChannel(t, channel);
    const variant_id = await here.approved({ buttons: [{ text: 'Read', url: 'https://e.ru/' }] }, hasImage);
    dataOf(await here.publish(variant_id));
    // A chat of Telegram takes one post or change a second.
    const edit = (text: string) => {
      t.clock.advance({ seconds: 1 });
      return t.owner.editSocialRemote({ params: { variant_id }, body: { body: text } });
    };
    const shown = () => t[channel].posts().at(-1);
    const before = shown();
    if (edits) {
      expect(dataOf(await edit(`Changed at ${channel}`))).toMatchObject({ body: `Changed at ${channel}` });
      expect(shown()).toMatchObject({ id: before?.id, text: expect.stringContaining(`Changed at ${channel}`) });
      expect(shown()).toMatchObject({ image: before?.image, buttons: before?.buttons });
    } else expect(await edit('Changed')).toMatchObject({ status: 409, body: { error: 'remote_change_not_supported' } });
    const remove = () => {
      t.clock.advance({ seconds: 1 });
      return t.owner.deleteSocialRemote({ params: { variant_id } });
    };
    if (deletes) {
      expect(dataOf(await remove())).toMatchObject({ state: 'published', remote: { deleted_at: expect.any(String) } });
      expect(t[channel].posts().find(({ id }) => id === before?.id)).toBeUndefined();
      expect(dataOf(await remove())).toMatchObject({ remote: { deleted_at: expect.any(String) } });
    }
    const kinds = (await here.attempts(variant_id)).map(({ kind, outcome }) => `${kind} ${outcome}`);
    expect(kinds).toEqual([...(deletes ? ['delete done'] : []), ...(edits ? ['edit done'] : []), 'publish published']);
  },
);
