import { geoConfig } from '@platform/runtime';
import { z } from 'zod';

export const analyticsConfig = z.object({
  ...geoConfig,
});

export type AnalyticsConfig = z.output<typeof analyticsConfig>;
