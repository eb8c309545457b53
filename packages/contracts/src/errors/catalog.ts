import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors about plans, paywalls, grants, licenses and settings. */
export const catalogErrors = {
  license_key_invalid: [
    400,
    'This application has no such license key.',
    'Compare the key with the issued key, and check that it belongs to this application.',
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
  plan_backfill_not_found: [
    404,
    'No such backfill of this plan.',
    'List the backfills of the plan, and use an id from there.',
  ],
  plan_price_not_found: [
    404,
    'No such price of this plan.',
    'List the plans of the application with their prices, and use an id from there.',
  ],
  paywall_not_found: [
    404,
    'This application serves no such paywall.',
    'Check the code of the paywall, and that the paywall is active. Until then, an app shows its built-in fallback.',
  ],
  grant_not_found: [404, 'No such grant of this user.', 'Read the grants of the user, and use an id from there.'],
  feature_not_found: [
    404,
    'No such feature flag in this application.',
    'List the feature flags of the application, and use a code from there. Until then, an app uses its default value.',
  ],
  config_parameter_not_found: [
    404,
    'No such remote parameter in this application.',
    'List the remote parameters of the application, and use a key from there. Until then, an app uses its default value.',
  ],
  setting_version_not_found: [
    404,
    'No such version, or this version is a removal.',
    'Read the history, and choose a version that has a value.',
  ],
  license_batch_not_found: [
    404,
    'No such batch of license keys in this application.',
    'List the batches of the application, and use an id from there.',
  ],
  license_key_not_found: [
    404,
    'No such license key in this application.',
    'List the license keys of the application, and use an id from there.',
  ],
  confirmation_required: [
    409,
    'The change has consequences for users or cannot be undone, and asks for the code or the slug of its object in `confirm`. The field `confirm` of the answer has it.',
    'Read what the change does. To make it, repeat the request with `confirm`, in the query of a DELETE or in the body of another method.',
    z.object({ confirm: z.string().describe('Value that `confirm` must have') }),
  ],
  field_in_use: [
    409,
    'The field cannot be changed any more, because payments, grants, keys or users refer to it. `field` is its name; the message says what to do instead.',
    'Create a new object with the wanted value, use it in place of the present one, and archive the present one.',
    z.object({ field: z.string().describe('Field that cannot be changed any more') }),
  ],
  issuer_has_users: [
    409,
    'Users belong to the current issuer and cannot be found under another issuer; `user_count` is their number. `confirm` changes the issuer anyway.',
    'Keep the issuer, and add the new one to `issuer_aliases`. If the subjects change with the issuer, send `confirm: true` and bind the users to their new logins with a file: `POST …/users/logins/import`. Users without a new login register again as new users.',
    z.object({ user_count: z.int().describe('Number of users of the current issuer') }),
  ],
  license_key_exhausted: [
    409,
    'The license key has no redemption left.',
    'Use another license key, or issue one with more redemptions.',
  ],
  license_key_expired: [
    409,
    'The license key has expired and can no longer be activated.',
    'Use another license key, or issue one with a later end.',
  ],
  license_key_revoked: [409, 'The license key was revoked.', 'Use another license key.'],
} as const satisfies ErrorTable;
