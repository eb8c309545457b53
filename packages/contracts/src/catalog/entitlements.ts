import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import {
  AppCodeParams,
  ApplicationIdParams,
  idOf,
  JsonWebKeySet,
  longText,
  pageQuery,
  SnakeCode,
  text,
  Uuid,
  versionedFields,
} from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { EntitlementSnapshot } from './entitlement-snapshot.ts';

export const EntitlementStatus = z.enum(['active', 'archived']);

export const Entitlement = z
  .object({
    id: Uuid.describe('Id'),
    code: SnakeCode.describe('Code that clients check to unlock a feature'),
    name: z.string().describe('Label for administrators'),
    description: z.string().nullable().describe('Notes'),
    status: EntitlementStatus.describe('An `archived` entitlement cannot be added to further plans or users'),
    ...versionedFields,
  })
  .meta({ id: 'Entitlement' });

const EntitlementParams = ApplicationIdParams.extend({
  entitlement_id: idOf('entitlement_id', 'Id of the entitlement'),
});

export const entitlementEndpoints = feature(
  'Entitlements',
  'Entitlements of a user: the codes that clients check, and the signed snapshot for offline use.',
  {
    getMyEntitlements: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/entitlements/me',
      summary: 'Read the current entitlements of the user',
      description:
        'The entitlements are evaluated at the time of the read; end times are exclusive. An open payment of the user is first checked at the provider, so the read after a checkout already includes the purchase.',
      auth: 'user',
      rate: 'user',
      params: AppCodeParams,
      response: EntitlementSnapshot,
    }),
    getSubjectEntitlements: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/subjects/{subject}/entitlements',
      summary: 'Read the current entitlements of a user by token subject',
      description:
        'For back ends; the answer is the same as for the user. `subject` is the `sub` of the tokens of the identity provider.',
      rate: 'back_ends',
      servesUser: true,
      params: ApplicationIdParams.extend({
        subject: z
          .string()
          .min(1)
          .max(255)
          .describe('`sub` of the tokens of the user')
          .meta({ resource: 'user_subject' }),
      }),
      query: z.object({
        issuer: z
          .string()
          .max(2048)
          .optional()
          .describe(
            '`iss` of the tokens; required if the subject also exists under an issuer other than the current one',
          ),
      }),
      response: EntitlementSnapshot,
      errors: ['application_not_found', 'user_not_found', 'conflict'],
    }),
    getSnapshotKeys: endpoint({
      method: 'GET',
      path: '/.well-known/jwks.json',
      summary: 'Public keys that verify snapshot tokens',
      auth: 'none',
      rate: 'public_ip',
      cache: 'public, max-age=300',
      produces: 'json_document',
      response: JsonWebKeySet,
    }),
    listEntitlements: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/entitlements',
      summary: 'List entitlements',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object({ ...pageQuery, status: EntitlementStatus.optional().describe('Only with this status') }),
      response: Entitlement,
      errors: ['application_not_found'],
    }),
    getEntitlement: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
      summary: 'Read an entitlement',
      versioned: true,
      params: EntitlementParams,
      response: Entitlement,
      errors: ['application_not_found', 'entitlement_not_found'],
    }),
    createEntitlement: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/entitlements',
      summary: 'Create an entitlement',
      description:
        'It grants nothing by itself: plans and grants name it. Clients unlock features by its code, which cannot be changed later.',
      params: ApplicationIdParams,
      body: z
        .strictObject({
          code: SnakeCode.describe('Code that clients check to unlock a feature; it can be changed until it is in use'),
          name: text(120).describe('Label'),
          description: longText(2000).nullable().default(null).describe('Notes'),
        })
        .meta({ id: 'EntitlementCreate' }),
      response: Entitlement,
      errors: ['application_not_found', 'conflict'],
    }),
    updateEntitlement: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
      summary: 'Change an entitlement',
      versioned: true,
      description:
        'Absent fields stay. Owners keep an archived entitlement; the status `active` makes it available again. `code` changes only while nothing refers to it: no grant, no imported purchase, no plan in use, no rule of a feature flag (`field_in_use`).',
      params: EntitlementParams,
      body: z
        .strictObject({
          name: text(120).optional().describe('Label'),
          description: longText(2000).nullable().optional().describe('Notes; null clears them'),
          status: EntitlementStatus.optional().describe(
            'An `archived` entitlement cannot be added to further plans or users',
          ),
          code: SnakeCode.optional().describe('Code that clients check, until it is in use'),
        })
        .meta({ id: 'EntitlementPatch', example: { name: 'Pro' } }),
      response: Entitlement,
      errors: ['application_not_found', 'entitlement_not_found', 'conflict', 'field_in_use'],
    }),
    archiveEntitlement: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
      summary: 'Archive an entitlement: it cannot be added to further plans or users',
      versioned: true,
      description:
        'No plan and no grant can name the entitlement any more. Plans that have it go on granting it, to new buyers, license keys and gifts of the plan, too, and users who have it keep it: what is on sale grants what its paywall shows. To end that, take it out of its plans (PUT …/plans/{plan_id}/entitlements). A repeat changes nothing. A PATCH of the status restores the entitlement.',
      params: EntitlementParams,
      response: Entitlement,
      errors: ['application_not_found', 'entitlement_not_found'],
    }),
  },
);
