import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContract, QueryContract, RequestContracts, ServiceContract } from '@platform/contracts/kit';
import { createAudit } from './audit.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type BaseConfig,
  baseConfig,
  contextKeysConfig,
  databaseConfig,
  type Environment,
  keyValueConfig,
  loadConfig,
  loadEncryptionKeys,
} from './config.ts';
import { createSealer, type Sealer } from './crypto.ts';
import { type DatabaseHandle, openDatabase } from './db/database.ts';
import { deleteInSteps } from './db/delete-in-steps.ts';
import { pendingMigrations } from './db/migrate.ts';
import { errorText } from './errors.ts';
import { createAdminReads } from './http/admin-reads.ts';
import { createIdempotencyStore, type IdempotencyStore } from './http/idempotency.ts';
import { type ContextVerifier, createContextVerifier } from './http/platform-context.ts';
import { errorDocsUrl } from './http/respond.ts';
import {
  type AnyHandler,
  createServiceHandler,
  type ServiceHandler,
  type ServiceHandlerOptions,
} from './http/service-handler.ts';
import { startJobs } from './jobs.ts';
import { memoryKeyValueStore } from './kv/memory.ts';
import { openRedis } from './kv/open-redis.ts';
import type { KeyValueStore } from './kv/store.ts';
import type { Bus } from './messaging/bus.ts';
import { toBusConsumer } from './messaging/consume.ts';
import { createEmit } from './messaging/emit.ts';
import { inProcessBus } from './messaging/in-process-bus.ts';
import { openNats } from './messaging/open-nats.ts';
import { Relay } from './messaging/relay.ts';
import { replayDeadLetters } from './messaging/replay.ts';
import { answerRequest, createAsk, createCall } from './messaging/requests.ts';
import { requireDeclared } from './messaging/subscriptions.ts';
import { createSafeFetch, type SafeFetch } from './safe-fetch.ts';
import { createGatewaySealer } from './sealing/gateway-sealer.ts';
import type {
  DatabaseServiceDefinition,
  Job,
  KeyValuePlatform,
  LocalServices,
  Overrides,
  Platform,
  ServiceDefinition,
  ServiceParts,
} from './service.ts';
import { createLog, type Log } from './telemetry/log.ts';
import { createMetrics, type Metrics, withOwnMetrics } from './telemetry/metrics.ts';
import { observeDatabase } from './telemetry/observe-database.ts';
import { WorkRegistry } from './work/report-work.ts';

/** Poll interval of a service that waits for its schema. */
const schemaPollMs = 1_000;

/** State that all services of one process share. */
export interface Host {
  config: BaseConfig;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  bus: Bus;
  kv: KeyValueStore;
  safeFetch: SafeFetch;
  /** Background work of its services. */
  works: WorkRegistry;
  close(): Promise<void>;
}

export interface HostOptions {
  name: string;
  env: Environment;
  clock?: Clock;
  bus?: Bus;
  kv?: KeyValueStore;
  /** False for a process without a service that uses the key-value store; true when absent. */
  usesKeyValue?: boolean;
  log?: Log;
}

/**
 * Opens the shared state of one process. Without NATS_URL the bus is in-process, without REDIS_URL the
 * counters are. A host of a service that uses no key-value store opens no Redis.
 * @throws ConfigError, or the error of NATS when it cannot be reached in time
 */
export async function openHost(options: HostOptions): Promise<Host> {
  const config = loadConfig(options.name, baseConfig, options.env);
  const log = options.log ?? createLog(options.name, config.LOG_LEVEL);
  const busLog = log.child({ part: 'bus' });
  const bus =
    options.bus ??
    (config.NATS_URL
      ? await openNats({ url: config.NATS_URL, name: options.name, log: busLog })
      : inProcessBus(busLog));
  const metrics = createMetrics();
  metrics.onScrape(async () => {
    for (const { consumer, events } of await bus.pending()) metrics.consumerPending.set({ consumer }, events);
  });
  const { REDIS_URL: redisUrl } =
    options.usesKeyValue === false ? {} : loadConfig(options.name, keyValueConfig, options.env);
  const kv = options.kv ?? (redisUrl ? await openRedis(redisUrl, options.name, log) : memoryKeyValueStore());
  const safeFetch = createSafeFetch(config.SAFE_FETCH_ALLOWED_HOSTS);
  return {
    config,
    clock: options.clock ?? systemClock,
    log,
    metrics,
    bus,
    kv,
    safeFetch,
    works: new WorkRegistry(metrics),
    async close() {
      await bus.close();
      await Promise.all([kv.close(), safeFetch.close()]);
    },
  };
}

export interface RunningService extends ServiceHandler {
  /**
   * Readiness of this process: the schema is up to date, the process has started and is not stopping. A
   * dependency that all replicas share may be down: removing every replica for it would also end the
   * requests that do not need it.
   */
  isServing(): Promise<boolean>;
  /** True while the process serves and database and bus are reachable. */
  isReady(): Promise<boolean>;
  /** Not ready from now on, so that no new work is sent here; requests are still answered until `stop`. */
  beginShutdown(): void;
  /**
   * Starts consumers, relay and jobs as soon as the schema is up to date. Called once every service of the
   * process is prepared.
   */
  begin(): Promise<void>;
  stop(): Promise<void>;
  replay(): Promise<{ replayed: number; left: number }>;
}

export interface PrepareOptions {
  env: Environment;
  overrides?: Overrides;
  local?: LocalServices;
}

/**
 * Builds a service on a host: configuration, database, routes, requests. It starts no work before `begin`.
 * @throws ConfigError
 */
export async function prepareService(
  host: Host,
  definition: ServiceDefinition,
  options: PrepareOptions,
): Promise<RunningService> {
  const { contract } = definition;
  const log = host.log.child({ service: contract.name });
  const config = loadConfig(contract.name, definition.config, options.env);
  const contextKeys = definition.isGateway
    ? []
    : Object.values(loadConfig(contract.name, contextKeysConfig(contract.name), options.env)).flat();
  const verifier = createContextVerifier(contextKeys, host.clock);
  const platform: Platform<object, RequestContracts> & Partial<KeyValuePlatform> = {
    config: host.config,
    clock: host.clock,
    log,
    metrics: definition.metrics ? withOwnMetrics(host.metrics, definition.metrics) : host.metrics,
    bus: host.bus,
    ...(definition.usesKeyValue ? { kv: host.kv } : {}),
    ask: createAsk(host.bus),
    call: createCall(host.bus),
    safeFetch: host.safeFetch,
  };
  const create = { config, overrides: options.overrides ?? {}, local: options.local ?? {} };

  if (definition.migrations === undefined) {
    const parts = definition.create({ ...create, platform });
    requireDeclared(definition, parts);
    return assemble({ host, contract, log, parts, verifier, database: null });
  }
  const databaseSettings = loadConfig(contract.name, databaseConfig, options.env);
  const { DATABASE_URL } = databaseSettings;
  const encryptionKeys = loadEncryptionKeys(contract.name, options.env);
  const sealer = createSealer(encryptionKeys);
  const handle = openDatabase({
    url: DATABASE_URL,
    poolSize: databaseSettings.DATABASE_POOL_SIZE,
    reportsPoolSize: databaseSettings.DATABASE_REPORTS_POOL_SIZE,
    connectTimeoutMs: databaseSettings.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
    service: contract.name,
    log,
    traced: host.config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  });
  observeDatabase(host.metrics, contract.name, handle);
  const relay = new Relay({
    service: contract.name,
    databaseUrl: DATABASE_URL,
    pool: handle.pool,
    bus: host.bus,
    log,
    metrics: host.metrics,
  });
  const emit = createEmit(contract.name, () => relay.wake());
  const audit = createAudit(contract, emit, host.clock);
  const parts = definition.create({
    ...create,
    platform: {
      ...platform,
      db: handle.db,
      pool: handle.scoped,
      emit,
      audit,
      sealer,
      connections: databaseSettings.DATABASE_POOL_SIZE,
      gatewaySealer: createGatewaySealer(contextKeys),
    },
  });
  requireDeclared(definition, parts);
  return assemble({
    host,
    contract,
    log,
    parts,
    verifier,
    database: { handle, relay, definition, encryptionKeys, sealer },
  });
}

interface Assembly {
  host: Host;
  contract: ServiceContract;
  log: Log;
  parts: ServiceParts<ServiceContract>;
  verifier: ContextVerifier;
  database: {
    handle: DatabaseHandle;
    relay: Relay;
    definition: DatabaseServiceDefinition;
    encryptionKeys: readonly string[];
    sealer: Sealer;
  } | null;
}

async function assemble({ host, contract, log, parts, verifier, database }: Assembly): Promise<RunningService> {
  let hasBegun = false;
  let isStopping = false;
  let stopJobs: (() => Promise<void>) | undefined;
  const isServing = async (): Promise<boolean> => hasBegun && !isStopping;
  const isReady = async (): Promise<boolean> => {
    if (!host.bus.isUp() || !(await isServing())) return false;
    return database ? database.handle.isUp() : true;
  };

  /**
   * Waits while migrations are missing: this release must not use the schema before it is migrated. A caller
   * that does not wait for an unavailable database leaves it to the service whether it starts without one.
   */
  const untilMigrated = async (
    { handle, definition }: NonNullable<Assembly['database']>,
    { evenWhenAway }: { evenWhenAway: boolean },
  ) => {
    let reported = '';
    while (!isStopping) {
      const problem = await pendingMigrations(handle.pool, contract.name, definition.migrations).then(
        (pending) => (pending > 0 ? `${pending} migration(s) are missing` : null),
        (error) => (evenWhenAway ? errorText(error) : null),
      );
      if (problem === null) return;
      if (problem !== reported)
        log.warn({ reason: problem }, 'the service waits for its schema: run `main.ts migrate`');
      reported = problem;
      await sleep(schemaPollMs);
    }
  };

  const idempotency = database
    ? createIdempotencyStore(contract.name, database.handle.pool, host.clock, {
        secrets: database.encryptionKeys,
        sealer: database.sealer,
      })
    : null;
  const ownHandler = createServiceHandler({
    contract,
    routes: parts.routes as Record<string, AnyHandler>,
    recognise: parts.recognise ?? {},
    refresh: (parts.refresh ?? {}) as ServiceHandlerOptions['refresh'],
    zoneOfSite: parts.zoneOfSite ?? null,
    verifier,
    idempotency,
    adminReads: database
      ? createAdminReads({
          connections: database.handle.reports?.options.max ?? 0,
          service: contract.name,
          metrics: host.metrics,
        })
      : null,
    log,
    docsUrl: errorDocsUrl(host.config.PUBLIC_API_URL),
    metrics: host.metrics,
    isReady,
  });
  const works = parts.work ?? [];
  host.works.add(contract.name, works);
  for (const observer of parts.observers ?? []) await host.bus.observe(observer.type, observer.observe);

  const { metrics } = host;
  const dependencies = database
    ? { service: contract.name, db: database.handle.db, log, metrics, system: host.bus.system }
    : null;
  const consumers = (parts.consumers ?? []).flatMap((consumer) =>
    dependencies ? [{ consumer, wired: toBusConsumer(consumer, dependencies) }] : [],
  );
  const answerAll = async (
    contracts: Record<string, QueryContract | CommandContract>,
    handlers: Record<string, (input: unknown) => Promise<unknown>>,
  ): Promise<void> => {
    for (const [id, request] of Object.entries(contracts)) {
      const handler = handlers[id];
      if (handler) await answerRequest(host.bus, request, handler, { log, isStopping: () => isStopping });
    }
  };
  const takePart = async (): Promise<void> => {
    await answerAll(contract.queries, parts.queries);
    await answerAll(contract.commands, parts.commands);
    for (const { wired } of consumers) await host.bus.consume(wired);
  };
  // In one process before any relay starts, so that no event misses its consumer and the first service may
  // ask the others. Over NATS not before this process has begun: other replicas answer, and events wait.
  const isBusShared = host.config.NATS_URL !== undefined;
  if (!isBusShared) await takePart();

  return {
    name: contract.name,
    dispatch: ownHandler.dispatch,
    listener: parts.listener ? parts.listener(ownHandler) : ownHandler.listener,
    isServing,
    isReady,
    beginShutdown() {
      isStopping = true;
    },
    async begin() {
      if (database) await untilMigrated(database, { evenWhenAway: false });
      await parts.start?.();
      if (database) await untilMigrated(database, { evenWhenAway: true });
      if (isStopping) return;
      if (isBusShared) await takePart();
      database?.relay.start();
      const jobs = [
        ...(parts.jobs ?? []),
        ...(database && idempotency ? housekeeping(contract.name, database.handle, idempotency) : []),
      ];
      stopJobs = startJobs(jobs, { service: contract.name, pool: database?.handle.pool ?? null, log });
      for (const work of works) work.start();
      hasBegun = true;
    },
    async stop() {
      isStopping = true;
      await Promise.all([stopJobs?.(), ...works.map((work) => work.stop())]);
      await database?.relay.stop();
      await parts.stop?.();
      await database?.handle.close();
    },
    async replay() {
      return dependencies ? replayDeadLetters(parts.consumers ?? [], dependencies) : { replayed: 0, left: 0 };
    },
  };
}

/** Removes expired rows: inbox rows beyond any possible redelivery, and old idempotency keys. */
const housekeeping = (service: string, { pool }: DatabaseHandle, idempotency: IdempotencyStore): Job[] => [
  {
    name: 'purge',
    everySeconds: 3_600,
    async run() {
      await idempotency.purge();
      await deleteInSteps(pool, {
        table: `"${service}"."inbox"`,
        condition: "received_at < now() - interval '30 days'",
        values: [],
      });
    },
  },
];
