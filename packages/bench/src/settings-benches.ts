import { setTimeout as sleep } from 'node:timers/promises';
import { contractClient, platform as contracts } from '@platform/contracts';
import { startPlatformNats } from '@platform/testing';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import type { Embedded } from './embedded.ts';
import { startReplicas } from './replicas.ts';
import { compare, quantile } from './wrk.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);
const ratioOf = ({ value, reference: base }: { value: number; reference: number }) => ({
  value: Math.round(value),
  reference: Math.round(base),
  ratio: Math.round((value / base) * 100) / 100,
  unit: 'req/s',
});

/** Performance figures of remote config and feature flags. */
export const settingsBenches: Bench[] = [
  {
    id: 'features_350',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      await fillFlags(embedded, 350);
      const user = await embedded.register();
      const url = `${embedded.demo.base_url}/v1/applications/demo/features?platform=ios&app_version=2.1.0`;
      const body = await (await fetch(url, { headers: user.headers })).text();
      const count = Object.keys((JSON.parse(body) as { data: { features: object } }).data.features).length;
      if (count < 350) throw new Error(`only ${count} flags were answered`);
      const port = await freePort();
      startNode(reference('fixed-body'), { PORT: String(port), BYTES: String(Buffer.byteLength(body)) });
      await until200(`http://127.0.0.1:${port}/`);
      const figures = await compare({ url, headers: user.headers }, { url: `http://127.0.0.1:${port}/` });
      return {
        id: 'features_350',
        what: `350 flags of mixed conditions for a user ÷ bare node:http answering ${body.length} prepared bytes`,
        ...ratioOf(figures),
      };
    },
  },
  {
    id: 'config_304',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      const { headers, client } = await embedded.administrate();
      const params = { application_id: embedded.demo.application_id };
      for (let n = 0; n < 50; n += 1)
        await client.putConfigParameter({
          params: { ...params, key: `parameter_${n}` },
          body: { type: 'number', value: n },
          headers,
        });
      const url = `${embedded.demo.base_url}/v1/applications/demo/config?platform=ios&app_version=2.1.0`;
      const first = await fetch(url);
      await first.body?.cancel();
      const port = await freePort();
      startNode(reference('http-304'), { PORT: String(port) });
      await sleep(1_000);
      const conditional = { 'If-None-Match': first.headers.get('etag') ?? '' };
      const figures = await compare(
        { url, headers: conditional },
        { url: `http://127.0.0.1:${port}/`, headers: conditional },
      );
      return {
        id: 'config_304',
        what: 'config of 50 parameters answered 304 ÷ bare node:http answering 304',
        ...ratioOf(figures),
      };
    },
  },
  {
    id: 'flag_change_visible_p99_ms',
    goal: '≤ 2000 ms',
    async run(embedded) {
      const changes = 100;
      const nats = await startPlatformNats();
      try {
        const [replica, other] = await startReplicas(embedded, nats, 'catalog');
        const { application_id, public_key } = await makeApplication(replica, embedded);
        const admin = await administrate(replica, embedded);
        const params = { application_id, code: 'switch' };
        await admin.createFeature({ params: { application_id }, body: { code: 'switch' } });
        const times: number[] = [];
        for (let n = 1; n <= changes; n += 1) {
          const expected = n % 2 === 1;
          const { status } = await admin.updateFeature({ params, body: { value: expected } });
          if (status !== 200) throw new Error(`a change was answered ${status}`);
          const changed = performance.now();
          while ((await flagAt(other, public_key)) !== expected) await sleep(1);
          times.push(performance.now() - changed);
        }
        return {
          id: 'flag_change_visible_p99_ms',
          what: `change answered by one process → read from another, over NATS, p99 of ${changes}`,
          value: Math.round(quantile(times, 0.99) * 10) / 10,
          unit: 'ms',
          reference: null,
          ratio: null,
        };
      } finally {
        await nats.remove();
      }
    },
  },
];

/** Flags with every kind of condition, a third of them without any. */
async function fillFlags(embedded: Embedded, count: number): Promise<void> {
  const { client } = await embedded.administrate();
  const params = { application_id: embedded.demo.application_id };
  const rules = [
    [],
    [{ platforms: ['ios', 'android'], app_version: '>=2.0.0 <3', value: true }],
    [{ percentage: 30, value: true }],
    [
      { countries: ['DE', 'FR'], value: true },
      { entitlement_codes: ['export_pdf'], value: true },
    ],
    [{ user_ids: Array.from({ length: 50 }, (_, n) => `user-${n}`), value: true }],
    [],
  ];
  for (let n = 0; n < count; n += 1) {
    const body = { code: `flag_${n}`, value: n % 5 === 0, rules: rules[n % rules.length] ?? [] };
    const { status } = await client.createFeature({ params, body });
    if (status !== 201) throw new Error(`a flag was answered ${status}`);
  }
}

const endpoints = { ...contracts.identity.endpoints, ...contracts.catalog.endpoints };

async function administrate(baseUrl: string, { demo }: Embedded) {
  const body = { email: demo.admin_email, password: demo.admin_password };
  const { data } = await contractClient(endpoints, { baseUrl }).openAdminSession({ body });
  return contractClient(endpoints, { baseUrl, headers: { authorization: `Bearer ${data.access_token}` } });
}

async function makeApplication(baseUrl: string, embedded: Embedded) {
  const admin = await administrate(baseUrl, embedded);
  const { data } = await admin.createApplication({ body: { code: 'replicated', name: 'Replicated' } });
  return { application_id: data.id, public_key: data.public_keys[0]?.key ?? '' };
}

async function flagAt(baseUrl: string, publicKey: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/ofrep/v1/evaluate/flags/switch`, {
    method: 'POST',
    headers: { 'x-public-key': publicKey, 'content-type': 'application/json' },
    body: '{}',
  });
  const { value } = (await response.json()) as { value?: boolean };
  if (value === undefined) throw new Error(`the flag was answered ${response.status}`);
  return value;
}
