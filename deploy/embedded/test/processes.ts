import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { asRole, type Environment, migratorRole } from '@platform/runtime';
import {
  createTestDatabase,
  mainOf,
  noLimits,
  startNatsServer,
  startRedisServer,
  type TestDatabase,
  type TestServer,
  testPassword,
} from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { serviceNames } from '../src/platform.ts';
import type { Secrets } from '../src/secrets.ts';
import { seedDemo } from '../src/seed.ts';
import { createHarness, type Harness, until } from './harness.ts';
import { openTestSandboxes, type TestSandboxes, testSecrets } from './test-platform.ts';

export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A program that this test run started. */
export interface TestProcess {
  pid: number;
  /** Everything it wrote so far. */
  output(): string;
  ended: Promise<ProcessEnd>;
  isRunning(): boolean;
  /** Sends a signal and waits for the end; answers how it ended and how long that took. */
  end(signal: NodeJS.Signals): Promise<ProcessEnd & { ms: number }>;
}

const running = new Set<ChildProcess>();

/** Runs a file with the Node of this test run, with this environment and nothing else. */
export function runNode(file: string, args: readonly string[], env: Environment): TestProcess {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code, signal]): ProcessEnd => {
    running.delete(child);
    return { code, signal };
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async end(signal) {
      const asked = Date.now();
      child.kill(signal);
      return { ...(await ended), ms: Date.now() - asked };
    },
  };
}

/** For afterAll: a test that failed half-way must not leave programs behind. */
export function killWhatIsLeft(): void {
  for (const child of running) child.kill('SIGKILL');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** One replica of a service in a process of its own. */
export interface ServiceReplica extends TestProcess {
  service: string;
  apiUrl: string;
  /** Status of /ready; null while it does not listen. */
  ready(): Promise<number | null>;
  /** What /metrics says. */
  metrics(): Promise<string>;
}

export interface SeparatePlatform extends Harness {
  nats: TestServer;
  /** The replicas that the gateway knows, by service. */
  services: Record<string, ServiceReplica>;
  /** Another replica of a service, which nothing calls but the bus; with `at`, one that takes a place that became free. */
  startReplica(service: string, at?: ServiceReplica): Promise<ServiceReplica>;
  /** Another replica that nobody has waited for. */
  launchReplica(service: string): Promise<ServiceReplica>;
  /** Runs `main.ts` with a command instead of serving. */
  command(service: string, command: string, env?: Environment): Promise<ProcessEnd & { output: string }>;
  stop(): Promise<void>;
}

/** Every service in a process of its own, on NATS, Redis and PostgreSQL: only the environment differs from embedded. */
export async function startSeparatePlatform(): Promise<SeparatePlatform> {
  const secrets = testSecrets();
  const [database, outside, nats, redis] = await Promise.all([
    createTestDatabase(),
    openTestSandboxes(secrets),
    startNatsServer(),
    startRedisServer(),
  ]);
  const closeAll = async () => {
    await outside.stop();
    await Promise.all([nats.remove(), redis.remove()]);
    await database.drop();
  };
  try {
    return await startServices({ secrets, database, outside, nats, redis, closeAll });
  } catch (error) {
    killWhatIsLeft();
    await closeAll();
    throw error;
  }
}

interface Surroundings {
  secrets: Secrets;
  database: TestDatabase;
  outside: TestSandboxes;
  nats: TestServer;
  redis: TestServer;
  closeAll(): Promise<void>;
}

async function startServices(around: Surroundings): Promise<SeparatePlatform> {
  const { secrets, database, outside, nats, redis, closeAll } = around;
  const { baseUrl, sandboxUrl, sandboxes, filesDir } = outside;
  // A clone belongs to who cloned it; an administrator gives the database to the role that migrates.
  await database.query(`ALTER DATABASE ${database.name} OWNER TO ${migratorRole}`);
  const ports = new Map<string, number>([['gateway', outside.port]]);
  for (const service of serviceNames) ports.set(service, await freePort());

  const environment = (service: string): Environment => ({
    ...localEnvironment({ secrets, baseUrl, sandboxUrl, filesDir }),
    ...noLimits,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    STOP_TIMEOUT_SECONDS: '4',
    MIGRATION_DATABASE_URL: asRole(database.superuserUrl, migratorRole, testPassword),
    ...(service === 'gateway'
      ? Object.fromEntries(
          serviceNames.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports.get(name)}`]),
        )
      : { DATABASE_URL: database.urlFor(service) }),
  });

  const launch = async (service: string, port: number): Promise<ServiceReplica> => {
    const opsPort = await freePort();
    const program = runNode(fileURLToPath(mainOf(service)), [], {
      ...environment(service),
      PORT: String(port),
      OPS_PORT: String(opsPort),
    });
    const ops = `http://127.0.0.1:${opsPort}`;
    return {
      ...program,
      service,
      apiUrl: `http://127.0.0.1:${port}`,
      ready: () =>
        fetch(`${ops}/ready`).then(
          ({ status }) => status,
          () => null,
        ),
      metrics: async () => (await fetch(`${ops}/metrics`)).text(),
    };
  };

  const start = async (service: string, port: number): Promise<ServiceReplica> => {
    const replica = await launch(service, port);
    const isReady = async () => {
      if (!replica.isRunning()) throw new Error(`${service} ended:\n${replica.output()}`);
      return (await replica.ready()) === 200;
    };
    await until(`${service} is ready`, isReady, 60_000);
    return replica;
  };

  const names = [...serviceNames, 'gateway'];
  const services = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await start(name, ports.get(name) ?? 0)] as const)),
  );
  const demo = await seedDemo({ baseUrl, secrets, idp: sandboxes.idp });
  return {
    ...createHarness({ baseUrl, database, sandboxes, secrets, demo }),
    nats,
    services,
    async startReplica(service, at) {
      const replica = await start(service, at ? Number(new URL(at.apiUrl).port) : await freePort());
      if (at) services[service] = replica;
      return replica;
    },
    launchReplica: async (service) => launch(service, await freePort()),
    async command(service, command, env = {}) {
      const program = runNode(fileURLToPath(mainOf(service)), [command], { ...environment(service), ...env });
      return { ...(await program.ended), output: program.output() };
    },
    stop: closeAll,
  };
}
