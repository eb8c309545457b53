import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fakeClock } from '@platform/testing';
import { givenChannel, tickOf, writesOf } from './given-posts.ts';
import { dataOf, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

/** Ten minutes before the first of September 2025 in Moscow. */
const lateEvening = '2025-08-31T20:50:00Z';
const mark = { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } };

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl }, fakeClock(lateEvening));
});
afterAll(() => t.stop());

const decide = async (variant_id: string, brand_id: string, more: object = {}) => {
  const [approval] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id }, query: { limit: 1 } }));
  const body = { decision: 'approve' as const, content_hash: approval?.content_hash ?? '', ...more };
  expect(approval).toMatchObject({ variant_id, state: 'pending' });
  return t.owner.decideSocialApproval({ params: { approval_id: approval?.id ?? '' }, body });
};

test('an advertisement goes to Threads on the last of August and not on the first of September', async () => {
  const here = await givenChannel(t, 'threads');
  const [first, second] = [await here.approved(mark), await here.approved(mark)];
  const tomorrow = await here.schedule(second, 10);
  expect(tomorrow).toMatchObject({ status: 409, body: { error: 'ad_not_allowed_on_channel' } });
  dataOf(await here.schedule(first, 1));
  dataOf(await here.schedule(second, 9));
  t.clock.advance({ minutes: 1 });
  expect((await tickOf(t)).posts).toMatchObject({ published: 1, failed: 0 });
  expect(t.threads.posts().at(-1)?.text).toMatch(/^Реклама\. ООО Ромашка, ИНН 7707083893\. erid: 2VtzqwErid01\n/);
  const [attempt] = await here.attempts(first);
  const policies = dataOf(await t.staff.listSocialChannelPolicies({ query: { channel: 'threads' } }));
  const judgedBy = policies.find(({ id }) => id === attempt?.policy_id);
  expect(judgedBy).toMatchObject({ ad: 'allowed', applies_to: 'all', holds_today: true });
  const calls = writesOf(t, 'threads').length;
  // It was due a minute before midnight; the platform gets to it behind it.
  t.clock.advance({ minutes: 10 });
  expect((await tickOf(t)).posts).toMatchObject({ published: 0 });
  expect(await here.read(second)).toMatchObject({
    state: 'failed',
    last_error: {
      code: 'ad_not_allowed_on_channel',
      message: expect.stringContaining('38-FZ art. 5 p. 10.7'),
    },
  });
  expect(writesOf(t, 'threads')).toHaveLength(calls);
  for (const again of [await here.publish(second), await here.schedule(second, 10)])
    expect(again).toMatchObject({ status: 409, body: { error: 'ad_not_allowed_on_channel' } });
  const retried = await t.owner.retrySocialVariants({ params: { brand_id: here.brand_id }, body: { ids: [second] } });
  expect(retried.data.results).toEqual([{ id: second, state: null, error: 'ad_not_allowed_on_channel' }]);
});

test('an advertisement whose law became disputed waits for an approver that acknowledges it', async () => {
  const here = await givenChannel(t, 'max');
  const id = await here.approved(mark);
  dataOf(await here.schedule(id, 1));
  const from = '2025-09-01';
  const body = { channel: 'max' as const, ad: 'disputed' as const, from, basis: 'A law of this test' };
  const policy = dataOf(await t.owner.createSocialChannelPolicy({ body: { ...body, sources: ['https://e.com/'] } }));
  t.clock.advance({ minutes: 1 });
  await tickOf(t);
  expect(await here.read(id)).toMatchObject({ state: 'pending_approval', scheduled_at: null });
  expect(t.max.posts()).toEqual([]);
  const [pending] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id: here.brand_id }, query: {} }));
  expect(pending).toMatchObject({ changed: ['law'], reasons: expect.arrayContaining(['ad', 'ad_disputed']) });
  expect(await here.publish(id)).toMatchObject({
    status: 409,
    body: {
      error: 'approval_required',
      variant_id: id,
      approval_id: pending?.id,
      reasons: expect.arrayContaining(['pending', 'ad_disputed']),
    },
  });
  expect(await decide(id, here.brand_id)).toMatchObject({ status: 409, body: { error: 'approval_required' } });
  dataOf(await decide(id, here.brand_id, { acknowledge: ['ad_disputed'] }));
  expect(await here.publish(id)).toMatchObject({ status: 200, data: { state: 'published' } });
  expect(await here.attempts(id)).toMatchObject([{ outcome: 'published', policy_id: policy.id }]);
});

test('nothing that is not approved is published or scheduled', async () => {
  const here = await givenChannel(t, 'vk');
  const id = await here.draft();
  const refused = (reasons: string[], approval_id: unknown) => ({
    status: 409,
    body: { error: 'approval_required', variant_id: id, approval_id, reasons },
  });
  expect(await here.publish(id)).toMatchObject(refused(['not_submitted'], null));
  expect(await here.schedule(id)).toMatchObject(refused(['not_submitted'], null));
  dataOf(await t.staff.submitSocialVariant({ params: { variant_id: id } }));
  const waits = ['pending', 'autonomy', 'unsupported_claims', 'first_posts'];
  expect(await here.publish(id)).toMatchObject(refused(waits, expect.any(String)));
  expect(await here.schedule(id)).toMatchObject(refused(waits, expect.any(String)));
  expect(await here.read(id)).toMatchObject({ state: 'pending_approval', scheduled_at: null });
  expect(t.vk.posts()).toEqual([]);
});

test('autopilot takes over after five posts that a person approved, and publishes at their time', async () => {
  const here = await givenChannel(t, 'telegram', { brand: { autonomy: 'autopilot', min_gap_min: 0 } });
  const words = ['один', 'два', 'три', 'четыре', 'пять'];
  for (const word of words) {
    const id = await here.approved({ body: `Заметка ${word}` });
    t.clock.advance({ minutes: 1 });
    expect(await here.publish(id)).toMatchObject({ data: { state: 'published' } });
  }
  const made = await t.staff.createSocialContent({
    params: { brand_id: here.brand_id },
    body: {
      account_ids: [here.account.id],
      title: 'Шесть',
      body: 'Заметка шесть',
      local_time: '2025-09-01T12:00',
      submit: true,
    },
  });
  const [sixth] = dataOf(made).variants;
  expect(sixth).toMatchObject({ state: 'scheduled', scheduled_at: '2025-09-01T09:00:00.000Z' });
  const [approval] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id: here.brand_id }, query: {} }));
  expect(approval).toMatchObject({ state: 'approved', decisions: [{ decided_by: 'system' }] });
  t.clock.set('2025-09-01T09:00:01Z');
  await tickOf(t);
  expect(await here.read(sixth?.id ?? '')).toMatchObject({ state: 'published' });

  // A person took the decisions back: what a rule approved before waits for one.
  const last = dataOf(
    await t.staff.createSocialContent({
      params: { brand_id: here.brand_id },
      body: {
        account_ids: [here.account.id],
        title: 'Семь',
        body: 'Заметка семь',
        local_time: '2025-09-01T13:00',
        submit: true,
      },
    }),
  ).variants[0];
  expect(last).toMatchObject({ state: 'scheduled' });
  dataOf(await t.owner.updateSocialBrand({ params: { brand_id: here.brand_id }, body: { autonomy: 'manual' } }));
  const sent = t.telegram.posts().length;
  t.clock.set('2025-09-01T10:00:01Z');
  await tickOf(t);
  expect(await here.read(last?.id ?? '')).toMatchObject({ state: 'pending_approval', scheduled_at: null });
  const [asked] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id: here.brand_id }, query: {} }));
  expect(asked).toMatchObject({ state: 'pending', changed: ['autonomy'], reasons: ['autonomy'] });
  expect(t.telegram.posts()).toHaveLength(sent);
  expect(await here.attempts(sixth?.id ?? '')).toMatchObject([{ approval_id: approval?.id, outcome: 'published' }]);
  // An edit of what is published is no way around the gate.
  const edit = (body: string) => t.owner.editSocialRemote({ params: { variant_id: sixth?.id ?? '' }, body: { body } });
  expect(await edit('Купите подписку')).toMatchObject({
    status: 409,
    body: { error: 'approval_required', reasons: ['looks_like_ad'] },
  });
  // A chat of Telegram takes one post or edit a second.
  t.clock.advance({ seconds: 1 });
  expect(dataOf(await edit('Заметка семь'))).toMatchObject({ body: 'Заметка семь' });
});

test('the tick and the health tell of the sites and of the law', async () => {
  expect((await tickOf(t)).cms).toEqual({ published: 0, error: 'the cms did not answer' });
  const { channels } = dataOf(await t.staff.readSocialHealth({}));
  const law = Object.fromEntries(channels.map(({ channel, ad_policy }) => [channel, ad_policy?.ad]));
  expect(law).toEqual({
    telegram: 'allowed',
    vk: 'allowed',
    max: 'disputed',
    instagram: 'prohibited',
    threads: 'prohibited',
  });
  expect(channels.map(({ ad_policy }) => ad_policy?.is_stale)).toEqual([false, false, false, false, false]);
});
