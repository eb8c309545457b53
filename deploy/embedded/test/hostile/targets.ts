import { fileURLToPath } from 'node:url';
import { createTestDatabase, defaultDatabaseWait, noLimits, servicesWithSchema } from '@platform/testing';
import { localEnvironment } from '../../src/environment.ts';
import { seedDemo } from '../../src/seed.ts';
import { startChaosPostgres } from '../chaos/servers.ts';
import { createHarness, type Harness, until } from '../harness.ts';
import { killWhatIsLeft, runNode, startSeparatePlatform } from '../processes.ts';
import { openTestSandboxes, testSecrets } from '../test-platform.ts';
import type { HostileHostOptions } from './host.ts';

/** A platform under attack, without rate limits: the attack is on what one call costs. */
export interface Target extends Harness {
  /** Processes by name: the whole platform, or each service. */
  pids: Record<string, number>;
  /** Lines of the processes at WARN and above. */
  output(): string;
  stop(): Promise<void>;
}

export type Topology = 'embedded' | 'separate';

/** Attacked sites are on the loopback address. */
const attackEnv = { SAFE_FETCH_ALLOWED_HOSTS: '127.0.0.1:*,localhost:*', SOCIAL_INBOX: 'off' };

/**
 * Starts PostgreSQL once for all targets of this program.
 * @returns a function that starts a target with further variables of its processes
 */
export async function openTargets(topology: Topology) {
  const postgres = await startChaosPostgres();
  return {
    start: (env: Record<string, string> = {}): Promise<Target> =>
      topology === 'separate' ? startSeparate(env) : startEmbedded(env),
    close: () => postgres.remove(),
  };
}

async function startEmbedded(env: Record<string, string>): Promise<Target> {
  const database = await createTestDatabase();
  const secrets = testSecrets();
  const { sandboxes, sandboxUrl, baseUrl, port, filesDir, stop } = await openTestSandboxes(secrets);
  const local = localEnvironment({ secrets, baseUrl, sandboxUrl, mailUrl: sandboxes.mail.url, filesDir });
  const options: HostileHostOptions = {
    env: { ...(local as Record<string, string>), ...noLimits, ...defaultDatabaseWait, ...attackEnv, ...env },
    databaseUrls: Object.fromEntries(servicesWithSchema().map((service) => [service, database.urlFor(service)])),
    port,
  };
  const program = runNode(fileURLToPath(new URL('host.ts', import.meta.url)), [], {
    HOSTILE_HOST: JSON.stringify(options),
    MALLOC_ARENA_MAX: '2',
  });
  void program.ended.then(({ code, signal }) => {
    if (code !== 0) process.stdout.write(`the platform ended: ${code ?? signal}\n${program.output().slice(-3_000)}\n`);
  });
  await until('the platform is there', () => {
    if (!program.isRunning()) throw new Error(program.output());
    return program.output().includes('ready\n');
  });
  const demo = await seedDemo({ baseUrl, secrets, idp: sandboxes.idp });
  return {
    ...createHarness({ baseUrl, database, sandboxes, secrets, demo }),
    pids: { platform: program.pid },
    output: program.output,
    async stop() {
      await program.end('SIGTERM');
      await stop();
      await database.drop();
    },
  };
}

async function startSeparate(env: Record<string, string>): Promise<Target> {
  try {
    const t = await startSeparatePlatform({
      env: () => ({ ...defaultDatabaseWait, ...attackEnv, LOG_LEVEL: 'warn', ...env }),
    });
    return {
      ...t,
      pids: Object.fromEntries(Object.entries(t.services).map(([name, { pid }]) => [name, pid])),
      output: () =>
        Object.values(t.services)
          .map((replica) => replica.output())
          .join(''),
      async stop() {
        killWhatIsLeft();
        await t.stop();
      },
    };
  } catch (error) {
    killWhatIsLeft();
    throw error;
  }
}
