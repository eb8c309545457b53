import type {
  CommandHandlers,
  EventContract,
  Handlers,
  QueryHandlers,
  Recognisers,
  Refreshers,
  RequestContracts,
  ServiceContract,
} from '@platform/contracts/kit';
import type { z } from 'zod';
import type { Audit } from './audit.ts';
import type { Clock } from './clock.ts';
import type { BaseConfig } from './config.ts';
import type { Sealer } from './crypto.ts';
import type { Database, Pool } from './db/database.ts';
import type { Listener } from './http/listen.ts';
import type { ServiceHandler } from './http/service-handler.ts';
import type { KeyValueStore } from './kv/store.ts';
import type { Bus } from './messaging/bus.ts';
import type { Consumer } from './messaging/consume.ts';
import type { Emit } from './messaging/emit.ts';
import type { Envelope } from './messaging/envelope.ts';
import type { Ask, Call } from './messaging/requests.ts';
import type { Consumes } from './messaging/subscriptions.ts';
import type { SafeFetch } from './safe-fetch.ts';
import type { SealedColumns } from './sealing/sealed-columns.ts';
import type { Log } from './telemetry/log.ts';
import type { DeclareMetrics, Metrics } from './telemetry/metrics.ts';
import type { Wakeup } from './wakeup.ts';
import type { BackgroundWork } from './work/work-runner.ts';

/**
 * Dependencies that the runtime gives to every service. `OwnMetrics` and `Dependencies` are those that its definition
 * declares.
 */
export interface Platform<OwnMetrics extends object = object, Dependencies extends RequestContracts = readonly []> {
  config: BaseConfig;
  clock: Clock;
  log: Log;
  metrics: Metrics & OwnMetrics;
  bus: Bus;
  ask: Ask<Dependencies>;
  call: Call<Dependencies>;
  safeFetch: SafeFetch;
}

/** Additional dependency of a service that declares it: short-lived state that its replicas share. */
export interface KeyValuePlatform {
  kv: KeyValueStore;
}

/** What a service reaches beside the bus and its own schema; a deployment lets it reach nothing else. */
export interface Reach<K extends boolean = boolean> {
  /** Whether it gets the key-value store, which is Redis where the deployment has one; not when absent. */
  usesKeyValue?: K;
  /** Ports of public addresses outside of the platform that it calls; none when absent. */
  internetPorts?: readonly number[];
}

/** Additional dependencies of a service with a database. */
export interface DatabasePlatform<
  OwnMetrics extends object = object,
  Dependencies extends RequestContracts = readonly [],
> extends Platform<OwnMetrics, Dependencies> {
  db: Database;
  pool: Pool;
  /** Connections of the main pool. */
  connections: number;
  emit: Emit;
  audit: Audit;
  /** Seals what is stored, with the keys of this service. */
  sealer: Sealer;
  /** Seals secrets in answers to the gateway. */
  gatewaySealer: Sealer;
}

/** Drops a cache in every process when something changed elsewhere. */
export interface Observer {
  type: string;
  observe(envelope: Envelope): void;
}

/** Housekeeping that one replica at a time does now and then. */
export interface Job {
  name: string;
  everySeconds: number;
  /** Runs it before its interval is over. */
  wakeup?: Wakeup;
  /** Every replica runs it: it only wakes work that claims rows of its own. */
  everyReplica?: true;
  run(): Promise<unknown>;
}

export interface ServiceParts<C extends ServiceContract> {
  routes: Handlers<C>;
  recognise?: Recognisers<C>;
  refresh?: Refreshers<C>;
  /**
   * The time zone of a site; null for one that is not there. A day without `timezone` in a filter of a list of a site is a
   * day of this zone. A service with such a list cannot start without it.
   */
  zoneOfSite?(site_id: string): Promise<string | null>;
  queries: QueryHandlers<C>;
  commands: CommandHandlers<C>;
  consumers?: Consumer[];
  observers?: Observer[];
  jobs?: Job[];
  /** Rows that replicas claim with a lease; it begins when the service is ready. */
  work?: BackgroundWork[];
  /** Runs once, after migrations and before the service is ready. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Answers requests instead of the router of the contract; `own` is that router. */
  listener?(own: ServiceHandler): Listener;
}

/** Where the rest of the platform can be reached without a network: the embedded gateway gets these. */
export type LocalServices = Record<string, ServiceHandler & { isReady(): Promise<boolean> }>;

/** What a test replaces: outside parts (a provider's client), never our own tables or rules. */
export type Overrides = Record<string, unknown>;

type KeyValueOf<K extends boolean> = K extends true ? KeyValuePlatform : object;

/** Declares the parts that a test may replace. */
export const overridable = <O extends object>(): Partial<O> => ({});

/**
 * @typeParam D the folder of its migrations, for a service that owns a schema
 * @typeParam K whether it gets the key-value store
 */
interface Definition<
  D extends URL | undefined,
  C extends ServiceContract = ServiceContract,
  S extends z.ZodObject = z.ZodObject,
  M extends object = object,
  A extends RequestContracts = RequestContracts,
  K extends boolean = boolean,
  O extends object = Overrides,
> extends Reach<K> {
  contract: C;
  migrations: D;
  /** Queries and commands of other services that this one may send; none when absent. */
  dependencies?: A;
  /** Events that it reacts to; none when absent. */
  consumes?: D extends URL ? Consumes : undefined;
  /** Events that drop caches of every process; none when absent. */
  observes?: readonly EventContract[];
  config: S;
  /** Columns that hold sealed values; none when absent. */
  sealed?: D extends URL ? SealedColumns : undefined;
  /** It signs contexts with the secrets, and takes none from the network. */
  isGateway?: D extends URL ? undefined : true;
  /** The metrics that this service alone reports. */
  metrics?: DeclareMetrics<M>;
  overrides?: Partial<O>;
  create(options: {
    platform: (D extends URL ? DatabasePlatform<M, A> : Platform<M, A>) & KeyValueOf<K>;
    config: z.output<S>;
    overrides: Partial<O>;
    local: LocalServices;
  }): ServiceParts<C>;
}

export type DatabaseServiceDefinition = Definition<URL>;
export type ServiceDefinition = DatabaseServiceDefinition | Definition<undefined>;

/** Declares a service. The types of its contract and its configuration are retained. */
export const defineService = <
  D extends URL | undefined,
  C extends ServiceContract,
  S extends z.ZodObject,
  M extends object = object,
  const A extends RequestContracts = readonly [],
  const K extends boolean = false,
  O extends object = object,
>(
  definition: Definition<D, C, S, M, A, K, O>,
): Definition<D> & { contract: C } => definition as unknown as Definition<D> & { contract: C };
