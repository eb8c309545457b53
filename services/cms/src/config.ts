import { maxFileBytes } from '@platform/contracts';
import { List, mailConfig, storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const cmsConfig = z.object({
  ...storageConfig,
  ...mailConfig,
  SUPPORT_NOTIFY_EMAILS: List.pipe(z.array(z.email().max(254)).max(10)).describe(
    'Addresses, 10 at most, that get a mail about new support tickets and messages of users, without their text',
  ),
  CMS_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .max(maxFileBytes)
    .default(maxFileBytes)
    .describe('Bytes of the longest file that may be uploaded'),
});
