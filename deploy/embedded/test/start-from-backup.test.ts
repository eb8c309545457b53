import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractClient } from '@platform/contracts';
import { noLimits } from '@platform/testing';
import { freePort } from './free-port.ts';
import { allEndpoints, type PlatformClient, until } from './harness.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

/** A backup of `make start` and its restore, by the commands of operations.md. */
const run = promisify(execFile);
const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const operations = new URL('../../operations.md', import.meta.url);

let folder: string;
let dataDir: string;
let main: TestProcess;
let backup: string;
let restore: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-start-from-backup-'));
  // mkdtemp makes a private folder; the user that PostgreSQL runs as has to pass through it.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  const [, section = ''] = readFileSync(operations, 'utf8').split('### An installation of `make start`');
  [backup = '', restore = ''] = [...section.matchAll(/```bash\n(.*?)```/gs)].map(([, command = '']) => command);
});
afterAll(async () => {
  if (main?.isRunning()) await main.end('SIGINT');
  killWhatIsLeft();
  rmSync(folder, { recursive: true, force: true });
});

const asOwner = (command: string) =>
  run('bash', ['-euo', 'pipefail', '-c', command], {
    env: { PATH: process.env.PATH, DATA_FOLDER: dataDir, BACKUP_FILE: join(folder, 'platform.tar') },
  });

const runMain = async (): Promise<TestProcess> =>
  runNode(program, [], {
    ...noLimits,
    PLATFORM_PORT: String(await freePort()),
    LANDING_PORT: '0',
    APP_PORT: '0',
    OPS_PORT: String(await freePort()),
    PLATFORM_DATA_DIR: dataDir,
  });

async function start(): Promise<void> {
  main = await runMain();
  await until('the platform is ready', () => {
    if (!main.isRunning()) throw new Error(main.output());
    return main.output().includes('The platform is ready');
  });
}

const demo = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));

async function administrator(): Promise<PlatformClient> {
  const { base_url: baseUrl, admin_email: email, admin_password: password } = demo();
  const login = await contractClient(allEndpoints, { baseUrl }).openAdminSession({ body: { email, password } });
  expect([login.status, login.error]).toEqual([201, undefined]);
  return contractClient(allEndpoints, { baseUrl, headers: { authorization: `Bearer ${login.data.access_token}` } });
}

/** The content and the pictures of the first site of the demo. */
async function readContent() {
  const { application_id, base_url } = demo();
  const admin = await administrator();
  const [site] = (await admin.listSites({ query: { application_id } })).data;
  const params = { site_id: site?.id ?? '' };
  const assets = (await admin.listAssets({ params, query: {} })).data;
  const served = await Promise.all(
    assets.map(async ({ url }) => {
      const { pathname } = new URL(url, base_url);
      const answer = await fetch(new URL(pathname, base_url));
      return [pathname, answer.status, (await answer.arrayBuffer()).byteLength];
    }),
  );
  const items = (await admin.listContent({ params, query: {} })).data.map(({ id, title }) => [id, title]);
  return { params, admin, served, items };
}

test('a backup of `make start` brings back database, files and secrets, and neither command harms an installation', async () => {
  await start();
  await expect(asOwner(backup)).rejects.toThrow('the installation runs: stop it first');
  const { admin, params } = await readContent();
  expect((await admin.createPost({ params, body: { title: 'Before the backup' } })).status).toBe(201);
  const before = await readContent();
  expect(before.served.length).toBeGreaterThan(0);
  expect(before.served.map(([, status]) => status)).toEqual(before.served.map(() => 200));
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  await main.end('SIGINT');

  await asOwner(backup);
  expect(statSync(join(folder, 'platform.tar')).mode & 0o777).toBe(0o600);
  await expect(asOwner(restore)).rejects.toThrow('is there: move it away first');
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
  renameSync(dataDir, join(folder, 'lost'));

  // A damaged file leaves no folder that a start could take for an installation.
  const file = join(folder, 'platform.tar');
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  await expect(asOwner(restore)).rejects.toThrow('tar');
  expect(existsSync(dataDir)).toBe(false);
  writeFileSync(file, whole);

  await asOwner(restore);
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  await start();
  const { served, items } = await readContent();
  expect({ served, items }).toEqual({ served: before.served, items: before.items });

  await main.end('SIGINT');
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  const refused = await runMain();
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('belongs to PostgreSQL 17 and this one is PostgreSQL 18');
});
