import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, type Buyer, openShop, payAndSettle, type Shop } from './shop.ts';
import { until } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const dayMs = 86_400_000;

let t: Shop;
let admin: Awaited<ReturnType<typeof adminOf>>;
beforeAll(async () => {
  t = await openShop();
  admin = await adminOf(t);
});
afterAll(() => t.stop());

const paramsOf = ({ user_id }: { user_id: string }) => ({ application_id: t.demo.application_id, user_id });
const codesOf = async ({ client }: Pick<Buyer, 'client'>) => (await client.getMyEntitlements(app)).data.codes;
const buy = async (user: Buyer) => payAndSettle(t, user, await t.startPayment(user.client, 'monthly'));
const merge = async (user: Buyer, merged: Buyer) => {
  const reply = await admin.mergeUsers({ params: paramsOf(user), body: { merged_user_id: merged.user_id } });
  await t.untilIdle();
  return reply;
};
const installation = { platform: 'web', app_version: '1.0.0' };
const subjectOf = ({ headers }: Buyer) =>
  JSON.parse(Buffer.from(headers.authorization?.split('.')[1] ?? '', 'base64url').toString()).sub as string;

describe('a user that is merged into another one', () => {
  test('brings payments, terms, devices and tickets along, and its login leads to the other user', async () => {
    const former = await t.registered();
    const kept = await t.registered();
    for (const user of [former, kept]) await buy(user);
    const installation_id = newId();
    await former.client.registerDevice({ body: { installation_id, ...installation } });
    const ticket = { subject: 'The app closes', message: 'It closes when I open a note.' };
    const { data: opened } = await former.client.createTicket({ body: ticket });
    const before = (await kept.client.getMyEntitlements(app)).data.expires_at;

    expect(await merge(kept, former)).toMatchObject({
      status: 200,
      data: { id: kept.user_id, logins: [{ merged_user_id: null }, { merged_user_id: former.user_id }] },
    });
    for (const { client } of [kept, former]) {
      expect((await client.getMyProfile(app)).data.id).toBe(kept.user_id);
      const { data } = await client.getMyEntitlements(app);
      // One month after the other: the fold of both purchases.
      expect(Date.parse(data.expires_at ?? '') - Date.parse(before ?? '')).toBe(30 * dayMs);
      expect((await client.listMyPayments({})).data).toHaveLength(2);
      expect((await client.listMyDevices({})).data.map((device) => device.installation_id)).toEqual([installation_id]);
      const { data: shown } = await client.getMyTicket({ params: { ticket_id: opened.id } });
      expect(shown).toMatchObject({ subject: ticket.subject, messages: [{ message: ticket.message }] });
    }
    expect(await admin.getUser({ params: paramsOf(former) })).toMatchObject({ error: 'user_not_found' });
    expect((await admin.getUser({ params: paramsOf(kept) })).data.payments).toHaveLength(2);
  });

  test('is in no list of users, and its former login and id find the other user', async () => {
    const [former, kept] = [await t.registered(`former-${newId()}`), await t.registered()];
    await buy(former);
    await merge(kept, former);
    const { application_id } = paramsOf(kept);
    const search = async (body: object) =>
      (await admin.searchUsers({ params: { application_id }, body })).data.map(({ id }) => id);
    for (const text of [subjectOf(former), former.user_id, subjectOf(kept)])
      expect(await search({ q: text })).toEqual([kept.user_id]);
    const query = { entitlement_code: 'export_pdf' };
    const all = await admin.listUsers({ params: { application_id }, query: {} });
    const entitled = await admin.listUsers({ params: { application_id }, query });
    for (const { data } of [all, entitled]) {
      const ids = data.map(({ id }) => id);
      expect([ids.includes(kept.user_id), ids.includes(former.user_id)]).toEqual([true, false]);
    }
  });

  test('loses the grant of its payment with a refund after the merge', async () => {
    const [former, kept] = [await t.registered(), await t.registered()];
    const payment = await t.startPayment(former.client, 'monthly');
    await payAndSettle(t, former, payment);
    await merge(kept, former);
    expect(await codesOf(kept)).not.toEqual([]);
    const refunded = await admin.refundPayment({ params: { payment_id: payment.payment_id }, body: {} });
    expect(refunded.status).toBe(200);
    await t.untilIdle();
    expect(await codesOf(kept)).toEqual([]);
  });

  test('may pay an open payment after the merge, for the user that it is part of', async () => {
    const [former, kept] = [await t.registered(), await t.registered()];
    const payment = await t.startPayment(former.client, 'monthly');
    await t.startPayment(kept.client, 'monthly');
    await merge(kept, former);
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await until('the purchase is granted', async () => {
      t.clock.advance({ seconds: 4 });
      return (await codesOf(kept)).length > 0;
    });
    await t.untilIdle();
    expect(
      (await admin.getPayment({ params: { application_id: t.demo.application_id, payment_id: payment.payment_id } }))
        .data,
    ).toMatchObject({
      user_id: kept.user_id,
      status: 'succeeded',
    });
  });

  test('is erased with that user: no table has its login or device, and each has its record', async () => {
    const [former, kept] = [await t.registered(`merged-${newId()}`), await t.registered()];
    const installation_id = newId();
    await former.client.registerDevice({ body: { installation_id, ...installation } });
    for (const text of [subjectOf(former), installation_id]) expect(await tablesWith(text)).not.toEqual([]);
    await former.client.createTicket({ body: { subject: 'A question', message: 'of a merged person' } });
    await merge(kept, former);
    const { status } = await admin.eraseUser({ params: paramsOf(kept), body: { reason: 'person_request' } });
    expect(status).toBe(200);
    await t.untilIdle();
    for (const { user_id } of [kept, former])
      expect((await admin.listErasures({ query: { person_id: user_id } })).data).toHaveLength(1);
    for (const text of [subjectOf(former), installation_id]) expect(await tablesWith(text)).toEqual([]);
    // The login may register again, as a new person.
    const again = await t.registered();
    expect(await codesOf(again)).toEqual([]);
  });

  test('cannot be merged into itself, a stranger, an erased user, or twice into two users', async () => {
    const [one, two, three] = [await t.registered(), await t.registered(), await t.registered()];
    expect(await merge(one, one)).toMatchObject({ error: 'validation_failed' });
    expect(await merge(one, { ...two, user_id: newId() })).toMatchObject({ error: 'user_not_found' });
    expect((await merge(one, two)).status).toBe(200);
    const [first, second] = [await merge(one, two), await merge(three, two)];
    expect(first).toMatchObject({ status: 200, data: { id: one.user_id } });
    expect(second).toMatchObject({ error: 'user_not_found' });
    // A user with merged ones takes them along.
    const { logins } = (await merge(three, one)).data;
    expect(new Set(logins.map(({ merged_user_id }) => merged_user_id))).toEqual(
      new Set([null, one.user_id, two.user_id]),
    );
    for (const { client } of [one, two, three]) expect((await client.getMyProfile(app)).data.id).toBe(three.user_id);
  });
});

/** Tables of all schemas in which a text stands anywhere, except what the message bus still keeps. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await t.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await t.database.query(`SELECT FROM ${name} AS t WHERE t::text ILIKE $1 LIMIT 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a user with another login', () => {
  test('has all that it had, and the former login is a stranger at once', async () => {
    const user = await t.registered();
    await buy(user);
    const next = await t.userHeaders(`next-${newId()}`);
    const subject = subjectOf({ ...user, headers: next });
    const { status, data } = await admin.setUserLogin({ params: paramsOf(user), body: { subject } });
    expect(status).toBe(200);
    expect(data.logins.map((login) => login.subject)).toEqual([subject]);
    await t.untilIdle();
    expect(await codesOf({ client: t.client(next) })).not.toEqual([]);
    expect((await t.client(next).getMyProfile(app)).data.id).toBe(user.user_id);
    expect(await user.client.getMyProfile(app)).toMatchObject({ error: 'user_not_found' });
  });

  test('takes no login of another user', async () => {
    const [one, two, three] = [await t.registered(), await t.registered(), await t.registered()];
    await merge(two, three);
    for (const taken of [two, three])
      expect(await admin.setUserLogin({ params: paramsOf(one), body: { subject: subjectOf(taken) } })).toMatchObject({
        status: 409,
        error: 'login_taken',
        body: { user_id: two.user_id },
      });
    // Each login of the own user leads to it already.
    for (const own of [two, three])
      expect((await admin.setUserLogin({ params: paramsOf(two), body: { subject: subjectOf(own) } })).status).toBe(200);
  });
});
