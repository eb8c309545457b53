import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { analytics, billing, identity, social } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { foldSmallest } from '../src/reports/get-campaign-totals.ts';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let t: AnalyticsTest;
beforeAll(async () => {
  t = await startAnalytics('2026-03-11T12:00:00Z');
  await t.service.answer(identity.commands.heartbeatDevice, () => ({ is_written: true }));
});
afterAll(() => t.service.stop());

const about = (occurred_at: string) => ({ application_id: t.application.id, occurred_at });

interface Link {
  utm_source?: string | null;
  utm_campaign?: string | null;
  utm_content?: string | null;
  acquisition_source?: string | null;
}

async function register(link: Link, at = '2026-03-05T10:00:00.000Z'): Promise<string> {
  const user_id = newId();
  const { utm_source = null, acquisition_source = utm_source } = link;
  const none = { utm_campaign: null, utm_content: null };
  const user = { ...none, ...link, user_id, platform: 'web', utm_source, acquisition_source, country_code: 'RU' };
  await t.service.deliver(identity.events.userRegistered, user, about(at));
  return user_id;
}

async function pay(user_id: string, amount: number, at: string, currency = 'RUB'): Promise<string> {
  const payment_id = newId();
  const payment = { payment_id, user_id, plan_id: newId(), plan_code: 'pro', entitlement_codes: ['pro'] };
  const paid = { amount, currency, acquisition_source: null, starts_at: at, expires_at: null };
  await t.service.deliver(billing.events.paymentSucceeded, { ...payment, ...paid }, about(at));
  return payment_id;
}

const refund = (payment: { payment_id: string; user_id: string }, amount: number, at: string) =>
  t.service.deliver(billing.events.paymentRefunded, { ...payment, amount, currency: 'RUB', is_full: false }, about(at));

let visitors = 0;
/** An event of a site, of a visitor with an address of its own. */
const visit = async (site: { id: string }, link: Link, event = 'page_viewed') => {
  visitors += 1;
  const context = { id: site.id, code: 'notes', application_id: null };
  const client = t.service.as({
    site: context,
    client_ip: `10.0.${Math.floor(visitors / 250)}.${visitors % 250}`,
    user_agent: 'Mozilla/5.0 Firefox/140.0',
  });
  const body = { event, url: 'https://notes.example.com/', ...link };
  return {
    send: () => client.recordSiteEvents({ params: { site_code: 'notes' }, body: body as never }),
  };
};

const totals = async (asked: object, range: object = { from: '2026-03-01', to: '2026-03-31' }) => {
  const input = { group_by: 'campaign', ...range, ...asked };
  return (await t.service.ask(analytics.queries.getCampaignTotals, input as never)).rows;
};
const post = (campaign: string, ref: string, channel: 'telegram' | 'max' = 'telegram') =>
  t.service.deliver(
    social.events.socialPostPublished,
    {
      variant_id: newId(),
      brand_id: newId(),
      account_id: newId(),
      idea_id: newId(),
      channel,
      campaign,
      ref,
      remote_id: null,
      url: null,
      published_at: '2026-03-04T10:00:00Z',
    },
    about('2026-03-04T10:00:00.000Z'),
  );

test('a campaign has its registrations, payers, payments, refunds and net revenue, by each key', async () => {
  const campaign = 'notes';
  const [a, b] = ['aaaaaaaa', 'bbbbbbbb'];
  const anna = await register({ utm_source: 'telegram', utm_campaign: campaign, utm_content: a });
  const boris = await register(
    { utm_source: 'vk', utm_campaign: campaign, utm_content: b },
    '2026-03-06T00:00:00.000Z',
  );
  await register({ utm_campaign: campaign, acquisition_source: 'partner' }, '2026-03-06T23:59:59.999Z');
  await register({ utm_source: 'telegram', utm_campaign: 'another', utm_content: a });
  const first = await pay(anna, 299, '2026-03-07T09:00:00.000Z');
  await pay(anna, 10.1, '2026-03-08T09:00:00.000Z', 'USD');
  await pay(boris, 0.3, '2026-03-07T09:00:00.000Z');
  await refund({ payment_id: first, user_id: anna }, 99.9, '2026-03-09T09:00:00.000Z');

  expect(await totals({ campaign })).toEqual([
    {
      key: campaign,
      visits: 0,
      registers: 3,
      payers: 2,
      payments: 3,
      refunds: 1,
      net: [
        { amount: 199.4, currency: 'RUB' },
        { amount: 10.1, currency: 'USD' },
      ],
    },
  ]);
  const none = { visits: 0, payers: 0, payments: 0, refunds: 0, net: [] };
  expect(await totals({ campaign, group_by: 'source' })).toMatchObject([
    { key: 'telegram', registers: 1, payers: 1, payments: 2, refunds: 1 },
    { key: 'vk', registers: 1, payers: 1, payments: 1, net: [{ amount: 0.3, currency: 'RUB' }] },
    { key: 'partner', registers: 1, ...none },
  ]);
  expect(await totals({ campaign, group_by: 'content' })).toMatchObject([
    { key: a, registers: 1, payments: 2 },
    { key: b, registers: 1, payments: 1 },
    { key: null, registers: 1, ...none },
  ]);
  expect(await totals({ campaign, contents: [b], group_by: 'content' })).toMatchObject([{ key: b, registers: 1 }]);
  const days = await totals({ campaign, group_by: 'day' }, { from: '2026-03-05', to: '2026-03-09' });
  expect(days).toMatchObject([
    { key: '2026-03-05', registers: 1, payments: 0, net: [] },
    { key: '2026-03-06', registers: 2 },
    { key: '2026-03-07', registers: 0, payers: 2, payments: 2, net: [{ amount: 299.3, currency: 'RUB' }] },
    { key: '2026-03-08', payers: 1, net: [{ amount: 10.1, currency: 'USD' }] },
    { key: '2026-03-09', payers: 0, payments: 0, refunds: 1, net: [{ amount: -99.9, currency: 'RUB' }] },
  ]);
  expect(await totals({ campaign, application_id: newId() })).toMatchObject([{ registers: 0, payments: 0, net: [] }]);
  expect(await totals({ campaign: 'nothing' })).toEqual([{ key: 'nothing', registers: 0, ...none }]);
});

test.each([
  // In PostgreSQL the offset would be five and a half hours behind UTC.
  ['+05:30', '2026-03-05T18:29:59.999Z', '2026-03-05T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-03-05T18:14:59.999Z', '2026-03-05T18:15:00.000Z'],
  ['Europe/Moscow', '2026-03-05T20:59:59.999Z', '2026-03-05T21:00:00.000Z'],
])('days of a campaign are those of the asked zone: %s', async (timezone, before, after) => {
  const campaign = `days of ${timezone}`;
  const anna = await register({ utm_campaign: campaign }, before);
  await register({ utm_campaign: campaign }, after);
  await register({ utm_campaign: campaign }, after);
  const payment_id = await pay(anna, 299, after);
  await refund({ payment_id, user_id: anna }, 99, before);
  const days = await totals({ campaign, group_by: 'day', timezone }, { from: '2026-03-05', to: '2026-03-06' });
  expect(days).toMatchObject([
    { key: '2026-03-05', registers: 1, payments: 0, refunds: 1 },
    { key: '2026-03-06', registers: 2, payments: 1, refunds: 0 },
  ]);
  const [first] = await totals({ campaign, timezone }, { from: '2026-03-05', to: '2026-03-05' });
  expect(first).toMatchObject({ registers: 1, payments: 0, refunds: 1 });
});

test('what a text led to is counted in the last days of the asked zone', async () => {
  const utm_content = 'text-of-a-site';
  // 11 March, 00:00 in Vladivostok; today is 11 March there until 14:00.
  await register({ utm_content }, '2026-03-10T13:59:59.999Z');
  await register({ utm_content }, '2026-03-10T14:00:00.000Z');
  t.clock.set('2026-03-11T12:00:00Z');
  const registers = async (timezone?: string) => {
    const asked = { application_id: t.application.id, utm_content, days: 1, ...(timezone ? { timezone } : {}) };
    return (await t.service.ask(analytics.queries.getContentTotals, asked)).registers;
  };
  expect([await registers('Asia/Vladivostok'), await registers('UTC'), await registers()]).toEqual([1, 0, 0]);
});

test('a visit is a visitor of a day who viewed a page by a link', async () => {
  const [site, other] = [{ id: newId() }, { id: newId() }];
  const link = { utm_source: 'telegram', utm_campaign: 'visited', utm_content: 'cccccccc' };
  const anna = await visit(site, link);
  await anna.send();
  await anna.send();
  await (await visit(site, { ...link, utm_content: 'dddddddd' })).send();
  await (await visit(other, link)).send();
  // What a visitor does on the page is no visit, nor is a view by another campaign.
  await (await visit(site, link, 'button_clicked')).send();
  await (await visit(site, { utm_source: 'telegram', utm_campaign: 'other' })).send();
  const campaign = 'visited';
  expect(await totals({ campaign })).toMatchObject([{ key: campaign, visits: 3, registers: 0 }]);
  expect(await totals({ campaign, site_id: site.id, group_by: 'content' })).toMatchObject([
    { key: 'cccccccc', visits: 1 },
    { key: 'dddddddd', visits: 1 },
  ]);
  t.clock.advance({ days: 1 });
  await anna.send();
  const days = await totals({ campaign, site_id: site.id, group_by: 'day' }, { from: '2026-03-11', to: '2026-03-12' });
  expect(days.map(({ visits }) => visits)).toEqual([2, 1]);
  expect(await totals({ campaign, group_by: 'source' })).toMatchObject([{ key: 'telegram', visits: 4 }]);
});

test('an erasure changes no sum of a campaign: values of the platform stay, those of one person go', async () => {
  const campaign = 'erased-brand';
  await post(campaign, 'eeeeeeee');
  const ours = { utm_source: 'telegram', utm_campaign: campaign, utm_content: 'eeeeeeee' };
  const anna = await register(ours);
  const payment_id = await pay(anna, 299, '2026-03-07T09:00:00.000Z');
  await refund({ payment_id, user_id: anna }, 0.01, '2026-03-08T09:00:00.000Z');
  // No other user has this content: it may name a person.
  const boris = await register({ ...ours, utm_content: 'letter-to-boris' });
  await pay(boris, 100, '2026-03-07T09:00:00.000Z');
  const clara = await register({ utm_source: 'clara', utm_campaign: 'for-clara', utm_content: 'letter-to-clara' });
  const shared = { utm_source: 'mail', utm_campaign: 'spring', utm_content: 'button' };
  const [david] = [await register(shared), await register(shared)];

  const before = await Promise.all(['campaign', 'source', 'day'].map((group_by) => totals({ campaign, group_by })));
  expect(before[0]).toMatchObject([{ registers: 2, net: [{ amount: 398.99, currency: 'RUB' }] }]);
  for (const user_id of [anna, boris, clara, david])
    await t.service.deliver(identity.events.userErased, { user_id }, about('2026-03-12T12:00:00.000Z'));
  await t.eraseUsers();
  t.clock.advance({ seconds: 61 });
  expect(await t.eraseUsers()).toBe(4);

  expect(await Promise.all(['campaign', 'source', 'day'].map((group_by) => totals({ campaign, group_by })))).toEqual(
    before,
  );
  expect(await totals({ campaign, group_by: 'content' })).toMatchObject([
    { key: 'eeeeeeee', registers: 1, refunds: 1, net: [{ amount: 298.99, currency: 'RUB' }] },
    { key: null, registers: 1, net: [{ amount: 100, currency: 'RUB' }] },
  ]);
  expect(await totals({ campaign: 'spring', group_by: 'content' })).toMatchObject([{ key: 'button', registers: 2 }]);
  const rows = await t.service.database.query('SELECT * FROM analytics.users');
  expect(JSON.stringify(rows)).not.toMatch(/letter-to|clara/);
  const erased = [anna, boris, clara, david];
  expect(rows.some((row) => erased.includes(String((row as { user_id: string }).user_id)))).toBe(false);
});

test('a refund after the erasure of its user is one of the campaign, and does not bring the user back', async () => {
  const campaign = 'refunded-late';
  const link = { utm_source: 'max', utm_campaign: campaign, utm_content: 'ffffffff' };
  await post(campaign, link.utm_content, 'max');
  const user_id = await register(link);
  const payment_id = await pay(user_id, 299, '2026-03-07T09:00:00.000Z');
  await t.service.deliver(identity.events.userErased, { user_id }, about('2026-03-12T12:00:00.000Z'));
  t.clock.advance({ seconds: 61 });
  await t.eraseUsers();
  await t.eraseUsers();
  await refund({ payment_id, user_id }, 299, '2026-03-13T09:00:00.000Z');

  // No other user came by this campaign and this channel: the platform's own values alone keep them.
  const expected = { registers: 1, payers: 1, payments: 1, refunds: 1, net: [{ amount: 0, currency: 'RUB' }] };
  for (const [group_by, key] of [
    ['campaign', campaign],
    ['source', link.utm_source],
    ['content', link.utm_content],
  ])
    expect(await totals({ campaign, group_by })).toMatchObject([{ key, ...expected }]);
  const refunds = await t.service.database.query('SELECT * FROM analytics.refunds');
  expect(JSON.stringify(refunds)).not.toContain(user_id);
});

test('beyond a thousand rows the smallest are one', () => {
  const row = (place: number) => ({
    key: `k${place}`,
    visits: 1,
    registers: 2,
    payers: 1,
    payments: 1,
    refunds: 0,
    net: [{ amount: 0.1, currency: 'RUB' }],
  });
  const rows = Array.from({ length: 1_003 }, (_, place) => row(place));
  const folded = foldSmallest(rows);
  expect(folded).toHaveLength(1_001);
  expect(folded.at(-1)).toEqual({
    key: '(other)',
    visits: 3,
    registers: 6,
    payers: 3,
    payments: 3,
    refunds: 0,
    net: [{ amount: 0.3, currency: 'RUB' }],
  });
  expect(foldSmallest(rows.slice(0, 1_000))).toEqual(rows.slice(0, 1_000));
});

test('days in the wrong order and more than 366 are refused', async () => {
  const ask = (from: string, to: string) => totals({ campaign: 'notes' }, { from, to });
  await expect(ask('2026-03-02', '2026-03-01')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(ask('2025-03-01', '2026-03-02')).rejects.toMatchObject({ code: 'validation_failed' });
});
