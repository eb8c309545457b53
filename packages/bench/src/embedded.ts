import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, type ConsentEntry, contractClient, platform as contracts } from '@platform/contracts';
import { databasePasswordOf, localEnvironment, type Secrets } from '@platform/embedded';
import { asRole, newId, withDatabase } from '@platform/runtime';
import { limitsOf } from '@platform/testing';
import pg from 'pg';
import { freePort, startNode, until200 } from './children.ts';

const endpoints = { ...contracts.identity.endpoints, ...contracts.catalog.endpoints, ...contracts.billing.endpoints };

interface Demo {
  base_url: string;
  application_id: string;
  public_key: string;
  webhook_token: string;
  worker_secret: string;
  admin_email: string;
  admin_password: string;
  site_code: string;
  site_key: string;
  social: { brand_id: string; accounts: Record<string, string> };
  idp: { issuer: string; token_url: string; client_id: string; client_secret: string };
}

export interface BenchUser {
  client: Client<typeof endpoints>;
  headers: Record<string, string>;
  user_id: string;
}

export interface Embedded {
  demo: Demo;
  /** The process of the platform. */
  pid: number;
  /** Metrics of the process. */
  metricsUrl: string;
  /** The database, as its superuser. */
  databaseUrl: string;
  databaseUrlFor(service: string): string;
  /** Password of a role of the database: of the owner of the tables, or of a service by its name. */
  databasePasswordOf(role: string): string;
  /** Configuration that services of their own processes share with the embedded ones. */
  environment: Record<string, string>;
  register(): Promise<BenchUser>;
  administrate(): Promise<Pick<BenchUser, 'client' | 'headers'>>;
  /** An accepted entry for each published document of these kinds. */
  consents(kinds: string[]): ConsentEntry[];
  startPayment(user: BenchUser, planCode: string): Promise<{ payment_id: string; provider_payment_id: string }>;
  /** The person pays; the provider sends no notification, so that the bench can send it at a known time. */
  pay(providerPaymentId: string): Promise<void>;
}

/** Limits that no load of a bench meets. */
export const unlimited = limitsOf(2_000_000_000);

/**
 * Starts the whole platform as `make start` does, in a folder of its own, with the limits out of the way.
 * @param at port of a platform that was killed, to start it again in its folder; a free one when absent
 */
export async function startEmbedded(dataDir: string, at?: number): Promise<Embedded> {
  const [port, operationsPort] = [at ?? (await freePort()), await freePort()];
  const environment = {
    PLATFORM_PORT: String(port),
    OPS_PORT: String(operationsPort),
    LANDING_PORT: '0',
    APP_PORT: '0',
    PLATFORM_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...unlimited,
  };
  const program = new URL('../../../deploy/embedded/src/main.ts', import.meta.url);
  // As `make start` and the images do.
  const { pid } = startNode(program, environment, [], ['--max-semi-space-size=32']);
  if (pid === undefined) throw new Error('the platform did not start');
  await until200(`http://localhost:${port}/v1/health`);
  const demo = await readWhenWritten(join(dataDir, 'demo.json'));
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const superuserUrl = await superuserOf(join(dataDir, 'postgres'));
  const databaseUrl = withDatabase(superuserUrl, 'platform');
  const baseUrl = demo.base_url;
  const keys = { 'x-public-key': demo.public_key, 'x-application-code': 'demo' };
  const anonymous = contractClient(endpoints, { baseUrl, headers: keys });
  const app = { params: { app_code: 'demo' } };
  const { data: documents } = await anonymous.listLegalDocuments(app);
  const { data: paywall } = await anonymous.getPaywall({ params: { app_code: 'demo', paywall_code: 'main' } });
  const consents = (kinds: string[]) =>
    documents
      .filter(({ doc_kind }) => kinds.includes(doc_kind))
      .map(({ id, version, title }) => ({ document_id: id, version, checkbox_text: title, accepted: true }));
  await control(baseUrl, 'PUT', '/faults', { webhook: 'lost' });

  return {
    demo,
    pid,
    metricsUrl: `http://localhost:${operationsPort}/metrics`,
    databaseUrl,
    environment: Object.fromEntries(
      Object.entries(
        localEnvironment({ secrets, baseUrl, sandboxUrl: baseUrl, filesDir: join(dataDir, 'files') }),
      ).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    databasePasswordOf: (role) => databasePasswordOf(secrets, role),
    databaseUrlFor: (service) => asRole(databaseUrl, service, databasePasswordOf(secrets, service)),
    async register() {
      const form = new URLSearchParams({
        client_id: demo.idp.client_id,
        client_secret: demo.idp.client_secret,
        username: `bench-${newId()}`,
      });
      const { access_token } = (await (await fetch(demo.idp.token_url, { method: 'POST', body: form })).json()) as {
        access_token: string;
      };
      const headers = { ...keys, authorization: `Bearer ${access_token}` };
      const client = contractClient(endpoints, { baseUrl, headers });
      const { data } = await client.registerUser({
        ...app,
        body: { explicit_consent: true, consents: consents(['terms_notes', 'personal_data_consent']) },
      });
      return { client, headers, user_id: data.user.id };
    },
    async administrate() {
      const credentials = { email: demo.admin_email, password: demo.admin_password };
      const { data } = await anonymous.openAdminSession({ body: credentials });
      const headers = { authorization: `Bearer ${data.access_token}` };
      return { client: contractClient(endpoints, { baseUrl, headers }), headers };
    },
    consents,
    async startPayment({ client }, planCode) {
      const item = paywall.paywall_items.find(({ plan }) => plan.code === planCode);
      const { data } = await client.createPayment({
        body: {
          plan_price_id: item?.plan_price_id ?? '',
          return_url: 'https://app.example.test/',
          consents: consents(['license_offer']),
        },
      });
      return data;
    },
    pay: (id) => control(baseUrl, 'POST', `/payments/${id}/pay`, {}),
  };
}

async function control(baseUrl: string, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${baseUrl}/sandbox/yookassa/__ctl${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
}

async function readWhenWritten(file: string): Promise<Demo> {
  for (let tries = 0; tries < 300; tries += 1) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as Demo;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${file} was not written`);
}

/**
 * Port and password of the local PostgreSQL, from the files that it stores; over its socket, as the platform
 * connects.
 */
async function superuserOf(folder: string): Promise<string> {
  const [, , , port] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(join(folder, 'superuser-password'), 'utf8')).trim();
  return `postgres://postgres:${password}@${encodeURIComponent(folder)}:${port}/postgres`;
}

/**
 * Gives the tables the statistics that autovacuum gives them within its first minute. Without them the
 * planner cannot choose between the index of a user and that of an application.
 */
export async function analyzeTables({ databaseUrl }: Embedded): Promise<void> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  try {
    await database.query('ANALYZE');
  } finally {
    await database.end();
  }
}
