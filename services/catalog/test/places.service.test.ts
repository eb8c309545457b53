import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { aUser, eventually } from '@platform/testing';
import { admin, type Catalog, givenApplication, startCatalog } from './support.ts';

let t: Catalog;
const told: { user_id: string; client_ip: string }[] = [];
let isDown = false;
beforeAll(async () => {
  t = await startCatalog();
  await t.answer(identity.commands.placeUser, (place) => {
    if (isDown) throw new Error('identity is down');
    told.push(place);
    return { is_written: true };
  });
});
afterAll(() => t.stop());

/**
 * Addresses of public resolvers: in the country database that comes with the packages they have been here for
 * years.
 */
const american = '8.8.8.8';
const russian = '77.88.8.8';

test('a flag for a country is for clients whose address is there', async () => {
  const app = await givenApplication(t);
  await admin(t).createFeature({
    params: app.params,
    body: { code: 'here', rules: [{ countries: ['US'], value: true }] },
  });
  const read = async (client_ip: string) => {
    const call = t.as({ application: app.context, user: aUser(), client_ip });
    return (await call.getFeatures({ params: { app_code: app.code } })).data.features.here;
  };
  expect([await read(american), await read(russian), await read('10.0.0.1')]).toEqual([true, false, false]);
  const ofrep = t.as({ application: app.context, client_ip: russian });
  const evaluate = async (context: Record<string, string>) =>
    (await ofrep.evaluateFlag({ params: { key: 'here' }, body: { context } })).body;
  expect(await evaluate({})).toMatchObject({ value: false });
  expect(await evaluate({ country_code: 'US' })).toMatchObject({ value: true });
});

test('the country of a client matters from the first rule that asks about it', async () => {
  const app = await givenApplication(t);
  const user = aUser();
  const etagFrom = async (client_ip: string) => {
    const call = t.as({ application: app.context, user, client_ip });
    return (await call.getFeatures({ params: { app_code: app.code } })).headers.get('etag');
  };
  await admin(t).createFeature({
    params: app.params,
    body: { code: 'half', rules: [{ percentage: 50, value: true }] },
  });
  expect(await etagFrom(american)).toBe(await etagFrom(russian));
  await admin(t).createFeature({
    params: app.params,
    body: { code: 'here', rules: [{ countries: ['US'], value: true }] },
  });
  expect(await etagFrom(american)).not.toBe(await etagFrom(russian));
});

test('an entitlements read sends the address of the user to identity: once, and again after a move', async () => {
  const app = await givenApplication(t);
  const user = aUser();
  const read = async (client_ip: string) => {
    const reply = await t
      .as({ application: app.context, user, client_ip })
      .getMyEntitlements({ params: { app_code: app.code } });
    expect(reply.status).toBe(200);
  };
  const mine = () => told.filter(({ user_id }) => user_id === user.id).map(({ client_ip }) => client_ip);
  for (let n = 0; n < 3; n += 1) await read(american);
  await eventually(() => mine().length > 0);
  await read(russian);
  await eventually(() => mine().length > 1);
  expect(mine()).toEqual([american, russian]);
});

test('the read is answered while identity is down, and the next one sends the address again', async () => {
  const app = await givenApplication(t);
  const user = aUser();
  const read = () =>
    t.as({ application: app.context, user, client_ip: american }).getMyEntitlements({ params: { app_code: app.code } });
  isDown = true;
  expect((await read()).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 50));
  isDown = false;
  await read();
  await eventually(() => told.some(({ user_id }) => user_id === user.id));
});
