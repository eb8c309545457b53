import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seoRkn } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
/** Instructions that a model was asked with. */
const systems = new Set<string>();
let completion: { output: unknown; reason: 'not_configured' | null } = { output: null, reason: 'not_configured' };
beforeAll(async () => {
  t = await startSocial();
  await t.service.answer(seoRkn.commands.completeAi, ({ system_id }) => {
    systems.add(system_id);
    return {
      output: completion.output as never,
      reason: completion.reason,
      source: completion.output === null ? ('none' as const) : ('ai' as const),
      tokens: 10,
    };
  });
});
afterAll(() => t.stop());

const answers = {
  product: 'Notes that are there on each device, also without a network.',
  audience: ['Students'],
  goals: ['traffic' as const, 'support' as const],
  offers: ['Free for a year'],
  taboos: ['Promises of speed'],
  competitors: [],
  proofs: [],
  faq: [],
};

async function givenStrategy(owner: SocialWorld['owner'] = t.owner) {
  const brand_id = (await givenBrand(owner)).id;
  const account = await givenAccount(owner, brand_id, 'telegram', null);
  dataOf(await owner.putSocialDiscovery({ params: { brand_id }, body: answers }));
  const generate = async () => dataOf(await t.staff.generateSocialStrategy({ params: { brand_id }, body: {} }));
  const activate = (version: number) => owner.activateSocialStrategy({ params: { brand_id }, body: { version } });
  return { brand_id, account_id: account.id, generate, activate };
}

test('the discovery counts how complete it is, and names what is missing', async () => {
  const brand_id = (await givenBrand(t.owner)).id;
  const params = { brand_id };
  expect(dataOf(await t.staff.getSocialDiscovery({ params }))).toMatchObject({
    completeness: 0,
    version: 0,
    updated_at: null,
  });
  const body = { ...answers, proofs: [{ text: 'It works offline', source_url: 'https://notes.example.com/offline' }] };
  const written = dataOf(await t.staff.putSocialDiscovery({ params, body }));
  // 20 + 20 + 15 + 10 + 5, and half of the 15 for proofs.
  expect(written).toMatchObject({
    answers: body,
    completeness: 77,
    missing: ['proofs', 'faq', 'competitors'],
    version: 1,
  });
  expect(dataOf(await t.staff.putSocialDiscovery({ params, body }))).toEqual(written);
  const stale = await t.staff.putSocialDiscovery({ params, body: answers, headers: { 'if-match': '"7"' } });
  expect(stale).toMatchObject({ status: 412 });
});

test('a strategy comes from the goals: weights that make 100, the first goal the most', async () => {
  const { brand_id, generate, account_id } = await givenStrategy();
  const strategy = await generate();
  expect(strategy).toMatchObject({ version: 1, state: 'draft', source: 'rules', ai_reason: null });
  expect(strategy.rubrics.map(({ code, weight }) => [code, weight])).toEqual([
    ['news', 27],
    ['how_to', 44],
    ['product', 19],
    ['stories', 5],
    ['occasions', 5],
  ]);
  expect(strategy.cadence).toMatchObject([
    { account_id, per_week: 4, times: [{ weekday: 2, at: '10:00' }, {}, {}, {}] },
  ]);
  expect((await generate()).rubrics).toEqual(strategy.rubrics);
  const list = dataOf(await t.staff.listSocialStrategies({ params: { brand_id }, query: {} }));
  expect(list.map(({ version }) => version)).toEqual([2, 1]);
});

test('a model shares the weights; weights that do not make 100 are dropped', async () => {
  const { brand_id } = await givenStrategy();
  const generate = async () =>
    dataOf(await t.owner.generateSocialStrategy({ params: { brand_id }, body: { use_ai: true } }));
  expect(await generate()).toMatchObject({ source: 'rules', ai_reason: 'not_configured' });
  const codes = ['news', 'how_to', 'product', 'stories', 'occasions'];
  completion = { output: { weights: codes.map((code) => ({ code, weight: 20 })) }, reason: null };
  const even = await generate();
  expect(even).toMatchObject({ source: 'ai', ai_reason: null });
  expect(even.rubrics.map(({ weight }) => weight)).toEqual([20, 20, 20, 20, 20]);
  completion = { output: { weights: codes.map((code) => ({ code, weight: 21 })) }, reason: null };
  expect(await generate()).toMatchObject({ source: 'rules', ai_reason: 'not_usable' });
  expect([...systems]).toEqual(['social_strategy']);
});

test('a strategy becomes active from 60 percent on, and archives the one before', async () => {
  const { brand_id, generate, activate } = await givenStrategy();
  const params = { brand_id };
  await generate();
  await generate();
  dataOf(await t.owner.putSocialDiscovery({ params, body: { ...answers, audience: [], offers: [] } }));
  expect(await activate(1)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  dataOf(await t.owner.putSocialDiscovery({ params, body: answers }));
  const active = dataOf(await activate(1));
  expect(active).toMatchObject({ state: 'active', activated_at: t.clock.now().toISOString() });
  expect(dataOf(await activate(1))).toEqual(active);
  // Ten at once: one of them wins each time, and one strategy is active in the end.
  const answersOfTen = await Promise.all(Array.from({ length: 10 }, (_, at) => activate(1 + (at % 2))));
  expect(answersOfTen.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const list = dataOf(await t.staff.listSocialStrategies({ params, query: {} }));
  expect(list.map(({ state }) => state)).toEqual(['active', 'archived']);
  expect(await activate(1)).toMatchObject({ status: 409 });
  expect(await activate(9)).toMatchObject({ status: 404, body: { error: 'strategy_not_found' } });
});

test('drafts are changed, and an active strategy never is', async () => {
  const { brand_id, account_id, generate, activate } = await givenStrategy();
  const { version, lock_version } = await generate();
  const params = { brand_id, version: String(version) as never };
  const rubrics = [
    { code: 'how_to', weight: 40, sources: ['article' as const, 'post' as const] },
    { code: 'news', weight: 60, sources: ['changelog_entry' as const] },
  ];
  const patch = (body: object, headers = {}) => t.staff.updateSocialStrategy({ params, body, headers });
  const changed = dataOf(await patch({ rubrics }, { 'if-match': `"${lock_version}"` }));
  expect(changed).toMatchObject({ rubrics, lock_version: 2 });
  expect(await patch({ rubrics }, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect(await patch({ rubrics: rubrics.map((one) => ({ ...one, weight: 51 })) })).toMatchObject({ status: 400 });
  expect(await patch({ cadence: [{ account_id: newId(), per_week: 3 }] })).toMatchObject({
    status: 404,
    body: { error: 'account_not_found' },
  });
  const twice = { account_id, per_week: 3 };
  expect(await patch({ cadence: [twice, twice] })).toMatchObject({ status: 400 });
  dataOf(await activate(version));
  expect(await patch({ cadence: [twice] })).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('occasions are of one day or of each year, and the next one comes first', async () => {
  const brand_id = (await givenBrand(t.owner)).id;
  const params = { brand_id };
  const create = (body: object) => t.staff.createSocialOccasion({ params, body: body as never });
  const birthday = dataOf(await create({ rrule: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2', title: 'Our birthday' }));
  expect(birthday).toMatchObject({ next_date: '2027-03-02', is_own: true });
  expect(dataOf(await create({ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', title: 'Leap day' }))).toMatchObject({
    next_date: '2028-02-29',
  });
  expect(dataOf(await create({ date: '2027-01-10', title: 'Over' }))).toMatchObject({ next_date: null });
  expect(await create({ title: 'No day' })).toMatchObject({ status: 400 });
  expect(
    await create({ date: '2027-04-01', rrule: 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1', title: 'Both' }),
  ).toMatchObject({
    status: 400,
  });
  const { occasions } = dataOf(await t.staff.listSocialOccasions({ params }));
  expect(occasions.slice(0, 2).map(({ title }) => title)).toEqual(['Our birthday', 'Международный женский день']);
  expect(occasions.at(-1)).toMatchObject({ title: 'Over' });
  expect(await t.owner.deleteSocialOccasion({ params: { occasion_id: birthday.id } })).toMatchObject({ status: 200 });
  expect(await t.owner.deleteSocialOccasion({ params: { occasion_id: birthday.id } })).toMatchObject({ status: 404 });
});

test('the memory holds facts with a source, 500 entries at most, and knows what has expired', async () => {
  const brand_id = (await givenBrand(t.owner)).id;
  const params = { brand_id };
  const create = (body: object) => t.staff.createSocialMemory({ params, body: body as never });
  expect(await create({ kind: 'fact', text: 'No source' })).toMatchObject({ status: 400 });
  const fact = { kind: 'fact', text: 'It works offline', source_url: 'https://notes.example.com/offline' };
  const expires_at = new Date(t.clock.now().getTime() + 60_000).toISOString();
  const made = dataOf(await create({ ...fact, expires_at }));
  expect(made).toMatchObject({ ...fact, expires_at, is_expired: false, version: 1 });
  const one = { memory_id: made.id };
  expect(await t.staff.updateSocialMemory({ params: one, body: { source_url: null } })).toMatchObject({ status: 400 });
  const ended = t.clock.now().toISOString();
  expect(dataOf(await t.staff.updateSocialMemory({ params: one, body: { expires_at: ended } }))).toMatchObject({
    is_expired: true,
    version: 2,
    text: fact.text,
  });
  await t.service.database.query(
    `INSERT INTO social.memories (id, brand_id, kind, text, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'rule', 'Rule ' || n, 'test', now(), now() FROM generate_series(1, 499) AS n`,
    [brand_id],
  );
  expect(await create({ kind: 'rule', text: 'One more' })).toMatchObject({ status: 409 });
  expect(await t.owner.deleteSocialMemory({ params: one })).toMatchObject({ status: 200 });
  expect(dataOf(await create({ kind: 'rule', text: 'One more' }))).toMatchObject({ kind: 'rule', source_url: null });
  const rules = dataOf(await t.staff.listSocialMemory({ params, query: { kind: 'fact' } }));
  expect(rules).toEqual([]);
});
