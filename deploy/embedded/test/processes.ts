import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  contextKeysVariable,
  encryptionKeysVariable,
  gateway,
  redisPasswordVariable,
  serviceNames,
  upstreamNames,
  urlVariable,
} from '@platform/contracts';
import { asRole, baseConfig, durableConsumersOf, type Environment, migratorRole } from '@platform/runtime';
import {
  createTestDatabase,
  longDatabaseWait,
  mainOf,
  nodeProgram,
  noLimits,
  redisUsers,
  startNetwork,
  startPlatformNats,
  startRedisServer,
  type TestDatabase,
  type TestNatsServer,
  type TestNetwork,
  type TestServer,
  testPassword,
} from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import type { Sandboxes } from '../src/sandboxes.ts';
import type { Secrets } from '../src/secrets.ts';
import { seedDemo } from '../src/seed.ts';
import { declaredReaches, services as definitions, gatewayService } from '../src/services.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { freePort } from './free-port.ts';
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
  /**
   * Sends a signal and waits for the end. A service that has not stopped five seconds after its grace period
   * exits with 1.
   */
  end(signal: NodeJS.Signals): Promise<ProcessEnd>;
}

const running = new Set<ChildProcess>();
/** Runs a file with the Node of this test run, with this environment and nothing else. */
export function runNode(file: string, args: readonly string[], env: Environment): TestProcess {
  const { execPath, execArgv } = nodeProgram;
  const child = spawn(execPath, [...execArgv, file, ...args], {
    env: { ...nodeProgram.env, ...env },
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
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** For afterAll: a test that failed half-way must not leave programs behind. */
export function killWhatIsLeft(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * The configuration of one service in a separate process: the variables that it reads, and none of another
 * service.
 * @param all the configuration of the machine, for example of {@link localEnvironment}
 */
function ownVariables(service: string, all: Environment): Environment {
  const definition = [gatewayService, ...definitions].find(({ contract }) => contract.name === service);
  if (!definition) throw new Error(`no service is named ${service}`);
  const own = new Set([
    ...Object.keys(baseConfig.shape),
    ...Object.keys(definition.config.shape),
    ...(definition.isGateway ? [] : [contextKeysVariable(service), encryptionKeysVariable(service)]),
  ]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => own.has(name)));
}

const usersOfRedis = serviceNames.filter((name) => declaredReaches.get(name)?.redis);
const redisPasswordOf = (service: string): string => `redis-${service}`;
const redisPasswords = Object.fromEntries(
  usersOfRedis.map((name) => [redisPasswordVariable(name), redisPasswordOf(name)]),
);

/** One replica of a service in a separate process. */
export interface ServiceReplica extends TestProcess {
  service: string;
  apiUrl: string;
  /** Status of /ready; null while it does not listen. */
  ready(): Promise<number | null>;
  /** The text of /metrics. */
  metrics(): Promise<string>;
}

export interface SeparatePlatform extends Harness {
  nats: TestNatsServer;
  redis: TestServer;
  /** The network between the services and PostgreSQL. */
  databaseNetwork: TestNetwork;
  /** The first replica of each service that the gateway knows. */
  services: Record<string, ServiceReplica>;
  /** Every replica that was started behind the gateway, and the gateways themselves, by service. */
  replicas: Record<string, ServiceReplica[]>;
  /** Starts a replica at one of the addresses that the gateway knows. */
  startAt(service: string, place: number): Promise<ServiceReplica>;
  /**
   * Another replica of a service, which nothing calls but the bus; with `at`, one that takes a place that
   * became free.
   */
  startReplica(service: string, at?: ServiceReplica): Promise<ServiceReplica>;
  /** Another replica, returned before it is ready. */
  launchReplica(service: string): Promise<ServiceReplica>;
  /** The whole environment of the processes of a service. */
  environmentOf(service: string): Environment;
  /** Runs `main.ts` with a command instead of serving. */
  command(service: string, command: string, env?: Environment): Promise<ProcessEnd & { output: string }>;
  stop(): Promise<void>;
}

export interface SeparatePlatformOptions {
  /**
   * Addresses of a service that the gateway knows; with more than one gateway, they stand behind a balancer.
   */
  places?(service: string): number;
  /** How many of the places are taken at the start; one when absent. */
  replicas?(service: string): number;
  /** Whether PostgreSQL is reached through a network that the test can break. */
  breakableDatabase?: boolean;
  /** Variables of every process that depend on the gateway's address. */
  env?(facts: { baseUrl: string; secrets: Secrets }): Environment | Promise<Environment>;
  /** Called with every started process. */
  onStart?(replica: ServiceReplica): void;
}

/**
 * For the message of a failed assertion.
 * @param failure the body of a failed request as JSON, with its request id
 * @returns the failure, and under it the lines that these replicas logged of the request
 */
export function withItsLog(replicas: readonly ServiceReplica[], failure: string): string {
  const requestId = /"request_id":"([^"]+)/.exec(failure)?.[1];
  const lines = replicas
    .flatMap(({ service, output }) =>
      output()
        .split('\n')
        .map((line) => `${service}: ${line}`),
    )
    .filter((line) => requestId !== undefined && line.includes(requestId));
  return [failure, ...lines].join('\n');
}

/**
 * Every service in a separate process, on NATS, Redis and PostgreSQL: only the environment differs from
 * embedded.
 */
export async function startSeparatePlatform(options: SeparatePlatformOptions = {}): Promise<SeparatePlatform> {
  const secrets = testSecrets();
  const [database, outside, nats, redis] = await Promise.all([
    createTestDatabase(),
    openTestSandboxes(secrets),
    startPlatformNats({ consumers: durableConsumersOf(definitions) }),
    startRedisServer(await redisUsers(redisPasswords)),
  ]);
  const databaseNetwork = await startNetwork(database.superuserUrl);
  const balancer = (options.places?.('gateway') ?? 1) > 1 ? await startBalancer(outside.port) : null;
  const closeAll = async () => {
    await balancer?.close();
    await outside.stop();
    await databaseNetwork.close();
    await Promise.all([nats.remove(), redis.remove()]);
    await database.drop();
  };
  try {
    const around = { secrets, database, databaseNetwork, outside, nats, redis, balancer, closeAll };
    return await startServices(around, options);
  } catch (error) {
    killWhatIsLeft();
    await closeAll();
    throw error;
  }
}

interface Surroundings {
  secrets: Secrets;
  database: TestDatabase;
  databaseNetwork: TestNetwork;
  outside: Omit<TestSandboxes, 'sandboxes'> & { sandboxes: Sandboxes };
  nats: TestNatsServer;
  redis: TestServer;
  balancer: Balancer | null;
  closeAll(): Promise<void>;
}

async function startServices(around: Surroundings, options: SeparatePlatformOptions): Promise<SeparatePlatform> {
  const { secrets, database, databaseNetwork, outside, nats, redis, balancer, closeAll } = around;
  const { baseUrl, sandboxUrl, sandboxes, filesDir } = outside;
  const placesOf = (service: string): number[] =>
    Array.from({ length: options.places?.(service) ?? 1 }, (_, place) => place);
  // A cloned database belongs to the role that cloned it; an administrator gives it to the migrator role.
  await database.query(`ALTER DATABASE ${database.name} OWNER TO ${migratorRole}`);
  const ports = new Map<string, number[]>();
  for (const service of serviceNames) ports.set(service, await Promise.all(placesOf(service).map(() => freePort())));
  if (!balancer) ports.set('gateway', [outside.port]);
  const portOf = (service: string, place: number): number => ports.get(service)?.[place] ?? 0;
  const urlsOf = (service: string) =>
    placesOf(service)
      .map((place) => `http://127.0.0.1:${portOf(service, place)}`)
      .join(',');
  const own = await options.env?.({ baseUrl, secrets });
  const throughNetwork = (url: string): string => (options.breakableDatabase ? databaseNetwork.through(url) : url);

  const environment = (service: string): Environment => ({
    ...ownVariables(service, localEnvironment({ secrets, baseUrl, sandboxUrl, mailUrl: sandboxes.mail.url, filesDir })),
    ...noLimits,
    ...longDatabaseWait,
    NATS_URL: nats.urlFor(service),
    NATS_ADMIN_URL: nats.url,
    ...(declaredReaches.get(service)?.redis ? { REDIS_URL: asRole(redis.url, service, redisPasswordOf(service)) } : {}),
    STOP_TIMEOUT_SECONDS: '4',
    MIGRATION_DATABASE_URL: asRole(database.superuserUrl, migratorRole, testPassword),
    ...(service === gateway.name
      ? Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), urlsOf(name)]))
      : { DATABASE_URL: throughNetwork(database.urlFor(service)) }),
    ...own,
  });

  const launch = async (service: string, port: number): Promise<ServiceReplica> => {
    const opsPort = await freePort();
    const program = runNode(fileURLToPath(mainOf(service)), [], {
      ...environment(service),
      PORT: String(port),
      OPS_PORT: String(opsPort),
    });
    const ops = `http://127.0.0.1:${opsPort}`;
    const replica: ServiceReplica = {
      ...program,
      service,
      apiUrl: `http://127.0.0.1:${port}`,
      ready: () =>
        fetch(`${ops}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => null,
        ),
      metrics: async () => (await fetch(`${ops}/metrics`)).text(),
    };
    options.onStart?.(replica);
    return replica;
  };

  const start = async (service: string, port: number): Promise<ServiceReplica> => {
    const replica = await launch(service, port);
    const isReady = async () => {
      if (!replica.isRunning()) throw new Error(`${service} ended:\n${replica.output()}`);
      return (await replica.ready()) === 200;
    };
    await until(`${service} is ready`, isReady).catch((error) => {
      throw new Error(`${error}\n${replica.output()}`);
    });
    return replica;
  };

  const names = serviceNames;
  const replicas: Record<string, ServiceReplica[]> = {};
  const startAt = async (service: string, place: number): Promise<ServiceReplica> => {
    const replica = await start(service, portOf(service, place));
    replicas[service] = [...(replicas[service] ?? []), replica];
    if (service === 'gateway') balancer?.add(replica);
    return replica;
  };
  const services = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await startAt(name, 0)] as const)),
  );
  for (const name of names)
    for (const place of placesOf(name).slice(1, options.replicas?.(name) ?? 1)) await startAt(name, place);
  const demo = await seeded({ baseUrl, secrets, idp: sandboxes.idp });
  return {
    ...createHarness({ baseUrl, database, sandboxes, secrets, demo }),
    nats,
    redis,
    databaseNetwork,
    services,
    replicas,
    startAt,
    async startReplica(service, at) {
      const replica = await start(service, at ? Number(new URL(at.apiUrl).port) : await freePort());
      if (at) services[service] = replica;
      return replica;
    },
    environmentOf: environment,
    launchReplica: async (service) => launch(service, await freePort()),
    async command(service, command, env = {}) {
      const program = runNode(fileURLToPath(mainOf(service)), [command], { ...environment(service), ...env });
      return { ...(await program.ended), output: program.output() };
    },
    stop: closeAll,
  };
}

/**
 * On a machine that starts so many processes at once, a ready one may answer too late; the caller then
 * retries.
 */
async function seeded(options: Parameters<typeof seedDemo>[0]): ReturnType<typeof seedDemo> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await seedDemo(options);
    } catch (error) {
      if (tries === 5 || !String(error).includes('service_unavailable')) throw error;
      await sleep(1_000);
    }
  }
}
