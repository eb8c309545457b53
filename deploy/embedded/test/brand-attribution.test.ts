import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs, newId } from '@platform/runtime';
import { seedSocial } from '../src/seed-social.ts';
import { ok } from './make-once.ts';
import { payAndSettle } from './shop.ts';
import {
  type PlatformClient,
  type StartedPayment,
  startTestPlatform,
  type TestPlatform,
  until,
} from './test-platform.ts';

/** From the link in a post to the money of the user who followed it, through refunds and an erasure. */

const app = { params: { app_code: 'demo' } };
const linkHost = 'notes.example.com';

let t: TestPlatform;
let admin: PlatformClient;
let brand_id: string;
let telegram: string;
beforeAll(async () => {
  t = await startTestPlatform({ webhooks: false });
  const headers = await t.adminHeaders();
  admin = t.client(headers);
  const { application_id } = t.demo;
  const made = await seedSocial({ baseUrl: t.baseUrl, headers, application_id });
  if (!made) throw new Error('there is no demo brand');
  brand_id = made.brand_id;
  telegram = made.accounts.telegram ?? '';
  ok(await admin.updateSocialBrand({ params: { brand_id }, body: { link_hosts: [linkHost] } }));
});
afterAll(() => t.stop());

/** A published post with a link, as its readers have it. */
async function givenPost(title: string): Promise<{ ref: string; utm: Record<string, string> }> {
  const buttons = [{ text: 'Read', url: `https://${linkHost}/${newId()}` }];
  const content = { account_ids: [telegram], title, body: title, buttons };
  const [draft] = ok(await admin.createSocialContent({ params: { brand_id }, body: content })).variants;
  const params = { variant_id: draft?.id ?? '' };
  const { content_hash } = ok(await admin.submitSocialVariant({ params }));
  const pending = ok(await admin.listSocialApprovals({ params: { brand_id }, query: { state: 'pending' } }));
  const approval_id = pending.find(({ variant_id }) => variant_id === params.variant_id)?.id ?? '';
  ok(await admin.decideSocialApproval({ params: { approval_id }, body: { decision: 'approve', content_hash } }));
  const { ref } = ok(await admin.publishSocialVariant({ params }));
  const sent = t.sandboxes.channels.telegram.posts().find(({ text }) => text === title);
  return { ref, utm: Object.fromEntries(new URL(sent?.buttons[0]?.url ?? '').searchParams) };
}

/** A reader who follows a link, registers on the page and buys a month. */
async function givenReader(utm: Record<string, string>) {
  const login = `reader-${newId()}`;
  const headers = await t.userHeaders(login);
  const client = t.client(headers);
  const page = t.client({ 'x-public-key': t.demo.site_key, 'user-agent': `Mozilla/5.0 Firefox/${login}` });
  const event = { event: 'page_viewed', url: `https://${linkHost}/`, ...utm };
  ok(await page.recordSiteEvents({ params: { site_code: t.demo.site_code }, body: { events: [event] } }));
  const consents = await t.consents(['terms_notes', 'personal_data_consent']);
  const user = ok(await client.registerUser({ ...app, body: { ...utm, explicit_consent: true, consents } })).user;
  const buy = async (): Promise<StartedPayment> => {
    const payment = await t.startPayment(client, 'monthly');
    await payAndSettle(t, { client, headers, user_id: user.id }, payment);
    return payment;
  };
  return { user, client, buy };
}

const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
/** Today, also where the test runs over midnight. */
const range = { from: dayIn(0), to: dayIn(1) };
const attribution = async (group_by: 'campaign' | 'channel' | 'variant' | 'day') =>
  ok(await admin.getSocialAttribution({ params: { brand_id }, query: { ...range, group_by } })).rows;

/** What the application earned, as analytics counts it by itself. */
async function ownRevenue() {
  const summary = ok(await admin.getAnalyticsSummary({ query: { application_code: 'demo', ...range } }));
  if (summary.kind !== 'application') throw new Error('not the summary of an application');
  const { new_users, payments_succeeded, refunds_count, paying_users } = summary.metrics;
  return {
    registers: new_users.value,
    payers: paying_users.value,
    payments: payments_succeeded.value,
    refunds: refunds_count.value,
    net: summary.money.map(({ currency, net_revenue }) => ({ amount: net_revenue.value, currency })),
  };
}

test('revenue by campaign is the revenue of analytics, after refunds and after an erasure', async () => {
  const [first, second] = [await givenPost('How to keep notes'), await givenPost('What is new')];
  expect(first.utm).toEqual({
    utm_source: 'telegram',
    utm_medium: 'social',
    utm_campaign: 'demo-notes',
    utm_content: first.ref,
  });
  const anna = await givenReader(first.utm);
  const boris = await givenReader(first.utm);
  const clara = await givenReader(second.utm);
  const partly = await anna.buy();
  const wholly = await boris.buy();
  const kept = await clara.buy();

  // The content goes from the registration to the payment.
  expect(clara.user).toMatchObject({ utm_campaign: 'demo-notes', utm_content: second.ref });
  const payments = ok(await admin.listPayments({ params: { application_id: t.demo.application_id } }));
  expect(payments.find(({ payment_id }) => payment_id === kept.payment_id)).toMatchObject({
    acquisition_source: 'telegram',
    utm_campaign: 'demo-notes',
    utm_content: second.ref,
  });

  const refund = ({ payment_id }: StartedPayment, body: { amount?: number }) =>
    admin.refundPayment({ params: { payment_id }, body, headers: { 'idempotency-key': newId() } });
  ok(await refund(partly, { amount: 99.99 }));
  ok(await refund(wholly, {}));
  await t.untilIdle();
  const net = [{ amount: 498.01, currency: 'RUB' }];
  const whole = { key: 'demo-notes', visits: 3, registers: 3, payers: 3, payments: 3, refunds: 2, net };
  await until('analytics has counted the refunds', async () => (await ownRevenue()).refunds === 2);
  expect(await attribution('campaign')).toMatchObject([whole]);
  expect(await ownRevenue()).toEqual({ registers: 3, payers: 3, payments: 3, refunds: 2, net });

  const before = await Promise.all((['campaign', 'channel', 'variant', 'day'] as const).map(attribution));
  expect(before[1]).toMatchObject([{ ...whole, key: 'telegram' }]);
  expect(before[2]).toMatchObject([
    { key: first.ref, post: { title: 'How to keep notes' }, registers: 2, refunds: 2 },
    { key: second.ref, post: { title: 'What is new' }, registers: 1, net: [{ amount: 299, currency: 'RUB' }] },
  ]);
  expect(before[3]?.reduce((sum, { net: [money] }) => sum + Math.round((money?.amount ?? 0) * 100), 0)).toBe(49_801);

  // Of the second post this is the only user.
  for (const { client } of [anna, clara]) expect((await client.eraseMe(app)).status).toBe(204);
  await t.untilIdle();
  const erased = [anna.user.id, clara.user.id];
  await until('analytics has pseudonyms', async () => {
    const rows = await t.database.query('SELECT FROM analytics.users WHERE user_id = ANY($1)', [erased]);
    return rows.length === 0;
  });
  expect(await Promise.all((['campaign', 'channel', 'variant', 'day'] as const).map(attribution))).toEqual(before);
  await until('analytics has counted anew', async () => {
    const stale = await t.database.query('SELECT FROM analytics.stale_hours LIMIT 1');
    return stale.length === 0;
  });
  expect(await ownRevenue()).toMatchObject({ payments: 3, refunds: 2, net });
});

test('a user without a campaign is of no brand, and analytics has both', async () => {
  const [before, own] = [await attribution('campaign'), await ownRevenue()];
  const david = await givenReader({});
  await david.buy();
  expect(await attribution('campaign')).toEqual(before);
  await until('analytics has the payment', async () => (await ownRevenue()).payments === own.payments + 1);
});
