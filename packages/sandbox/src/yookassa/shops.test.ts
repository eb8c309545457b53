import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

let fixture: Fixture;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yookassa-shops-'));
  fixture = await startFixture({ dataDir });
  fixture.sandbox.setShop({ shopId: '200600', secretKey: 'other_secret' });
});
afterEach(async () => {
  await fixture.close();
  await rm(dataDir, { recursive: true, force: true });
});

const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` });
const other = basic('200600:other_secret');

test('a payment of one shop does not exist for another one', async () => {
  const own = await fixture.create();
  const { body: foreign } = await fixture.api('POST', '/payments', PAYMENT, other);
  expect(foreign.recipient).toMatchObject({ account_id: '200600' });
  expect((await fixture.api('GET', `/payments/${own.id}`, undefined, other)).status).toBe(404);
  expect((await fixture.api('GET', `/payments/${foreign.id}`)).status).toBe(404);
  expect((await fixture.api('GET', `/payments/${foreign.id}`, undefined, other)).status).toBe(200);
  const list = await fixture.api('GET', '/payments', undefined, other);
  expect((list.body.items as { id: string }[]).map(({ id }) => id)).toEqual([foreign.id]);
  fixture.sandbox.pay(String(foreign.id));
  const refund = { payment_id: foreign.id, amount: PAYMENT.amount };
  expect((await fixture.api('POST', '/refunds', refund)).status).toBe(404);
  expect((await fixture.api('POST', '/refunds', refund, other)).status).toBe(200);
});

test('a shop says who it is, and refuses a former secret', async () => {
  expect((await fixture.api('GET', '/me', undefined, other)).body).toMatchObject({ account_id: '200600' });
  fixture.sandbox.setShop({ shopId: '200600', secretKey: 'reissued' });
  expect((await fixture.api('GET', '/me', undefined, other)).status).toBe(401);
  expect((await fixture.api('GET', '/me', undefined, basic('200600:reissued'))).status).toBe(200);
  expect((await fixture.api('GET', '/me')).body).toMatchObject({ account_id: '100500' });
});

test('one idempotence key makes a payment in each shop', async () => {
  const key = { 'idempotence-key': 'the-same-key' };
  const ids = [
    await fixture.api('POST', '/payments', PAYMENT, key),
    await fixture.api('POST', '/payments', PAYMENT, { ...key, ...other }),
  ].map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(2);
});

test('events go to the address of their shop', async () => {
  const control = { shop_id: '200600', secret_key: 'other_secret', webhook_url: `${fixture.mount}/nowhere` };
  expect((await fixture.control('PUT', '/shops', control)).status).toBe(200);
  const { body } = await fixture.api('POST', '/payments', PAYMENT, other);
  fixture.sandbox.pay(String(body.id));
  await fixture.sandbox.flush();
  expect(fixture.received.filter(({ object }) => object.id === body.id)).toEqual([]);
  expect(fixture.sandbox.deliveries().filter(({ objectId }) => objectId === body.id)).toHaveLength(1);
});

test('shops and their payments are there after a restart', async () => {
  const { body } = await fixture.api('POST', '/payments', PAYMENT, other);
  await fixture.reopen();
  expect((await fixture.api('GET', `/payments/${body.id}`, undefined, other)).status).toBe(200);
});
