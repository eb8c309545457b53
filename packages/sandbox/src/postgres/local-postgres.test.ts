import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type LocalPostgres, LocalPostgresError, startLocalPostgres } from './local-postgres.ts';
import { commandLine } from './process-info.ts';

let folder: string;
let dataDir: string;
const running = new Set<LocalPostgres>();
const children = new Set<ChildProcess>();

/** Holds a data folder that was prepared once: `initdb` takes 1.5 s of CPU time. */
let preparedFolder: string;

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'local-postgres-'));
  // mkdtemp makes a private folder; the server's own user has to pass through it.
  chmodSync(made, 0o755);
  return made;
}

beforeAll(async () => {
  preparedFolder = makeFolder();
  await (await startLocalPostgres({ dataDir: join(preparedFolder, 'postgres') })).stop();
});
afterAll(() => rmSync(preparedFolder, { recursive: true, force: true }));
beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, 'postgres');
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of running) await server.stop();
  running.clear();
  children.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies the prepared folder, with its owner and modes, to where the server of this test runs. */
const givenPrepared = () => execFileSync('cp', ['-a', `${preparedFolder}/.`, folder]);

async function start(options: Partial<Parameters<typeof startLocalPostgres>[0]> = {}): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dataDir, ...options });
  running.add(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LocalPostgresError);
  const { message } = error as LocalPostgresError;
  expect(message).toMatch(/^[A-Z][^\n]*\.$/);
  return message;
}

/** Runs PostgreSQL from another Node process; resolves with its port and server process id. */
function startElsewhere(): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const module = fileURLToPath(new URL('./local-postgres.ts', import.meta.url));
  const script = `import { startLocalPostgres } from ${JSON.stringify(module)};
const server = await startLocalPostgres({ dataDir: ${JSON.stringify(dataDir)} });
process.stdout.write(JSON.stringify({ url: server.superuserUrl, pid: server.pid }) + '\\n');
setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  children.add(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.setEncoding('utf8').once('data', (line: string) => resolve({ child, ...JSON.parse(line) }));
  });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

describe('a local PostgreSQL', () => {
  test('starts from nothing, on this machine only, and keeps its data', async () => {
    const progress: string[] = [];
    const first = await start({ onProgress: (text) => progress.push(text), settings: { max_connections: '37' } });
    expect(first.superuserUrl).toMatch(
      new RegExp(`^postgres://postgres:[\\w-]{32}@127\\.0\\.0\\.1:${first.port}/postgres$`),
    );
    const [settings] = await query(
      first.superuserUrl,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('listen_addresses') as listen,
        current_setting('max_connections') as connections, current_setting('server_encoding') as encoding,
        current_setting('password_encryption') as passwords,
        (select datcollate from pg_database where datname = 'postgres') as collation,
        (select bool_and(auth_method = 'scram-sha-256') from pg_hba_file_rules) as scram`,
    );
    expect(settings).toEqual({
      version: 18,
      listen: '127.0.0.1',
      connections: '37',
      encoding: 'UTF8',
      passwords: 'scram-sha-256',
      collation: 'C',
      scram: true,
    });
    await query(first.superuserUrl, 'create table kept as select 42 as answer');
    await first.stop();
    await first.stop();
    expect(commandLine(first.pid)).toBeNull();
    expect(existsSync(`${dataDir}.lock`)).toBe(false);

    const second = await start();
    expect(await query(second.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(progress).toEqual(['Preparing PostgreSQL for the first time']);
    await expect(query(second.superuserUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
  });

  test('keeps its password private and its log out of the console', async () => {
    givenPrepared();
    await start();
    expect(statSync(join(dataDir, 'superuser-password')).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${dataDir}.log`, 'utf8')).toContain('ready to accept connections');
  });

  test('runs in its own process group, which a Ctrl-C does not reach', async () => {
    givenPrepared();
    const { pid } = await start();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    expect(Number(fields[2])).toBe(pid);
  });

  test('runs in a folder that only we may enter', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const server = await start({ dataDir: join(closed, 'postgres') });
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m);
  });

  test('stops in spite of an open transaction', async () => {
    givenPrepared();
    const server = await start();
    const client = new pg.Client(server.superuserUrl);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    await server.stop();
    // A smart shutdown would wait for the end of the transaction; an immediate one would need recovery.
    const log = readFileSync(`${dataDir}.log`, 'utf8');
    expect(log).toMatch(/received fast shutdown request.*system is shut down/s);
    expect(log).not.toContain('received immediate shutdown request');
    await client.end().catch(() => undefined);
  });

  test('reports that its server ended by itself, and unlocks the folder', async () => {
    givenPrepared();
    const server = await start();
    process.kill(server.pid, 'SIGQUIT');
    await server.ended;
    await start();
  });
});

describe('after a kill', () => {
  test('of our process the next start takes over from its orphan, with what was committed', async () => {
    givenPrepared();
    const { child, url, pid } = await startElsewhere();
    await query(url, 'create table kept as select 42 as answer');
    await killed(child);
    expect(commandLine(pid)).toContain(dataDir);
    const progress: string[] = [];
    const server = await start({ onProgress: (text) => progress.push(text) });
    expect(progress).toEqual(['Stopping the PostgreSQL that an earlier run left behind']);
    expect(commandLine(pid)).toBeNull();
    expect(await query(server.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('of both processes the next start recovers', async () => {
    givenPrepared();
    const { child, url, pid } = await startElsewhere();
    await query(url, 'create table kept as select 42 as answer');
    await killed(child);
    process.kill(pid, 'SIGKILL');
    const server = await start();
    expect(await query(server.superuserUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('during the first preparation the next start begins it again', async () => {
    mkdirSync(join(`${dataDir}.initializing`, 'cluster'), { recursive: true });
    writeFileSync(join(`${dataDir}.initializing`, 'cluster', 'PG_VERSION'), '18\n');
    const server = await start();
    expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(`${dataDir}.initializing`)).toBe(false);
  });

  test('a pid file that names another program is no obstacle', async () => {
    givenPrepared();
    await (await start()).stop();
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    await start();
    expect(commandLine(process.pid)).not.toBeNull();
  });
});

describe('a folder that cannot be used is explained in one sentence', () => {
  test('when this process uses it already', async () => {
    givenPrepared();
    await start();
    expect(await failure(start())).toContain(`"${dataDir}" is in use by the running process ${process.pid}`);
  });

  test('when another process uses it', async () => {
    givenPrepared();
    const { child, url } = await startElsewhere();
    expect(await failure(start())).toContain(`in use by the running process ${child.pid}`);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await killed(child);
    await start();
  });

  test('when several processes want it at once, and one of them gets it', async () => {
    writeFileSync(`${dataDir}.lock`, '999999999 1 a dead process');
    const results = await Promise.allSettled([startElsewhere(), startElsewhere(), start()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const child of children) await killed(child);
    for (const server of running) await server.stop();
    await start();
  });

  test('when it is not a whole PostgreSQL folder', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    expect(await failure(start())).toMatch(/PG_VERSION is missing\): restore .* or delete it/);
    expect(readFileSync(join(dataDir, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('when it belongs to another version', async () => {
    givenPrepared();
    await (await start()).stop();
    writeFileSync(join(dataDir, 'PG_VERSION'), '15\n');
    expect(await failure(start())).toContain(`"${dataDir}" belongs to PostgreSQL 15 and this one is PostgreSQL 18`);
  });

  test('when its files are damaged', async () => {
    givenPrepared();
    await (await start()).stop();
    writeFileSync(join(dataDir, 'global', 'pg_control'), 'garbage');
    expect(await failure(start())).toMatch(/could not start on the data folder ".*" \(.+\): read ".*\.log", then/);
    expect(existsSync(`${dataDir}.lock`)).toBe(false);
  });

  test('when its password is lost', async () => {
    givenPrepared();
    await (await start()).stop();
    rmSync(join(dataDir, 'superuser-password'));
    expect(await failure(start())).toContain('has lost its "superuser-password" file');
  });

  test('when the port is taken', async () => {
    givenPrepared();
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await failure(start({ port }))).toContain(`port ${port} is taken`);
    await new Promise((resolve) => blocker.close(resolve));
    expect((await start({ port })).port).toBe(port);
  });

  test('when a setting is wrong', async () => {
    givenPrepared();
    expect(await failure(start({ settings: { shared_buffers: 'many' } }))).toContain('shared_buffers');
  });
});
