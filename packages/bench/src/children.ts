import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@platform/runtime';

const children: ChildProcess[] = [];
/** The preload of `make start` and of the images. */
const preload = new URL('../../runtime/resolve-modules.js', import.meta.url).href;

/**
 * Runs a program of this repository beside the bench. It is stopped with {@link stopChildren}.
 * @param nodeArgs arguments of Node, the same as in production
 */
export function startNode(
  file: URL,
  env: Record<string, string | undefined>,
  args: string[] = [],
  nodeArgs: string[] = [],
): ChildProcess {
  const child = spawn(process.execPath, ['--import', preload, ...nodeArgs, file.pathname, ...args], {
    // MALLOC_ARENA_MAX as `make start` and the images set it.
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

const mainOf = (service: string): URL => new URL(`../../../services/${service}/src/main.ts`, import.meta.url);

/**
 * Starts a service in a separate process, on free ports of the loopback address, and waits until it is ready.
 * @returns the address of the service
 * @throws Error after 60 s
 */
export async function startService(service: string, env: Record<string, string | undefined>): Promise<string> {
  const [port, ops] = [await freePort(), await freePort()];
  const childEnvironment = { LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), OPS_PORT: String(ops) };
  startNode(mainOf(service), { ...env, ...childEnvironment });
  await until200(`http://127.0.0.1:${ops}/ready`);
  return `http://127.0.0.1:${port}`;
}

/**
 * Runs `migrate` of a service: its schema, and its consumers on NATS.
 * @throws Error when it fails
 */
export async function runMigrate(service: string, env: Record<string, string | undefined>): Promise<void> {
  const migration = startNode(mainOf(service), env, ['migrate']);
  const [code] = await once(migration, 'exit');
  if (code !== 0) throw new Error(`the migration of ${service} ended with ${code}`);
}

/** Stops what was started, the last one first; the first `remaining` programs stay. */
export async function stopChildren(remaining = 0): Promise<void> {
  for (const child of children.splice(remaining).toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 8_000);
    await exited;
    clearTimeout(force);
  }
}

/**
 * Waits until an address answers 200.
 * @throws after 60 s
 */
export async function until200(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not become ready`);
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const probe = await listen(() => {}, { port: 0, host: '127.0.0.1' });
  await probe.close(0);
  return probe.port;
}
