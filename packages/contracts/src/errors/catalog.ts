import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors about plans, paywalls, grants, licenses and settings. */
export const catalogErrors = {
  license_key_invalid: [400, 'No license key of this application reads like this.'],
  entitlement_not_found: [404, 'No such entitlement in this application.'],
  plan_not_found: [404, 'No such plan in this application.'],
  plan_price_not_found: [404, 'No such price of this plan.'],
  paywall_not_found: [404, 'No such paywall is served by this application.'],
  grant_not_found: [404, 'No such grant of this user.'],
  feature_not_found: [404, 'No such feature flag in this application.'],
  config_parameter_not_found: [404, 'No such remote parameter in this application.'],
  setting_version_not_found: [404, 'No such version, or it was the one that removed it.'],
  license_key_not_found: [404, 'No such license key in this application.'],
  issuer_has_users: [
    409,
    'Users belong to the present issuer and would not be found under another one; `user_count` says how many. `confirm` changes it all the same.',
    z.object({ user_count: z.int().describe('Users of the present issuer') }),
  ],
  license_key_exhausted: [409, 'The license key has no redemption left.'],
  license_key_expired: [409, 'The license key can no longer be activated: its time is over.'],
  license_key_revoked: [409, 'The license key was revoked.'],
} as const satisfies ErrorTable;
