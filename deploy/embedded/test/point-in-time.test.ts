import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asRole, bootstrapDatabase, migrate, migratorRole, withDatabase } from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import {
  aSvg,
  migrationsOf,
  servicesWithSchema,
  startNatsServer,
  type TestServer,
  templateDatabase,
  testPassword,
} from '@platform/testing';
import { natsCommand } from './nats-command.ts';
import { adminOf } from './shop.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/** A restore to a chosen second, by the commands of operations.md, with the programs of PostgreSQL alone. */
const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const app = { params: { app_code: 'demo' } };
const services = servicesWithSchema();
const paid = ['export_pdf', 'notes_unlimited'];

/** What a caller was told: when the call began and when its answer was there, in ms since 1970. */
interface Acknowledged {
  table: 'identity.users' | 'cms.items';
  id: string;
  began: number;
  answered: number;
}

let bin: string;
let folder: string;
let postgres: LocalPostgres;
let nats: TestServer;
let t: TestPlatform;
let settings: Record<string, string>;
/** The commands of the section, in its order. */
let commands: string[];
/** The command that deletes the consumers. */
let forget: string;

/** The paths of operations.md, in the folder of this test. */
const inFolder = (text: string) => text.replaceAll('/var/backups/platform', join(folder, 'backups'));

async function asAdministrator(command: string, variables: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', inFolder(command)], {
    cwd: root,
    env: {
      PATH: `${join(folder, 'bin')}:${bin}:${process.env.PATH}`,
      NATS_URL: nats.url,
      SUPERUSER_URL: postgres.superuserUrl,
      ...variables,
    },
  });
  return stdout.trim();
}

/** Starts PostgreSQL on a data folder, with the settings of operations.md. */
const startServer = (dataDir: string, port?: number) =>
  startLocalPostgres({
    dataDir,
    port,
    programs: { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') },
    settings: { fsync: 'off', ...settings },
  });

beforeAll(async () => {
  const installed = '/usr/lib/postgresql';
  const versions = (await readdir(installed)).toSorted((a, b) => Number(b) - Number(a));
  bin = join(installed, versions[0] ?? '', 'bin');
  folder = await mkdtemp(join(tmpdir(), 'platform-point-in-time-'));
  // The server runs as a user of its own, and writes the archive.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/nats'), natsCommand(root), { mode: 0o755 });
  await mkdir(join(folder, 'backups/wal'), { recursive: true });
  await mkdir(join(folder, 'backups/base'));
  await chmod(join(folder, 'backups/wal'), 0o777);

  const text = await readFile(join(root, 'deploy/operations.md'), 'utf8');
  const chapter = text.slice(text.indexOf('## Backup and restore'), text.indexOf('## Images'));
  const [before = '', section = ''] = chapter.split('### Point-in-time recovery');
  const commandsOf = (part: string) => [...part.matchAll(/```bash\n(.*?)```/gs)].map(([, command = '']) => command);
  commands = commandsOf(section);
  forget = commandsOf(before)[2] ?? '';
  const [, ini = ''] = /```ini\n(.*?)```/s.exec(section) ?? [];
  const lines = inFolder(ini).matchAll(/^(\w+) = (?:'(.*)'|(.*))$/gm);
  settings = Object.fromEntries([...lines].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]));

  postgres = await startServer(join(folder, 'postgres'));
  nats = await startNatsServer();
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl;
  await bootstrapDatabase({
    superuserUrl: postgres.superuserUrl,
    database: templateDatabase,
    services,
    passwordOf: () => testPassword,
  });
  const migrator = asRole(withDatabase(postgres.superuserUrl, templateDatabase), migratorRole, testPassword);
  for (const service of services) await migrate({ service, folder: migrationsOf(service), databaseUrl: migrator });
  t = await startTestPlatform({ webhooks: false, env: { NATS_URL: nats.url } });
});

afterAll(async () => {
  await t?.stop();
  await nats?.remove();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const buyer = async () => {
  const user = await t.registered();
  return { ...user, payment: await t.startPayment(user.client, 'monthly') };
};
const codesOf = async ({ client }: Pick<Awaited<ReturnType<typeof buyer>>, 'client'>) =>
  (await client.getMyEntitlements(app)).data.codes;
const idsOf = async (table: string) =>
  (await t.database.query<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id);

/** Registers with consents or writes a post, again and again, until a call has begun after the second. */
async function writeUntilAfter(second: () => number, table: Acknowledged['table']): Promise<Acknowledged[]> {
  const admin = await adminOf(t);
  const [site] = (await admin.listSites({ query: { application_id: t.demo.application_id } })).data;
  const writes: Acknowledged[] = [];
  const write = async () => {
    if (table === 'identity.users') return (await t.registered()).user_id;
    const title = `Post ${writes.length}`;
    return (await admin.createPost({ params: { site_id: site?.id ?? '' }, body: { title } })).data.id;
  };
  do {
    const began = Date.now();
    const id = await write();
    writes.push({ table, id, began, answered: Date.now() });
  } while ((writes.at(-1)?.began ?? 0) <= second());
  return writes;
}

/** Until the server has archived every file of its WAL. */
async function archiveAll(command: string): Promise<void> {
  const file = await asAdministrator(command);
  const archive = join(folder, 'backups/wal');
  await until('the last WAL is in the archive', async () => (await readdir(archive)).includes(file));
}

test('a restore to a chosen second has everything acknowledged before it and nothing that began after it', async () => {
  const [baseBackup = '', lastWal = '', restore = '', copyFiles = '', restoreFiles = ''] = commands;
  const admin = await adminOf(t);
  const [site] = (await admin.listSites({ query: { application_id: t.demo.application_id } })).data;
  const params = { site_id: site?.id ?? '' };
  await asAdministrator(baseBackup);

  // After the base backup: it is in the archived WAL alone.
  const early = await buyer();
  t.sandboxes.yookassa.pay(early.payment.provider_payment_id);
  await early.client.syncPayment({ params: { payment_id: early.payment.payment_id } });
  await until('the purchase is granted', async () => (await codesOf(early)).length === paid.length);
  const late = await buyer();
  const file = new Blob([aSvg('<title>Drawing</title>')]);
  const asset = await admin.uploadAsset({ params, query: { file_name: 'drawing.svg' }, file });
  expect(asset.status).toBe(201);

  let second = Number.POSITIVE_INFINITY;
  const writers = [
    writeUntilAfter(() => second, 'identity.users'),
    writeUntilAfter(() => second, 'identity.users'),
    writeUntilAfter(() => second, 'cms.items'),
  ];
  await sleep(1_500);
  second = Math.ceil(Date.now() / 1_000) * 1_000;
  const writes = (await Promise.all(writers)).flat();
  const before = writes.filter(({ answered }) => answered < second);
  const after = writes.filter(({ began }) => began > second);
  expect(before.map(({ table }) => table)).toEqual(expect.arrayContaining(['identity.users', 'cms.items']));
  expect(after).toHaveLength(3);

  // After the second: one pays what was started before it and one starts and pays.
  t.sandboxes.yookassa.pay(late.payment.provider_payment_id);
  const other = await buyer();
  t.sandboxes.yookassa.pay(other.payment.provider_payment_id);
  await other.client.syncPayment({ params: { payment_id: other.payment.payment_id } });
  await until('the last purchase is granted', async () => (await codesOf(other)).length === paid.length);
  await t.untilIdle();
  await asAdministrator(copyFiles, { FILES: t.filesDir });

  // The disaster, by hand.
  await t.platform.stop();
  await t.database.query('DROP TABLE identity.consent_ledger CASCADE');
  await t.database.query('TRUNCATE cms.items, billing.payments, identity.users CASCADE');
  await rm(t.filesDir, { recursive: true });
  await archiveAll(lastWal);
  const { port } = postgres;
  await postgres.stop();
  const bases = await readdir(join(folder, 'backups/base'));
  const restored = join(folder, 'restored');
  await asAdministrator(restoreFiles, { FILES: t.filesDir });
  await asAdministrator(restore, {
    BASE_BACKUP: join(folder, 'backups/base', bases[0] ?? ''),
    NEW_DATA: restored,
    RESTORE_TO: new Date(second).toISOString().replace('T', ' ').replace('.000Z', '+00'),
  });
  postgres = await startServer(restored, port);
  await asAdministrator(forget);

  const present = new Set([...(await idsOf('identity.users')), ...(await idsOf('cms.items'))]);
  expect(before.filter(({ id }) => !present.has(id))).toEqual([]);
  expect(after.filter(({ id }) => present.has(id))).toEqual([]);
  expect(present.has(other.user_id)).toBe(false);
  const consented = new Set(
    (await t.database.query<{ id: string }>('SELECT DISTINCT user_id AS id FROM identity.consent_ledger')).map(
      ({ id }) => id,
    ),
  );
  const registered = before.filter(({ table }) => table === 'identity.users');
  expect(registered.filter(({ id }) => !consented.has(id))).toEqual([]);
  expect((await idsOf('billing.payments')).toSorted()).toEqual(
    [early.payment.payment_id, late.payment.payment_id].toSorted(),
  );

  await t.restart();
  expect(await codesOf(early)).toEqual(paid);
  const worker = t.client(t.workerHeaders);
  expect((await worker.reconcilePayments()).status).toBe(200);
  await until('what was paid since is there', async () => (await codesOf(late)).length === paid.length);
  const served = await fetch(new URL(asset.data.url ?? '', t.baseUrl));
  expect([served.status, await served.text()]).toEqual([200, expect.stringContaining('Drawing')]);
  const again = await adminOf(t);
  const ledger = { params: { application_id: t.demo.application_id } };
  expect((await again.requestConsentsVerification({ ...ledger, body: { scope: 'whole' } })).status).toBe(202);
  await until('the ledger is verified', async () => !(await again.verifyConsents(ledger)).data.running);
  expect((await again.verifyConsents(ledger)).data).toMatchObject({ intact: true, scope: 'whole' });
  // What the stream tells again: the right of access of a user that is not there any more.
  await until('the stream has told of the payment after the second', async () => {
    const grants = await t.database.query(`SELECT 1 FROM catalog.grants WHERE user_id = $1`, [other.user_id]);
    return grants.length > 0;
  });
  expect(await idsOf('billing.payments')).not.toContain(other.payment.payment_id);
});
