import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { createLog } from '@platform/runtime';
import { createTestDatabase, logLines, longDatabaseWait, nodeProgram, noLimits } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { startPlatform } from '../src/platform.ts';
import { seedDemo } from '../src/seed.ts';
import { schemaNames } from '../src/services.ts';
import type { CrashHostOptions, CrashPoint, FromCrashHost, ToCrashHost } from './crash-host.ts';
import { createHarness } from './harness.ts';
import { type Harness, openTestSandboxes, testSecrets } from './test-platform.ts';

/** A platform that dies where a test wants it, and is started again. */

export interface CrashHost {
  /** Starts counting effects; dies at this one. */
  arm(crashAt: CrashPoint | null): Promise<void>;
  /** The effects counted so far; null when it died. */
  effects(): Promise<string[] | null>;
  isDead(): boolean;
  /** The effect that it died at; null when it did not. */
  crashedAt(): Promise<string | null>;
  end(): Promise<void>;
}

const program = fileURLToPath(new URL('crash-host.ts', import.meta.url));
const children = new Set<ChildProcess>();

async function startHost(options: CrashHostOptions): Promise<CrashHost> {
  const child = fork(program, [], {
    ...nodeProgram,
    env: { ...nodeProgram.env, CRASH_HOST: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  const exited = once(child, 'close').then(() => void children.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));

  const ask = async (question: ToCrashHost | null): Promise<FromCrashHost | null> => {
    const answer = once(child, 'message').then(([message]) => message as FromCrashHost);
    // It may die with the question on its way; that is an answer as well.
    if (question) child.send(question, () => {});
    return Promise.race([answer, exited.then(() => null)]);
  };
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  if ((await ask(null)) === null) throw new Error(`the host did not start:\n${output}`);
  return {
    async arm(crashAt) {
      await ask({ arm: crashAt });
    },
    async effects() {
      const answer = isDead() ? null : await ask({ report: true });
      return answer && 'effects' in answer ? answer.effects : null;
    },
    isDead,
    async crashedAt() {
      await exited;
      const label = /^crashed: (.*)$/m.exec(output)?.[1] ?? null;
      if (label === null || /"level":"error"/.test(output)) throw new Error(`the host ended by itself:\n${output}`);
      return label;
    },
    async end() {
      child.kill('SIGKILL');
      await exited;
      if (/"level":"error"/.test(output)) throw new Error(`the host logged errors:\n${output}`);
    },
  };
}

/** A platform of its own, so that crash points are tried on several at once. */
export interface Lane {
  harness: Harness;
  host: CrashHost;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a platform on a database of its own, with the demo application. */
export async function openLane(): Promise<Lane> {
  const database = await createTestDatabase();
  await database.query(
    'CREATE TABLE public.observed (event_id uuid PRIMARY KEY, type text NOT NULL, user_id uuid NOT NULL)',
  );
  const secrets = testSecrets();
  const outside = await openTestSandboxes(secrets);
  const { baseUrl, sandboxUrl, sandboxes, port, filesDir } = outside;
  const env = {
    ...(localEnvironment({ secrets, baseUrl, sandboxUrl, filesDir }) as Record<string, string>),
    ...noLimits,
    ...longDatabaseWait,
  };
  // The demo application needs every service, a purchase does not.
  const lines = logLines();
  const log = createLog('test', 'error', lines);
  const platform = await startPlatform({ env, databaseUrl: database.urlFor, port, host: '127.0.0.1', log });
  let harness: Harness;
  try {
    const demo = await seedDemo({ baseUrl, secrets, idp: sandboxes.idp });
    harness = createHarness({ baseUrl, database, sandboxes, secrets, demo });
    // Later no process relays the events of the services that are not there.
    await harness.untilIdle();
  } finally {
    await platform.stop();
  }
  expect(lines.take()).toEqual([]);
  const options: CrashHostOptions = {
    env,
    databaseUrls: Object.fromEntries(schemaNames.map((service) => [service, database.urlFor(service)])),
    superuserUrl: database.superuserUrl,
    port,
  };
  const host = await startHost(options);
  const lane: Lane = {
    harness,
    host,
    async restart() {
      lane.host = await startHost(options);
    },
    async stop() {
      await lane.host.end();
      await outside.stop();
      await database.drop();
    },
  };
  return lane;
}

/** For afterAll: a test that failed half-way must not leave programs behind. */
export function killHosts(): void {
  for (const child of children) child.kill('SIGKILL');
}
