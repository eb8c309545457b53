import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billingService } from '@platform/billing';
import { contractClient, serviceNames } from '@platform/contracts';
import { asRole, type Environment, loadConfig, withDatabase } from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import {
  eventually,
  mainOf,
  redisUsers,
  servicesWithSchema,
  startPlatformNats,
  startRedisServer,
  type TestServer,
} from '@platform/testing';
import { parse } from 'yaml';
import { freePort } from './free-port.ts';
import { allEndpoints, until } from './harness.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

/**
 * docker-compose.yml without an engine: the programs that its containers run, with the environments that it
 * gives them, on the servers that it names. Only names of hosts become addresses of this machine, and folders
 * become folders of this test.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

interface ComposeService {
  environment?: Record<string, string>;
  command?: string[];
}

let services: Record<string, ComposeService>;
/** Values of .env alone. */
let production: Environment;
/** Values of .env and of demo.env. */
let variables: Environment;
let folder: string;
let postgres: LocalPostgres;
let servers: TestServer[] = [];
/** Replacements for each address of the file. */
let addresses = new Map<string, string>();
const programs: Record<string, TestProcess> = {};
/** Where each service answers for operations. */
const opsUrls: Record<string, string> = {};

/** A variable of the file as docker compose fills it in. */
const filled = (value: string): string =>
  value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest: string) => {
    const given = variables[name];
    if (given) return given;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return kind === '-' ? rest : '';
  });

/** The environment of a container, for a program on this machine. */
function environmentOf(name: string): Environment {
  const entries = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => {
    let text = filled(String(value));
    for (const [from, to] of addresses)
      text = text.replaceAll(new RegExp(`(?<![\\w.])${from}(?![\\w])`, 'g'), () => to);
    return [key, text];
  });
  return Object.fromEntries(entries);
}

const portIn = (url: string): string => new URL(url).port;

beforeAll(async () => {
  services = (
    parse(await readFile(join(root, 'docker-compose.yml'), 'utf8'), { merge: true, maxAliasCount: -1 }) as {
      services: Record<string, ComposeService>;
    }
  ).services;
  folder = await mkdtemp(join(tmpdir(), 'platform-compose-'));
  await run(join(root, 'deploy/docker/make-env'), [join(folder, '.env')]);
  const valuesOf = async (file: string) => parseEnv(await readFile(file, 'utf8')) as Environment;
  production = await valuesOf(join(folder, '.env'));
  variables = { ...production, ...(await valuesOf(join(root, 'deploy/docker/demo.env'))) };

  postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
  const database = environmentOf('postgres');
  await run('psql', [postgres.superuserUrl, '--command', `CREATE DATABASE ${database.POSTGRES_DB}`]);
  await run(
    'psql',
    [
      withDatabase(postgres.superuserUrl, database.POSTGRES_DB ?? ''),
      '--file',
      join(root, 'deploy/postgres/roles.sql'),
    ],
    {
      env: { PATH: process.env.PATH, ...database },
    },
  );
  const [nats, redis] = await Promise.all([
    startPlatformNats({ passwords: environmentOf('nats') }),
    startRedisServer(await redisUsers(environmentOf('redis'))),
  ]);
  servers = [nats, redis];
  const demoPort = await freePort();
  const ports = new Map<string, number>();
  for (const name of serviceNames) ports.set(name, await freePort());
  addresses = new Map([
    ['postgres:5432', `127.0.0.1:${postgres.port}`],
    ['nats:4222', `127.0.0.1:${portIn(nats.url)}`],
    ['redis:6379', `127.0.0.1:${portIn(redis.url)}`],
    ['demo-application:8090', `127.0.0.1:${demoPort}`],
    ['localhost:8090', `localhost:${demoPort}`],
    ['localhost:8080', `localhost:${ports.get('gateway')}`],
    ['traces:4318', `127.0.0.1:${await freePort()}`],
    ['/files', join(folder, 'files')],
    ['/tmp/demo', join(folder, 'demo')],
    ...[...ports].map(([name, port]): [string, string] => [`${name}:8080`, `127.0.0.1:${port}`]),
  ]);

  // All at once, as docker compose starts them: none of them waits for another.
  await Promise.all(
    servicesWithSchema().map(async (name) => {
      const migration = runNode(fileURLToPath(mainOf(name)), ['migrate'], environmentOf(`${name}-migrate`));
      if ((await migration.ended).code !== 0) throw new Error(`${name}-migrate:\n${migration.output()}`);
    }),
  );
  for (const [name, port] of ports) {
    const opsPort = await freePort();
    opsUrls[name] = `http://127.0.0.1:${opsPort}`;
    programs[name] = runNode(fileURLToPath(mainOf(name)), ['serve'], {
      ...environmentOf(name),
      PORT: String(port),
      OPS_PORT: String(opsPort),
    });
  }
  programs.demo = runNode(join(root, 'deploy/embedded/src/demo.ts'), [], {
    ...environmentOf('demo-application'),
    DEMO_PORT: String(demoPort),
  });
});

afterAll(async () => {
  killWhatIsLeft();
  await postgres?.stop();
  for (const server of servers) await server.remove();
  await rm(folder, { recursive: true, force: true });
});

interface DemoFacts {
  base_url: string;
  application_code: string;
  public_key: string;
  worker_secret: string;
  idp: { token_url: string; client_id: string; client_secret: string };
}

test('the database credentials of a service do not make it the owner of its tables', async () => {
  const billing = environmentOf('billing').DATABASE_URL ?? '';
  const { password } = new URL(billing);
  const enter = (url: string) => run('psql', [url, '--command', 'SELECT 1']);
  await enter(billing);
  await enter(environmentOf('billing-migrate').MIGRATION_DATABASE_URL ?? '');
  await expect(enter(asRole(billing, 'platform_migrator', password))).rejects.toThrow('password authentication failed');
  expect(environmentOf('postgres').POSTGRES_PASSWORD).not.toBe(password);
});

test('production values name no shop, and pay through the provider itself, without test payments', () => {
  const all = variables;
  try {
    variables = production;
    expect(() => environmentOf('billing')).toThrow('put the shop id into .env');
    variables = { ...production, YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live_1', TRUSTED_PROXIES: '10.0.0.0/8' };
    expect(loadConfig('billing', billingService.config, environmentOf('billing'))).toMatchObject({
      YOOKASSA_API_URL: 'https://api.yookassa.ru/v3',
      YOOKASSA_TEST_PAYMENTS: 'refuse',
    });
    expect(environmentOf('gateway')).toMatchObject({ TRUSTED_PROXIES: '10.0.0.0/8', RATE_LIMIT_USER: '' });
  } finally {
    variables = all;
  }
});

test('each figure that an alert takes the increase of is there before anything has happened', async () => {
  const rules = await readFile(join(root, 'deploy/prometheus/rules/platform.yml'), 'utf8');
  const names = [...new Set([...rules.matchAll(/increase\((\w+)/g)].map(([, name]) => name))];
  expect(names).toEqual(['payment_mismatches_total', 'automatic_refunds_total', 'cms_mails_total']);
  const metrics = await eventually(async () => (await fetch(`${opsUrls.billing}/metrics`)).text());
  const samples = [...metrics.matchAll(/^payment_mismatches_total\{field="(\w+)"\} (\d+)$/gm)];
  expect(samples.map(([, field, value]) => [field, value]).sort()).toEqual(
    ['amount', 'currency', 'id', 'metadata', 'refund', 'test'].map((field) => [field, '0']),
  );
  const refused = [...metrics.matchAll(/^automatic_refunds_total\{cause="(\w+)",outcome="refused"\} (\d+)$/gm)];
  expect(refused.map(([, cause, value]) => [cause, value]).sort()).toEqual([
    ['already_owned', '0'],
    ['user_erased', '0'],
  ]);
  const ofCms = await eventually(async () => (await fetch(`${opsUrls.cms}/metrics`)).text());
  const mails = [...ofCms.matchAll(/^cms_mails_total\{kind="(\w+)",outcome="(\w+)"\} 0$/gm)];
  expect(new Set(mails.map(([, , outcome]) => outcome))).toEqual(new Set(['sent', 'retried', 'failed']));
  expect(mails.map(([, kind]) => kind)).toContain('newsletter_confirmation');
});

test('a purchase through the containers of docker-compose.yml and its demo profile is granted', async () => {
  let facts: DemoFacts | undefined;
  const isThere = async () => {
    const ended = Object.entries(programs).find(([, program]) => !program.isRunning());
    if (ended) throw new Error(`${ended[0]} ended:\n${ended[1].output()}`);
    const text = await readFile(join(folder, 'demo/demo.json'), 'utf8').catch(() => null);
    facts = text === null || text === '' ? undefined : (JSON.parse(text) as DemoFacts);
    return facts !== undefined;
  };
  await until('the demo application is there', isThere, 600_000);
  if (!facts) throw new Error('no facts');
  const { base_url, public_key, application_code, idp, worker_secret } = facts;
  const form = new URLSearchParams({ client_id: idp.client_id, client_secret: idp.client_secret, username: 'anna' });
  const { access_token } = (await (await fetch(idp.token_url, { method: 'POST', body: form })).json()) as {
    access_token: string;
  };
  const headers = {
    authorization: `Bearer ${access_token}`,
    'x-public-key': public_key,
    'x-application-code': application_code,
  };
  const client = contractClient(allEndpoints, { baseUrl: base_url, headers });
  const app = { params: { app_code: application_code } };
  const documents = (await client.listLegalDocuments(app)).data;
  const accepted = (...kinds: string[]) =>
    documents
      .filter(({ doc_kind }) => kinds.includes(doc_kind))
      .map(({ id, version, title }) => ({ document_id: id, version, checkbox_text: title, accepted: true }));
  const registered = await client.registerUser({
    ...app,
    body: { platform: 'web', explicit_consent: true, consents: accepted('terms_notes', 'personal_data_consent') },
  });
  expect(registered.status).toBe(200);
  const { data: paywall } = await client.getPaywall({ params: { ...app.params, paywall_code: 'main' } });
  const price = paywall.paywall_items.find(({ plan }) => plan.code === 'monthly')?.plan_price_id ?? '';
  const payment = await client.createPayment({
    body: { plan_price_id: price, return_url: 'https://app.example.test/', consents: accepted('license_offer') },
  });
  expect(payment.status).toBe(201);
  const provider = `${new URL(idp.token_url).origin}/sandbox/yookassa/__ctl`;
  const paid = await fetch(`${provider}/payments/${payment.data.provider_payment_id}/pay`, { method: 'POST' });
  expect(paid.status).toBe(200);
  await until('the purchase is granted', async () =>
    (await client.getMyEntitlements(app)).data.codes.includes('export_pdf'),
  );

  // The call that the scheduler of the file makes every minute.
  const worker = contractClient(allEndpoints, { baseUrl: base_url, headers: { 'x-worker-secret': worker_secret } });
  expect((await worker.reconcilePayments()).status).toBe(200);
  expect((await worker.getHealth()).data).toMatchObject({ status: 'ok' });

  const ends = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => ({ name, code: (await program.end('SIGTERM')).code })),
  );
  const unclean = ends.filter(({ code }) => code !== 0).map(({ name }) => `${name}:\n${programs[name]?.output()}`);
  expect(unclean).toEqual([]);
});
