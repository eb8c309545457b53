import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { AppCodeParams, ApplicationIdParams, Code, idOf, lines, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, event, feature } from '../kit.ts';
import { EntitlementSnapshot } from './entitlement-snapshot.ts';
import { licenseLimits } from './license-limits.ts';

export const LicenseKey = z
  .object({
    id: Uuid.describe('Id of the key'),
    batch_id: Uuid.describe('The batch it was issued in'),
    batch_name: z.string().describe('Label of the batch'),
    hint: z.string().describe('Last five characters; the whole key is shown only when it is issued'),
    plan_code: z.string().describe('The plan it grants'),
    status: z
      .enum(['unused', 'in_use', 'exhausted', 'expired', 'revoked'])
      .describe('unused, in_use, exhausted (no redemption left), expired (term or valid_until over), revoked'),
    redemptions: z.int().describe('Number of users that activated the key'),
    ...licenseLimits,
    first_activated_at: Timestamp.nullable().describe('Time of the first activation; null before it'),
    revoked_at: Timestamp.nullable().describe('When it was revoked'),
    revocation_reason: z.string().nullable().describe('Why it was revoked'),
    created_at: Timestamp.describe('When it was issued'),
  })
  .meta({ id: 'LicenseKey', description: 'A license key, without the key itself' });

const LicenseBatch = z
  .object({
    batch_id: Uuid.describe('Id of the batch'),
    batch_name: z.string().describe('Label of the batch'),
    plan_code: z.string().describe('The plan that the keys grant'),
    ...licenseLimits,
    keys: z
      .array(
        z.object({
          id: Uuid.describe('Id of the key'),
          key: z.string().describe('The key. It is shown only in this answer'),
        }),
      )
      .describe('The keys'),
  })
  .meta({ id: 'LicenseBatch', description: 'Freshly issued keys' });

const LicenseKeyParams = ApplicationIdParams.extend({ license_key_id: idOf('license_key_id', 'Id of the key') });

const listQuery = {
  batch_id: Uuid.optional().describe('Keys of one batch').meta({ resource: 'license_batch_id' }),
  status: LicenseKey.shape.status.optional(),
  hint: z
    .string()
    .regex(/^[0-9A-Za-z]{5}$/, 'has to be the last five characters of a key, such as `WMHZH`')
    .optional()
    .describe('Keys that end with these five characters, in any case'),
  user_id: Uuid.optional().describe('Keys that this user activated').meta({ resource: 'user_id' }),
};

export const licenseKeyEndpoints = feature(
  'License keys',
  'License keys that are sold elsewhere and activated in the platform.',
  {
    activateLicenseKey: endpoint({
      method: 'POST',
      path: '/v1/applications/{app_code}/license-keys/activate',
      summary: 'Activate a license key',
      repeatable: true,
      description:
        'Grants the entitlements of the plan of the key. A repeat by the same user gets the same answer. An unknown key and a misspelt key get the same error. A key that adds nothing, for a user who has all of its entitlements for life, is refused (`already_owned`) and not used up.',
      auth: 'user',
      rate: 'license_activation',
      params: AppCodeParams,
      body: z
        .object({
          key: z
            .string()
            .min(1)
            .max(100)
            .describe('The key; case, dashes and spaces are ignored')
            .meta({ resource: 'license_key' }),
          installation_id: Uuid.optional()
            .describe('The installation; required if the key limits devices')
            .meta({ resource: 'nothing' }),
        })
        .meta({ id: 'LicenseActivation' }),
      response: EntitlementSnapshot.extend({
        license: z
          .object({
            plan_code: z.string().describe('Activated license'),
            activated_at: Timestamp.describe('Time of the activation by this user'),
            expires_at: Timestamp.nullable().describe(
              'End of the added term, exclusive; null for lifetime, the year 9999 while a lifetime grant covers it',
            ),
          })
          .describe('The activated license'),
      }).meta({ id: 'LicenseSnapshot' }),
      errors: [
        'license_key_invalid',
        'license_key_exhausted',
        'license_key_expired',
        'license_key_revoked',
        'already_owned',
        'device_limit_reached',
      ],
    }),
    issueLicenseKeys: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/license-keys',
      summary: 'Issue a batch of license keys',
      description: 'The keys are stored hashed and shown only in this answer.',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          plan_code: Code.describe('The plan that the keys grant; not a free one').meta({ resource: 'plan_code' }),
          quantity: z.int().min(1).max(5_000).default(1).describe('Number of keys'),
          batch_name: text(120).optional().describe('Label of the batch, for example a shop or a campaign'),
          max_redemptions: licenseLimits.max_redemptions.default(1),
          max_devices: licenseLimits.max_devices.default(null),
          valid_until: licenseLimits.valid_until.default(null),
        })
        .meta({ id: 'LicenseIssue' }),
      response: LicenseBatch,
      audit: LicenseBatch.omit({ keys: true }).extend({ quantity: z.int() }),
      errors: ['application_not_found', 'plan_not_found', 'conflict'],
    }),
    listLicenseKeys: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/license-keys',
      summary: 'List license keys, newest first, or export them as CSV',
      paginated: true,
      streams: true,
      statementSeconds: 10,
      params: ApplicationIdParams,
      query: z.object({
        ...pageQuery,
        ...listQuery,
        format: z.enum(['json', 'csv']).default('json').describe('`csv` exports all rows that match the filter'),
      }),
      response: LicenseKey,
      errors: ['application_not_found'],
    }),
    getLicenseKey: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}',
      summary: 'Read a license key and who activated it',
      params: LicenseKeyParams,
      response: LicenseKey.extend({
        activations: z
          .array(
            z.object({
              user_id: Uuid.describe('The user'),
              grant_id: Uuid.nullable().describe('The grant that the activation made'),
              activated_at: Timestamp.describe('When the user activated the key'),
            }),
          )
          .describe('Activations, newest first, at most 200'),
      }).meta({ id: 'LicenseKeyWithActivations' }),
      errors: ['application_not_found', 'license_key_not_found'],
    }),
    revokeLicenseKey: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}/revoke',
      summary: 'Revoke a license key and everything it has granted',
      description:
        'The grants of all its activations end at once, and the key takes no further activation. It cannot be undone: issue another key for a customer who lost access by mistake.',
      params: LicenseKeyParams,
      body: z
        .strictObject({ reason: lines(500).describe('Reason, stored with the key and its grants') })
        .meta({ id: 'LicenseKeyRevocation' }),
      response: LicenseKey,
      errors: ['application_not_found', 'license_key_not_found'],
    }),
  },
);

export const licenseKeyEvents = {
  licenseKeyActivated: event(
    'license_key.activated',
    'A user activated a license key for the first time.',
    z.object({ license_key_id: Uuid, batch_id: Uuid, user_id: Uuid, plan_code: z.string(), grant_id: Uuid }),
  ),
} as const;
