import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractClient, upstreamNames } from '@platform/contracts';
import { noLimits } from '@platform/testing';
import { freePort } from './free-port.ts';
import { allEndpoints, type PlatformClient, until } from './harness.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

/** `make start` on a folder that an earlier start has filled and that people have changed since. */
const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const app = { params: { app_code: 'demo' } };
const ownPassword = 'plum-violin-harbour-92';

let folder: string;
let dataDir: string;
let main: TestProcess;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-start-again-'));
  // mkdtemp makes a private folder; the user that PostgreSQL runs as has to pass through it.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterAll(async () => {
  if (main.isRunning()) await main.end('SIGINT');
  killWhatIsLeft();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (env: Record<string, string> = {}): Promise<TestProcess> =>
  runNode(program, [], {
    ...noLimits,
    PLATFORM_PORT: String(await freePort()),
    LANDING_PORT: '0',
    APP_PORT: '0',
    OPS_PORT: String(await freePort()),
    PLATFORM_DATA_DIR: dataDir,
    ...env,
  });

/** Stops the platform where it runs, and starts it on another port. */
async function startAgain(env: Record<string, string> = {}): Promise<void> {
  if (main?.isRunning()) await main.end('SIGINT');
  main = await run(env);
  await until('the platform is ready', () => {
    if (!main.isRunning()) throw new Error(main.output());
    return main.output().includes('The platform is ready');
  });
}

const demo = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));

async function person(username: string): Promise<PlatformClient> {
  const { base_url, public_key, idp } = demo();
  const form = new URLSearchParams({ client_id: idp.client_id, client_secret: idp.client_secret, username });
  const answer = await fetch(idp.token_url, { method: 'POST', body: form });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { 'x-public-key': public_key, authorization: `Bearer ${access_token}` };
  return contractClient(allEndpoints, { baseUrl: base_url, headers });
}

async function administrator(password: string): Promise<PlatformClient> {
  const { base_url: baseUrl, admin_email: email } = demo();
  const login = await contractClient(allEndpoints, { baseUrl }).openAdminSession({ body: { email, password } });
  expect([login.status, login.error]).toEqual([201, undefined]);
  return contractClient(allEndpoints, { baseUrl, headers: { authorization: `Bearer ${login.data.access_token}` } });
}

/** The sentence that a start ends with which is refused. */
async function refusalOf(refused: TestProcess): Promise<string> {
  expect((await refused.ended).code).toBe(1);
  const lines = refused.output().split('\n');
  const said = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('·'));
  expect(said).toHaveLength(1);
  return said[0] ?? '';
}

// One story: each test finds what the one before has left in the folder.

test('the start says where metrics are, and the first address leads to the API reference', async () => {
  await startAgain();
  const address = /Metrics +(\S+)/.exec(main.output())?.[1] ?? '';
  expect(await (await fetch(address)).text()).toContain('process_resident_memory_bytes');
  for (const path of ['/', '/docs/']) {
    const answer = await fetch(demo().base_url + path, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/docs']);
  }
});

test('another port keeps the demo users', async () => {
  const consents = async (client: PlatformClient) =>
    (await client.listLegalDocuments(app)).data.map(({ id, version, title }) => ({
      document_id: id,
      version,
      checkbox_text: title,
      accepted: true,
    }));
  const before = await person('anna');
  const body = { explicit_consent: true, consents: await consents(before) };
  const registered = await before.registerUser({ ...app, body });
  expect(registered.status).toBe(200);
  await startAgain();
  const { status, data } = await (await person('anna')).getMyProfile(app);
  expect([status, data.id]).toEqual([200, registered.data.user.id]);
});

test('an administrator with a password of their own keeps it, and RESET_ADMIN=1 sets the first one again', async () => {
  const { admin_password } = demo();
  const admin = await administrator(admin_password);
  const body = { current_password: admin_password, new_password: ownPassword };
  expect((await admin.changeOwnPassword({ body })).status).toBe(204);
  const before = demo();
  await startAgain();
  expect(main.output()).toContain('RESET_ADMIN=1');
  expect(demo()).toMatchObject({ public_key: before.public_key, site_key: before.site_key, admin_password: null });
  await administrator(ownPassword);
  await startAgain({ RESET_ADMIN: '1' });
  expect(demo()).toMatchObject({ admin_password, site_key: before.site_key });
  const owner = await administrator(admin_password);
  const resets = async () =>
    (await owner.listAuditLog({ query: {} })).data.filter(({ admin }) => admin.email === '(PLATFORM_ADMIN_RESET)');
  await until('the reset is in the audit log', async () => (await resets()).length > 0);
  const { id } = (await owner.getCurrentAdmin()).data;
  expect(await resets()).toMatchObject([{ action: 'updateAdmin', target: { id }, changed: ['password'] }]);
  expect(JSON.stringify(await resets())).not.toContain(admin_password);
});

test('an identity provider that an administrator set stays', async () => {
  const { application_id, admin_password, idp } = demo();
  const params = { application_id };
  const own = {
    issuer: 'https://id.example.com',
    audience: 'notes',
    jwks_url: idp.token_url.replace('/token', '/jwks'),
  };
  const body = { ...own, confirm: true };
  expect((await (await administrator(admin_password)).setIdentityProvider({ params, body })).status).toBe(200);
  await startAgain();
  expect((await (await administrator(admin_password)).getIdentityProvider({ params })).data).toMatchObject(own);
});

test('a damaged demo.json is written anew', async () => {
  const before = demo();
  await main.end('SIGINT');
  writeFileSync(join(dataDir, 'demo.json'), '{ "base_url": ');
  await startAgain();
  expect(demo()).toMatchObject({ application_id: before.application_id, public_key: before.public_key });
});

test('an address that this machine does not have is one clear sentence', async () => {
  await main.end('SIGINT');
  expect(await refusalOf(await run({ HOST: '192.0.2.1' }))).toMatch(/^This machine has no address 192\.0\.2\.1: /);
});

test('each role of the database has a password of its own, also in a folder where they shared one', async () => {
  const file = join(dataDir, 'secrets.json');
  const { database_passwords: first, ...shared } = JSON.parse(readFileSync(file, 'utf8'));
  const all = [...upstreamNames.map((name) => first[name]), shared.database_password];
  expect(all).toEqual(all.map(() => expect.stringMatching(/^[A-Za-z0-9]{32}$/)));
  expect(new Set(all).size).toBe(all.length);
  // As a release wrote it whose roles shared one password.
  await main.end('SIGINT');
  writeFileSync(file, JSON.stringify(shared));
  await startAgain();
  const { database_passwords: second } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(second)).toEqual(upstreamNames);
  expect(upstreamNames.filter((name) => second[name] === first[name])).toEqual([]);
  await administrator(demo().admin_password);
});

test('a secrets.json that is damaged or lost is one clear sentence', async () => {
  const file = join(dataDir, 'secrets.json');
  const kept = readFileSync(file);
  writeFileSync(file, kept.subarray(0, 40));
  expect(await refusalOf(await run())).toMatch(/secrets\.json is damaged, .*RESET=1 make start\.$/);
  renameSync(file, `${file}.gone`);
  expect(await refusalOf(await run())).toMatch(/secrets\.json is lost, .*RESET=1 make start\.$/);
  writeFileSync(file, kept);
  await startAgain();
});
