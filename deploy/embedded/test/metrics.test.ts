import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { serviceNames } from '@platform/contracts';
import { collectProcessMetrics, createMetrics, type Metrics, withOwnMetrics } from '@platform/runtime';
import { gatewayService, services } from '../src/services.ts';

type Described = Record<string, [type: string, labels: string[], help: string]>;

/**
 * Alerts, and dashboards that are not in this repository, use these names and labels: a change of one breaks
 * them without a word.
 */
const reported: Record<string, Described> = {
  'every process': {
    http_requests_total: [
      'counter',
      ['service', 'endpoint', 'status'],
      'Answered requests, by service, endpoint id and status',
    ],
    http_request_duration_seconds: ['histogram', ['service', 'endpoint'], 'Time to answer, by service and endpoint id'],
    bus_events_published_total: ['counter', ['service', 'type'], 'Events accepted by the bus'],
    bus_events_consumed_total: [
      'counter',
      ['consumer', 'outcome'],
      'Deliveries by outcome: done, duplicate, retried, dead',
    ],
    outbox_depth: ['gauge', ['service'], 'Events that wait for the bus'],
    outbox_oldest_seconds: ['gauge', ['service'], 'Seconds that the oldest event has been waiting for the bus'],
    job_overdue_seconds: [
      'gauge',
      ['service'],
      'Seconds since the most overdue job of a service should have started; 0 when none is overdue',
    ],
    work_runs_total: [
      'counter',
      ['service', 'work', 'outcome'],
      'Claims of work by outcome: done, retried, given_up, lost (to another replica), stopped',
    ],
    work_waiting: ['gauge', ['service', 'work'], 'Due rows of work that no replica has claimed, 10,000 at most'],
    work_oldest_seconds: [
      'gauge',
      ['service', 'work'],
      'Seconds since the oldest row of work that no replica has claimed became due',
    ],
    dead_letters_waiting: ['gauge', ['service'], 'Dead letters that are not replayed yet'],
    bus_consumer_pending: ['gauge', ['consumer'], 'Events that a consumer has not received or not acknowledged yet'],
    db_pool_connections: [
      'gauge',
      ['service', 'pool', 'state'],
      'Connections to the database by pool (main, reports): busy, idle, and requests that wait for one',
    ],
    admin_reads_refused_total: [
      'counter',
      ['service', 'reason'],
      'Reads of administrators that were refused, by reason: queue_full (429), statement_timeout (400)',
    ],
    dead_letters_total: [
      'counter',
      ['consumer'],
      'Events that became dead letters; `make replay` processes them again',
    ],
  },
  gateway: {
    http_rate_limited_total: ['counter', ['rate_class'], 'Requests refused with 429, by rate class'],
    user_token_refusals_total: [
      'counter',
      ['reason'],
      'User tokens that were refused, by the check that failed: provider, format, algorithm, key, issuer, audience, expiry, subject',
    ],
    identity_provider_keys_lost_seconds: [
      'gauge',
      [],
      'Seconds since the keys of an identity provider could be fetched, for the provider with the longest failure; 0 without a failure',
    ],
  },
  billing: {
    payments_total: ['counter', ['status'], 'Payments by the state that they reached'],
    payments_pending: ['gauge', [], 'Payments that are neither paid nor canceled yet'],
    payments_oldest_pending_seconds: ['gauge', [], 'Seconds that the oldest pending payment has been waiting'],
    payment_mismatches_total: [
      'counter',
      ['field'],
      'Payments for which the provider reports another id, amount, currency or metadata: check at once',
    ],
    automatic_refunds_total: [
      'counter',
      ['cause', 'outcome'],
      'Automatic refunds of the platform; refund the payments of refused ones by hand',
    ],
    provider_calls_total: ['counter', ['provider', 'operation', 'outcome'], 'Calls to external providers by outcome'],
    receipts_not_registered_total: [
      'counter',
      [],
      'Fiscal receipts (54-FZ) that were not registered: ask the support of the provider',
    ],
  },
  identity: {
    consent_ledger_oldest_verification_seconds: [
      'gauge',
      [],
      'Age of the oldest verification of a consent ledger that waits or runs',
    ],
    consent_ledgers_not_intact: ['gauge', [], 'Consent ledgers whose last verification found a bad record'],
  },
  catalog: {
    catalog_unreadable_app_versions_total: [
      'counter',
      ['use'],
      'Reads of settings whose app_version is no version and matches no range, by use: config, features',
    ],
  },
  cms: {
    cms_leads_total: ['counter', ['outcome'], 'Forms of sites by outcome: accepted, repeated, spam, refused, failed'],
    cms_captcha_checks_total: [
      'counter',
      ['outcome'],
      'Checks of captchas by outcome: passed, failed, unavailable (the form passes)',
    ],
    cms_over_budget_total: [
      'counter',
      ['budget'],
      'Requests of visitors refused because the budget of the day is used up, by budget: forms, uploads',
    ],
    cms_searches_refused_total: [
      'counter',
      ['reason'],
      'Searches of sites answered with 503, by reason: queue_full, statement_timeout',
    ],
    cms_unreadable_app_versions_total: [
      'counter',
      ['use'],
      'Reads whose version of the app is no version and is compared with none, by use: banners, downloads',
    ],
    cms_mails_total: [
      'counter',
      ['kind', 'outcome'],
      'Attempts to send a mail by outcome: sent, retried, failed (no further retry)',
    ],
  },
  analytics: {
    client_events_total: [
      'counter',
      ['outcome'],
      'Events that clients sent, by outcome: stored, duplicate, or the reason of the rejection',
    ],
    ingest_group_rows: ['histogram', [], 'Events that were committed together'],
    ingest_queue_rows: [
      'gauge',
      ['queue'],
      'Events that wait for their commit or are being committed, by queue: applications, sites',
    ],
    site_events_over_budget_total: [
      'counter',
      [],
      'Requests with events of a site that were refused because the site used up its bytes of the day',
    ],
    ingest_refused_total: ['counter', [], 'Requests that were refused because the queue for their events was full'],
  },
  social: {
    social_attempts_total: ['counter', ['channel', 'outcome'], 'Attempts to publish a post by channel and outcome'],
    social_oldest_due_seconds: ['gauge', [], 'Seconds that the oldest due post of an active account has been waiting'],
    social_oldest_uncertain_seconds: ['gauge', [], 'Seconds since the oldest post with an unknown outcome was sent'],
    social_uncertain_posts: ['gauge', [], 'Posts with an unknown outcome: the channel did not confirm them'],
  },
};

const definitions = [gatewayService, ...services];

const apiDocument = JSON.parse(
  readFileSync(new URL('../../../packages/contracts/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };

const describedIn = ({ registry }: Metrics): Described =>
  Object.fromEntries(
    registry.getMetricsAsArray().map((metric) => {
      const { name, type, labelNames, help } = metric as unknown as Record<'name' | 'type' | 'help', string> & {
        labelNames: string[];
      };
      return [name, [type, [...labelNames], help]];
    }),
  );

test('every process reports what all of them have, under the names that it always had', () => {
  expect(describedIn(createMetrics())).toEqual(reported['every process']);
});

test.each(serviceNames)('%s reports what it owns, and nothing of another service', (name) => {
  const declare = definitions.find(({ contract }) => contract.name === name)?.metrics;
  const metrics = createMetrics();
  if (declare) withOwnMetrics(metrics, declare);
  expect(describedIn(metrics)).toEqual({ ...reported['every process'], ...reported[name] });
});

test('all services of one process report together, each figure once, also when a service starts again', () => {
  const metrics = createMetrics();
  for (let times = 0; times < 2; times += 1)
    for (const { metrics: declare } of definitions) if (declare) withOwnMetrics(metrics, declare);
  expect(describedIn(metrics)).toEqual(Object.assign({}, ...Object.values(reported)));
});

test('the size of a group of events is reported in the same buckets as before', async () => {
  const metrics = createMetrics();
  const declare = definitions.find(({ contract }) => contract.name === 'analytics')?.metrics;
  if (declare) withOwnMetrics(metrics, declare);
  const buckets = [...(await metrics.scrape()).matchAll(/^ingest_group_rows_bucket\{le="(.+)"\}/gm)];
  expect(buckets.map(([, bound]) => bound)).toEqual(
    [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, '+Inf'].map(String),
  );
});

/** Statuses that the document of the API declares, by operation. */
const declaredStatuses: readonly (readonly [operation: string, statuses: number[]])[] = Object.values(
  apiDocument.paths,
).flatMap((operations) =>
  Object.values(operations).map(
    ({ operationId, responses }) => [operationId, Object.keys(responses).map(Number).filter(Number.isInteger)] as const,
  ),
);

test('/metrics of the whole platform has less than a megabyte after every operation gave each of its answers', async () => {
  const metrics = createMetrics();
  for (const { metrics: declare } of definitions) if (declare) withOwnMetrics(metrics, declare);
  collectProcessMetrics(metrics);
  for (const [operation, statuses] of declaredStatuses)
    for (const status of statuses) metrics.observeHttp('gateway', operation, status, 3);
  const text = await metrics.scrape();
  const series = text.split('\n').filter((line) => line.startsWith('http_'));
  const answers = declaredStatuses.flatMap(([, statuses]) => statuses).length;
  expect(declaredStatuses.length).toBeGreaterThan(470);
  // Of an operation: six buckets, that of all, sum and count. Of an answer: its counter.
  expect(series).toHaveLength(declaredStatuses.length * 9 + answers);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
});

test('an answer is counted by its status and timed without it', async () => {
  const metrics = createMetrics();
  for (const status of [200, 404, 200]) metrics.observeHttp('billing', 'getPayment', status, 30);
  const lines = (await metrics.scrape()).split('\n');
  expect(lines).toContain('http_requests_total{service="billing",endpoint="getPayment",status="200"} 2');
  expect(lines).toContain('http_requests_total{service="billing",endpoint="getPayment",status="404"} 1');
  expect(lines).toContain('http_request_duration_seconds_bucket{le="0.05",service="billing",endpoint="getPayment"} 3');
  expect(lines).toContain('http_request_duration_seconds_bucket{le="0.01",service="billing",endpoint="getPayment"} 0');
});
