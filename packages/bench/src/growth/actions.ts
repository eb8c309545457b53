import { randomUUID } from 'node:crypto';
import { schedules } from '@platform/contracts';
import type { BenchUser, Embedded } from '../embedded.ts';
import type { GrowthClass } from './cases.ts';

/** Something whose time is compared over the sizes, and how to do it once. */
export interface Measured {
  id: string;
  growth: GrowthClass | 'job';
  run(): Promise<void>;
  /** Makes what one run uses up, outside of the measured time. */
  prepare?(): Promise<void>;
}

/** Changes that users wait for. A user is new in each of them, beside all the generated ones. */
export function userActions(embedded: Embedded): Measured[] {
  const queue: { user: BenchUser; provider_payment_id?: string }[] = [];
  const next = () => queue.shift() ?? Promise.reject(new Error('nothing was prepared'));
  const aUser = async () => void queue.push({ user: await embedded.register() });
  return [
    { id: 'registerUser', growth: 'user', run: async () => void (await embedded.register()) },
    {
      id: 'registerDevice',
      growth: 'user',
      prepare: aUser,
      async run() {
        const { user } = await next();
        const body = { installation_id: randomUUID(), platform: 'ios', app_version: '3.1.0' };
        await post(embedded, '/v1/devices/register', user, body);
      },
    },
    {
      id: 'acceptConsents',
      growth: 'user',
      prepare: aUser,
      async run() {
        const { user } = await next();
        const body = { consents: embedded.consents(['personal_data_consent']), source_screen: 'settings' };
        await post(embedded, '/v1/applications/demo/users/me/consents', user, body);
      },
    },
    {
      id: 'createPayment',
      growth: 'user',
      prepare: aUser,
      run: async () => void (await embedded.startPayment((await next()).user, 'monthly')),
    },
    {
      id: 'webhook to entitlement',
      growth: 'user',
      async prepare() {
        const user = await embedded.register();
        const { provider_payment_id } = await embedded.startPayment(user, 'monthly');
        await embedded.pay(provider_payment_id);
        queue.push({ user, provider_payment_id });
      },
      async run() {
        const { user, provider_payment_id } = await next();
        const object = { id: provider_payment_id, status: 'succeeded' };
        const notification = { type: 'notification', event: 'payment.succeeded', object };
        await post(embedded, `/v1/webhooks/yookassa?token=${embedded.demo.webhook_token}`, null, notification);
        for (;;) {
          const { data } = await user.client.getMyEntitlements({ params: { app_code: 'demo' } });
          if (data.codes.length > 0) return;
        }
      },
    },
  ];
}

/** The calls that the platform makes by itself, with nothing due. */
export const scheduledCalls = (embedded: Embedded): Measured[] =>
  schedules.map(({ id, path }) => ({
    id,
    growth: 'job',
    run: () => post(embedded, path, { headers: { 'x-worker-secret': embedded.demo.worker_secret } }, {}),
  }));

async function post(
  { demo }: Embedded,
  path: string,
  caller: Pick<BenchUser, 'headers'> | null,
  body: unknown,
): Promise<void> {
  const response = await fetch(`${demo.base_url}${path}`, {
    method: 'POST',
    headers: { ...caller?.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
}
