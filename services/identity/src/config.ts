import { Email } from '@platform/contracts/fields';
import { Flag, geoConfig, signingKeys } from '@platform/runtime';
import { z } from 'zod';

/** Configuration of the identity service beside what every service has. */
export const identityConfig = z
  .object({
    CONSENT_SIGNING_KEYS: signingKeys.describe(
      'Ed25519 seeds of consent receipts and chain heads, <kid>:<base64 of 32 bytes>; the first signs, all are published',
    ),
    PLATFORM_ADMIN_EMAIL: Email.optional().describe('Login name of the first owner, created when there are no admins'),
    PLATFORM_ADMIN_PASSWORD: z
      .string()
      .min(12, 'at least 12 characters')
      .max(200)
      .optional()
      .describe('Password of the first owner; without effect once there is an admin'),
    PLATFORM_ADMIN_RESET: Flag.describe(
      'Whether a start sets PLATFORM_ADMIN_PASSWORD and the role owner for PLATFORM_ADMIN_EMAIL, also when there are admins',
    ),
    ...geoConfig,
  })
  .refine((config) => (config.PLATFORM_ADMIN_EMAIL === undefined) === (config.PLATFORM_ADMIN_PASSWORD === undefined), {
    path: ['PLATFORM_ADMIN_EMAIL'],
    message: 'and `PLATFORM_ADMIN_PASSWORD` belong together: set both, or none of them',
  });

export type IdentityConfig = z.output<typeof identityConfig>;
