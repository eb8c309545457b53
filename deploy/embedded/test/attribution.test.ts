import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, payAndSettle, paymentBody } from './shop.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform({ webhooks: false });
});
afterAll(() => t.stop());

interface Attribution {
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_content?: string;
  acquisition_source?: string;
}

/** A user who registered with this attribution and bought a month. */
async function givenBuyer(attribution: Attribution) {
  const headers = await t.userHeaders(`user-${newId()}`);
  const client = t.client(headers);
  const { data } = await client.registerUser({
    params: { app_code: 'demo' },
    body: {
      ...attribution,
      explicit_consent: true,
      consents: await t.consents(['terms_notes', 'personal_data_consent']),
    },
  });
  const payment = await t.startPayment(client, 'monthly');
  await payAndSettle(t, { client, headers, user_id: data.user.id }, payment);
  return { user: data.user, payment };
}

test('a UTM source without an acquisition source is the channel of user, payment and summary', async () => {
  const campaign = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' };
  const fromGoogle = await givenBuyer(campaign);
  const fromPartner = await givenBuyer({ ...campaign, acquisition_source: 'partner' });
  const direct = await givenBuyer({ utm_source: '  ', utm_campaign: '' });

  expect(fromGoogle.user).toMatchObject({ ...campaign, acquisition_source: 'google' });
  expect(fromPartner.user).toMatchObject({ ...campaign, acquisition_source: 'partner' });
  expect(direct.user).toMatchObject({ utm_source: null, utm_campaign: null, acquisition_source: null });

  const admin = await adminOf(t);
  const { data: payments } = await admin.listPayments({ params: { application_id: t.demo.application_id } });
  const inherited = (payment_id: string) => {
    const found = payments.find((payment) => payment.payment_id === payment_id);
    return [found?.acquisition_source, found?.utm_medium, found?.utm_campaign];
  };
  expect(inherited(fromGoogle.payment.payment_id)).toEqual(['google', 'cpc', 'spring']);
  expect(inherited(fromPartner.payment.payment_id)).toEqual(['partner', 'cpc', 'spring']);
  expect(inherited(direct.payment.payment_id)).toEqual([null, null, null]);

  const channels = async () => {
    const { data } = await admin.getAnalyticsSummary({ query: { application_code: 'demo', days: 1 } });
    if (data.kind !== 'application') throw new Error('not the summary of an application');
    return data.channels.map(({ channel, new_users, paying_users }) => [channel, new_users, paying_users].join(' '));
  };
  const expected = ['direct 1 1', 'google 1 1', 'partner 1 1'];
  await until('each channel has its user and buyer', async () => {
    const found = await channels();
    return expected.every((line) => found.includes(line));
  });
  expect((await channels()).toSorted()).toEqual(expected);
});

test('a text of the site has the registrations and the revenue of links with its slug, less refunds', async () => {
  const admin = await adminOf(t);
  const { application_id } = t.demo;
  const [site] = (await admin.listSites({ query: { application_id } })).data;
  const params = { site_id: site?.id ?? '' };
  const { data: post } = await admin.createPost({ params, body: { title: 'Why people pay' } });
  const insights = async () =>
    (await admin.getContentInsights({ params: { ...params, item_id: post.id }, query: {} })).data;
  expect(await insights()).toMatchObject({ registrations: 0, revenue: [] });
  await givenBuyer({ utm_source: 'blog', utm_content: 'another-post' });
  const reader = await givenBuyer({ utm_source: 'blog', utm_content: post.slug });
  await givenBuyer({ utm_source: 'blog', utm_content: post.slug });
  const { data: payments } = await admin.listPayments({ params: { application_id } });
  const paid = payments.find(({ payment_id }) => payment_id === reader.payment.payment_id);
  const half = [{ amount: paid?.amount ?? 0, currency: 'RUB' }];
  const both = half.map(({ amount, currency }) => ({ amount: amount * 2, currency }));
  const revenueIs = (revenue: typeof half) =>
    until(
      'the text has its revenue',
      async () => JSON.stringify((await insights()).revenue) === JSON.stringify(revenue),
    );
  await revenueIs(both);
  expect((await insights()).registrations).toBe(2);
  await admin.refundPayment({ params: { payment_id: reader.payment.payment_id }, body: {} });
  await revenueIs(half);
});

test('the consents of a purchase name the platform of the purchase', async () => {
  const { client, user_id } = await t.registered();
  const body = { ...(await paymentBody(t, 'monthly')), platform: 'android' };
  expect((await client.createPayment({ body })).status).toBe(201);
  const admin = await adminOf(t);
  const params = { application_id: t.demo.application_id };
  const { data } = await admin.listConsents({ params, query: { user_id, source: 'paywall' } });
  expect(data.map(({ doc_kind, platform }) => [doc_kind, platform])).toEqual([['license_offer', 'android']]);
});
