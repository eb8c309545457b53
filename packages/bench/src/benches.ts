import { urlVariable } from '@platform/contracts';
import { migratorRole } from '@platform/runtime';
import { servicesWithSchema, startPlatformNats, type TestNatsServer } from '@platform/testing';
import { type Dispatcher, Pool } from 'undici';
import type { Bench, BenchResult } from './bench.ts';
import { freePort, runMigrate, startNode, startService, until200 } from './children.ts';
import { consentBenches } from './consent-benches.ts';
import { contentBenches } from './content-benches.ts';
import { contentLoadBenches } from './content-load-benches.ts';
import { analyzeTables, type Embedded, unlimited } from './embedded.ts';
import { ingestBenches } from './ingest-benches.ts';
import { leadBenches } from './lead-benches.ts';
import { rknBenches } from './rkn-benches.ts';
import { seoBenches } from './seo-benches.ts';
import { seoScaleBenches } from './seo-scale-benches.ts';
import { settingsBenches } from './settings-benches.ts';
import { socialBenches } from './social-benches.ts';
import { socialPlanBenches } from './social-plan-benches.ts';
import { compare, quantile } from './wrk.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);
const entitlementsPath = '/v1/applications/demo/entitlements/me';

const toResult = (
  id: string,
  what: string,
  { value, reference: base }: { value: number; reference: number },
): BenchResult => ({
  id,
  what,
  value: Math.round(value),
  unit: 'req/s',
  reference: Math.round(base),
  ratio: Math.round((value / base) * 100) / 100,
});

/** Every figure that the platform states, with what it is measured against in the same run. */
export const benches: Bench[] = [
  {
    id: 'gateway_forward',
    goal: 'ratio ≥ 0.7',
    async run(embedded) {
      const user = await embedded.register();
      const [target, proxy] = [await freePort(), await freePort()];
      const nats = await startPlatformNats();
      try {
        startNode(reference('fixed-json'), { PORT: String(target) });
        startNode(reference('bare-proxy'), { PORT: String(proxy), TARGET: `http://127.0.0.1:${target}` });
        await startServicesOnNats(embedded, nats);
        const upstream = `http://127.0.0.1:${target}`;
        const gateway = await startService('gateway', {
          ...embedded.environment,
          ...unlimited,
          NATS_URL: nats.urlFor('gateway'),
          ...Object.fromEntries(servicesWithSchema().map((name) => [urlVariable(name), upstream])),
        });
        const { headers } = user;
        const figures = await compare(
          { url: `${gateway}${entitlementsPath}`, headers },
          { url: `http://127.0.0.1:${proxy}${entitlementsPath}`, headers },
        );
        return toResult(
          'gateway_forward',
          'keyed, tokened, limited GET to another process ÷ bare undici proxy',
          figures,
        );
      } finally {
        await nats.remove();
      }
    },
  },
  {
    id: 'entitlements_read',
    goal: 'ratio ≥ 0.6',
    async run(embedded) {
      const user = await embedded.register();
      const payment = await embedded.startPayment(user, 'monthly');
      await embedded.pay(payment.provider_payment_id);
      const { data } = await user.client.getMyEntitlements({ params: { app_code: 'demo' } });
      if (data.codes.length === 0) throw new Error('the purchase did not arrive');
      const port = await freePort();
      startNode(reference('prepared-select'), {
        PORT: String(port),
        DATABASE_URL: embedded.databaseUrlFor('catalog'),
        APPLICATION_ID: embedded.demo.application_id,
        USER_ID: user.user_id,
      });
      await until200(`http://127.0.0.1:${port}/`);
      const figures = await compare(
        { url: `${embedded.demo.base_url}${entitlementsPath}`, headers: user.headers },
        { url: `http://127.0.0.1:${port}/` },
      );
      return toResult('entitlements_read', 'GET entitlements/me ÷ bare node:http with one prepared select', figures);
    },
  },
  {
    id: 'paywall_304',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      const url = `${embedded.demo.base_url}/v1/applications/demo/paywalls/main`;
      const key = { 'X-Public-Key': embedded.demo.public_key };
      const first = await fetch(url, { headers: key });
      await first.body?.cancel();
      const port = await freePort();
      startNode(reference('http-304'), { PORT: String(port) });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const headers = { ...key, 'If-None-Match': first.headers.get('etag') ?? '' };
      const figures = await compare({ url, headers }, { url: `http://127.0.0.1:${port}/`, headers });
      return toResult('paywall_304', 'paywall answered 304 ÷ bare node:http answering 304', figures);
    },
  },
  {
    id: 'webhook_to_entitlement_p99_ms',
    goal: '≤ 100 ms',
    async run(embedded) {
      const buyers = 20;
      const warmUpRounds = 20;
      const rounds = 50;
      const times: number[] = [];
      const begin = async () => {
        const user = await embedded.register();
        const payment = await embedded.startPayment(user, 'lifetime');
        await embedded.pay(payment.provider_payment_id);
        return { user, payment };
      };
      // The client shares the cores with what it measures, so it is a light one.
      const client = new Pool(embedded.demo.base_url, { connections: buyers });
      const ask = async (options: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'>) => {
        const { statusCode, body } = await client.request(options);
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`${options.path} was answered ${statusCode}: ${text}`);
        return text;
      };
      const arrive = async ({ user, payment }: Awaited<ReturnType<typeof begin>>) => {
        const started = performance.now();
        await ask(notificationOf(embedded, payment.provider_payment_id));
        const read = { method: 'GET' as const, path: entitlementsPath, headers: user.headers };
        while (!(await ask(read)).includes('"notes_unlimited"'));
        times.push(performance.now() - started);
      };
      for (let round = 0; round < rounds; round += 1) {
        if (round === warmUpRounds) await analyzeTables(embedded);
        // All payments are paid before the clock starts; then all notifications arrive at the same moment.
        const bought = await Promise.all(Array.from({ length: buyers }, begin));
        await Promise.all(bought.map(arrive));
      }
      await client.close();
      // A process that has just started compiles its code while it runs: the first round takes three times as
      // long.
      const warm = times.slice(warmUpRounds * buyers);
      const value = Math.round(quantile(warm, 0.99) * 10) / 10;
      return {
        id: 'webhook_to_entitlement_p99_ms',
        what: `webhook received → entitlement readable, p99 of ${warm.length} after ${times.length - warm.length} to warm up, ${buyers} buyers at once`,
        value,
        unit: 'ms',
        reference: null,
        ratio: null,
      };
    },
  },
  ...consentBenches,
  ...settingsBenches,
  ...ingestBenches,
  ...contentBenches,
  ...contentLoadBenches,
  ...leadBenches,
  ...rknBenches,
  ...seoBenches,
  ...seoScaleBenches,
  ...socialBenches,
  ...socialPlanBenches,
];

/** The notification of the provider for a paid payment. */
const notificationOf = (embedded: Embedded, providerPaymentId: string) => ({
  method: 'POST' as const,
  path: `/v1/webhooks/yookassa?token=${embedded.demo.webhook_token}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    type: 'notification',
    event: 'payment.succeeded',
    object: { id: providerPaymentId, status: 'succeeded' },
  }),
});

/** The services that answer the gateway's questions about applications and users. */
async function startServicesOnNats(embedded: Embedded, nats: TestNatsServer): Promise<void> {
  for (const service of ['identity', 'catalog']) {
    await runMigrate(service, {
      ...embedded.environment,
      DATABASE_URL: embedded.databaseUrlFor(migratorRole),
      NATS_ADMIN_URL: nats.url,
    });
    await startService(service, {
      ...embedded.environment,
      NATS_URL: nats.urlFor(service),
      DATABASE_URL: embedded.databaseUrlFor(service),
    });
  }
}
