import { maxFileBytes } from '@platform/contracts';
import { mailConfig, storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const cmsConfig = z.object({
  ...storageConfig,
  ...mailConfig,
  CMS_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .max(maxFileBytes)
    .default(maxFileBytes)
    .describe('Bytes of the longest file that may be uploaded'),
  CMS_VIEWS_FLUSH_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(10)
    .describe('Seconds that views of articles are counted in memory; a crash loses as many'),
});
