import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { ApplicationIdParams, idOf, lines, pageQuery, Timestamp, text, Uuid, versionedFields } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { licenseLimits } from './license-limits.ts';

export const LicenseKeyBatch = z
  .object({
    id: Uuid.describe('Id of the batch'),
    name: z.string().describe('Label of the batch'),
    plan_code: z.string().describe('The plan that its keys grant'),
    quantity: z.int().describe('Number of its keys'),
    ...licenseLimits,
    revoked_at: Timestamp.nullable().describe('When all of its keys were revoked together; null while they were not'),
    revocation_reason: z.string().nullable().describe('Why they were revoked'),
    revocation_ended_at: Timestamp.nullable().describe(
      'When the last grant of a revoked key had ended; null while the background job runs',
    ),
    ...versionedFields,
  })
  .meta({ id: 'LicenseKeyBatch', description: 'Keys that were issued together' });

const LicenseBatchParams = ApplicationIdParams.extend({
  license_batch_id: idOf('license_batch_id', 'Id of the batch'),
});
const errors = ['application_not_found', 'license_batch_not_found'] as const;

export const licenseBatchEndpoints = feature(
  'License keys',
  'License keys that are sold elsewhere and activated in the platform.',
  {
    listLicenseBatches: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/license-batches',
      summary: 'List batches of license keys, newest first',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object(pageQuery),
      response: LicenseKeyBatch,
      errors: ['application_not_found'],
    }),
    getLicenseBatch: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}',
      summary: 'Read a batch of license keys and how many of them are used',
      versioned: true,
      params: LicenseBatchParams,
      response: LicenseKeyBatch.extend({
        unused: z.int().describe('Keys that no user has activated and that are not revoked'),
        used: z.int().describe('Keys that a user has activated and that are not revoked'),
        revoked: z.int().describe('Keys that are revoked'),
        redemptions: z.int().describe('Activations of all keys'),
      }).meta({ id: 'LicenseKeyBatchWithUse' }),
      errors: [...errors],
    }),
    updateLicenseBatch: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}',
      summary: 'Change the label or the limits of a batch',
      description:
        'The limits are those of all its keys, from now on: what was activated stays. `valid_until` in the past ends first activations at once. The plan cannot be changed: issue another batch, and revoke this one.',
      versioned: true,
      params: LicenseBatchParams,
      body: z
        .strictObject({
          name: text(120).optional().describe('Label of the batch'),
          max_redemptions: licenseLimits.max_redemptions.optional(),
          max_devices: licenseLimits.max_devices.optional(),
          valid_until: licenseLimits.valid_until.optional(),
        })
        .meta({ id: 'LicenseBatchPatch' }),
      response: LicenseKeyBatch,
      errors: [...errors],
    }),
    revokeLicenseBatch: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}/revoke',
      summary: 'Revoke all license keys of a batch and everything they have granted',
      description:
        'For a file of keys that leaked. No key of the batch can be activated from now on; what users have by them ends in the background (`revocation_ended_at`). It cannot be undone: a single user gets access back by `restoreGrant` when the background job has ended. A repeat changes nothing; it begins the background job again where that failed.',
      versioned: true,
      params: LicenseBatchParams,
      body: z
        .strictObject({ reason: lines(500).describe('Reason, stored with the keys and their grants') })
        .meta({ id: 'LicenseBatchRevocation' }),
      response: LicenseKeyBatch,
      errors: [...errors],
    }),
  },
);
