import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { databasePasswordVariable } from '@platform/contracts';
import { asRole, bootstrapDatabase, migrate, migratorRole, withDatabase } from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import {
  migrationsOf,
  servicesWithSchema,
  startNatsServer,
  type TestServer,
  templateDatabase,
  testPassword,
} from '@platform/testing';
import { natsCommand } from './nats-command.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const app = { params: { app_code: 'demo' } };
const services = servicesWithSchema();

let bin: string;
let postgres: LocalPostgres;
let nats: TestServer;
let folder: string;
/** The commands of operations.md, in its order. */
let commands: string[];

/** The passwords of the roles, as roles.sql reads them. */
const passwordVariables = (passwordOf: (role: string) => string): Record<string, string> => ({
  ...Object.fromEntries(services.map((name) => [databasePasswordVariable(name), passwordOf(name)])),
  PLATFORM_MIGRATOR_PASSWORD: passwordOf(migratorRole),
});
const testPasswords = passwordVariables(() => testPassword);

const newest = (names: string[]): string => names.toSorted((a, b) => Number(b) - Number(a))[0] ?? '';

/**
 * Runs commands as an administrator would, in the root of the repository but with dumps in a folder of their
 * own.
 */
async function asAdministrator(command: string, url: string, passwords = testPasswords): Promise<void> {
  const here = command.replaceAll(/\b(platform|analytics)\.dump\b/g, (name) => join(folder, name));
  await run('bash', ['-euo', 'pipefail', '-c', here], {
    cwd: root,
    env: {
      PATH: `${join(folder, 'bin')}:${bin}:${process.env.PATH}`,
      NATS_URL: nats.url,
      SUPERUSER_URL: url,
      ...passwords,
    },
  });
}

const execute = async (url: string, statement: string): Promise<string> => {
  const psql = join(bin, 'psql');
  const { stdout } = await run(psql, [url, '--no-psqlrc', '--tuples-only', '--no-align', '--command', statement]);
  return stdout.trim();
};

/** Everything that a database has but rows, as text. Lines that are made by chance are left out. */
async function describeSchema(url: string): Promise<string> {
  const { stdout } = await run(join(bin, 'pg_dump'), ['--schema-only', url]);
  return stdout.replaceAll(/^\\(un)?restrict .*$/gm, '');
}

beforeAll(async () => {
  const installed = '/usr/lib/postgresql';
  bin = join(installed, newest(await readdir(installed)), 'bin');
  folder = await mkdtemp(join(tmpdir(), 'platform-backup-'));
  postgres = await startLocalPostgres({
    dataDir: join(folder, 'postgres'),
    programs: { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') },
    settings: { fsync: 'off' },
  });
  nats = await startNatsServer();
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/nats'), natsCommand(root), { mode: 0o755 });
  const text = await readFile(join(root, 'deploy/operations.md'), 'utf8');
  const chapter = text.slice(text.indexOf('## Backup and restore'), text.indexOf('## Rotation of secrets'));
  commands = [...chapter.matchAll(/```bash\n(.*?)```/gs)].map(([, command = '']) => command);
  // Platforms of this file live on this server, prepared as an administrator prepares one.
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl;
  await execute(postgres.superuserUrl, `CREATE DATABASE ${templateDatabase}`);
  await asAdministrator(
    'psql "$SUPERUSER_URL" --file=deploy/postgres/roles.sql',
    withDatabase(postgres.superuserUrl, templateDatabase),
  );
});

afterAll(async () => {
  await nats?.remove();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a server prepared with roles.sql is one that `make start` prepares', async () => {
  const bySql = withDatabase(postgres.superuserUrl, templateDatabase);
  const byCode = withDatabase(postgres.superuserUrl, 'by_code');
  const rolesAre = (url: string) =>
    execute(url, `SELECT string_agg(r::text, E'\\n' ORDER BY rolname) FROM pg_roles AS r WHERE rolname !~ '^pg_'`);
  const ownerIs = (url: string) =>
    execute(
      url,
      `SELECT datdba::regrole, (SELECT array_agg(acl::text ORDER BY acl::text) FROM unnest(datacl) AS acl)
       FROM pg_database WHERE datname = current_database()`,
    );
  const before = await rolesAre(bySql);
  await bootstrapDatabase({
    superuserUrl: postgres.superuserUrl,
    database: 'by_code',
    services,
    passwordOf: () => testPassword,
  });
  for (const service of services) expect(before).toContain(`(${service},`);
  expect(await rolesAre(byCode)).toBe(before);
  expect(await ownerIs(byCode)).toBe(await ownerIs(bySql));
  expect(await describeSchema(byCode)).toBe(await describeSchema(bySql));
});

test('a role without a password is refused, and no role is changed', async () => {
  const url = withDatabase(postgres.superuserUrl, templateDatabase);
  const roles = () => execute(url, 'SELECT string_agg(a::text, chr(10) ORDER BY rolname) FROM pg_authid AS a');
  const before = await roles();
  const { SOCIAL_DATABASE_PASSWORD: _, ...absent } = passwordVariables((role) => `new-of-${role}`);
  const prepare = 'psql "$SUPERUSER_URL" --file=deploy/postgres/roles.sql';
  await expect(asAdministrator(prepare, url, absent)).rejects.toThrow('social_password');
  const empty = { ...absent, SOCIAL_DATABASE_PASSWORD: '' };
  await expect(asAdministrator(prepare, url, empty)).rejects.toThrow('the role social has no password');
  expect(await roles()).toBe(before);
});

test('the password of a role opens no other role', async () => {
  const url = withDatabase(postgres.superuserUrl, templateDatabase);
  const prepare = 'psql "$SUPERUSER_URL" --file=deploy/postgres/roles.sql';
  const roles = [...services, migratorRole];
  const own = (role: string) => `own-of-${role}`;
  const opens = (role: string, password: string) =>
    execute(asRole(url, role, password), 'SELECT current_user').catch((error: Error) => {
      if (!error.message.includes('password authentication failed')) throw error;
      return 'refused';
    });
  // Roles that share a password get their own: what `deploy/operations.md` says for an earlier installation.
  await asAdministrator(prepare, url, passwordVariables(own));
  for (const role of roles)
    for (const other of roles)
      expect([role, other, await opens(role, own(other))]).toEqual([role, other, role === other ? role : 'refused']);
  expect(await opens('billing', testPassword)).toBe('refused');
  await asAdministrator(prepare, url);
});

test('the example of pg_hba.conf takes each role from its own database, with TLS, and nothing else', async () => {
  const text = await readFile(join(root, 'deploy/operations.md'), 'utf8');
  const example = /```\n(# type[\s\S]*?)```/.exec(text)?.[1] ?? '';
  const file = await execute(postgres.superuserUrl, 'SHOW hba_file');
  const kept = await readFile(file);
  // The view reads the file; the server goes on by the one that it has loaded.
  await writeFile(file, example);
  const rules = await execute(
    postgres.superuserUrl,
    `SELECT type, database[1], user_name[1], auth_method FROM pg_hba_file_rules
     WHERE error IS NULL OR error LIKE '%SSL is disabled%' ORDER BY line_number`,
  ).finally(() => writeFile(file, kept));
  const [administrator, ...others] = rules.split('\n');
  expect(administrator).toBe('local|all|postgres|peer');
  expect(others.slice(0, -1).sort()).toEqual(
    [...services, migratorRole].map((role) => `hostssl|platform|${role}|scram-sha-256`).sort(),
  );
  expect(others.at(-1)).toBe('host|all|all|reject');
});

describe('with the commands of operations.md', () => {
  let t: TestPlatform;
  let url: string;
  beforeAll(async () => {
    const migrator = asRole(withDatabase(postgres.superuserUrl, templateDatabase), migratorRole, testPassword);
    for (const service of services) await migrate({ service, folder: migrationsOf(service), databaseUrl: migrator });
    t = await startTestPlatform({ webhooks: false, env: { NATS_URL: nats.url } });
    url = t.database.superuserUrl;
  });
  afterAll(() => t?.stop());

  const buyer = async () => {
    const user = await t.registered();
    return { ...user, payment: await t.startPayment(user.client, 'monthly') };
  };
  const codesOf = async ({ client }: Awaited<ReturnType<typeof buyer>>) =>
    (await client.getMyEntitlements(app)).data.codes;
  const paid = ['export_pdf', 'notes_unlimited'];

  test('everything comes back into an empty database, and what was paid since is found at the provider', async () => {
    const [dump = '', restore = '', forget = ''] = commands;
    const owner = await buyer();
    t.sandboxes.yookassa.pay(owner.payment.provider_payment_id);
    await owner.client.syncPayment({ params: { payment_id: owner.payment.payment_id } });
    const late = await buyer();
    const gone = await t.registered();
    await t.untilIdle();
    await until('the purchase is granted', async () => (await codesOf(owner)).length === paid.length);

    await asAdministrator(dump, url);
    t.sandboxes.yookassa.pay(late.payment.provider_payment_id);
    expect((await gone.client.eraseMe(app)).status).toBe(204);
    await t.untilIdle();
    const copy = withDatabase(postgres.superuserUrl, 'restored');
    await execute(postgres.superuserUrl, 'CREATE DATABASE restored');
    await asAdministrator(restore, copy);
    expect(await describeSchema(copy)).toBe(await describeSchema(url));
    // As if analytics had been behind when the dump was made: the outboxes were empty, only NATS had the
    // events.
    await execute(copy, 'TRUNCATE analytics.users, analytics.payments, analytics.inbox');

    // The platform that runs is given the restored database in the place of its own.
    await t.platform.stop();
    await asAdministrator(forget, url);
    const name = t.database.name;
    await execute(
      postgres.superuserUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname IN ('${name}', 'restored')`,
    );
    await execute(postgres.superuserUrl, `ALTER DATABASE ${name} RENAME TO damaged`);
    await execute(postgres.superuserUrl, `ALTER DATABASE restored RENAME TO ${name}`);
    await t.restart();

    expect(await codesOf(owner)).toEqual(paid);
    expect((await t.client(t.workerHeaders).reconcilePayments()).status).toBe(200);
    await until('what was paid since the dump is there', async () => (await codesOf(late)).length === paid.length);
    const known = () => execute(url, 'SELECT count(*) FROM analytics.users');
    await until('what analytics had still to read is there', async () => (await known()) === '3');
    await until('a user erased since the dump is erased again', async () => {
      const left = await execute(
        url,
        `SELECT count(*) FROM identity.users WHERE id = '${gone.user_id}' AND erased_at IS NULL`,
      );
      return left === '0';
    });
    const admin = t.client(await t.adminHeaders());
    const ledger = { params: { application_id: t.demo.application_id } };
    expect((await admin.requestConsentsVerification({ ...ledger, body: { scope: 'whole' } })).status).toBe(202);
    await until('the ledger is verified', async () => !(await admin.verifyConsents(ledger)).data.running);
    expect((await admin.verifyConsents(ledger)).data).toMatchObject({ intact: true, scope: 'whole' });
  });

  test('one service alone comes back into the database that it left, and hears again of what happened since the dump', async () => {
    const [, , , dump = '', restore = ''] = commands;
    const rows = () =>
      execute(url, 'SELECT (SELECT count(*) FROM analytics.users), (SELECT count(*) FROM analytics.payments)');
    const inbox = () => execute(url, 'SELECT count(*), count(DISTINCT (consumer, event_id)) FROM analytics.inbox');
    await until('what happened is known', async () => (await rows()) === '3|2');
    const schemaBefore = await describeSchema(url);
    await asAdministrator(dump, url);
    // After the dump, analytics has processed the event, NATS has its acknowledgement, and the outboxes have
    // removed it.
    await buyer();
    await t.untilIdle();
    await until('what happened since is known', async () => (await rows()) === '4|3');
    const [billingBefore, inboxBefore] = [await execute(url, 'SELECT count(*) FROM billing.payments'), await inbox()];
    await t.platform.stop();
    await execute(url, 'TRUNCATE analytics.users, analytics.payments');
    await asAdministrator(restore, url);
    expect(await rows()).toBe('3|2');
    expect(await describeSchema(url)).toBe(schemaBefore);
    expect(await execute(url, 'SELECT count(*) FROM billing.payments')).toBe(billingBefore);
    await t.restart();
    await until('what happened since the dump has come again', async () => (await inbox()) === inboxBefore);
    expect(await rows()).toBe('4|3');
    const admin = t.client(await t.adminHeaders());
    expect((await admin.getAnalyticsSummary({ query: { application_code: 'demo' } })).status).toBe(200);
  });
});
