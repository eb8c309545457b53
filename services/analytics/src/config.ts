import { geoConfig } from '@platform/runtime';
import { z } from 'zod';

export const analyticsConfig = z.object({
  ...geoConfig,
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
