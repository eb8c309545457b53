import { geoConfig } from '@platform/runtime';
import { z } from 'zod';

export const analyticsConfig = z.object({
  ...geoConfig,
  RATE_LIMIT_NEW_EVENT_NAMES_USER: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe('New event names per hour from one user; events with further names count as `(other)`'),
  RATE_LIMIT_NEW_EVENT_NAMES_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe('New event names per hour from one address; events with further names count as `(other)`'),
  SITE_EVENTS_MIB_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe('Events that the visitors of one site may store in a day (UTC), in MiB; further ones are answered 429'),
  INGEST_QUEUE_ROWS: z.coerce
    .number()
    .int()
    .min(500)
    .default(50_000)
    .describe('Maximum number of events that wait for their commit; further events are answered 503'),
  INGEST_QUEUE_MIB: z.coerce
    .number()
    .int()
    .min(4)
    .default(64)
    .describe('Maximum memory of waiting events, in MiB; further events are answered 503'),
});

export type AnalyticsConfig = z.output<typeof analyticsConfig>;
