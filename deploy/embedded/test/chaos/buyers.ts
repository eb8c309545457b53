import { contractClient } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { allEndpoints, type Harness, type PlatformClient } from '../harness.ts';
import { insist, type Tally } from './insist.ts';
import type { Random } from './random.ts';

const app = { params: { app_code: 'demo' } };
export type Fate = 'paid' | 'canceled' | 'abandoned';

export interface Purchase {
  user_id: string;
  payment_id: string;
  fate: Fate;
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
  tally: Tally;
}

/**
 * One buyer: registers, starts a payment, pays or does not, and returns in one of the ways of real users.
 * Rarely the same buyer clicks twice.
 */
export async function buy(world: BuyerWorld, random: Random, wish?: Fate): Promise<Purchase> {
  const { t, provider, offer, tally } = world;
  const chance = random.next();
  const fate: Fate = wish ?? (chance < 0.7 ? 'paid' : chance < 0.85 ? 'canceled' : 'abandoned');
  const headers = await t.userHeaders(`chaos-${newId()}`);
  const client: PlatformClient = contractClient(allEndpoints, { baseUrl: t.baseUrl, headers, timeoutMs: 20_000 });

  const registered = await insist(tally, 'register', () =>
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
  const click = () => insist(tally, 'pay', () => client.createPayment({ body, headers: key }));
  const [started, again] = await Promise.all([click(), random.next() < 0.1 ? click() : null]);
  const { payment_id, provider_payment_id } = started.data;
  if (again && again.data.payment_id !== payment_id)
    tally.violations.push(`pay: two clicks made ${payment_id} and ${again.data.payment_id}`);

  if (fate !== 'abandoned') await provider.act(provider_payment_id, fate === 'paid' ? 'pay' : 'decline');
  const way = random.next();
  if (way < 0.35) {
    const { data } = await insist(tally, 'sync', () => client.syncPayment({ params: { payment_id } }));
    const expected = { paid: 'succeeded', canceled: 'canceled', abandoned: 'pending' }[fate];
    if (data.status !== expected) tally.violations.push(`sync: ${fate}, but answered ${data.status}`);
  }
  if (way < 0.8) {
    const { data } = await insist(tally, 'entitlements', () => client.getMyEntitlements(app));
    if (fate !== 'paid' && data.codes.length > 0) tally.violations.push(`entitlements: ${fate}, and has ${data.codes}`);
  }
  return { user_id: registered.data.user.id, payment_id, fate };
}
