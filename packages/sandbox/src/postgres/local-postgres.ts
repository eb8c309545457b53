import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { prepareDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { stopOrphan } from './orphan.ts';
import { chooseRunAs } from './run-as.ts';
import { findFreePort, hasSocket, type PostgresServer, type ServerExit, startServer } from './server.ts';

export { LocalPostgresError } from './local-postgres-error.ts';
export type { ServerExit } from './server.ts';

/** How a local PostgreSQL is set up. */
export type LocalPostgresOptions = {
  /**
   * Folder of the database files. Beside it lie `<dataDir>.log` (of the last start) and, while it runs,
   * `<dataDir>.lock`.
   */
  dataDir: string;
  /** TCP port on 127.0.0.1; 0 or absent takes a free one. */
  port?: number;
  /** Server settings by name, for example `{ max_connections: '200' }`. */
  settings?: Record<string, string>;
  /** Other programs than those that npm brought: of a PostgreSQL that is installed on this machine. */
  programs?: PostgresBinaries;
  /** Called with a short sentence when a slow step begins. */
  onProgress?: (text: string) => void;
};

/** A running local PostgreSQL. */
export type LocalPostgres = {
  port: number;
  /** `postgres://postgres:<password>@127.0.0.1:<port>/postgres` */
  superuserUrl: string;
  /**
   * The same over the socket in the data folder, for processes that may enter it: a statement costs about
   * half. Over TCP where the path is too long for a socket.
   */
  socketUrl: string;
  pid: number;
  /** Resolves when the server process ended, for whatever reason. */
  ended: Promise<ServerExit>;
  /**
   * Fast shutdown: open transactions are rolled back. After 5 s the server is made to quit at once. Safe to
   * call twice.
   */
  stop(): Promise<void>;
};

const STOP_MS = 5_000;
const START_TRIES = 20;
const BUSY_PAUSE_MS = 250;

/**
 * Runs the PostgreSQL that npm brought, or another one, on this machine and for this machine only. It lives
 * in its own process group, so a Ctrl-C in the terminal does not reach it; if this process is killed, the
 * next start on the same folder shuts the server it left down and takes over. Rejects with
 * `LocalPostgresError`, whose message is one sentence with what to do, when the folder is damaged, in use, or
 * out of reach, or when the port is taken.
 * @param options see the type
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const onProgress = options.onProgress ?? (() => undefined);
  if (process.platform === 'win32') {
    throw new LocalPostgresError(
      'The local PostgreSQL does not run on Windows itself: use WSL, or a PostgreSQL server of your own.',
    );
  }
  const requestedDir = resolve(options.dataDir);
  await mkdir(dirname(requestedDir), { recursive: true });
  // Two names of one folder must meet at one lock.
  const dataDir = join(await realpath(dirname(requestedDir)), basename(requestedDir));
  const binaries = options.programs ?? (await findPostgresBinaries());
  const unlock = lockFolder(`${dataDir}.lock`, dataDir);
  try {
    const runAs = chooseRunAs(binaries, dirname(dataDir));
    await stopOrphan(dataDir, onProgress);
    const password = await prepareDataFolder(dataDir, binaries, runAs, onProgress);
    const { server, port } = await startOnPort(options.port ?? 0, {
      dataDir,
      settings: options.settings ?? {},
      logFile: `${dataDir}.log`,
      binaries,
      runAs,
    });
    void server.ended.then(unlock);
    let stopping: Promise<void> | undefined;
    return {
      port,
      superuserUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      socketUrl: `postgres://postgres:${password}@${hasSocket(dataDir) ? encodeURIComponent(dataDir) : '127.0.0.1'}:${port}/postgres`,
      pid: server.pid,
      ended: server.ended,
      stop() {
        stopping ??= stopServer(server).then(unlock);
        return stopping;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startOnPort(
  wantedPort: number,
  start: Omit<Parameters<typeof startServer>[0], 'port'>,
): Promise<{ server: PostgresServer; port: number }> {
  let reason = '';
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const port = wantedPort === 0 ? await findFreePort() : wantedPort;
    const result = await startServer({ ...start, port });
    if ('pid' in result) return { server: result, port };
    reason = result.failure;
    // Another process may take a free port before the server binds it.
    if (result.portTaken && wantedPort === 0) continue;
    if (result.portTaken) {
      throw new LocalPostgresError(
        `PostgreSQL could not start on the data folder "${start.dataDir}" because port ${port} is taken: stop the program that uses it, or choose another port.`,
      );
    }
    // The processes of a server that was killed need a moment to notice.
    if (!result.sharedMemoryBusy) break;
    await sleep(BUSY_PAUSE_MS);
  }
  throw new LocalPostgresError(
    `PostgreSQL could not start on the data folder "${start.dataDir}" (${reason}): read "${start.logFile}", then restore the folder from a copy, or delete it to begin with an empty database.`,
  );
}

async function stopServer({ child, ended }: PostgresServer): Promise<void> {
  child.ref();
  child.kill('SIGINT');
  const patience = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(patience);
}
