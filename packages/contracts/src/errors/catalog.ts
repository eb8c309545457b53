import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors about plans, paywalls, grants, licenses and settings. */
export const catalogErrors = {
  license_key_invalid: [
    400,
    'No license key of this application reads like this.',
    'Compare the key with the one that was handed out, and check that it belongs to this application.',
  ],
  entitlement_not_found: [
    404,
    'No such entitlement in this application.',
    'List the entitlements of the application, and use an id or a code from there.',
  ],
  plan_not_found: [
    404,
    'No such plan in this application.',
    'List the plans of the application, and use an id or a code from there.',
  ],
  plan_price_not_found: [
    404,
    'No such price of this plan.',
    'List the plans of the application with their prices, and use an id from there.',
  ],
  paywall_not_found: [
    404,
    'No such paywall is served by this application.',
    'Check the code of the paywall, and that the paywall is active. An app shows its built-in fallback meanwhile.',
  ],
  grant_not_found: [404, 'No such grant of this user.', 'Read the grants of the user, and use an id from there.'],
  feature_not_found: [
    404,
    'No such feature flag in this application.',
    'List the feature flags of the application, and use a code from there. An app uses its default value meanwhile.',
  ],
  config_parameter_not_found: [
    404,
    'No such remote parameter in this application.',
    'List the remote parameters of the application, and use a key from there. An app uses its default value meanwhile.',
  ],
  setting_version_not_found: [
    404,
    'No such version, or it was the one that removed it.',
    'Read the history, and name a version that has a value.',
  ],
  license_key_not_found: [
    404,
    'No such license key in this application.',
    'List the license keys of the application, and use an id from there.',
  ],
  issuer_has_users: [
    409,
    'Users belong to the present issuer and would not be found under another one; `user_count` says how many. `confirm` changes it all the same.',
    'Keep the issuer, and add the new one to `issuer_aliases`. Send `confirm: true` only when those users are to be new people.',
    z.object({ user_count: z.int().describe('Users of the present issuer') }),
  ],
  license_key_exhausted: [
    409,
    'The license key has no redemption left.',
    'Use another license key, or issue one with more redemptions.',
  ],
  license_key_expired: [
    409,
    'The license key can no longer be activated: its time is over.',
    'Use another license key, or issue one with a later end.',
  ],
  license_key_revoked: [409, 'The license key was revoked.', 'Use another license key.'],
} as const satisfies ErrorTable;
