import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../time.ts';

/**
 * Records the status of an answer and how long it took, in milliseconds. The status is a label of the counter alone:
 * with a histogram for each status `/metrics` of a gateway would have megabytes. The series are cached, because finding
 * one by its labels costs more than the observation.
 */
function httpObserver(registry: Registry) {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by service, endpoint id and status',
    labelNames: ['service', 'endpoint', 'status'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by service and endpoint id',
    labelNames: ['service', 'endpoint'] as const,
    // Each one is a line for each endpoint. An alert compares with 2.5 s.
    buckets: [0.01, 0.05, 0.25, 1, 2.5, 10],
    registers: [registry],
  });
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (service: string, endpoint: string, status: number) => {
    const request = requests.labels({ service, endpoint, status });
    const duration = durations.labels({ service, endpoint });
    return (seconds: number): void => {
      request.inc();
      duration.observe(seconds);
    };
  };
  return (service: string, endpoint: string, status: number, ms: number): void => {
    const name = `${service} ${endpoint} ${status}`;
    const observe = observers.get(name) ?? observerOf(service, endpoint, status);
    observers.set(name, observe);
    observe(ms / 1000);
  };
}

/** Timeout of gauges that are computed on a scrape: a slow one must not delay the others. */
const scrapeMs = 1_000;

interface About<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
}

/** Makes the metrics that a service owns, in the registry of its process. */
export interface MetricDeclarations {
  counter<Label extends string = never>(about: About<Label>): Counter<Label>;
  gauge<Label extends string = never>(about: About<Label>): Gauge<Label>;
  histogram<Label extends string = never>(about: About<Label> & { buckets: readonly number[] }): Histogram<Label>;
}

/** Declares the metrics of a service, for `metrics` of its definition. */
export type DeclareMetrics<Own extends object> = (declarations: MetricDeclarations) => Own;

const declarationsIn = (registry: Registry): MetricDeclarations => ({
  counter: ({ labelNames = [], ...about }) => new Counter({ ...about, labelNames, registers: [registry] }),
  gauge: ({ labelNames = [], ...about }) => new Gauge({ ...about, labelNames, registers: [registry] }),
  histogram: ({ labelNames = [], buckets, ...about }) =>
    new Histogram({ ...about, labelNames, buckets: [...buckets], registers: [registry] }),
});

/**
 * What every process has: one registry, however many services run in it. A service adds the metrics that it
 * owns with {@link withOwnMetrics}.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const collectors: (() => Promise<void>)[] = [];
  return {
    registry,
    /**
     * Runs `collect` to set its gauges before each {@link scrape}; one that fails or takes over a second is
     * left out.
     */
    onScrape: (collect: () => Promise<void>): void => void collectors.push(collect),
    /** Every figure in the text format of Prometheus. */
    async scrape(): Promise<string> {
      const waiting = Promise.allSettled(collectors.map((collect) => collect()));
      await within(scrapeMs, waiting, () => []);
      return registry.metrics();
    },
    observeHttp: httpObserver(registry),
    eventsPublished: new Counter({
      name: 'bus_events_published_total',
      help: 'Events accepted by the bus',
      labelNames: ['service', 'type'] as const,
      registers,
    }),
    eventsConsumed: new Counter({
      name: 'bus_events_consumed_total',
      help: 'Deliveries by outcome: done, duplicate, retried, dead',
      labelNames: ['consumer', 'outcome'] as const,
      registers,
    }),
    outboxDepth: new Gauge({
      name: 'outbox_depth',
      help: 'Events that wait for the bus',
      labelNames: ['service'] as const,
      registers,
    }),
    outboxOldest: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Seconds that the oldest event has been waiting for the bus',
      labelNames: ['service'] as const,
      registers,
    }),
    jobOverdue: new Gauge({
      name: 'job_overdue_seconds',
      help: 'Seconds since the most overdue job of a service should have started; 0 when none is overdue',
      labelNames: ['service'] as const,
      registers,
    }),
    workRuns: new Counter({
      name: 'work_runs_total',
      help: 'Claims of work by outcome: done, retried, given_up, lost (to another replica), stopped',
      labelNames: ['service', 'work', 'outcome'] as const,
      registers,
    }),
    workWaiting: new Gauge({
      name: 'work_waiting',
      help: 'Due rows of work that no replica has claimed, 10,000 at most',
      labelNames: ['service', 'work'] as const,
      registers,
    }),
    workOldest: new Gauge({
      name: 'work_oldest_seconds',
      help: 'Seconds since the oldest row of work that no replica has claimed became due',
      labelNames: ['service', 'work'] as const,
      registers,
    }),
    deadLettersWaiting: new Gauge({
      name: 'dead_letters_waiting',
      help: 'Dead letters that are not replayed yet',
      labelNames: ['service'] as const,
      registers,
    }),
    consumerPending: new Gauge({
      name: 'bus_consumer_pending',
      help: 'Events that a consumer has not received or not acknowledged yet',
      labelNames: ['consumer'] as const,
      registers,
    }),
    poolConnections: new Gauge({
      name: 'db_pool_connections',
      help: 'Connections to the database by pool (main, reports): busy, idle, and requests that wait for one',
      labelNames: ['service', 'pool', 'state'] as const,
      registers,
    }),
    adminReadsRefused: new Counter({
      name: 'admin_reads_refused_total',
      help: 'Reads of administrators that were refused, by reason: queue_full (429), statement_timeout (400)',
      labelNames: ['service', 'reason'] as const,
      registers,
    }),
    deadLetters: new Counter({
      name: 'dead_letters_total',
      help: 'Events that became dead letters; `make replay` processes them again',
      labelNames: ['consumer'] as const,
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Own metrics by registry: a service that starts again in the same process goes on with the same ones. */
const declared = new WeakMap<Registry, Map<DeclareMetrics<object>, object>>();

/** The metrics of a process, with those of a service; a process without the service does not report them. */
export function withOwnMetrics<Own extends object>(metrics: Metrics, declare: DeclareMetrics<Own>): Metrics & Own {
  const inRegistry = declared.get(metrics.registry) ?? new Map<DeclareMetrics<object>, object>();
  declared.set(metrics.registry, inRegistry);
  const declaredMetrics = (inRegistry.get(declare) as Own | undefined) ?? declare(declarationsIn(metrics.registry));
  inRegistry.set(declare, declaredMetrics);
  return { ...metrics, ...declaredMetrics };
}

/** Adds memory, event loop and garbage collection figures of this process. */
export const collectProcessMetrics = (metrics: Metrics): void => collectDefaultMetrics({ register: metrics.registry });
