import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Autonomy, auditEventOf } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin } from '@platform/testing';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const author = anAdmin({ email: 'author@example.test', role: 'staff' });
beforeAll(async () => {
  t = await startSocial();
});
afterAll(() => t.stop());

const source = {
  kind: 'url' as const,
  url: 'https://notes.example.com/blog/search',
  excerpt: 'Version 1.1 of Demo Notes finds words in all forms, 37 % faster.',
};

async function givenWorld(autonomy: Autonomy, changes: object = {}) {
  const brand_id = (await givenBrand(t.owner, { autonomy, ...changes })).id;
  const { id: account_id } = await givenAccount(t.owner, brand_id, 'vk', null);
  const client = t.service.as({ admin: author });
  const idea = dataOf(
    await client.createSocialIdea({ params: { brand_id }, body: { title: 'Search', sources: [source] } }),
  );
  const create = async (changes: object = {}) => {
    const body = { account_id, body: 'Search is **37 %** faster', ...changes };
    return dataOf(await client.createSocialVariant({ params: { idea_id: idea.id }, body }));
  };
  const submit = async (variant_id: string) => dataOf(await client.submitSocialVariant({ params: { variant_id } }));
  const newest = async () => {
    const [approval] = dataOf(await t.staff.listSocialApprovals({ params: { brand_id }, query: { limit: 1 } }));
    if (!approval) throw new Error('there is no approval');
    return approval;
  };
  /** Posts of the account that are in a state already. */
  const history = async (state: string, count: number) => {
    for (let at = 0; at < count; at += 1) {
      const { id } = await create({ body: `Search ${newId()}` });
      await t.service.database.query('UPDATE social.variants SET state = $1 WHERE id = $2', [state, id]);
    }
  };
  return { brand_id, account_id, client, create, submit, newest, history };
}

test.each(['autopilot', 'full_manager'] as const)(
  '%s approves by rule after five published posts',
  async (autonomy) => {
    const world = await givenWorld(autonomy, { approval: { required: 2 } });
    await world.history('published', 4);
    expect(await world.submit((await world.create()).id)).toMatchObject({ state: 'pending_approval' });
    expect(await world.newest()).toMatchObject({ state: 'pending', reasons: ['first_posts'], required: 2 });
    await world.history('published', 1);
    const variant = await world.create();
    expect(await world.submit(variant.id)).toMatchObject({ state: 'approved' });
    expect(await world.newest()).toMatchObject({
      state: 'approved',
      reasons: [],
      required: 1,
      content_hash: variant.content_hash,
      submitted_by: author.email,
      decided_at: t.clock.now().toISOString(),
      decisions: [{ admin_id: null, decided_by: 'system', decision: 'approve', acknowledged: [] }],
    });
    const records = await t.service.published(auditEventOf('social'));
    expect(records.findLast(({ action }) => action === 'submitSocialVariant')).toMatchObject({
      admin: { email: author.email },
      after: { state: 'approved', approved_by: 'system' },
      changed: expect.arrayContaining(['state', 'approved_by']),
    });
  },
);
test.each(['manual', 'assisted'] as const)('%s lets no rule approve', async (autonomy) => {
  const world = await givenWorld(autonomy);
  await world.history('published', 5);
  expect(await world.submit((await world.create()).id)).toMatchObject({ state: 'pending_approval' });
  expect(await world.newest()).toMatchObject({ reasons: ['autonomy'] });
});

test.each([
  [
    'an advertisement',
    { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } },
    ['ad'],
  ],
  ['what looks like one', { body: 'Купите подписку' }, ['looks_like_ad']],
  ['a number of no source', { body: 'Search is 38 % faster' }, ['unsupported_claims']],
] as const)('%s is decided by a person, whatever the autonomy', async (_what, changes, reasons) => {
  const world = await givenWorld('full_manager');
  await world.history('published', 5);
  expect(await world.submit((await world.create(changes)).id)).toMatchObject({ state: 'pending_approval' });
  expect((await world.newest()).reasons).toEqual(reasons);
});

test('a person decides while the account has a post with an unknown outcome', async () => {
  const world = await givenWorld('autopilot');
  await world.history('published', 5);
  await world.history('uncertain', 1);
  expect(await world.submit((await world.create()).id)).toMatchObject({ state: 'pending_approval' });
  expect((await world.newest()).reasons).toEqual(['uncertain_outcome']);
});

test('a change of a post that a rule approved is approved by a rule again, or waits for a person', async () => {
  const world = await givenWorld('autopilot');
  await world.history('published', 5);
  const { id: variant_id } = await world.create();
  await world.submit(variant_id);
  const change = async (body: string) =>
    dataOf(await world.client.updateSocialVariant({ params: { variant_id }, body: { body } }));
  expect(await change('Search finds words in all forms')).toMatchObject({ state: 'approved' });
  const again = await world.newest();
  expect(again).toMatchObject({ state: 'approved', changed: ['body'], decisions: [{ decided_by: 'system' }] });
  const records = await t.service.published(auditEventOf('social'));
  expect(records.findLast(({ action }) => action === 'updateSocialVariant')).toMatchObject({
    after: { state: 'approved', approved_by: 'system' },
  });
  expect(await change('Search is 99 % faster')).toMatchObject({
    state: 'pending_approval',
    unsupported_claims: ['99 %'],
    checks: [{ code: 'unsupported_claims', level: 'warning', message: 'No source says: 99 %' }],
  });
  const { decisions, state } = dataOf(await t.staff.getSocialApproval({ params: { approval_id: again.id } }));
  expect([state, decisions.length]).toEqual(['voided', 1]);
  // A person may say what no source says.
  const { id: approval_id, content_hash } = await world.newest();
  const body = { decision: 'approve' as const, content_hash, acknowledge: ['unsupported_claims' as const] };
  expect(dataOf(await t.owner.decideSocialApproval({ params: { approval_id }, body }))).toMatchObject({
    state: 'approved',
    decisions: [{ acknowledged: ['unsupported_claims'] }],
  });
});

test('content is submitted as it is made: all of it or nothing', async () => {
  const world = await givenWorld('manual');
  const { id: instagram } = await givenAccount(t.owner, world.brand_id, 'instagram', null);
  const create = (account_ids: string[]) =>
    world.client.createSocialContent({
      params: { brand_id: world.brand_id },
      body: { account_ids, title: 'Search', body: 'Search', submit: true, local_time: '2027-03-10T10:00' },
    });
  expect(await create([world.account_id, instagram])).toMatchObject({
    status: 400,
    body: { error: 'channel_check_failed', checks: [{ code: 'cover_missing' }] },
  });
  expect(dataOf(await create([world.account_id])).variants).toMatchObject([{ state: 'pending_approval' }]);
  expect(await world.newest()).toMatchObject({ state: 'pending', scheduled_at: '2027-03-10T07:00:00.000Z' });
});

test('words that the brand bans keep a post from being submitted', async () => {
  const world = await givenWorld('manual', { tone: { banned_words: ['волшебный', 'C++'] } });
  const { id: variant_id, checks } = await world.create({ body: 'Волшебный поиск на C++' });
  expect(checks).toContainEqual({
    code: 'banned_words',
    level: 'error',
    message: 'The brand bans: волшебный, C++',
  });
  expect(await world.client.submitSocialVariant({ params: { variant_id } })).toMatchObject({
    body: { error: 'channel_check_failed' },
  });
  expect((await world.create({ body: 'Волшебная картина' })).checks.map(({ code }) => code)).toEqual([]);
});
