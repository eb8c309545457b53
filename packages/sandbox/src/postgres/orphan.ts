import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError } from './local-postgres-error.ts';
import { commandLine } from './process-info.ts';

const FAST_SHUTDOWN_MS = 10_000;
const QUIT_MS = 5_000;
const POLL_MS = 20;

/**
 * The server that runs on a data folder.
 * @param dataDir absolute path
 * @returns its process id; `null` when the pid file is missing, stale, or names a process of another kind
 */
async function runningServer(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1)) return null;
  const line = commandLine(pid);
  return line?.includes('postgres') && `${line} `.includes(` ${dataDir} `) ? pid : null;
}

async function hasEnded(dataDir: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while ((await runningServer(dataDir)) !== null) {
    if (Date.now() >= deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Shuts down the server that a killed run of ours left behind. The caller must hold the folder's lock, so no
 * other process uses it. Rejects with `LocalPostgresError` when the server does not go away.
 * @param dataDir absolute path
 * @param onProgress called when there is such a server
 */
export async function stopOrphan(dataDir: string, onProgress: (text: string) => void): Promise<void> {
  const pid = await runningServer(dataDir);
  if (pid === null) return;
  onProgress('Stopping the PostgreSQL that an earlier run left behind');
  try {
    process.kill(pid, 'SIGINT');
    if (await hasEnded(dataDir, FAST_SHUTDOWN_MS)) return;
    process.kill(pid, 'SIGQUIT');
  } catch {
    // Either it just ended, or it belongs to a user whose processes we may not stop.
  }
  if (await hasEnded(dataDir, QUIT_MS)) return;
  throw new LocalPostgresError(
    `The data folder "${dataDir}" is in use by PostgreSQL process ${pid}, which could not be stopped: stop it with "kill -INT ${pid}" and start again.`,
  );
}
