import { geoConfig, signingKeys, storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const catalogConfig = z.object({
  ...geoConfig,
  ...storageConfig,
  SNAPSHOT_SIGNING_KEYS: signingKeys.describe(
    'Ed25519 seeds of snapshot tokens, <kid>:<base64 of 32 bytes>; the first signs, all are published',
  ),
  RATE_LIMIT_LICENSE_IP: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('Attempts per minute to activate license keys, from one address'),
  RATE_LIMIT_LICENSE_KEY: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('Attempts per minute to activate one license key, from all addresses together'),
});

export type CatalogConfig = z.output<typeof catalogConfig>;
