import { constants } from 'node:os';
import { z } from 'zod';
import { boundHeaps } from './bound-heaps.ts';
import {
  baseConfig,
  ConfigError,
  contextKeysConfig,
  databaseConfig,
  type Environment,
  encryptionKeysConfig,
  loadConfig,
} from './config.ts';
import { migrate } from './db/migrate.ts';
import { errorReasons } from './errors.ts';
import { openHost, prepareService } from './host.ts';
import { listen } from './http/listen.ts';
import { durableConsumersOf } from './messaging/nats-names.ts';
import { prepareStream } from './messaging/open-nats.ts';
import { serveOperations } from './operations.ts';
import { resealService } from './sealing/reseal-service.ts';
import type { ServiceDefinition } from './service.ts';
import { collectProcessMetrics } from './telemetry/metrics.ts';
import { startTracing } from './telemetry/start-tracing.ts';

/**
 * The whole life of a service that has a process of its own: `main.ts` serves, `main.ts migrate` brings its
 * schema and the event stream up to date and exits, `main.ts replay` runs its dead letters again and exits,
 * `main.ts reseal` seals its stored secrets with its first key and exits. SIGTERM and SIGINT stop it in
 * order: not ready, connections used up, no new connections, running requests, events, queries and commands,
 * database.
 */
export async function runProcess(
  definition: ServiceDefinition,
  options: { env: Environment; argv: readonly string[] },
): Promise<void> {
  boundHeaps();
  const command = options.argv[2] ?? 'serve';
  // Before anything else: as PID 1 of a container, Node is not ended by a signal without a handler. A
  // process that does not serve yet has nothing to clean up; an interrupted command must not look like a
  // completed one.
  let stop = (signal: EndSignal): void => process.exit(command === 'serve' ? 0 : 128 + constants.signals[signal]);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  try {
    if (command === 'migrate') await runMigrate(definition, options.env);
    else if (command === 'replay') await runReplay(definition, options.env);
    else if (command === 'reseal') await runReseal(definition, options.env);
    else if (command === 'serve') stop = await serve(definition, options.env);
    else
      throw new ConfigError(definition.contract.name, [
        `The command ${command} is unknown: use serve, migrate, replay or reseal.`,
      ]);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : `${definition.contract.name} could not start: ${errorReasons(error)}`}\n`,
    );
    // Handles opened before the failure would keep a process alive that serves no request.
    process.exit(1);
  }
}

async function runMigrate(definition: ServiceDefinition, env: Environment): Promise<void> {
  if (!definition.migrations) return;
  const service = definition.contract.name;
  const config = loadConfig(service, databaseConfig, env);
  const { applied } = await migrate({
    service,
    folder: definition.migrations,
    databaseUrl: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL,
  });
  process.stdout.write(`${service}: ${applied} migration(s) applied\n`);
  if (config.NATS_ADMIN_URL)
    await prepareStream({
      url: config.NATS_ADMIN_URL,
      replicas: config.NATS_REPLICAS,
      consumers: durableConsumersOf([definition]),
    });
}

async function runReplay(definition: ServiceDefinition, env: Environment): Promise<void> {
  const host = await openHost({ name: definition.contract.name, env, usesKeyValue: definition.usesKeyValue === true });
  const service = await prepareService(host, definition, { env });
  const { replayed, left } = await service.replay();
  await host.bus.stopConsuming();
  await service.stop();
  await host.close();
  process.stdout.write(`${service.name}: ${replayed} replayed, ${left} left\n`);
}

/** The exit code says whether every stored secret has the first key of the service now. */
async function runReseal(definition: ServiceDefinition, env: Environment): Promise<void> {
  if (!definition.migrations) return;
  const service = definition.contract.name;
  const { resealed, unopened, left } = await resealService(definition, env);
  process.stdout.write(`${service}: ${resealed} resealed, ${unopened} could not be opened, ${left} left\n`);
  if (unopened + left > 0) process.exitCode = 1;
}

type EndSignal = 'SIGTERM' | 'SIGINT';

/** Grace period of a stop beyond STOP_TIMEOUT_SECONDS; the chart gives ten seconds more than those. */
const stopMarginMs = 5_000;
/** The gateway lets an idle connection expire after three to four seconds, most clients after five. */
const drainMs = 4_000;

/** @returns what stops it, once: running requests get the time they need, and the whole is bounded */
async function serve(definition: ServiceDefinition, env: Environment): Promise<(signal: EndSignal) => void> {
  const { name } = definition.contract;
  // Once over everything, so that a start with five mistakes names five.
  loadConfig(
    name,
    z.object({
      ...baseConfig.shape,
      ...(definition.migrations ? { ...databaseConfig.shape, ...encryptionKeysConfig(name).shape } : {}),
      ...(definition.isGateway ? {} : contextKeysConfig(name).shape),
      ...definition.config.shape,
    }),
    env,
  );
  const stopTracing = await startTracing(`platform-${name}`, env, { isPublic: definition.isGateway === true });
  const host = await openHost({ name, env, usesKeyValue: definition.usesKeyValue === true });
  collectProcessMetrics(host.metrics);
  const service = await prepareService(host, definition, { env });
  const api = await listen(service.listener, { port: host.config.PORT, host: host.config.HOST });

  const ops = await serveOperations(host, {
    isServing: () => service.isServing(),
    port: host.config.OPS_PORT,
    host: host.config.HOST,
  });
  await service.begin();
  host.log.info({ port: api.port, ops_port: ops.port }, 'serving');

  const stop = async (until: number): Promise<void> => {
    service.beginShutdown();
    await api.drain(Math.min(drainMs, until - Date.now()));
    await api.close(Math.max(0, until - Date.now()));
    await host.bus.stopConsuming();
    await service.stop();
    await host.close();
    await ops.close(100);
    await stopTracing();
  };
  let isStopping = false;
  return (signal) => {
    if (isStopping) return;
    isStopping = true;
    host.log.info({ signal }, 'stopping');
    const stopMs = host.config.STOP_TIMEOUT_SECONDS * 1000;
    // A hanging delivery, job or connection without an answer would keep the process until it is killed.
    setTimeout(() => {
      host.log.warn('the process could not stop everything in time; it exits');
      process.exit(1);
    }, stopMs + stopMarginMs).unref();
    stop(Date.now() + stopMs).catch((error) => {
      host.log.warn({ err: error }, 'the process could not stop everything; it exits');
      process.exit(1);
    });
  };
}
