import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { expect } from '@jest/globals';
import { contractClient, serviceNames } from '@platform/contracts';
import { type Environment, withDatabase } from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import { redisUsers, startPlatformNats, startRedisServer, type TestNatsServer } from '@platform/testing';
import { parse } from 'yaml';
import { freePort } from './free-port.ts';
import { allEndpoints, until } from './harness.ts';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
export const run = promisify(execFile);

export interface ComposeService {
  image?: string;
  build?: { target?: string };
  environment?: Record<string, string>;
  command?: string[];
  volumes?: string[];
  tmpfs?: string[];
  read_only?: boolean;
}

/** The containers of docker-compose.yml as programs on this machine, and the servers that they use. */
export interface ComposeWorld {
  services: Record<string, ComposeService>;
  /** Folder of this test, which `stop` removes. */
  folder: string;
  nats: TestNatsServer;
  /** Port of each service, and its port for operations. */
  ports: ReadonlyMap<string, number>;
  opsPorts: ReadonlyMap<string, number>;
  demoPort: number;
  /** Values of .env alone: those of production. */
  production: Environment;
  /**
   * The environment of a container, with addresses of this machine, and the ports of a service.
   * @param variables values of .env; without them those of .env and demo.env
   */
  environmentOf(name: string, variables?: Environment): Environment;
  stop(): Promise<void>;
}

/** A variable of the file as docker compose fills it in. */
const filled = (value: string, variables: Environment): string =>
  value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest: string) => {
    const given = variables[name];
    if (given) return given;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return kind === '-' ? rest : '';
  });

const portIn = (url: string): string => new URL(url).port;

async function startDatabase(folder: string, environment: Environment): Promise<LocalPostgres> {
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
  await run('psql', [postgres.superuserUrl, '--command', `CREATE DATABASE ${environment.POSTGRES_DB}`]);
  const url = withDatabase(postgres.superuserUrl, environment.POSTGRES_DB ?? '');
  await run('psql', [url, '--file', join(repository, 'deploy/postgres/roles.sql')], {
    env: { PATH: process.env.PATH, ...environment },
  });
  return postgres;
}

/**
 * Reads docker-compose.yml, writes an .env, and starts PostgreSQL, NATS and Redis with the users and passwords of
 * the file.
 * @param folders where the folders `/files` and `/tmp/demo` of the containers are, by the folder of this test; a
 * container that has them itself needs none
 */
export async function openComposeWorld(
  folders: (folder: string) => [string, string][] = () => [],
): Promise<ComposeWorld> {
  const { services } = parse(await readFile(join(repository, 'docker-compose.yml'), 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  }) as { services: Record<string, ComposeService> };
  const folder = await mkdtemp(join(tmpdir(), 'platform-compose-'));
  await run(join(repository, 'deploy/docker/make-env'), [join(folder, '.env')]);
  const valuesOf = async (file: string) => parseEnv(await readFile(file, 'utf8')) as Environment;
  const production = await valuesOf(join(folder, '.env'));
  const demo = { ...production, ...(await valuesOf(join(repository, 'deploy/docker/demo.env'))) };
  const given = (name: string, variables: Environment = demo): [string, string][] =>
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filled(String(value), variables)]);

  const postgres = await startDatabase(folder, Object.fromEntries(given('postgres')));
  const [nats, redis] = await Promise.all([
    startPlatformNats({ passwords: Object.fromEntries(given('nats')) }),
    startRedisServer(await redisUsers(Object.fromEntries(given('redis')))),
  ]);
  const demoPort = await freePort();
  const ports = new Map<string, number>();
  const opsPorts = new Map<string, number>();
  for (const name of serviceNames) {
    ports.set(name, await freePort());
    opsPorts.set(name, await freePort());
  }
  /** Replacements for each address of the file. */
  const addresses = new Map([
    ['postgres:5432', `127.0.0.1:${postgres.port}`],
    ['nats:4222', `127.0.0.1:${portIn(nats.url)}`],
    ['redis:6379', `127.0.0.1:${portIn(redis.url)}`],
    ['demo-application:8090', `127.0.0.1:${demoPort}`],
    ['localhost:8090', `localhost:${demoPort}`],
    ['localhost:8080', `localhost:${ports.get('gateway')}`],
    ['traces:4318', `127.0.0.1:${await freePort()}`],
    ...folders(folder),
    ...[...ports].map(([name, port]): [string, string] => [`${name}:8080`, `127.0.0.1:${port}`]),
  ]);
  const portsOf = (name: string): Environment =>
    name === 'demo-application'
      ? { DEMO_PORT: String(demoPort) }
      : ports.has(name)
        ? { PORT: String(ports.get(name)), OPS_PORT: String(opsPorts.get(name)) }
        : {};
  return {
    services,
    folder,
    nats,
    ports,
    opsPorts,
    demoPort,
    production,
    environmentOf(name, variables) {
      const entries = given(name, variables).map(([key, value]) => {
        let text = value;
        for (const [from, to] of addresses)
          text = text.replaceAll(new RegExp(`(?<![\\w.])${from}(?![\\w])`, 'g'), () => to);
        return [key, text];
      });
      return { ...Object.fromEntries(entries), ...portsOf(name) };
    },
    async stop() {
      await postgres.stop();
      for (const server of [nats, redis]) await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `make start` and the demo container write into demo.json. */
export interface DemoFacts {
  base_url: string;
  application_code: string;
  public_key: string;
  worker_secret: string;
  idp: { token_url: string; client_id: string; client_secret: string };
}

/** Waits for demo.json. `lookForEnds` throws where a program has ended meanwhile. */
export async function readDemoFacts(file: string, checkForEnds: () => void): Promise<DemoFacts> {
  let facts: DemoFacts | undefined;
  const isThere = async () => {
    checkForEnds();
    const text = await readFile(file, 'utf8').catch(() => null);
    facts = text === null || text === '' ? undefined : (JSON.parse(text) as DemoFacts);
    return facts !== undefined;
  };
  await until('the demo application is there', isThere, 600_000);
  if (!facts) throw new Error('no facts');
  return facts;
}

/** A user registers, buys the monthly plan at the stand-in of the provider, and has its entitlements. */
export async function buyOnce({ base_url, public_key, application_code, idp, worker_secret }: DemoFacts) {
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
}
