import { describe, expect, test } from '@jest/globals';
import {
  admin,
  type Catalog,
  type GivenApplication,
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

const ifMatch = (condition: string) => ({ headers: { 'if-match': condition } });
const refused = (version: number | null) => ({ status: 412, error: 'precondition_failed', body: { version } });

describe('an object of the catalog counts its changes', () => {
  test('and its ETag is the condition of the next one', async () => {
    const plan = await givenPlan(t, application);
    const { params } = plan;
    const read = await admin(t).getPlan({ params });
    expect([read.headers.get('etag'), read.data.version]).toEqual(['"1"', 1]);
    const first = await admin(t).updatePlan({ params, body: { name: 'First' }, ...ifMatch('"1"') });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await admin(t).updatePlan({ params, body: { name: 'Second' }, ...ifMatch('"1"') })).toMatchObject(
      refused(2),
    );
    expect((await admin(t).getPlan({ params })).data.name).toBe('First');
    // Without a condition, as clients of before.
    expect((await admin(t).updatePlan({ params, body: { name: 'Third' } })).data.version).toBe(3);
  });

  test('and a change of its parts is one: prices and entitlements of a plan, items of a paywall', async () => {
    const plan = await givenPlan(t, application);
    const version = async () => (await admin(t).getPlan({ params: plan.params })).data.version;
    const price = await givenPrice(t, plan);
    expect(await version()).toBe(2);
    const changed = await admin(t).updatePlanPrice({ params: price.params, body: { discount_percent: 10 } });
    expect([changed.data.version, changed.data.plan_id, await version()]).toEqual([2, plan.id, 3]);
    const { code } = await givenEntitlement(t, application);
    for (let time = 0; time < 2; time += 1) {
      await admin(t).setPlanEntitlements({ params: plan.params, body: { codes: [code] } });
      expect(await version()).toBe(4);
    }
    const body = { code: 'main', name: 'Main' };
    const { data: paywall } = await admin(t).createPaywall({ params: application.params, body });
    const params = { ...application.params, paywall_id: paywall.id };
    const items = { items: [{ plan_price_id: price.id }] };
    for (let time = 0; time < 2; time += 1)
      expect((await admin(t).setPaywallItems({ params, body: items })).data.version).toBe(2);
    const stale = await admin(t).setPaywallItems({ params, body: { items: [] }, ...ifMatch('"1"') });
    expect(stale).toMatchObject(refused(2));
    expect((await admin(t).getPaywallById({ params })).data.items).toHaveLength(1);
  });

  test('and a condition for an object that is not there yet never holds', async () => {
    const { params } = application;
    const body = { issuer: 'https://idp.example/', audience: 'app', jwks_url: null, hs256_secret: 's'.repeat(32) };
    for (const condition of ['*', '"1"', 'W/"1"'])
      expect(await admin(t).setIdentityProvider({ params, body, ...ifMatch(condition) })).toMatchObject(refused(null));
    expect((await admin(t).getIdentityProvider({ params })).data).toBeNull();
    expect((await admin(t).setIdentityProvider({ params, body })).headers.get('etag')).toBe('"1"');
    const any = await admin(t).setIdentityProvider({ params, body, ...ifMatch('*') });
    expect([any.status, any.headers.get('etag')]).toEqual([200, '"2"']);
    expect(any.data.created_at).toBeDefined();
  });
});
