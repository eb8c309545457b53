import { geoConfig } from '@platform/runtime';
import { z } from 'zod';

export const analyticsConfig = z.object({
  ...geoConfig,
  RATE_LIMIT_NEW_EVENT_NAMES_USER: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe('New event names, an hour from one user; events with more count as `(other)`'),
  RATE_LIMIT_NEW_EVENT_NAMES_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe('New event names, an hour from one address; events with more count as `(other)`'),
  INGEST_QUEUE_ROWS: z.coerce
    .number()
    .int()
    .min(500)
    .default(50_000)
    .describe('Events that may wait for their commit; more are answered 503'),
  INGEST_QUEUE_MIB: z.coerce
    .number()
    .int()
    .min(4)
    .default(64)
    .describe('Memory that waiting events may take, in MiB; more are answered 503'),
});

export type AnalyticsConfig = z.output<typeof analyticsConfig>;
