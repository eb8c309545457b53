import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Autonomy, SocialChannel } from '@platform/contracts';
import { anAdmin, fakeClock } from '@platform/testing';
import sharp from 'sharp';
import { dataOf, givenAccount, givenBrand, places, type SocialWorld, startSocial } from './start-social.ts';

/** One minute before the first of September 2025 in Moscow. */
const lastMinute = '2025-08-31T20:59:00Z';
const mark = { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } };

let t: SocialWorld;
let admin: SocialWorld['owner'];
let picture: Blob;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: 'https://api.notes.ru' }, fakeClock(lastMinute));
  admin = t.service.as({ admin: anAdmin({ role: 'admin' }) });
  const image = sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff' } }).jpeg();
  picture = new Blob([new Uint8Array(await image.toBuffer())]);
});
afterAll(() => t.stop());

async function givenPost(channel: SocialChannel, changes: object, autonomy: Autonomy = 'manual') {
  const brand_id = (await givenBrand(t.owner, { autonomy })).id;
  const { id: account_id } = await givenAccount(t.owner, brand_id, channel, null);
  const body = { account_ids: [account_id], title: 'Post', body: 'Ковры', ...changes };
  const variant_id = dataOf(await t.staff.createSocialContent({ params: { brand_id }, body })).variants[0]?.id ?? '';
  const at = { params: { variant_id } };
  if (channel === 'instagram') dataOf(await t.staff.putSocialCover({ ...at, query: {}, file: picture }));
  const newest = async () => {
    const [approval] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id }, query: {} }));
    if (!approval) throw new Error('there is no approval');
    return approval;
  };
  const decide = async (client: SocialWorld['owner'], more: object = {}) => {
    const { id: approval_id, content_hash } = await newest();
    const body = { decision: 'approve' as const, content_hash, ...more };
    return client.decideSocialApproval({ params: { approval_id }, body });
  };
  return {
    brand_id,
    account_id,
    variant_id,
    newest,
    decide,
    read: async () => dataOf(await t.staff.getSocialVariant(at)),
    submit: () => t.staff.submitSocialVariant(at),
    change: (body: object) => t.staff.updateSocialVariant({ ...at, body }),
  };
}
const codesOf = ({ checks }: { checks: { code: string; level: string }[] }) =>
  checks.filter(({ level }) => level === 'error').map(({ code }) => code);

test('an advertisement of August is approved on Instagram and Threads and in September it is not, by no one', async () => {
  const posts = await Promise.all(
    SocialChannel.options.flatMap((channel) =>
      Autonomy.options.map(async (autonomy) => ({ channel, ...(await givenPost(channel, mark, autonomy)) })),
    ),
  );
  for (const post of posts) {
    expect([post.channel, codesOf(await post.read())]).toEqual([post.channel, []]);
    expect(dataOf(await post.submit())).toMatchObject({ state: 'pending_approval' });
    expect((await post.newest()).reasons).toContain('ad');
  }
  t.clock.advance({ minutes: 1 });
  for (const post of posts) {
    const isProhibited = post.channel === 'instagram' || post.channel === 'threads';
    const acknowledge = ['ad_disputed', 'looks_like_ad', 'unsupported_claims', 'local_platform_restricted'];
    for (const client of [admin, t.owner]) {
      const decided = await post.decide(client, { acknowledge });
      if (isProhibited)
        expect(decided).toMatchObject({
          status: 409,
          body: { error: 'ad_not_allowed_on_channel', basis: expect.stringContaining('10.7') },
        });
      else if (client === admin) expect(dataOf(decided)).toMatchObject({ state: 'approved' });
    }
    expect((await post.read()).state).toBe(isProhibited ? 'pending_approval' : 'approved');
  }
  // A save finds it, and a post that was drafted before cannot be submitted.
  const late = await givenPost('threads', mark, 'full_manager');
  expect(codesOf(await late.read())).toEqual(['ad_not_allowed_on_channel']);
  expect(await late.submit()).toMatchObject({ status: 409, body: { error: 'ad_not_allowed_on_channel' } });
});

test('a post is judged by the day that it is planned for', async () => {
  const planned = await givenPost('telegram', { ...mark, local_time: '2026-03-05T00:00' });
  expect((await planned.read()).checks).toMatchObject([{ code: 'ad_disputed', level: 'warning' }, {}]);
  const before = await givenPost('telegram', { ...mark, local_time: '2026-03-04T23:59' });
  expect((await before.read()).checks.map(({ code }) => code)).toEqual(['followers_unknown']);
});

test('an advertisement without its mark is saved with an error and not submitted', async () => {
  const post = await givenPost('vk', { is_ad: true });
  expect(codesOf(await post.read())).toEqual(['ad_marking_required']);
  expect(await post.submit()).toMatchObject({
    status: 409,
    body: { error: 'ad_marking_required', missing: ['erid', 'advertiser'] },
  });
  const wrong = { ...mark, advertiser: { name: 'ООО Ромашка', inn: '7707083894' } };
  expect(await post.change(wrong)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  expect(codesOf(dataOf(await post.change(mark)))).toEqual([]);
  expect(dataOf(await post.submit())).toMatchObject({ state: 'pending_approval' });
});

test('what looks like an advertisement is approved by a person that says that it is none', async () => {
  const post = await givenPost('vk', { body: 'Купите подписку' });
  expect((await post.read()).checks).toMatchObject([{ code: 'looks_like_ad', level: 'warning' }]);
  await post.submit();
  expect(await post.newest()).toMatchObject({ reasons: ['autonomy', 'looks_like_ad', 'first_posts'] });
  expect(await post.decide(t.owner)).toMatchObject({
    status: 409,
    body: { error: 'approval_required', variant_id: post.variant_id, reasons: ['looks_like_ad'] },
  });
  expect(dataOf(await post.decide(t.owner, { acknowledge: ['looks_like_ad', 'looks_like_ad'] }))).toMatchObject({
    state: 'approved',
    decisions: [{ acknowledged: ['looks_like_ad'] }],
  });
});

test('a channel with more than 10,000 followers posts advertisements when it is registered', async () => {
  const chat = { id: Number(places.channel), type: 'channel', title: 'Notes', username: 'notes' } as const;
  t.telegram.add({ chats: [{ ...chat, member_count: 10_001, bots: { 7000001: 'administrator' } }] });
  const brand_id = (await givenBrand(t.owner)).id;
  const { id: account_id } = await givenAccount(t.owner, brand_id, 'telegram');
  const body = { account_ids: [account_id], title: 'Post', body: 'Ковры', submit: true, ...mark };
  const create = () => t.staff.createSocialContent({ params: { brand_id }, body });
  expect(await create()).toMatchObject({ status: 409, body: { error: 'ad_not_allowed_on_channel' } });
  const ideas = dataOf(await t.staff.listSocialIdeas({ params: { brand_id }, query: {} }));
  expect(ideas).toEqual([]);
  const rkn_registration = { number: '4975102', url: 'https://www.gosuslugi.ru/snet/4975102' };
  dataOf(await t.owner.updateSocialAccount({ params: { account_id }, body: { rkn_registration } }));
  expect(dataOf(await create()).variants).toMatchObject([{ state: 'pending_approval' }]);
});

test('an owner writes down another law, which holds at once; rows are never changed', async () => {
  const body = {
    channel: 'max' as const,
    ad: 'prohibited' as const,
    from: '2025-09-02',
    basis: 'A law of this test',
    sources: ['https://e.com/law'],
  };
  const made = dataOf(await t.owner.createSocialChannelPolicy({ body }));
  expect(made).toMatchObject({ applies_to: 'all', to: null, is_stale: false, holds_today: false });
  const wrong = { ...body, to: '2025-09-01' };
  expect(await t.owner.createSocialChannelPolicy({ body: wrong })).toMatchObject({ status: 400 });
  const post = await givenPost('max', { ...mark, local_time: '2025-09-02T00:00' });
  expect(codesOf(await post.read())).toEqual(['ad_not_allowed_on_channel']);
  const refusal = await post.submit();
  expect(refusal).toMatchObject({ status: 409, body: { policy_id: made.id, basis: body.basis } });
  t.clock.advance({ days: 91 });
  const query = { channel: 'max' as const };
  const listed = dataOf(await t.staff.listSocialChannelPolicies({ query }));
  expect(listed.map(({ id, is_stale, holds_today }) => [id === made.id, is_stale, holds_today])).toEqual([
    [true, true, true],
    [false, false, true],
    [false, false, false],
  ]);
  const change = t.service.database.query(`UPDATE social.channel_policies SET ad = 'allowed'`);
  await expect(change).rejects.toThrow('append-only');
});
