import { maxFileBytes } from '@platform/contracts';
import { List, mailConfig, storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const cmsConfig = z.object({
  ...storageConfig,
  ...mailConfig,
  SMARTCAPTCHA_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://smartcaptcha.yandexcloud.net/validate')
    .describe('Address of the token check of Yandex SmartCaptcha'),
  SUPPORT_NOTIFY_EMAILS: List.pipe(z.array(z.email().max(254)).max(10)).describe(
    'Addresses, 10 at most, for mails about new support tickets and messages of users, without their text',
  ),
  CMS_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1_048_576)
    .max(maxFileBytes)
    .default(maxFileBytes)
    .describe('Maximum size of an uploaded file, in bytes'),
  CMS_FORMS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(5_000)
    .describe('Forms that the visitors of one site may send in a day (UTC); further ones are answered 429'),
  CMS_USER_UPLOAD_MIB_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('Files that one user may upload for support in a day (UTC), in MiB; further ones are answered 429'),
  CMS_VIEWS_FLUSH_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(10)
    .describe('Interval in seconds at which article views are written from memory; a crash loses at most one interval'),
});
