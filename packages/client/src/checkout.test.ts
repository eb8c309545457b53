import { afterEach, expect, jest, test } from '@jest/globals';
import {
  type Answer,
  data,
  fakePlatform,
  refusal,
  snapshotAnswer,
  snapshotClaims,
  snapshotSigner,
} from '../test/fake-platform.ts';
import { clientOf, entitlementsAddress, keysAddress, patientMs } from '../test/open-client.ts';
import { memoryStorage } from './storage.ts';

const signer = snapshotSigner();
const sync = 'POST /v1/payments/pay-1/sync';
const order = { plan_price_id: 'price-1', return_url: 'https://app.example', consents: [] };
const synced = (status: string, status_reason: string | null = null) =>
  data({ payment_id: 'pay-1', status, status_reason, entitlements_granted: status === 'succeeded' });

afterEach(() => void jest.restoreAllMocks());

/** A person who has started a payment; each sync gets the next of these answers. */
async function started(...answers: Answer[]) {
  let asked = 0;
  let readsBeforeGrant = 0;
  const api = fakePlatform({
    'POST /v1/payments': () => data({ payment_id: 'pay-1', confirmation_url: 'https://pay.example' }),
    [sync]: () => answers[Math.min(asked++, answers.length - 1)] ?? 'network',
    [entitlementsAddress]: () =>
      snapshotAnswer(signer.token(snapshotClaims(readsBeforeGrant-- > 0 ? [] : ['export_pdf']))),
    [keysAddress]: () => ({ body: { keys: [signer.key] } }),
    'POST /v1/events/batch': () => data({ accepted: 1, rejected: [] }),
  });
  const storage = memoryStorage();
  const open = () => clientOf(api.fetch, { storage });
  const first = open();
  await first.checkout.start(order);
  first.stop();
  const grantAfter = (reads: number) => {
    readsBeforeGrant = reads;
  };
  return { api, client: open(), grantAfter };
}

test('a payment that was started before a reload settles, and its entitlements are there', async () => {
  const { api, client } = await started(synced('pending'), synced('succeeded'));
  expect(await client.checkout.settle({ timeoutMs: patientMs })).toMatchObject({
    status: 'succeeded',
    payment_id: 'pay-1',
  });
  expect(client.has('export_pdf')).toBe(true);
  expect(await client.checkout.settle()).toMatchObject({ status: 'none' });
  await client.flush();
  client.stop();
  const events = api
    .calls('POST /v1/events/batch')
    .flatMap(({ body }) => (body as { events: { event: string; event_id: string }[] }).events);
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['checkout_returned', 'payment_succeeded']));
  expect(events.find(({ event }) => event === 'payment_succeeded')?.event_id).toBe('pay-1');
});

test('a grant that follows the money late is waited for', async () => {
  const { api, client, grantAfter } = await started(synced('succeeded'));
  // One read before the payment, and one that comes before the grant.
  grantAfter(2);
  await client.refresh().catch(() => {});
  expect(client.has('export_pdf')).toBe(false);
  await client.checkout.start(order);
  expect(await client.checkout.settle({ timeoutMs: patientMs })).toMatchObject({ status: 'succeeded' });
  expect(client.has('export_pdf')).toBe(true);
  expect(api.calls(sync)).toHaveLength(2);
  client.stop();
});

test('a canceled payment is told with its reason, and nothing opens', async () => {
  const { client } = await started(synced('canceled', 'expired_on_confirmation'));
  expect(await client.checkout.settle()).toEqual({
    status: 'canceled',
    payment_id: 'pay-1',
    status_reason: 'expired_on_confirmation',
  });
  expect(client.has('export_pdf')).toBe(false);
  client.stop();
});

test('an outage is waited for, and a payment that is open in the end stays open for the next time', async () => {
  const { client } = await started('network', refusal(503, 'service_unavailable'), synced('succeeded'));
  expect(await client.checkout.settle({ timeoutMs: 0 })).toMatchObject({ status: 'pending', payment_id: 'pay-1' });
  expect(await client.checkout.settle({ timeoutMs: patientMs })).toMatchObject({ status: 'succeeded' });
  client.stop();
});

test('a payment that the platform does not know is forgotten', async () => {
  const { api, client } = await started(refusal(404, 'payment_not_found'));
  expect(await client.checkout.settle()).toMatchObject({ status: 'none' });
  expect(await client.checkout.settle()).toMatchObject({ status: 'none' });
  expect(api.calls(sync)).toHaveLength(1);
  client.stop();
});
