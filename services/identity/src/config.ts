import { Email } from '@platform/contracts/fields';
import { Flag, geoConfig, signingKeys } from '@platform/runtime';
import { z } from 'zod';

/** Configuration of the identity service beside what every service has. */
export const identityConfig = z
  .object({
    CONSENT_SIGNING_KEYS: signingKeys.describe(
      'Ed25519 seeds of consent receipts and chain heads, <kid>:<base64 of 32 bytes>; the first signs, all are published',
    ),
    PLATFORM_ADMIN_EMAIL: Email.optional().describe('Login name of the first owner, made when there are no admins'),
    PLATFORM_ADMIN_PASSWORD: z
      .string()
      .min(12, 'at least 12 characters')
      .max(200)
      .optional()
      .describe('Password of the first owner; of no effect once there is an admin'),
    PLATFORM_ADMIN_RESET: Flag.describe(
      'Whether a start gives PLATFORM_ADMIN_EMAIL that password and the role of an owner, also later',
    ),
    ...geoConfig,
  })
  .refine((config) => (config.PLATFORM_ADMIN_EMAIL === undefined) === (config.PLATFORM_ADMIN_PASSWORD === undefined), {
    path: ['PLATFORM_ADMIN_EMAIL'],
    message: 'PLATFORM_ADMIN_EMAIL and PLATFORM_ADMIN_PASSWORD are given together or not at all',
  });

export type IdentityConfig = z.output<typeof identityConfig>;
