import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, type Buyer, buy, openShop, type Shop } from './shop.ts';

/** Who has what, until when, and where from, as an administrator asks for it through the gateway. */
let t: Shop;
let admin: Awaited<ReturnType<typeof adminOf>>;
let renewed: Buyer;
let ending: Buyer;
let forLife: Buyer;
let revoked: Buyer;
const params = () => ({ application_id: t.demo.application_id });
const day = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString();

beforeAll(async () => {
  t = await openShop();
  admin = await adminOf(t);
  const grant = async (user: Buyer, plan_code: string) => {
    const grantParams = { ...params(), user_id: user.user_id };
    const { status, data } = await admin.grantEntitlements({
      params: grantParams,
      body: { plan_code, reason: 'test' },
    });
    expect(status).toBe(201);
    return { params: { ...grantParams, grant_id: data.id }, body: { reason: 'test' } };
  };
  ({ user: ending } = await buy(t, 'monthly'));
  ({ user: renewed } = await buy(t, 'monthly'));
  await grant(renewed, 'monthly');
  forLife = await t.registered(`life-${newId()}`);
  await grant(forLife, 'lifetime');
  revoked = await t.registered(`revoked-${newId()}`);
  await admin.revokeGrantForReason(await grant(revoked, 'monthly'));
  await t.registered(`nothing-${newId()}`);
  await t.untilIdle();
});
afterAll(() => t.stop());

type Query = NonNullable<Parameters<typeof admin.listUsers>[0]['query']>;
const list = async (query: Query) => {
  const { status, data, body } = await admin.listUsers({ params: params(), query });
  expect([status, body]).toEqual([200, expect.anything()]);
  return data;
};
const namesOf = async (query: Query) => {
  const names = new Map(
    Object.entries({ renewed, ending, forLife, revoked }).map(([name, { user_id }]) => [user_id, name]),
  );
  return (await list(query)).map(({ id }) => names.get(id) ?? id);
};

test('who has an entitlement, who has a plan, whose access ends this month, and who lost it', async () => {
  expect(await namesOf({ entitlement_code: 'export_pdf' })).toEqual(['forLife', 'renewed', 'ending']);
  expect(await namesOf({ plan_code: 'monthly' })).toEqual(['renewed', 'ending']);
  expect(await namesOf({ plan_code: 'lifetime' })).toEqual(['forLife']);
  expect(await namesOf({ entitlement_code: 'export_pdf', expires_from: day(0), expires_until: day(31) })).toEqual([
    'ending',
  ]);
  expect(await namesOf({ expires_from: day(31), expires_until: day(61) })).toEqual(['renewed']);
  expect(await namesOf({ entitlement_code: 'export_pdf', access: 'ended' })).toEqual([]);
  t.clock.advance({ days: 31 });
  expect(await namesOf({ entitlement_code: 'export_pdf' })).toEqual(['forLife', 'renewed']);
  expect(await namesOf({ entitlement_code: 'export_pdf', access: 'ended' })).toEqual(['ending']);
  t.clock.advance({ days: -31 });
});

test('each row shows the terms that were asked for', async () => {
  const [user] = await list({ plan_code: 'monthly', q: renewed.user_id });
  const end = day(60);
  const term = { plan_code: 'monthly', starts_at: expect.any(String), expires_at: end };
  expect(user?.terms?.map(({ code }) => code).toSorted()).toEqual(['export_pdf', 'notes_unlimited']);
  for (const shown of user?.terms ?? []) expect(shown).toMatchObject(term);
  expect((await list({ q: renewed.user_id }))[0]?.terms).toBeNull();
});

test('the file has one row for each user, with the terms, and its read is in the audit log', async () => {
  const query = new URLSearchParams({ entitlement_code: 'export_pdf', format: 'csv' });
  const address = `${t.baseUrl}/v1/admin/applications/${t.demo.application_id}/users?${query}`;
  const response = await fetch(address, { headers: await t.adminHeaders() });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ]);
  const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
  expect(head?.replace('\uFEFF', '')).toBe(
    'id,issuer,subject,email,display_name,acquisition_source,created_at,last_seen_at,codes,plan_codes,sources,starts_at,expires_at,is_lifetime',
  );
  expect(rows.map((row) => row.split(',')[0])).toEqual([forLife, renewed, ending].map(({ user_id }) => user_id));
  expect(rows[0]).toMatch(/,export_pdf,lifetime,admin,[^,]+,,true$/);
  expect(rows[2]).toMatch(new RegExp(`,export_pdf,monthly,payment,[^,]+,${day(30)},false$`));
  expect(rows[2]).toContain(t.sandboxes.idp.issuer);
  await t.untilIdle();
  const { data } = await admin.listAuditLog({ query: { action: 'listUsers', limit: 1 } });
  expect(data[0]?.after).toEqual({ records: null, format: 'csv', filters: ['entitlement_code'] });
});

test('a code that is spelled wrong is refused, in JSON and as a file', async () => {
  for (const format of ['json', 'csv'] as const) {
    const entitlement = await admin.listUsers({ params: params(), query: { entitlement_code: 'exportpdf', format } });
    expect([entitlement.status, entitlement.error]).toEqual([404, 'entitlement_not_found']);
    const plan = await admin.searchUsers({ params: params(), body: { plan_code: 'montly', format } });
    expect([plan.status, plan.error]).toEqual([404, 'plan_not_found']);
  }
});

test('an erased user is in no list', async () => {
  const { user } = await buy(t, 'monthly');
  expect(await namesOf({ plan_code: 'monthly' })).toEqual([user.user_id, 'renewed', 'ending']);
  t.clock.advance({ seconds: 1 });
  await user.client.eraseMe({ params: { app_code: 'demo' } });
  await t.untilIdle();
  expect(await namesOf({ plan_code: 'monthly' })).toEqual(['renewed', 'ending']);
});
