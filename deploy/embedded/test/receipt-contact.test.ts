import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, type Buyer, openShop, paymentBody, paymentsOf, type Shop } from './shop.ts';

let t: Shop;
beforeAll(async () => {
  t = await openShop();
  await setReceipts({ vat_code: 1 });
});
afterEach(() => t.sandboxes.yookassa.faults.reset());
afterAll(() => t.stop());

const setReceipts = async (receipt_settings: { vat_code: number } | null) =>
  (await adminOf(t)).updateApplication({
    params: { application_id: t.demo.application_id },
    body: { receipt_settings },
  });

/** A user whose identity provider gives no e-mail address. */
async function withoutEmail(): Promise<Buyer> {
  const token = await t.sandboxes.idp.mint(
    { email: undefined, email_verified: undefined },
    { username: `user-${newId()}` },
  );
  const headers = {
    'x-public-key': t.demo.public_key,
    'x-application-code': t.demo.application_code,
    authorization: `Bearer ${token}`,
  };
  const client = t.client(headers);
  const reply = await client.registerUser({
    params: { app_code: 'demo' },
    body: {
      platform: 'web',
      explicit_consent: true,
      consents: await t.consents(['terms_notes', 'personal_data_consent']),
    },
  });
  return { client, headers, user_id: reply.data.user.id };
}

/** The receipt contact of the newest payment at the provider. */
const customer = (): unknown => {
  const { body } =
    t.sandboxes.yookassa.journal().findLast(({ method, path }) => method === 'POST' && path === '/v3/payments') ?? {};
  return (body as { receipt?: { customer?: unknown } } | undefined)?.receipt?.customer;
};

test('a payment without a contact for its receipt is refused before anything is written', async () => {
  const user = await withoutEmail();
  const entries = () =>
    t.database.query("SELECT 1 FROM identity.consent_ledger WHERE user_id = $1 AND source = 'paywall'", [user.user_id]);
  const reply = await user.client.createPayment({ body: await paymentBody(t, 'monthly') });
  expect([reply.status, reply.error]).toEqual([400, 'receipt_contact_required']);
  expect(await paymentsOf(t, user.user_id)).toEqual([]);
  expect(await entries()).toEqual([]);
});

test.each([
  ['an e-mail address', { receipt_email: 'Buyer@Example.test' }, { email: 'buyer@example.test' }],
  ['a telephone number', { receipt_phone: '+79000000001' }, { phone: '79000000001' }],
  ['a telephone number as people in Russia dial it', { receipt_phone: '8 (900) 000-00-01' }, { phone: '79000000001' }],
  [
    'both',
    { receipt_email: 'b@example.test', receipt_phone: '79000000002' },
    { email: 'b@example.test', phone: '79000000002' },
  ],
])('the receipt goes to %s from the body', async (_, contact, expected) => {
  const user = await withoutEmail();
  const reply = await user.client.createPayment({ body: { ...(await paymentBody(t, 'monthly')), ...contact } });
  expect(reply.status).toBe(201);
  expect(customer()).toEqual(expected);
});

test('the receipt goes to the known e-mail address unless the body names another contact', async () => {
  const username = `user-${newId()}`;
  const user = await t.registered(username);
  await t.startPayment(user.client, 'monthly');
  expect(customer()).toEqual({ email: `${username}@example.test` });
  const other = await t.registered();
  const body = { ...(await paymentBody(t, 'monthly')), receipt_phone: '+79000000003' };
  expect((await other.client.createPayment({ body })).status).toBe(201);
  expect(customer()).toEqual({ phone: '79000000003' });
});

test('a contact that is none is refused, and none is needed where no receipts are sent', async () => {
  const user = await withoutEmail();
  const body = await paymentBody(t, 'monthly');
  for (const contact of [
    { receipt_email: 'nobody' },
    { receipt_phone: '12' },
    { receipt_phone: '8 900 000-00-00 доб. 5' },
    { receipt_phone: '900 00' },
    { receipt_phone: '+0000000000000' },
  ])
    expect((await user.client.createPayment({ body: { ...body, ...contact } })).error).toBe('validation_failed');
  await setReceipts(null);
  const reply = await user.client.createPayment({ body });
  await setReceipts({ vat_code: 1 });
  expect(reply.status).toBe(201);
  expect(customer()).toBeUndefined();
});

test('the contact is forgotten with the answer of the provider, and with the person before that', async () => {
  const phone = '79000000077';
  const held = () => t.database.query('SELECT 1 FROM billing.payments p WHERE p::text LIKE $1', [`%${phone}%`]);
  const answered = await withoutEmail();
  const body = { ...(await paymentBody(t, 'monthly')), receipt_phone: phone };
  expect((await answered.client.createPayment({ body })).status).toBe(201);
  expect(await held()).toEqual([]);

  const unanswered = await withoutEmail();
  t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
  expect((await unanswered.client.createPayment({ body })).status).toBe(503);
  expect(await held()).toHaveLength(1);
  expect((await unanswered.client.eraseMe({ params: { app_code: 'demo' } })).status).toBe(204);
  await t.untilIdle();
  expect(await held()).toEqual([]);
  const [row] = await paymentsOf(t, unanswered.user_id);
  expect(row?.status).toBe('pending');
});
