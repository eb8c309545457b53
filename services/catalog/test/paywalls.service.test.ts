import { describe, expect, test } from '@jest/globals';
import { catalog, PlanPrice } from '@platform/contracts';
import { newId } from '@platform/runtime';
import {
  aCode,
  admin,
  type Catalog,
  everyPage,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  givenPrice,
  useCatalog,
} from './support.ts';

let t: Catalog;
let application: GivenApplication;
useCatalog((...given) => {
  [t, application] = given;
});

const nowhere = { application_id: newId() };
async function givenPaywall(changes: { code?: string; status?: 'draft' | 'active' } = {}) {
  const body = { code: 'main', name: 'Main', title: 'Go pro', ...changes };
  const { data } = await admin(t).createPaywall({ params: application.params, body });
  return { ...data, params: { ...application.params, paywall_id: data.id } };
}
const read = (paywall_code = 'main', headers?: Record<string, string>, context = application.context) =>
  t.as({ application: context }).getPaywall({ params: { app_code: context.code, paywall_code }, headers });
const setItems = (params: { application_id: string; paywall_id: string }, ...ids: string[]) =>
  admin(t).setPaywallItems({ params, body: { items: ids.map((plan_price_id) => ({ plan_price_id })) } });

describe('for administrators', () => {
  test('a paywall is made, changed and listed', async () => {
    const { params, ...paywall } = await givenPaywall();
    expect(paywall).toEqual({
      id: expect.any(String),
      code: 'main',
      name: 'Main',
      title: 'Go pro',
      subtitle: null,
      status: 'active',
      items: [],
      shown_items: 0,
      version: 1,
      created_at: expect.any(String),
      updated_at: paywall.created_at,
    });
    const later = { version: 2, updated_at: expect.any(String) };
    const changed = await admin(t).updatePaywall({ params, body: { title: null, subtitle: 'now', status: 'draft' } });
    expect(changed.data).toEqual({ ...paywall, title: null, subtitle: 'now', status: 'draft', ...later });
    expect((await admin(t).updatePaywall({ params, body: {} })).data).toEqual(changed.data);
    expect((await admin(t).listPaywalls({ params: application.params })).data).toEqual([changed.data]);
    const [event] = (await t.published(catalog.events.catalogUpdated)).filter(
      ({ application_id }) => application_id === application.id,
    );
    expect(event).toEqual({ application_id: application.id });
  });

  test('its code is unique in the application', async () => {
    await givenPaywall();
    const body = { code: 'main', name: 'x' };
    expect(await admin(t).createPaywall({ params: application.params, body })).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    const other = await givenApplication(t);
    expect((await admin(t).createPaywall({ params: other.params, body })).status).toBe(201);
  });

  test('its items are in the order they were given, and a new list replaces the old one', async () => {
    const plan = await givenPlan(t, application);
    const [a, b, c] = [await givenPrice(t, plan), await givenPrice(t, plan), await givenPrice(t, plan)];
    const { params } = await givenPaywall();
    const items = [
      { plan_price_id: c.id, is_recommended: true, badge: 'Best', custom_title: 'Year', custom_subtitle: 'Save' },
      { plan_price_id: a.id },
    ];
    const reply = await admin(t).setPaywallItems({ params, body: { items } });
    expect(reply.data.items).toEqual([
      { ...items[0], position: 1, hidden_reason: null },
      {
        plan_price_id: a.id,
        position: 2,
        is_recommended: false,
        badge: null,
        custom_title: null,
        custom_subtitle: null,
        hidden_reason: null,
      },
    ]);
    const replaced = await setItems(params, b.id, c.id, a.id);
    expect(replaced.data.items.map(({ plan_price_id }) => plan_price_id)).toEqual([b.id, c.id, a.id]);
    expect((await setItems(params)).data.items).toEqual([]);
  });

  test('an item is a price of this application, once', async () => {
    const own = await givenPrice(t, await givenPlan(t, application));
    const elsewhere = await givenApplication(t);
    const foreign = await givenPrice(t, await givenPlan(t, elsewhere));
    const { params } = await givenPaywall();
    await setItems(params, own.id);
    for (const id of [foreign.id, newId()])
      expect(await setItems(params, own.id, id)).toMatchObject({ status: 404, error: 'plan_price_not_found' });
    expect(await setItems(params, own.id, own.id)).toMatchObject({ status: 400, error: 'validation_failed' });
    expect((await admin(t).updatePaywall({ params, body: {} })).data.items).toHaveLength(1);
  });

  test('of a missing application and of another one it is not found', async () => {
    const { id: paywall_id } = await givenPaywall();
    const other = await givenApplication(t);
    for (const [application_id, error] of [
      [other.id, 'paywall_not_found'],
      [nowhere.application_id, 'application_not_found'],
    ] as const) {
      const params = { application_id, paywall_id };
      expect(await admin(t).updatePaywall({ params, body: {} })).toMatchObject({ status: 404, error });
      expect(await setItems(params)).toMatchObject({ status: 404, error });
    }
    expect(await admin(t).listPaywalls({ params: nowhere })).toMatchObject({ error: 'application_not_found' });
    const body = { code: 'x', name: 'x' };
    expect(await admin(t).createPaywall({ params: nowhere, body })).toMatchObject({ error: 'application_not_found' });
  });

  test('the list is stable page by page', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await givenPaywall({ code: aCode('wall') })).id);
    const rows = await everyPage(async (cursor) => {
      const page = await admin(t).listPaywalls({ params: application.params, query: { limit: 2, cursor } });
      await givenPaywall({ code: aCode('wall') });
      return page;
    });
    expect(rows.map(({ id }) => id)).toEqual(made.toReversed());
  });
});

describe('for clients', () => {
  test('a paywall is everything that is needed to render it', async () => {
    const right = await givenEntitlement(t, application, 'pro');
    const plan = await givenPlan(t, application, { entitlement_codes: ['pro'] });
    const price = await givenPrice(t, plan, { discount_percent: 30 });
    const { params } = await givenPaywall();
    await setItems(params, price.id);
    const reply = await read();
    expect(reply.data).toEqual({
      code: 'main',
      name: 'Main',
      title: 'Go pro',
      subtitle: null,
      paywall_items: [
        {
          plan_price_id: price.id,
          position: 1,
          is_recommended: false,
          badge: null,
          custom_title: null,
          custom_subtitle: null,
          plan_prices: PlanPrice.parse(price),
          plan: {
            id: plan.id,
            code: plan.code,
            name: 'Pro',
            billing_type: 'recurring',
            duration_days: 30,
            is_lifetime: false,
          },
          plan_entitlements: [{ code: 'pro', name: right.name, description: null }],
        },
      ],
    });
    expect(reply.headers.get('cache-control')).toContain('public, max-age=60');
  });

  test('a paywall that is a draft, archived or missing is not found, and neither is one of another application', async () => {
    const { params } = await givenPaywall({ status: 'draft' });
    const missing = { status: 404, error: 'paywall_not_found' };
    expect(await read()).toMatchObject(missing);
    expect(await read('nothing')).toMatchObject(missing);
    await admin(t).updatePaywall({ params, body: { status: 'active' } });
    expect((await read()).status).toBe(200);
    await admin(t).updatePaywall({ params, body: { status: 'archived' } });
    expect(await read()).toMatchObject(missing);
    await admin(t).updatePaywall({ params, body: { status: 'active' } });
    const other = await givenApplication(t);
    expect(await read('main', {}, other.context)).toMatchObject(missing);
  });

  test('offers that are not on sale are left out, and positions close up', async () => {
    const sold = await givenPlan(t, application);
    const draft = await givenPlan(t, application);
    const [a, b, c] = [await givenPrice(t, sold), await givenPrice(t, draft), await givenPrice(t, sold)];
    const { params } = await givenPaywall();
    await setItems(params, a.id, b.id, c.id);
    const shown = async () =>
      (await read()).data.paywall_items.map(({ plan_price_id, position }) => [plan_price_id, position]);
    expect(await shown()).toEqual([
      [a.id, 1],
      [b.id, 2],
      [c.id, 3],
    ]);
    await admin(t).updatePlan({ params: draft.params, body: { status: 'archived' } });
    expect(await shown()).toEqual([
      [a.id, 1],
      [c.id, 2],
    ]);
    await admin(t).updatePlanPrice({ params: a.params, body: { is_active: false } });
    expect(await shown()).toEqual([[c.id, 1]]);
    await admin(t).updatePlanPrice({ params: a.params, body: { is_active: true } });
    expect(await shown()).toHaveLength(2);
  });

  test('a plan that grants nothing is not sold for money, and the change that empties it names the paywalls', async () => {
    const [plan, free] = [await givenPlan(t, application), await givenPlan(t, application)];
    const [price, gift] = [await givenPrice(t, plan), await givenPrice(t, free, { amount: 0 })];
    const { params, id, code } = await givenPaywall();
    const draft = await givenPaywall({ code: aCode('wall'), status: 'draft' });
    await setItems(params, price.id, gift.id);
    await setItems(draft.params, price.id);
    const empty = (target: typeof plan) => admin(t).setPlanEntitlements({ params: target.params, body: { codes: [] } });
    expect((await empty(plan)).data.emptied_paywalls).toEqual([{ id, code }]);
    expect((await empty(free)).data.emptied_paywalls).toEqual([]);
    expect((await read()).data.paywall_items.map(({ plan_price_id }) => plan_price_id)).toEqual([gift.id]);
    const codes = [(await givenEntitlement(t, application)).code];
    const filled = await admin(t).setPlanEntitlements({ params: plan.params, body: { codes } });
    expect(filled.data.emptied_paywalls).toEqual([]);
    expect((await read()).data.paywall_items).toHaveLength(2);
  });

  test('a client that has it already gets a 304, and every relevant change makes a new ETag', async () => {
    const plan = await givenPlan(t, application);
    const price = await givenPrice(t, plan);
    await givenEntitlement(t, application, 'pro');
    const { params } = await givenPaywall();
    await setItems(params, price.id);
    let etag = (await read()).headers.get('etag') ?? '';
    const isCurrent = async () => {
      const reply = await read('main', { 'if-none-match': `"other", W/${etag}` });
      etag = reply.headers.get('etag') ?? '';
      return reply.status === 304;
    };
    expect(await isCurrent()).toBe(true);
    const { id: entitlement_id } = await givenEntitlement(t, application, 'unused');
    for (const change of [
      () => admin(t).updatePaywall({ params, body: { title: 'Other' } }),
      () => admin(t).updatePlan({ params: plan.params, body: { name: 'Renamed' } }),
      () => admin(t).updatePlanPrice({ params: price.params, body: { discount_percent: 5 } }),
      () => admin(t).setPlanEntitlements({ params: plan.params, body: { codes: ['pro', 'unused'] } }),
      () =>
        admin(t).updateEntitlement({ params: { ...application.params, entitlement_id }, body: { name: 'Renamed' } }),
      () => setItems(params),
    ]) {
      expect((await change()).status).toBe(200);
      expect(await isCurrent()).toBe(false);
      expect(await isCurrent()).toBe(true);
    }
  });

  test('a change in another process shows when its event arrives, and not for other applications', async () => {
    const { id } = await givenPaywall();
    const elsewhere = await givenApplication(t);
    // Earlier events are consumed first, so that they do not come in between.
    await t.published(catalog.events.catalogUpdated);
    expect((await read()).data.title).toBe('Go pro');
    await t.database.query("UPDATE catalog.paywalls SET title = 'Changed elsewhere' WHERE id = $1", [id]);
    expect((await read()).data.title).toBe('Go pro');
    const tell = (application_id: string) =>
      t.deliver(catalog.events.catalogUpdated, { application_id }, { application_id });
    await tell(elsewhere.id);
    expect((await read()).data.title).toBe('Go pro');
    await tell(application.id);
    expect((await read()).data.title).toBe('Changed elsewhere');

    await t.database.query("UPDATE catalog.paywalls SET title = 'And again' WHERE id = $1", [id]);
    await t.deliver(
      catalog.events.applicationUpdated,
      { application_id: application.id, code: application.code },
      { application_id: application.id },
    );
    expect((await read()).data.title).toBe('And again');
  });

  test('HEAD answers the headers alone', async () => {
    await givenPaywall();
    const full = await read();
    expect(full.status).toBe(200);
    const head = await fetch(`${t.baseUrl}/v1/applications/${application.code}/paywalls/main`, { method: 'HEAD' });
    // Without the gateway's context it is refused like any other request, and without a body.
    expect([head.status, await head.text()]).toEqual([403, '']);
  });
});
