import { maxFileBytes } from '@platform/contracts';
import { mailConfig, storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const cmsConfig = z.object({
  ...storageConfig,
  ...mailConfig,
  SMARTCAPTCHA_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://smartcaptcha.yandexcloud.net/validate')
    .describe('Where tokens of Yandex SmartCaptcha are checked'),
  CMS_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .max(maxFileBytes)
    .default(maxFileBytes)
    .describe('Bytes of the longest file that may be uploaded'),
});
