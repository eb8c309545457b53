import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

const today = '2026-03-11';
const at = (time: string) => `${today}T${time}:00Z`;

const applications = Array.from({ length: 8 }, (_, number) => ({ id: newId(), code: `app-${number}` }));
let t: AnalyticsTest;
let application: { id: string; code: string };
beforeAll(async () => {
  t = await startAnalytics(at('20:00'), applications);
});
afterAll(() => t.service.stop());
beforeEach(() => {
  application = applications.pop() ?? t.application;
});

const about = (time: string) => ({ application_id: application.id, occurred_at: at(time) });

const see = (user_id: string, event: string, time: string, platform = 'ios') =>
  t.store([{ user_id, event, occurred_at: at(time), platform }], application.id);

const register = (user_id: string, time: string, platform: string | null = null) =>
  t.service.deliver(
    identity.events.userRegistered,
    { user_id, platform, acquisition_source: 'ads', utm_campaign: null, country_code: 'DE' },
    about(time),
  );

const pay = (user_id: string, time: string) =>
  t.service.deliver(
    billing.events.paymentSucceeded,
    {
      payment_id: newId(),
      user_id,
      plan_id: newId(),
      plan_code: 'pro',
      entitlement_codes: ['pro'],
      amount: 10,
      currency: 'EUR',
      starts_at: at(time),
      expires_at: null,
      acquisition_source: null,
    },
    about(time),
  );

const grant = (user_id: string, source: 'license' | 'admin', time: string) =>
  t.service.deliver(
    catalog.events.entitlementGranted,
    {
      grant_id: newId(),
      user_id,
      source,
      source_id: newId(),
      plan_code: 'pro',
      entitlement_codes: ['pro'],
      starts_at: at(time),
      expires_at: null,
      revision: 1,
    },
    about(time),
  );

const funnel = async (steps: string[], breakdown?: 'platform' | 'country_code' | 'channel' | 'app_version') => {
  const query = { application_code: application.code, from: today, to: today, steps: steps.join(','), breakdown };
  const { data } = await t.admin.getFunnel({ query });
  return data;
};
const usersOf = async (...steps: string[]) => (await funnel(steps)).steps.map(({ users }) => users);

test('a funnel ends with payments that billing confirmed, also when the client was closed by then', async () => {
  const people = Array.from({ length: 5 }, () => newId());
  for (const user_id of people) await see(user_id, 'paywall_viewed', '10:00');
  for (const user_id of people.slice(0, 3)) await pay(user_id, '10:05');
  // Before the first step, after the window, and of a user that saw no paywall.
  await pay(people[3] ?? '', '09:00');
  await pay(newId(), '10:05');
  expect(await usersOf('paywall_viewed', 'payment:succeeded')).toEqual([5, 3]);
  const plain = await funnel(['paywall_viewed', 'payment:succeeded']);
  expect(plain.steps[1]).toMatchObject({ share_of_first: 60, is_known: true });
});

test('an event that a client calls as a fact is none, also when its name is merged into that of the fact', async () => {
  const user = aUser();
  const client = t.service.as({ application, user });
  await see(user.id, 'paywall_viewed', '10:00');
  await t.admin.mergeEventNames({
    params: { application_id: application.id },
    body: { from: ['paid', 'viewed'], into: 'payment:succeeded' },
  });
  for (const event of ['payment:succeeded', 'paid']) await client.recordEvent({ body: { event } });
  expect(await usersOf('paywall_viewed', 'payment:succeeded')).toEqual([1, 0]);
  await pay(user.id, '10:01');
  expect(await usersOf('paywall_viewed', 'payment:succeeded')).toEqual([1, 1]);
});

test('every fact is a step, and facts alone make a funnel', async () => {
  const [ann, bob, cat] = [newId(), newId(), newId()] as const;
  for (const user_id of [ann, bob, cat]) await register(user_id, '09:00', user_id === cat ? 'web' : 'ios');
  await grant(ann, 'license', '09:10');
  await grant(bob, 'admin', '09:10');
  await pay(ann, '09:20');
  expect(await usersOf('user:registered', 'entitlement:granted')).toEqual([3, 2]);
  expect(await usersOf('user:registered', 'license:activated', 'payment:succeeded')).toEqual([3, 1, 1]);
  expect(await usersOf('payment:succeeded', 'user:registered')).toEqual([1, 0]);
  const { breakdown } = await funnel(['user:registered', 'entitlement:granted'], 'platform');
  expect(breakdown).toEqual([
    { value: 'ios', users: [2, 2] },
    { value: 'web', users: [1, 0] },
  ]);
  for (const [by, value] of [
    ['country_code', 'DE'],
    ['channel', 'ads'],
    ['app_version', null],
  ] as const)
    expect((await funnel(['user:registered', 'entitlement:granted'], by)).breakdown).toEqual([
      { value, users: [3, 2] },
    ]);
});

test('events under merged names and facts are steps of one funnel', async () => {
  const user_id = newId();
  await see(user_id, 'opened', '10:00');
  await t.admin.mergeEventNames({
    params: { application_id: application.id },
    body: { from: ['opened'], into: 'app_opened' },
  });
  await pay(user_id, '10:01');
  await see(user_id, 'app_opened', '10:02');
  expect(await usersOf('app_opened', 'payment:succeeded', 'opened')).toEqual([1, 1, 1]);
});

test('a step that the application has never had is named, and a file names it too', async () => {
  await see(newId(), 'app_opened', '10:00');
  const named = async (...steps: string[]) =>
    (await funnel(steps)).steps.filter(({ is_known }) => !is_known).map(({ event }) => event);
  expect(await named('app_opened', 'nope', 'payment:succeded', 'license:activated')).toEqual([
    'nope',
    'payment:succeded',
  ]);
  await t.admin.allowEventName({ params: { application_id: application.id, event_name: 'nope' } });
  expect(await named('app_opened', 'nope')).toEqual([]);
  // A name that was removed from the list still has its events.
  await t.admin.removeEventName({ params: { application_id: application.id, event_name: 'app_opened' } });
  expect(await named('app_opened', 'user:registered')).toEqual([]);
  const caller = t.service.sign(
    { admin: { id: newId(), email: 'a@b.test', role: 'owner', session_id: newId() } },
    'getFunnel',
  );
  const file = await fetch(
    `${t.service.baseUrl}/v1/analytics/funnel?application_code=${application.code}&days=1&steps=app_opened,missing&format=csv`,
    { headers: { 'x-platform-context': caller } },
  );
  expect((await file.text()).split('\r\n').slice(0, 3)).toEqual([
    'event,users,share_of_first,share_of_previous,is_known',
    'app_opened,1,100,100,true',
    'missing,0,0,0,false',
  ]);
});
