import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** How a server ended. */
export type ServerExit = { code: number | null; signal: NodeJS.Signals | null };

/** A server process that was started. */
export type PostgresServer = { pid: number; child: ChildProcess; ended: Promise<ServerExit> };

/** Why a server did not come up. */
export type StartFailure = { failure: string; portTaken: boolean; sharedMemoryBusy: boolean };

/** Recovery after a crash may take long, a hung start forever. */
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 15;

/** A TCP port on 127.0.0.1 that is free at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Whether the folder can hold the server's socket: its path has at most 107 bytes (Linux; macOS 103), and a
 * comma would separate two folders.
 */
export const hasSocket = (dataDir: string): boolean =>
  !/[,"']/.test(dataDir) && Buffer.byteLength(join(dataDir, '.s.PGSQL.65535')) <= 103;

/**
 * Starts the server process and waits until it accepts connections.
 * @param options `dataDir` absolute and initialised; `logFile` is truncated
 * @returns the server, or why it did not come up
 */
export async function startServer(options: {
  dataDir: string;
  port: number;
  settings: Readonly<Record<string, string>>;
  logFile: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
}): Promise<PostgresServer | StartFailure> {
  const { dataDir, port, logFile, runAs, binaries } = options;
  const settings: Record<string, string> = {
    ...options.settings,
    // This machine only. The socket lies in the data folder, which no other user may enter.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket(dataDir) ? dataDir : '',
    port: String(port),
    logging_collector: 'off',
    log_destination: 'stderr',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { program, args, ...ids } = runAs.command(binaries.postgres, ['-D', dataDir, ...flags]);
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(program, args, {
    ...ids,
    cwd: '/',
    // Its own process group: Ctrl-C in the terminal must reach our services first, and the server when they
    // are done.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: process.env.TZ },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let exit: ServerExit | null = null;
  const ended = new Promise<ServerExit>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  void ended.then((result) => {
    exit = result;
  });

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (exit === null && child.pid !== undefined) {
    if (await isReady(dataDir, child.pid)) {
      child.unref();
      return { pid: child.pid, child, ended };
    }
    if (Date.now() >= deadline) {
      child.kill('SIGQUIT');
      break;
    }
    await sleep(POLL_MS);
  }
  await ended;
  return readFailure(logFile);
}

/**
 * The pid file's eighth line says `ready` once connections are accepted; `pg_ctl` waits for the same line.
 */
async function isReady(dataDir: string, pid: number): Promise<boolean> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function readFailure(logFile: string): Promise<StartFailure> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const lines = log.split('\n');
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.findLast((line) => line.trim() !== '');
  return {
    failure: fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() || 'it ended without a message',
    portTaken: /could not bind .*Address already in use/.test(log),
    sharedMemoryBusy: /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(log),
  };
}
