import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractClient } from '@platform/contracts';
import { longDatabaseWait, noLimits } from '@platform/testing';
import { z } from 'zod';
import { freePort, freePorts } from './free-port.ts';
import { allEndpoints, type PlatformClient, until } from './harness.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];

/** Every field of demo.json. */
const Demo = z.strictObject({
  base_url: z.url(),
  landing_url: z.url(),
  app_url: z.url(),
  sample_sites: z.strictObject({
    defects: z.url(),
    clean: z.url(),
    hostile: z.url(),
    rkn_defects: z.url(),
    rkn_clean: z.url(),
  }),
  social: z.strictObject({
    brand_id: z.uuid(),
    accounts: z.strictObject({
      telegram: z.uuid(),
      vk: z.uuid(),
      max: z.uuid(),
      instagram: z.uuid(),
      threads: z.uuid(),
    }),
  }),
  application_code: z.literal('demo'),
  application_id: z.uuid(),
  public_key: z.string().startsWith('svc_pub_'),
  site_code: z.string(),
  site_key: z.string().startsWith('svc_cms_'),
  site_server_key: z.string().startsWith('svc_cms_srv_'),
  indexnow_key: z.string().regex(/^[0-9a-f]{32}$/),
  admin_email: z.email(),
  admin_password: z.string().min(12),
  shop: z.strictObject({ id: z.string(), secret_key: z.string().startsWith('test_') }),
  worker_secret: z.string().min(24),
  webhook_token: z.string().min(24),
  idp: z.strictObject({ issuer: z.url(), token_url: z.url(), client_id: z.string(), client_secret: z.string() }),
});
type Demo = z.output<typeof Demo>;

let folder: string;
let dataDir: string;
let port: number;
let landingPort: number;
let appPort: number;
let main: TestProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platform-lifecycle-'));
  // mkdtemp makes a private folder; the user that PostgreSQL runs as has to pass through it.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  // The landing, the application and five sample sites use the next ports; the address of a busy one would change.
  port = await freePorts(8);
  landingPort = port + 1;
  appPort = port + 2;
});
afterAll(() => {
  killWhatIsLeft();
  for (const pid of leftovers()) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Processes that run on our folder or were started with it: by command line and environment, with any parent
 * process.
 */
function leftovers(): number[] {
  const mentions = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => mentions(pid, 'cmdline') || mentions(pid, 'environ'))
    .map(Number);
}

function run(env: Record<string, string> = {}): TestProcess {
  return runNode(program, [], {
    ...noLimits,
    ...longDatabaseWait,
    PLATFORM_PORT: String(port),
    LANDING_PORT: String(landingPort),
    APP_PORT: String(appPort),
    PLATFORM_DATA_DIR: dataDir,
    ...env,
  });
}

/** Starts the platform and waits until it says that it is ready. */
async function start(env: Record<string, string> = {}): Promise<TestProcess> {
  const started = run(env);
  await until('the platform is ready', () => {
    if (!started.isRunning()) throw new Error(`it ended:\n${started.output()}`);
    return started.output().includes('The platform is ready');
  });
  return started;
}

const readDemo = (): Demo => Demo.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')));

async function person(username: string): Promise<PlatformClient> {
  const { base_url, public_key, idp } = readDemo();
  const { client_id, client_secret } = idp;
  const answer = await fetch(idp.token_url, {
    method: 'POST',
    body: new URLSearchParams({ client_id, client_secret, username }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return contractClient(allEndpoints, {
    baseUrl: base_url,
    headers: { 'x-public-key': public_key, authorization: `Bearer ${access_token}` },
  });
}

async function accepted(client: PlatformClient, ...kinds: string[]) {
  const { data } = await client.listLegalDocuments(app);
  return data
    .filter(({ doc_kind }) => kinds.includes(doc_kind))
    .map(({ id, version, title }) => ({ document_id: id, version, checkbox_text: title, accepted: true }));
}

async function register(username: string): Promise<PlatformClient> {
  const client = await person(username);
  const consents = await accepted(client, 'terms_notes', 'personal_data_consent');
  const { status } = await client.registerUser({ ...app, body: { platform: 'web', explicit_consent: true, consents } });
  expect(status).toBe(200);
  return client;
}

async function startPayment(client: PlatformClient, planCode: string) {
  const paywall = await client.getPaywall({ params: { ...app.params, paywall_code: 'main' } });
  const item = paywall.data.paywall_items.find(({ plan }) => plan.code === planCode);
  const reply = await client.createPayment({
    body: {
      plan_price_id: item?.plan_price_id ?? '',
      return_url: 'demonotes://paid',
      consents: await accepted(client, 'license_offer'),
    },
  });
  expect(reply.status).toBe(201);
  return reply.data;
}

const control = async (path: string): Promise<void> => {
  const answer = await fetch(`${readDemo().base_url}/sandbox/yookassa/__ctl${path}`, { method: 'POST' });
  expect(answer.status).toBe(200);
};
const pay = (providerPaymentId: string) => control(`/payments/${providerPaymentId}/pay`);

const snapshotKey = async () => {
  const reply = await contractClient(allEndpoints, { baseUrl: readDemo().base_url }).getSnapshotKeys();
  return reply.data;
};

/** One sentence for a person: no stack, no second paragraph. */
function expectOneSentence(output: string, says: RegExp): void {
  const said = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('·'));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(says);
  expect(said[0]).toMatch(/\.$/);
}

async function expectStopped(stopped: TestProcess['ended']): Promise<void> {
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(leftovers()).toEqual([]);
}

// The tests below are one story: each finds what the one before has left in the folder.

test('the first start makes everything and describes it in demo.json', async () => {
  main = await start();
  expect(main.output()).toContain(`http://localhost:${port}`);
  const demo = readDemo();
  expect(demo.base_url).toBe(`http://localhost:${port}`);
  const health = await contractClient(allEndpoints, { baseUrl: demo.base_url }).getHealth();
  expect(health.status).toBe(200);
  const { defects, clean, hostile, rkn_defects, rkn_clean } = demo.sample_sites;
  const manifest = async (url: string) => (await fetch(`${url}/__ctl/manifest`)).json();
  expect(await manifest(defects)).toContainEqual(expect.objectContaining({ defect: 'no_title' }));
  expect(await manifest(clean)).toEqual([]);
  expect(await manifest(rkn_defects)).toContainEqual(expect.objectContaining({ defect: 'consent_prechecked' }));
  expect(await manifest(rkn_clean)).toEqual([]);
  expect(await (await fetch(`${hostile}/robots.txt`)).text()).toContain(`Sitemap: ${hostile}/`);
  expect(await (await fetch(`${hostile}/__ctl/counts`)).json()).toMatchObject({ requests: 1, canary_hits: 0 });
});

test('it answers to this machine alone, on no address that others could reach', async () => {
  const isAnswered = async (host: string) => {
    const socket = connect({ host, port, timeout: 5_000 });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return [host, answered];
  };
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address));
  // Where loopback is the only interface, its second address reveals a server that listens on all of them.
  const others = [...new Set([...own, '127.0.0.2'])].filter((address) => address !== '127.0.0.1');
  expect(await Promise.all(['127.0.0.1', ...others].map(isAnswered))).toEqual([
    ['127.0.0.1', true],
    ...others.map((address) => [address, false]),
  ]);
});

test('idle connections are kept as the gateway says, though the stand-ins answer before it does', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/health`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=75');
});

test('a running platform fits into 450 MB', async () => {
  const client = await register('anna');
  const { provider_payment_id } = await startPayment(client, 'monthly');
  await pay(provider_payment_id);
  await until('anna has what she paid for', async () => {
    const { data } = await client.getMyEntitlements(app);
    return data.codes.length === proCodes.length;
  });
  for (let n = 0; n < 20; n += 1) await Promise.all(Array.from({ length: 50 }, () => client.getMyEntitlements(app)));
  const kilobytes = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${main.pid}/status`, 'utf8'))?.[1]);
  // The thread that rendered the demo texts ends when it is idle.
  await until('the platform fits into 450 MB', () => kilobytes() <= 450 * 1024);
  process.stdout.write(`  VmRSS of the platform: ${Math.round(kilobytes() / 1024)} MB\n`);
  expect(kilobytes()).toBeGreaterThan(0);
});

test('a second start on the same folder names the process that holds it, and harms nothing', async () => {
  const ports = { PLATFORM_PORT: await freePort(), LANDING_PORT: await freePort(), APP_PORT: await freePort() };
  const second = run(Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])));
  expect((await second.ended).code).toBe(1);
  expectOneSentence(second.output(), new RegExp(`in use by the running process ${main.pid}`));
  expect((await (await person('anna')).getMyEntitlements(app)).data.codes).toEqual(proCodes);
});

test('Ctrl-C stops everything, the next start finds the data', async () => {
  const keyBefore = await snapshotKey();
  const demoBefore = readDemo();
  await expectStopped(main.end('SIGINT'));
  main = await start();
  expect(await snapshotKey()).toEqual(keyBefore);
  expect(readDemo()).toEqual(demoBefore);
  const anna = await person('anna');
  expect((await anna.getMyEntitlements(app)).data.codes).toEqual(proCodes);
  expect((await anna.listMyPayments()).data).toMatchObject([{ status: 'succeeded' }]);
});

test('SIGTERM with connections open and requests running stops as well', async () => {
  const client = await person('anna');
  let isOver = false;
  const hammer = Array.from({ length: 8 }, async () => {
    while (!isOver) await client.getMyEntitlements(app).catch(() => {});
  });
  await until('requests are running', async () => (await client.getMyEntitlements(app)).status === 200);
  await expectStopped(main.end('SIGTERM'));
  isOver = true;
  await Promise.all(hammer);
});

test('after kill -9 the next start takes over, and a paid payment is settled', async () => {
  main = await start();
  const boris = await register('boris');
  const kept = await startPayment(boris, 'monthly');
  const open = await startPayment(boris, 'lifetime');
  // Paid in the moment of the kill: the notification is lost.
  await fetch(`${readDemo().base_url}/sandbox/yookassa/__ctl/faults`, {
    method: 'PUT',
    body: JSON.stringify({ webhook: 'lost' }),
  });
  await pay(kept.provider_payment_id);
  expect(await main.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  const orphans = leftovers();
  expect(orphans.length).toBeGreaterThan(0);

  main = await start();
  expect(leftovers().filter((pid) => orphans.includes(pid))).toEqual([]);
  const again = await person('boris');
  // The event of its start may have been on its way when we were killed; it is delivered first.
  await until('what was paid is settled', async () => (await again.getMyEntitlements(app)).data.codes.length > 0);
  expect((await again.getMyEntitlements(app)).data).toMatchObject({ codes: proCodes, is_lifetime: false });
  await pay(open.provider_payment_id);
  const isSettled = async () => {
    const { data } = await again.getMyPayment({ params: { payment_id: open.payment_id } });
    return data.status === 'succeeded';
  };
  // Below the minute after which the scheduler would reconcile it.
  await until('the payment that was still open is settled by its notification', isSettled, 30_000);
  await expectStopped(main.end('SIGINT'));
});

test.each(['127.0.0.1', '0.0.0.0'])('a port that is busy on %s is one clear sentence', async (host) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, host, resolve));
  const refused = run();
  const { code } = await refused.ended;
  other.close();
  expect(code).toBe(1);
  expectOneSentence(refused.output(), new RegExp(`^Port ${port} is in use.*PLATFORM_PORT=`));
  expect(leftovers()).toEqual([]);
});

test.each(['OPS_PORT', 'LANDING_PORT', 'APP_PORT'])(
  'a busy %s is named by its variable, before a database is made',
  async (name) => {
    const other = createServer();
    const busy = await freePort();
    await new Promise<void>((resolve) => other.listen(busy, '127.0.0.1', resolve));
    const refused = run({ [name]: String(busy), PLATFORM_DATA_DIR: join(folder, `busy-${name}`) });
    const { code } = await refused.ended;
    other.close();
    expect(code).toBe(1);
    expectOneSentence(refused.output(), new RegExp(`^Port ${busy} is in use.*${name}=`));
    expect(existsSync(join(folder, `busy-${name}`))).toBe(false);
  },
);

test('a level of the log that does not exist is one clear message', async () => {
  const refused = run({ LOG_LEVEL: 'loud' });
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('`LOG_LEVEL` has to be one of trace, debug, info');
  expect(refused.output()).not.toMatch(/^\s+at /m);
});

test('a value that is no port is one clear message', async () => {
  const refused = run({ PLATFORM_PORT: '80x' });
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('`PLATFORM_PORT` has to be a port from 1 to 65,535, not 80x.');
  expect(refused.output()).not.toMatch(/^\s+at /m);
});

test('a damaged folder is one clear sentence, nothing is touched, and RESET=1 starts afresh', async () => {
  const keyBefore = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).snapshot_key;
  rmSync(join(dataDir, 'postgres', 'PG_VERSION'));
  const refused = run();
  expect((await refused.ended).code).toBe(1);
  expectOneSentence(refused.output(), /PG_VERSION is missing/);
  expect(leftovers()).toEqual([]);
  expect(existsSync(join(dataDir, 'postgres', 'base'))).toBe(true);

  main = await start({ RESET: '1' });
  expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).snapshot_key).not.toBe(keyBefore);
  const anna = await person('anna');
  expect((await anna.getMyEntitlements(app)).error).toBe('user_not_found');
});

test('RESET=1 also starts afresh after a kill that left a server on a damaged folder', async () => {
  await main.end('SIGKILL');
  rmSync(join(dataDir, 'postgres', 'PG_VERSION'));
  main = await start({ RESET: '1' });
  await expectStopped(main.end('SIGINT'));
});

test('RESET=1 refuses a folder that is not ours', async () => {
  const refused = run({ RESET: '1', PLATFORM_DATA_DIR: folder });
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('removes only a data folder of the platform');
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true);
});
