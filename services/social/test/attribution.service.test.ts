import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { analytics, type CampaignTotals } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { givenChannel } from './given-posts.ts';
import { dataOf, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const asked: object[] = [];
let rows: CampaignTotals[] = [];
beforeAll(async () => {
  t = await startSocial();
  await t.service.answer(analytics.queries.getCampaignTotals, (input) => {
    asked.push(input);
    return { rows };
  });
});
afterAll(() => t.stop());

const march = { from: '2027-03-01', to: '2027-03-31' };
const row = (key: string | null, more: Partial<CampaignTotals> = {}): CampaignTotals => ({
  key,
  visits: 10,
  registers: 2,
  payers: 1,
  payments: 1,
  refunds: 0,
  net: [{ amount: 299, currency: 'RUB' }],
  ...more,
});

/** The lines of a CSV answer, without the byte order mark. */
function linesOf({ status, headers, body }: { status: number; headers: Headers; body: unknown }): string[] {
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
}

test('attribution is what analytics says of the campaign of the brand, with the post of each reference', async () => {
  const { brand, account, draft, read } = await givenChannel(t, 'telegram');
  const { ref } = await read(await draft({ title: '=HYPERLINK("x")' }));
  rows = [row(ref), row('blog', { registers: 1, net: [] }), row(null, { net: [{ amount: -1.5, currency: 'USD' }] })];
  const params = { brand_id: brand.id };
  const query = { ...march, group_by: 'variant' as const };
  const answer = dataOf(await t.staff.getSocialAttribution({ params, query }));
  const timezone = 'Europe/Moscow';
  expect(asked.at(-1)).toEqual({ ...march, timezone, group_by: 'content', campaign: brand.code });
  expect(answer).toMatchObject({ campaign: brand.code, ...march, timezone, group_by: 'variant' });
  expect(answer.rows).toMatchObject([
    { ...rows[0], post: { account_id: account.id, channel: 'telegram', title: '=HYPERLINK("x")', url: null } },
    { ...rows[1], post: null },
    { ...rows[2], post: null },
  ]);
  const lines = linesOf(await t.staff.getSocialAttribution({ params, query: { ...query, format: 'csv' } }));
  expect(lines[0]).toBe('key,variant_id,channel,title,visits,registers,payers,payments,refunds,net_RUB,net_USD');
  expect(lines[1]).toContain(`${ref},`);
  expect(lines[1]).toContain(`telegram,"'=HYPERLINK(""x"")",10,2,1,1,0,299,0`);
  expect(lines.slice(2)).toEqual(['blog,,,,10,1,1,1,0,0,0', ',,,,10,2,1,1,0,0,-1.5']);

  for (const [group_by, key] of [
    ['campaign', 'campaign'],
    ['channel', 'source'],
    ['day', 'day'],
  ] as const) {
    dataOf(await t.staff.getSocialAttribution({ params, query: { ...march, group_by } }));
    expect(asked.at(-1)).toMatchObject({ group_by: key });
  }
});

test('days are those of the brand, also where the request has times', async () => {
  const brand = await givenBrand(t.owner, { timezone: 'Asia/Kathmandu' });
  // From 00:00 on 11 March in Kathmandu to 00:00 on 12 March.
  const query = { from: '2027-03-10T18:15:00Z', to: '2027-03-11T18:15:00Z', group_by: 'day' as const };
  const day = { from: '2027-03-11', to: '2027-03-11', timezone: 'Asia/Kathmandu' };
  const answer = dataOf(await t.staff.getSocialAttribution({ params: { brand_id: brand.id }, query }));
  expect(asked.at(-1)).toMatchObject(day);
  expect(answer).toMatchObject(day);
});

test('a reference of another brand names no post', async () => {
  const other = await givenChannel(t, 'telegram');
  const { ref } = await other.read(await other.draft());
  rows = [row(ref)];
  const params = { brand_id: (await givenBrand(t.owner)).id };
  const answer = dataOf(await t.staff.getSocialAttribution({ params, query: { ...march, group_by: 'variant' } }));
  expect(answer.rows).toMatchObject([{ key: ref, post: null }]);
});

test('days in the wrong order, more than 366 and a brand that is not there are refused', async () => {
  const params = { brand_id: (await givenBrand(t.owner)).id };
  const read = (query: { from: string; to: string }, brand_id = params.brand_id) =>
    t.staff.getSocialAttribution({ params: { brand_id }, query });
  expect(await read({ from: '2027-03-02', to: '2027-03-01' })).toMatchObject({ status: 400 });
  expect(await read({ from: '2026-03-01', to: '2027-03-02' })).toMatchObject({ status: 400 });
  expect(await read({ from: '2026-03-02', to: '2027-03-02' })).toMatchObject({ status: 200 });
  const day = (date: string) => ({ from: date, to: date });
  for (const query of ['0000-01-01', '0001-01-01', '9999-12-31'].map(day)) {
    expect(await read(query)).toMatchObject({ status: 400 });
    expect(await t.staff.readSocialCalendar({ params, query })).toMatchObject({ status: 400 });
  }
  expect(await read(march, newId())).toMatchObject({ status: 404, body: { error: 'brand_not_found' } });
});

test('the calendar and the attempts of a post are files as well', async () => {
  const { brand, approved, draft, publish, attempts, read } = await givenChannel(t, 'telegram');
  await draft({ title: '@title', local_time: '2027-03-02T10:00' });
  const params = { brand_id: brand.id };
  const lines = linesOf(await t.staff.readSocialCalendar({ params, query: { ...march, format: 'csv' } }));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^id,account_id,channel,at,local_time,rubric,state,variant_id,title,/);
  expect(lines[1]).toContain('telegram,2027-03-02T07:00:00.000Z,2027-03-02T10:00,,planned,');
  expect(lines[1]).toContain(",'@title,content,false,1,");

  const variant_id = await approved();
  dataOf(await publish(variant_id));
  expect(await read(variant_id)).toMatchObject({ state: 'published' });
  const [attempt] = await attempts(variant_id);
  const list = (query: object) => t.staff.listSocialAttempts({ params: { variant_id }, query });
  const tried = linesOf(await list({ format: 'csv' }));
  expect(tried).toHaveLength(2);
  expect(tried[1]).toContain(`${attempt?.id},publish,`);
  expect(tried[1]).toContain(',published,');
  expect(await list({ format: 'csv', cursor: attempt?.id })).toMatchObject({ status: 400 });
});
