import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Records how long an answer took, in milliseconds. The children of the histogram are kept, because finding one by its
 * labels costs more than the observation.
 */
function httpObserver(registry: Registry) {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by service, endpoint id and status',
    labelNames: ['service', 'endpoint', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const children = new Map<string, Histogram.Internal<'service' | 'endpoint' | 'status'>>();
  return (service: string, endpoint: string, status: number, ms: number): void => {
    const name = `${service} ${endpoint} ${status}`;
    const child = children.get(name) ?? histogram.labels({ service, endpoint, status });
    children.set(name, child);
    child.observe(ms / 1000);
  };
}

/** Timeout of gauges that are computed on a scrape: a slow one must not delay the others. */
const scrapeMs = 1_000;

/** One registry a process, however many services run in it. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const looks: (() => Promise<void>)[] = [];
  return {
    registry,
    /**
     * Runs `look` to set its gauges before each {@link scrape}; one that fails or takes over a second is
     * left out.
     */
    onScrape: (look: () => Promise<void>): void => void looks.push(look),
    /** Every figure in the text format of Prometheus. */
    async scrape(): Promise<string> {
      const waiting = Promise.allSettled(looks.map((look) => look()));
      await Promise.race([waiting, sleep(scrapeMs, undefined, { ref: false })]);
      return registry.metrics();
    },
    observeHttp: httpObserver(registry),
    rateLimited: new Counter({
      name: 'http_rate_limited_total',
      help: 'Requests refused with 429, by rate class',
      labelNames: ['rate_class'] as const,
      registers,
    }),
    identityProviderKeysLost: new Gauge({
      name: 'identity_provider_keys_lost_seconds',
      help: 'How long the keys of an identity provider could not be fetched, of the one that is lost longest; 0 while all can',
      registers,
    }),
    eventsPublished: new Counter({
      name: 'bus_events_published_total',
      help: 'Events taken over by the bus',
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
      help: 'How long the oldest event has been waiting for the bus',
      labelNames: ['service'] as const,
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
      help: 'Events that a consumer has still to receive or to finish',
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
      help: 'Events that a consumer gave up; `make replay` runs them again',
      labelNames: ['consumer'] as const,
      registers,
    }),
    clientEvents: new Counter({
      name: 'client_events_total',
      help: 'Events that clients sent, by outcome: stored, duplicate, or why they were rejected',
      labelNames: ['outcome'] as const,
      registers,
    }),
    ingestGroupRows: new Histogram({
      name: 'ingest_group_rows',
      help: 'Events that were committed together',
      buckets: [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000],
      registers,
    }),
    ingestQueueRows: new Gauge({
      name: 'ingest_queue_rows',
      help: 'Events that wait for their commit or are being committed, by queue: applications, sites',
      labelNames: ['queue'] as const,
      registers,
    }),
    ingestRefused: new Counter({
      name: 'ingest_refused_total',
      help: 'Requests that were refused because there was no room for their events',
      registers,
    }),
    payments: new Counter({
      name: 'payments_total',
      help: 'Payments by the state they reached',
      labelNames: ['status'] as const,
      registers,
    }),
    paymentsPending: new Gauge({
      name: 'payments_pending',
      help: 'Payments that are neither paid nor canceled yet',
      registers,
    }),
    paymentsOldestPending: new Gauge({
      name: 'payments_oldest_pending_seconds',
      help: 'How long the oldest pending payment has been waiting',
      registers,
    }),
    paymentMismatches: new Counter({
      name: 'payment_mismatches_total',
      help: 'Payments where the provider disagrees with us on id, amount, currency or metadata: look at once',
      labelNames: ['field'] as const,
      registers,
    }),
    automaticRefunds: new Counter({
      name: 'automatic_refunds_total',
      help: 'Refunds that the platform began by itself, and those of them that the provider refused: pay those back by hand',
      labelNames: ['cause', 'outcome'] as const,
      registers,
    }),
    providerCalls: new Counter({
      name: 'provider_calls_total',
      help: 'Calls to outside providers by outcome',
      labelNames: ['provider', 'operation', 'outcome'] as const,
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Adds memory, event loop and garbage collection figures of this process. */
export const collectProcessMetrics = (metrics: Metrics): void => collectDefaultMetrics({ register: metrics.registry });
