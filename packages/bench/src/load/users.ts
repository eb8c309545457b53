import { setTimeout as sleep } from 'node:timers/promises';
import { contractClient, platform as contracts } from '@platform/contracts';
import { newId } from '@platform/runtime';
import type { Embedded } from '../embedded.ts';

const endpoints = { ...contracts.identity.endpoints, ...contracts.catalog.endpoints, ...contracts.billing.endpoints };

/** Calls that users wait for. */
export const userCalls = ['entitlements', 'register', 'payment'] as const;
export type UserCall = (typeof userCalls)[number];

/** Milliseconds and statuses of the calls of a window of time. */
export interface Window {
  times: Record<UserCall, number[]>;
  statuses: Record<string, number>;
}

export const emptyWindow = (): Window => ({ times: { entitlements: [], register: [], payment: [] }, statuses: {} });

/** Interval from one call to the next in milliseconds. A slow call does not delay the next one. */
const everyMs = { entitlements: 50, newUser: 200 };
/** A call without an answer after so long is counted as one. A window ends when its calls have. */
const patienceMs = 30_000;

/** Makes the calls of users of the demo application at a steady low rate. */
export async function createUsers(embedded: Embedded, baseUrl: string) {
  const { demo } = embedded;
  const keys = { 'x-public-key': demo.public_key, 'x-application-code': 'demo' };
  const app = { params: { app_code: 'demo' } };
  const anonymous = contractClient(endpoints, { baseUrl, headers: keys });
  const { data: paywall } = await anonymous.getPaywall({ params: { app_code: 'demo', paywall_code: 'main' } });
  const plan_price_id = paywall.paywall_items.find(({ plan }) => plan.code === 'monthly')?.plan_price_id ?? '';
  const { headers } = await embedded.register();
  const reader = contractClient(endpoints, { baseUrl, headers });

  /** A user that the identity provider knows and the platform does not. */
  const newcomer = async () => {
    const form = new URLSearchParams({
      client_id: demo.idp.client_id,
      client_secret: demo.idp.client_secret,
      username: `load-${newId()}`,
    });
    const answer = await fetch(demo.idp.token_url, { method: 'POST', body: form });
    const { access_token } = (await answer.json()) as { access_token: string };
    return contractClient(endpoints, { baseUrl, headers: { ...keys, authorization: `Bearer ${access_token}` } });
  };
  const timed = async (window: Window, call: UserCall, ask: () => Promise<{ status: number }>): Promise<void> => {
    const startedAt = performance.now();
    const answer = await Promise.race([ask(), sleep(patienceMs, undefined, { ref: false })]);
    const status = answer?.status ?? 'unanswered';
    window.times[call].push(performance.now() - startedAt);
    window.statuses[status] = (window.statuses[status] ?? 0) + 1;
  };
  const buy = async (window: Window): Promise<void> => {
    const user = await newcomer();
    const consents = embedded.consents(['terms_notes', 'personal_data_consent']);
    await timed(window, 'register', () => user.registerUser({ ...app, body: { explicit_consent: true, consents } }));
    const body = {
      plan_price_id,
      return_url: 'https://app.example.test/',
      consents: embedded.consents(['license_offer']),
    };
    await timed(window, 'payment', () => user.createPayment({ body }));
  };

  /** Calls for so many seconds, into the window. Resolves when each call has its answer. */
  return async function call(window: Window, seconds: number): Promise<void> {
    const calls: Promise<void>[] = [];
    const end = performance.now() + seconds * 1_000;
    const steadily = async (every: number, ask: () => Promise<void>) => {
      for (let due = performance.now(); due < end; due += every) {
        await sleep(Math.max(0, due - performance.now()));
        calls.push(ask());
      }
    };
    await Promise.all([
      steadily(everyMs.entitlements, () => timed(window, 'entitlements', () => reader.getMyEntitlements(app))),
      steadily(everyMs.newUser, () => buy(window)),
    ]);
    await Promise.all(calls);
  };
}
