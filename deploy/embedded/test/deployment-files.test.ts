import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { databasePasswordVariable, type Schedule, schedules, serviceNames, upstreamNames } from '@platform/contracts';
import { bootstrapDatabase, withDatabase } from '@platform/runtime';
import { createTestDatabase, eventually, type TestDatabase, testPassword } from '@platform/testing';
import { parse } from 'yaml';
import { deploymentFacts } from '../src/deployment-facts.ts';
import { type DeploymentFacts, deploymentFiles, toCronExpression } from '../src/deployment-files.ts';
import { askedServices, declaredReaches } from '../src/services.ts';

const root = new URL('../../../', import.meta.url);
const run = promisify(execFile);
const hourly: Schedule = {
  id: 'checkPushNotes',
  path: '/v1/internal/push-notes/check',
  everySeconds: 3_600,
  timeoutSeconds: 20,
};
/** The same with one more service, whose name has a dash. */
const more: DeploymentFacts = {
  ...deploymentFacts,
  services: [...serviceNames, 'push-notes'],
  upstreams: [...upstreamNames, 'push-notes'],
  schemas: [...deploymentFacts.schemas, 'push-notes'],
  schedules: [...schedules, hourly],
  asked: new Map([...askedServices, ['push-notes', ['catalog']]]),
  natsAccounts: deploymentFacts.natsAccounts.replace('"social"', '"push-notes"'),
  settingRules: new Map([
    ...deploymentFacts.settingRules,
    ['push-notes', { PUSH_LIMIT: { type: 'integer', minimum: 1 } }],
  ]),
  reaches: new Map([...declaredReaches, ['push-notes', { redis: true, internetPorts: [443, 8443] }]]),
};

async function updated(path: string, to: DeploymentFacts): Promise<string> {
  const file = deploymentFiles.find((one) => one.path === path);
  if (!file) throw new Error(`${path} has no list`);
  return file.update(await readFile(new URL(path, root), 'utf8'), to);
}

test.each(deploymentFiles.map(({ path }) => [path]))('%s says what the contracts say', async (path) => {
  expect(await updated(path, deploymentFacts)).toBe(await readFile(new URL(path, root), 'utf8'));
});

test.each(deploymentFiles)('$path names a new service, and is as before without it', async ({ update, path }) => {
  const text = await readFile(new URL(path, root), 'utf8');
  const changed = update(text, more);
  expect(text).not.toContain('push-notes');
  expect(changed).toContain('push-notes');
  expect(update(changed, deploymentFacts)).toBe(text);
});

test.each(deploymentFiles)('$path without its list is an error, and not a file without services', ({ update }) => {
  expect(() => update('services: {}\n', deploymentFacts)).toThrow('there has to be one');
});

test.each([
  [60, '* * * * *'],
  [300, '*/5 * * * *'],
  [3_600, '0 * * * *'],
  [21_600, '0 */6 * * *'],
  [86_400, '0 0 * * *'],
])('every %d seconds is %s for cron', (everySeconds, cron) => {
  expect(toCronExpression({ ...hourly, everySeconds })).toBe(cron);
});

test.each([30, 90, 420, 5_400, 18_000, 172_800])('every %d seconds is nothing that cron can say', (everySeconds) => {
  expect(() => toCronExpression({ ...hourly, everySeconds })).toThrow(`checkPushNotes: everySeconds: ${everySeconds}`);
});

test('the chart calls each endpoint with a schedule, with the time that the gateway gives it', async () => {
  expect(parse(await updated('helm/values.yaml', more)).schedules).toEqual({
    'reconcile-payments': { schedule: '* * * * *', path: '/v1/internal/payments/reconcile', timeoutSeconds: 60 },
    'run-seo-tick': { schedule: '* * * * *', path: '/v1/internal/seo/tick', timeoutSeconds: 60 },
    'tick-social': { schedule: '* * * * *', path: '/v1/internal/social/tick', timeoutSeconds: 60 },
    'check-push-notes': { schedule: '0 * * * *', path: '/v1/internal/push-notes/check', timeoutSeconds: 20 },
  });
  expect(parse(await updated('helm/values.yaml', { ...deploymentFacts, schedules: [] })).schedules).toEqual({});
});

test('the chart and compose let a service reach what its definition says', async () => {
  const { reaches } = parse(await updated('helm/values.yaml', more));
  expect(reaches['push-notes']).toEqual({ redis: true, internetPorts: [443, 8443] });
  expect(reaches).toMatchObject({
    billing: { redis: false, internetPorts: [443] },
    analytics: { redis: true, internetPorts: [] },
    identity: { redis: true, internetPorts: [] },
    'seo-rkn': { redis: false, internetPorts: [80, 443] },
  });
  const { services } = parse(await updated('docker-compose.yml', more));
  expect(Object.keys(services.redis.environment)).toEqual(
    ['GATEWAY', 'IDENTITY', 'CATALOG', 'ANALYTICS', 'PUSH_NOTES'].map((name) => `${name}_REDIS_PASSWORD`),
  );
});

describe('the scheduler of docker-compose.yml', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-scheduler-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /**
   * Its script with these schedules, and with a curl that writes what it is asked and takes half a second.
   */
  async function start(schedules: readonly Schedule[]) {
    const { services } = parse(await updated('docker-compose.yml', { ...deploymentFacts, schedules }), {
      merge: true,
      maxAliasCount: -1,
    });
    const [shell, ...args] = services.scheduler.entrypoint as [string, ...string[]];
    const script = (services.scheduler.command as string[]).map((text) => text.replaceAll('$$', '$'));
    const log = join(folder, 'calls');
    await writeFile(log, '');
    const fake = `#!/bin/sh\necho "begin $*" >> ${log}\n/bin/sleep 0.5\necho "end $*" >> ${log}\n`;
    await writeFile(join(folder, 'curl'), fake, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, WORKER_SECRET: 'a-worker-secret' };
    const running = spawn(shell, [...args, ...script], { env, detached: true, stdio: 'ignore' });
    return {
      calls: async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== ''),
      // The whole group: the loops are processes of their own.
      stop: () => process.kill(-(running.pid ?? 0), 'SIGKILL'),
    };
  }

  test('calls each endpoint with the worker secret, and waits longer than the gateway', async () => {
    const scheduler = await start(more.schedules);
    try {
      await eventually(async () => (await scheduler.calls()).length >= 2 * more.schedules.length);
      const calls = (await scheduler.calls()).filter((line) => line.startsWith('begin'));
      expect(calls).toHaveLength(more.schedules.length);
      for (const { path, timeoutSeconds } of more.schedules) {
        const call = calls.find((line) => line.endsWith(`http://gateway:8080${path}`));
        expect(call).toContain('--request POST --header X-Worker-Secret: a-worker-secret');
        expect(call).toContain(`--max-time ${timeoutSeconds + 5}`);
      }
    } finally {
      scheduler.stop();
    }
  });

  test('never starts a call while the one before it runs', async () => {
    const scheduler = await start([{ ...hourly, everySeconds: 0.1 }]);
    try {
      await eventually(async () => (await scheduler.calls()).length >= 6);
      const kinds = (await scheduler.calls()).map((line) => line.split(' ')[0]);
      expect(kinds).toEqual(kinds.map((_, at) => (at % 2 === 0 ? 'begin' : 'end')));
    } finally {
      scheduler.stop();
    }
  });
});

test('docker-compose.yml copies the files of services out of the volume that they shared, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-files-'));
  try {
    const { services } = parse(await readFile(new URL('docker-compose.yml', root), 'utf8'), {
      merge: true,
      maxAliasCount: -1,
    });
    const [shell, ...args] = (services.files.command as string[]).map((text) =>
      text.replaceAll('$$', '$').replaceAll('/files', `${folder}/files`),
    );
    for (const name of ['files/cms/9', 'files/icons', 'files-catalog', 'files-cms', 'files-social'])
      await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, 'files/cms/9/photo'), 'photo');
    await writeFile(join(folder, 'files/icons/one'), 'icon');
    await run(shell ?? '', args);
    await writeFile(join(folder, 'files-cms/9/photo'), 'a newer photo');
    await run(shell ?? '', args);
    expect(await readFile(join(folder, 'files-cms/9/photo'), 'utf8')).toBe('a newer photo');
    const filesOf = async (name: string) => (await readdir(join(folder, name), { recursive: true })).sort();
    expect(await filesOf('files-catalog')).toEqual(['icons', 'icons/one']);
    expect(await filesOf('files-cms')).toEqual(['9', '9/photo']);
    expect(await filesOf('files-social')).toEqual([]);
    expect(await filesOf('files')).toEqual(expect.arrayContaining(['cms/9/photo', 'icons/one']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('a service with a dash in its name', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'platform-roles-'));
  });
  afterAll(async () => {
    // Roles belong to the server, not to a database.
    await database.query('DROP OWNED BY "push-notes"; DROP SCHEMA "push-notes" CASCADE; DROP ROLE "push-notes"');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test('has an address in docker-compose.yml', async () => {
    const { services } = parse(await updated('docker-compose.yml', more), { merge: true, maxAliasCount: -1 });
    expect(services.gateway.environment).toMatchObject({ PUSH_NOTES_URL: 'http://push-notes:8080' });
  });

  test('is a target of Prometheus, and missed when it has no process', async () => {
    const { scrape_configs } = parse(await updated('deploy/prometheus/prometheus.yml', more));
    expect(scrape_configs[0].static_configs).toContainEqual({
      targets: ['push-notes:9090'],
      labels: { app: 'push-notes' },
    });
    await writeFile(join(folder, 'platform.yml'), await updated('deploy/prometheus/rules/platform.yml', more));
    const tests = await updated('deploy/prometheus/rules.test.yml', more);
    await writeFile(join(folder, 'rules.test.yml'), tests.replace('rules/platform.yml', 'platform.yml'));
    const { stdout } = await run('promtool', ['test', 'rules', join(folder, 'rules.test.yml')]);
    expect(stdout).toContain('SUCCESS');
  });

  test('has a role that reads and writes its own schema, by roles.sql and by the embedded start', async () => {
    await writeFile(join(folder, 'roles.sql'), await updated('deploy/postgres/roles.sql', more));
    // The passwords of the server of this test run.
    const variables = [...more.schemas.map(databasePasswordVariable), 'PLATFORM_MIGRATOR_PASSWORD'];
    const env = { ...process.env, ...Object.fromEntries(variables.map((name) => [name, testPassword])) };
    await run('psql', [database.superuserUrl, '--file', join(folder, 'roles.sql')], { env });
    const asItself = (statement: string) => run('psql', [database.urlFor('push-notes'), '--command', statement]);
    await database.query('SET ROLE platform_migrator; CREATE TABLE "push-notes".probe (id int); RESET ROLE');
    await asItself('INSERT INTO "push-notes".probe VALUES (1)');
    await expect(asItself('DROP TABLE "push-notes".probe')).rejects.toThrow('must be owner');

    const name = `test_${randomBytes(6).toString('hex')}`;
    const services = ['push-notes'];
    try {
      for (let times = 0; times < 2; times += 1)
        await bootstrapDatabase({
          superuserUrl: database.superuserUrl,
          database: name,
          services,
          passwordOf: () => testPassword,
        });
      const { stdout } = await run('psql', [
        withDatabase(database.urlFor('push-notes'), name),
        '-At',
        '--command',
        `SELECT has_schema_privilege('push-notes', 'USAGE')`,
      ]);
      expect(stdout.trim()).toBe('t');
    } finally {
      await database.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
});
