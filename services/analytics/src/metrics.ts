import type { MetricDeclarations } from '@platform/runtime';

export const analyticsMetrics = ({ counter, gauge, histogram }: MetricDeclarations) => ({
  clientEvents: counter({
    name: 'client_events_total',
    help: 'Events that clients sent, by outcome: stored, duplicate, or the reason of the rejection',
    labelNames: ['outcome'],
  }),
  ingestGroupRows: histogram({
    name: 'ingest_group_rows',
    help: 'Events that were committed together',
    buckets: [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000],
  }),
  ingestQueueRows: gauge({
    name: 'ingest_queue_rows',
    help: 'Events that wait for their commit or are being committed, by queue: applications, sites',
    labelNames: ['queue'],
  }),
  siteBudgetRefused: counter({
    name: 'site_events_over_budget_total',
    help: 'Requests with events of a site that were refused because the site used up its bytes of the day',
  }),
  ingestRefused: counter({
    name: 'ingest_refused_total',
    help: 'Requests that were refused because the queue for their events was full',
  }),
});

export type AnalyticsMetrics = ReturnType<typeof analyticsMetrics>;
