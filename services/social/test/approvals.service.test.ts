import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin } from '@platform/testing';
import { givenChannel } from './given-posts.ts';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const author = anAdmin({ email: 'author@example.test' });
const second = anAdmin({ email: 'second@example.test' });
beforeAll(async () => {
  t = await startSocial();
});
afterAll(() => t.stop());

type Client = SocialWorld['owner'];
const as = (admin: ReturnType<typeof anAdmin>): Client => t.service.as({ admin });

async function givenPost(approval: object = {}, changes: object = {}) {
  const brand_id = (await givenBrand(t.owner, { approval })).id;
  const { id: account_id } = await givenAccount(t.owner, brand_id, 'telegram', null);
  const body = { account_ids: [account_id], title: 'Post', body: 'Text', ...changes };
  const made = dataOf(await as(author).createSocialContent({ params: { brand_id }, body }));
  const variant_id = made.variants[0]?.id ?? '';
  const read = async () => dataOf(await t.staff.getSocialVariant({ params: { variant_id } }));
  const submit = () => as(author).submitSocialVariant({ params: { variant_id } });
  const approvals = async () => dataOf(await t.staff.listSocialApprovals({ params: { brand_id }, query: {} }));
  const newest = async () => {
    const [approval] = await approvals();
    if (!approval) throw new Error('there is no approval');
    return approval;
  };
  const decide = async (client: Client, more: object = {}) => {
    const { id: approval_id, content_hash } = await newest();
    const body = { decision: 'approve' as const, content_hash, ...more };
    return client.decideSocialApproval({ params: { approval_id }, body });
  };
  const change = (body: object) => as(author).updateSocialVariant({ params: { variant_id }, body });
  return {
    brand_id,
    variant_id,
    slot_id: made.slot_ids[0] ?? '',
    read,
    submit,
    approvals,
    newest,
    decide,
    change,
  };
}

test('a draft is submitted once and approved by an administrator, and not by staff', async () => {
  const post = await givenPost();
  expect(dataOf(await post.submit())).toMatchObject({ state: 'pending_approval' });
  expect(dataOf(await post.submit())).toMatchObject({ state: 'pending_approval' });
  expect(await post.approvals()).toHaveLength(1);
  expect(dataOf(await post.decide(as(second)))).toMatchObject({
    state: 'approved',
    submitted_by: author.email,
    changed: [],
    decisions: [{ decided_by: second.email, decision: 'approve' }],
  });
  expect(await post.read()).toMatchObject({ state: 'approved' });
  expect(await post.decide(as(author))).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('a post that its channel would refuse is not submitted', async () => {
  const post = await givenPost({}, { body: '' });
  expect(await post.submit()).toMatchObject({
    status: 400,
    body: { error: 'channel_check_failed', checks: [{ code: 'text_missing', level: 'error' }] },
  });
  expect(await post.approvals()).toEqual([]);
});

test.each([
  ['body', { body: 'Other' }],
  ['buttons', { buttons: [{ text: 'Read', url: 'https://e.com/' }] }],
  ['ad', { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } }],
  ['ad', { erid: '2VtzqwErid01' }],
  ['ad', { advertiser: { name: 'ООО Ромашка', inn: '7707083893' } }],
] as const)('a change of %s voids the approval and asks for another one', async (field, change) => {
  const post = await givenPost();
  await post.submit();
  await post.decide(as(second));
  expect(dataOf(await post.change(change))).toMatchObject({ state: 'pending_approval' });
  const [pending, before] = await post.approvals();
  expect([pending?.state, pending?.changed, before?.state]).toEqual(['pending', [field], 'voided']);
  expect(pending?.content_hash).not.toBe(before?.content_hash);
  const acknowledge = ['ad_disputed'];
  expect(dataOf(await post.decide(as(second), { acknowledge }))).toMatchObject({ state: 'approved' });
});

test('a change of an image voids the approval, and one that changes nothing does not', async () => {
  const post = await givenPost();
  await post.submit();
  await post.decide(as(second));
  expect(dataOf(await post.change({ body: 'Text' }))).toMatchObject({ state: 'approved' });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const cover = { params: { variant_id: post.variant_id }, query: {}, file: new Blob([new Uint8Array(png)]) };
  expect(dataOf(await as(author).putSocialCover(cover))).toMatchObject({ state: 'pending_approval' });
  expect((await post.newest()).changed).toEqual(['cover']);
  await post.decide(as(second));
  const { cover: image } = await post.read();
  const changed = { cover: { asset: image?.name, alt: 'A point' } };
  expect(dataOf(await post.change(changed))).toMatchObject({ state: 'pending_approval', cover: { id: image?.id } });
  expect((await post.newest()).changed).toEqual(['cover']);
  // The channel would refuse it now: nothing is left to approve.
  expect(dataOf(await post.change({ body: '', cover: null }))).toMatchObject({ state: 'draft' });
  expect((await post.approvals()).map(({ state }) => state)).toEqual(['voided', 'voided', 'voided']);
});

test('a decision about what the post was is refused', async () => {
  const post = await givenPost();
  await post.submit();
  const { id: approval_id, content_hash } = await post.newest();
  await post.change({ body: 'Changed meanwhile' });
  const stale = { params: { approval_id }, body: { decision: 'approve' as const, content_hash } };
  expect(await as(second).decideSocialApproval(stale)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await post.decide(as(second), { content_hash })).toMatchObject({ status: 409 });
  expect(await post.read()).toMatchObject({ state: 'pending_approval' });
});

test('an edit that races a decision never leaves other text approved', async () => {
  const post = await givenPost();
  for (let round = 0; round < 25; round += 1) {
    if ((await post.read()).state === 'draft') await post.submit();
    await Promise.all([post.decide(as(second)), post.change({ body: `Text ${round}` })]);
    const { state, content_hash } = await post.read();
    const approved = (await post.approvals()).filter((one) => one.state === 'approved');
    expect(state === 'approved' ? approved.map((one) => one.content_hash) : approved).toEqual(
      state === 'approved' ? [content_hash] : [],
    );
  }
});

test('distinct administrators are needed, of those that the brand names, and one reject ends it', async () => {
  const post = await givenPost({ required: 2, approver_ids: [author.id, second.id] });
  await post.submit();
  expect(dataOf(await post.decide(as(author)))).toMatchObject({ state: 'pending' });
  expect(await post.decide(as(author))).toMatchObject({ status: 409 });
  expect(await post.decide(t.owner)).toMatchObject({ status: 409 });
  expect(dataOf(await post.decide(as(second)))).toMatchObject({ state: 'approved' });
  await post.change({ body: 'Again' });
  expect(await post.decide(as(second), { decision: 'reject' })).toMatchObject({ status: 400 });
  expect(dataOf(await post.decide(as(second), { decision: 'reject', comment: 'No' }))).toMatchObject({
    state: 'rejected',
  });
  expect(await post.read()).toMatchObject({ state: 'draft' });
  const own = await givenPost({ self_approval: false });
  await own.submit();
  expect(await own.decide(as(author))).toMatchObject({ status: 409 });
  expect(dataOf(await own.decide(as(author), { decision: 'changes_requested', comment: 'Shorter' }))).toMatchObject({
    state: 'changes_requested',
  });
});

test('a decision brings a time into the calendar, and a move beyond the tolerance voids the approval', async () => {
  const post = await givenPost({ time_tolerance_min: 30 }, { local_time: '2027-03-10T10:00' });
  await post.submit();
  expect((await post.newest()).scheduled_at).toBe('2027-03-10T07:00:00.000Z');
  expect(await post.decide(as(second), { scheduled_at: '2027-02-01T08:00:00Z' })).toMatchObject({ status: 400 });
  const decided = dataOf(await post.decide(as(second), { scheduled_at: '2027-03-11T08:00:00Z' }));
  expect(decided).toMatchObject({ state: 'approved', scheduled_at: '2027-03-11T08:00:00.000Z' });
  const move = (local_time: string) =>
    t.staff.updateSocialSlot({ params: { slot_id: post.slot_id }, body: { local_time } });
  expect(await post.read()).toMatchObject({ state: 'scheduled', scheduled_at: '2027-03-11T08:00:00.000Z' });
  expect(dataOf(await move('2027-03-11T11:30')).at).toBe('2027-03-11T08:30:00.000Z');
  expect(await post.read()).toMatchObject({ state: 'scheduled', scheduled_at: '2027-03-11T08:30:00.000Z' });
  await move('2027-03-11T11:31');
  expect(await post.read()).toMatchObject({ state: 'pending_approval', scheduled_at: null });
  expect(await post.newest()).toMatchObject({
    state: 'pending',
    changed: ['time'],
    scheduled_at: '2027-03-11T08:31:00.000Z',
  });
});

test('a post is scheduled and another one approved for the same time at once: one has it, the other is told', async () => {
  const channel = await givenChannel(t, 'telegram');
  for (let day = 1; day <= 8; day += 1) {
    const at = new Date(t.clock.now().getTime() + day * 3 * 86_400_000).toISOString();
    const variant_id = await channel.approved();
    const { content_hash } = dataOf(
      await t.owner.submitSocialVariant({ params: { variant_id: await channel.draft() } }),
    );
    const query = { state: 'pending' as const };
    const [open] = dataOf(await t.owner.listSocialApprovals({ params: { brand_id: channel.brand_id }, query }));
    const answers = await Promise.all([
      t.owner.decideSocialApproval({
        params: { approval_id: open?.id ?? '' },
        body: { decision: 'approve', content_hash, scheduled_at: at },
      }),
      t.owner.scheduleSocialVariant({ params: { variant_id }, body: { scheduled_at: at } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { error: 'slot_taken' } });
  }
});
