import { Email } from '@platform/contracts/fields';
import { z } from 'zod';

/** Configuration of the identity service beside what every service has. */
export const identityConfig = z
  .object({
    PLATFORM_ADMIN_EMAIL: Email.optional().describe('Login name of the first owner, made when there are no admins'),
    PLATFORM_ADMIN_PASSWORD: z
      .string()
      .min(12, 'at least 12 characters')
      .max(200)
      .optional()
      .describe('Password of the first owner; of no effect once there is an admin'),
  })
  .refine((config) => (config.PLATFORM_ADMIN_EMAIL === undefined) === (config.PLATFORM_ADMIN_PASSWORD === undefined), {
    path: ['PLATFORM_ADMIN_EMAIL'],
    message: 'PLATFORM_ADMIN_EMAIL and PLATFORM_ADMIN_PASSWORD are given together or not at all',
  });

export type IdentityConfig = z.output<typeof identityConfig>;
