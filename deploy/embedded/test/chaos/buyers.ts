import { setTimeout as sleep } from 'node:timers/promises';
import { contractClient, type Reply } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { allEndpoints, type Harness, type PlatformClient } from '../harness.ts';
import type { Random } from './random.ts';

const app = { params: { app_code: 'demo' } };
/** A buyer refused for this long gives up, and the platform has failed. */
const patienceMs = 120_000;

/** The totals of all answers to buyers. */
export interface Account {
  purchases: number;
  calls: number;
  retried: Map<string, number>;
  violations: string[];
  slowestMs: number;
}

export const newAccount = (): Account => ({
  purchases: 0,
  calls: 0,
  retried: new Map(),
  violations: [],
  slowestMs: 0,
});

export type Fate = 'paid' | 'canceled' | 'abandoned';

export interface Purchase {
  user_id: string;
  payment_id: string;
  fate: Fate;
}

/** Retriable errors. Any other answer that is no success is a broken promise. */
const retriable: Record<number, readonly string[]> = {
  409: ['idempotency_conflict'],
  429: ['rate_limited'],
  502: ['provider_error'],
  503: ['service_unavailable'],
  504: ['upstream_timeout'],
};

/** Why an answer is neither a success nor a retriable error, or null. */
export function whatIsWrong({ status, headers, body, error }: Reply): string | null {
  if (status >= 200 && status < 300) return null;
  const isDocumented = retriable[status]?.includes(error ?? '') ?? false;
  if (!isDocumented) return `${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (typeof body !== 'object' || body === null || !('request_id' in body) || !('message' in body))
    return `${status} without a message or a request_id: ${JSON.stringify(body)}`;
  if ([429, 503].includes(status) && !(Number(headers.get('retry-after')) > 0)) return `${status} without Retry-After`;
  return null;
}

export interface Provider {
  /** Calls a control of the provider; waits for it while it is away. */
  act(providerPaymentId: string, action: 'pay' | 'decline'): Promise<void>;
}

export interface BuyerWorld {
  t: Pick<Harness, 'baseUrl' | 'demo' | 'userHeaders'>;
  provider: Provider;
  /** Price of the plan and the texts to accept, read before anything breaks. */
  offer: {
    plan_price_id: string;
    registration: Awaited<ReturnType<Harness['consents']>>;
    payment: Awaited<ReturnType<Harness['consents']>>;
  };
  account: Account;
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);

/** Retries until a success; every answer is checked. */
async function insist<T>(world: BuyerWorld, what: string, call: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const { account } = world;
  const began = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const asked = Date.now();
    account.calls += 1;
    const reply = await call().catch((error: unknown) => {
      // No answer at all: the connection was refused or cut, or the call timed out.
      if (error instanceof SyntaxError) account.violations.push(`${what}: an answer that is no JSON: ${error.message}`);
      return null;
    });
    account.slowestMs = Math.max(account.slowestMs, Date.now() - asked);
    if (reply && reply.status < 300) return reply;
    const wrong = reply && whatIsWrong(reply);
    if (wrong) account.violations.push(`${what}: ${wrong}`);
    count(account.retried, reply ? `${reply.status} ${reply.error}` : 'no answer');
    if (Date.now() - began > patienceMs) throw new Error(`${what}: nothing but refusals for ${patienceMs} ms`);
    await sleep(Math.min(100 * 2 ** attempt, 1_500));
  }
}

/**
 * One buyer: registers, starts a payment, pays or does not, and returns in one of the ways of real users.
 * Rarely the same buyer clicks twice.
 */
export async function buy(world: BuyerWorld, random: Random, wish?: Fate): Promise<Purchase> {
  const { t, provider, offer, account } = world;
  const chance = random.next();
  const fate: Fate = wish ?? (chance < 0.7 ? 'paid' : chance < 0.85 ? 'canceled' : 'abandoned');
  const headers = await t.userHeaders(`chaos-${newId()}`);
  const client: PlatformClient = contractClient(allEndpoints, { baseUrl: t.baseUrl, headers, timeoutMs: 20_000 });

  const registered = await insist(world, 'register', () =>
    client.registerUser({
      ...app,
      body: { platform: 'web', explicit_consent: true, consents: offer.registration },
    }),
  );
  const key = { 'idempotency-key': newId() };
  const body = {
    plan_price_id: offer.plan_price_id,
    return_url: 'https://app.example.test/return',
    consents: offer.payment,
  };
  const click = () => insist(world, 'pay', () => client.createPayment({ body, headers: key }));
  const [started, again] = await Promise.all([click(), random.next() < 0.1 ? click() : null]);
  const { payment_id, provider_payment_id } = started.data;
  if (again && again.data.payment_id !== payment_id)
    account.violations.push(`pay: two clicks made ${payment_id} and ${again.data.payment_id}`);

  if (fate !== 'abandoned') await provider.act(provider_payment_id, fate === 'paid' ? 'pay' : 'decline');
  const way = random.next();
  if (way < 0.35) {
    const { data } = await insist(world, 'sync', () => client.syncPayment({ params: { payment_id } }));
    const expected = { paid: 'succeeded', canceled: 'canceled', abandoned: 'pending' }[fate];
    if (data.status !== expected) account.violations.push(`sync: ${fate}, but answered ${data.status}`);
  }
  if (way < 0.8) {
    const { data } = await insist(world, 'entitlements', () => client.getMyEntitlements(app));
    if (fate !== 'paid' && data.codes.length > 0)
      account.violations.push(`entitlements: ${fate}, and has ${data.codes}`);
  }
  account.purchases += 1;
  return { user_id: registered.data.user.id, payment_id, fate };
}
