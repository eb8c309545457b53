import { describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import {
  aCode,
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  givenPrice,
  owner,
  soldPrices,
  useCatalog,
  withUsers,
} from './support.ts';

let t: Catalog;
let application: GivenApplication;
useCatalog((...given) => {
  [t, application] = given;
});

const inUse = (field: string, advice: RegExp) => ({
  status: 409,
  error: 'field_in_use',
  body: { field, message: expect.stringMatching(advice) },
});

describe('a plan that nothing refers to', () => {
  test('is repaired before its first sale: code, type and term', async () => {
    const { params } = await givenPlan(t, application, { code: 'rec', duration_days: 3 });
    const reply = await admin(t).updatePlan({ params, body: { duration_days: 30, code: 'monthly' } });
    expect(reply.data).toMatchObject({ duration_days: 30, code: 'monthly', version: 2 });
    const forLife = { billing_type: 'lifetime', duration_days: null } as const;
    expect((await admin(t).updatePlan({ params, body: forLife })).data).toMatchObject({
      ...forLife,
      is_lifetime: true,
    });
    for (const body of [{ duration_days: 30 }, { billing_type: 'recurring' as const }])
      expect(await admin(t).updatePlan({ params, body })).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('has a code that is free again after it was archived', async () => {
    const { params, id } = await givenPlan(t, application, { code: 'rec' });
    await admin(t).archivePlan({ params });
    const body = { code: 'rec', name: 'x', billing_type: 'lifetime' } as const;
    const taken = await admin(t).createPlan({ params: application.params, body });
    expect(taken).toMatchObject({ status: 409, error: 'conflict' });
    expect(taken.body).toMatchObject({
      message: expect.stringMatching(`taken by the archived plan ${id}.*PATCH of its code frees`),
    });
    await admin(t).updatePlan({ params, body: { code: 'rec_old' } });
    expect((await admin(t).createPlan({ params: application.params, body })).status).toBe(201);
    const back = await admin(t).updatePlan({ params, body: { status: 'active', code: 'rec' } });
    expect(back).toMatchObject({ status: 409, error: 'conflict', body: { message: expect.stringContaining('taken') } });
    expect((await admin(t).updatePlan({ params, body: { status: 'active' } })).data.code).toBe('rec_old');
  });
});

describe('a plan in use', () => {
  const changes = [{ code: 'other' }, { duration_days: 60 }, { billing_type: 'one_time' as const }];
  const advice = /was sold or given.*Create a plan with another code/;

  test('of a payment keeps code, type and term; its name and status change', async () => {
    const plan = await givenPlan(t, application);
    soldPrices.add((await givenPrice(t, plan)).id);
    const { params, code, duration_days } = plan;
    for (const body of changes)
      expect(await admin(t).updatePlan({ params, body })).toMatchObject(inUse(Object.keys(body)[0] ?? '', advice));
    // The present values are no change.
    const body = { name: 'Renamed', code, duration_days };
    expect((await admin(t).updatePlan({ params, body })).data).toMatchObject({ name: 'Renamed', version: 3 });
  });

  test('of a grant or of license keys does so, too', async () => {
    const given = await givenPlan(t, application);
    const gift = { plan_code: given.code, reason: 'a gift' };
    const user = { ...application.params, user_id: newId() };
    expect((await admin(t).grantEntitlements({ params: user, body: gift })).status).toBe(201);
    const keyed = await givenPlan(t, application);
    await admin(t).issueLicenseKeys({ params: application.params, body: { plan_code: keyed.code } });
    for (const { params } of [given, keyed])
      expect(await admin(t).updatePlan({ params, body: { duration_days: 60 } })).toMatchObject(
        inUse('duration_days', advice),
      );
  });
});

test('a free plan gets no price that is charged by a change of its type', async () => {
  const plan = await givenPlan(t, application);
  const { params } = await givenPrice(t, plan);
  const free = { billing_type: 'free', duration_days: null } as const;
  const refused = await admin(t).updatePlan({ params: plan.params, body: free });
  expect(refused).toMatchObject({ status: 409, error: 'conflict' });
  expect((await admin(t).updatePlanPrice({ params, body: { amount: 0 } })).data.payment_provider).toBe('free');
  expect((await admin(t).updatePlan({ params: plan.params, body: free })).status).toBe(200);
  expect(await admin(t).updatePlanPrice({ params, body: { amount: 5 } })).toMatchObject({ error: 'conflict' });
});

describe('a price', () => {
  test('that no payment refers to takes another amount, within the limits of the provider', async () => {
    const { params } = await givenPrice(t, await givenPlan(t, application));
    expect((await admin(t).updatePlanPrice({ params, body: { amount: 490.5 } })).data).toMatchObject({
      amount: 490.5,
      version: 2,
    });
    for (const body of [{ amount: 0.5 }, { amount: 350_001 }, { currency: 'USD' }])
      expect(await admin(t).updatePlanPrice({ params, body })).toMatchObject({ error: 'validation_failed' });
    const free = await admin(t).updatePlanPrice({ params, body: { amount: 0, currency: 'USD' } });
    expect(free.data).toMatchObject({ payment_provider: 'free', is_free: true, currency: 'USD' });
  });

  test('that a payment refers to is immutable, and says what to do', async () => {
    const { params, id } = await givenPrice(t, await givenPlan(t, application));
    soldPrices.add(id);
    expect(await admin(t).updatePlanPrice({ params, body: { amount: 490 } })).toMatchObject(
      inUse('amount', /payments refer to this price.*Add a price to the plan, put it on the paywalls/),
    );
    const same = { amount: 990, currency: 'RUB', discount_percent: 5 };
    expect((await admin(t).updatePlanPrice({ params, body: same })).data).toMatchObject({ amount: 990, version: 2 });
  });
});

describe('the code of an entitlement', () => {
  const rename = (id: string, code = aCode('renamed')) =>
    admin(t).updateEntitlement({ params: { ...application.params, entitlement_id: id }, body: { code } });

  test('changes while nothing refers to it, and its plans have the new one', async () => {
    const right = await givenEntitlement(t, application, 'pr0');
    const plan = await givenPlan(t, application, { entitlement_codes: ['pr0'] });
    expect((await rename(right.id, 'pro')).data).toMatchObject({ code: 'pro', version: 2 });
    expect((await admin(t).getPlan({ params: plan.params })).data.entitlement_codes).toEqual(['pro']);
    await givenEntitlement(t, application, 'pr0');
    expect(await rename(right.id, 'pr0')).toMatchObject({ status: 409, error: 'conflict' });
  });

  test('stays when a grant, a sold plan or a rule has it', async () => {
    const [granted, sold, ruled] = [
      await givenEntitlement(t, application),
      await givenEntitlement(t, application),
      await givenEntitlement(t, application),
    ];
    const gift = { entitlement_codes: [granted.code], expires_at: null, reason: 'a gift' };
    await admin(t).grantEntitlements({ params: { ...application.params, user_id: newId() }, body: gift });
    const plan = await givenPlan(t, application, { entitlement_codes: [sold.code] });
    soldPrices.add((await givenPrice(t, plan)).id);
    const rules = [{ entitlement_codes: [ruled.code], value: true }];
    const flag = await admin(t).createFeature({ params: application.params, body: { code: 'beta', rules } });
    expect(flag.status).toBe(201);
    expect(await rename(granted.id)).toMatchObject(inUse('code', /grants, imported purchases or rules/));
    expect(await rename(sold.id)).toMatchObject(inUse('code', new RegExp(`the plan ${plan.code} has it`)));
    expect(await rename(ruled.id)).toMatchObject(inUse('code', /rules of feature flags have it/));
  });
});

describe('the code of a paywall', () => {
  test('changes while the paywall is not served', async () => {
    const body = { code: 'mian', name: 'Main' };
    const { data } = await admin(t).createPaywall({ params: application.params, body });
    const params = { ...application.params, paywall_id: data.id };
    const rename = { code: 'main' };
    expect(await admin(t).updatePaywall({ params, body: rename })).toMatchObject(
      inUse('code', /read this active paywall/),
    );
    await admin(t).archivePaywall({ params });
    expect((await admin(t).updatePaywall({ params, body: rename })).data.code).toBe('main');
    expect((await admin(t).createPaywall({ params: application.params, body })).status).toBe(201);
  });
});

describe('the code of an application', () => {
  test('changes while no user was ever registered', async () => {
    const { params } = application;
    const code = aCode('right');
    expect((await admin(t).updateApplication({ params, body: { code } })).data.code).toBe(code);
    withUsers.add(application.id);
    expect(await admin(t).updateApplication({ params, body: { code: aCode('x') } })).toMatchObject(
      inUse('code', /the application has users/),
    );
    expect((await admin(t).updateApplication({ params, body: { code, name: 'Same code' } })).status).toBe(200);
  });

  test('of an archived application is freed by an owner, and the restored one needs another', async () => {
    const { params, code } = application;
    await admin(t).archiveApplication({ params, query: { confirm: code } });
    const create = () => admin(t).createApplication({ body: { code, name: 'Again' } });
    expect(await create()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('archived application') },
    });
    const rename = { params, body: { code: aCode('old') } };
    const asAdmin = t.as({ admin: { ...owner, role: 'admin' } });
    expect(await asAdmin.updateApplication(rename)).toMatchObject({ status: 403, error: 'forbidden' });
    expect((await admin(t).updateApplication(rename)).data).toMatchObject({ status: 'archived', ...rename.body });
    expect((await create()).status).toBe(201);
    const back = { status: 'active' as const, code };
    expect(await admin(t).updateApplication({ params, body: back })).toMatchObject({ status: 409, error: 'conflict' });
    expect((await admin(t).updateApplication({ params, body: { status: 'active' } })).data.status).toBe('active');
  });
});

test('a PATCH with a field that never changes says why, and what to do instead', async () => {
  const plan = await givenPlan(t, application);
  const price = await givenPrice(t, plan);
  const other = await givenApplication(t);
  const sent = (body: object) => body as { name?: string };
  for (const [reply, field, text] of [
    [admin(t).updatePlan({ params: plan.params, body: sent({ entitlement_codes: [] }) }), 'entitlement_codes', /PUT/],
    [admin(t).updatePlan({ params: plan.params, body: sent({ prices: [] }) }), 'prices', /POST .*\/prices/],
    [admin(t).updatePlan({ params: plan.params, body: sent({ id: plan.id }) }), 'id', /set by the platform/],
    [
      admin(t).updatePlanPrice({ params: price.params, body: sent({ plan_id: other.id }) as object }),
      'plan_id',
      /Add a price/,
    ],
    [
      admin(t).updateApplication({ params: other.params, body: sent({ version: 7 }) }),
      'version',
      /set by the platform/,
    ],
  ] as const) {
    const { status, error, body } = await reply;
    expect([status, error, body]).toMatchObject([
      400,
      'validation_failed',
      { message: expect.stringMatching(text), details: [{ path: field }] },
    ]);
  }
  const unknown = await admin(t).updatePlan({ params: plan.params, body: sent({ colour: 'red' }) });
  expect(unknown.body).toMatchObject({ message: expect.stringContaining('colour') });
});
