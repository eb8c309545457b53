import { z } from 'zod';
import { adminWrites, creates } from '../admin-endpoints.ts';
import { ApplicationIdParams, Code, EntitlementCode, idOf, lines, Timestamp, Uuid } from '../fields.ts';
import { command, endpoint, event, feature, query } from '../kit.ts';
import { GrantSource } from './entitlement-snapshot.ts';

/**
 * Terms of the codes of one grant: a code that the user has already is prolonged, another one starts at once.
 */
const CodeTerms = z
  .array(
    z.object({
      code: z.string().describe('Entitlement code'),
      starts_at: Timestamp.describe('Start of the term'),
      expires_at: Timestamp.nullable().describe('End, exclusive; null for lifetime'),
    }),
  )
  .describe('Term of each code. A code whose term has not started because of a lifetime grant is left out');

export const Grant = z
  .object({
    id: Uuid.describe('Id of the grant'),
    source: GrantSource.describe('Source of the grant'),
    source_id: z.string().describe('Id of the payment, license activation or admin grant'),
    plan_code: z.string().nullable().describe('Code of the plan, if the grant comes from a plan'),
    entitlement_codes: z.array(z.string()).describe('Granted entitlement codes'),
    starts_at: Timestamp.describe(
      'Earliest start of the terms; the end of the year 9999 while a lifetime grant covers all codes',
    ),
    expires_at: Timestamp.nullable().describe('Latest end of the terms, exclusive; null for lifetime'),
    terms: CodeTerms,
    revoked_at: Timestamp.nullable().describe('Time of the revocation; the grant has no effect from then on'),
    reason: z.string().nullable().describe('Why it was granted, revoked or restored last'),
    created_at: Timestamp.describe('Creation time'),
  })
  .meta({ id: 'Grant' });

export const UserGrantRow = Grant;

/**
 * A grant and its term. `revision` counts the changes of the grants of the user: a consumer stores the term of
 * the highest one. The previous release sends neither `terms` nor `revision`.
 */
const GrantEvent = z.object({
  grant_id: Uuid,
  user_id: Uuid,
  source: GrantSource,
  source_id: z.string(),
  plan_code: z.string().nullable(),
  entitlement_codes: z.array(z.string()),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
  terms: CodeTerms.default([]),
  revision: z.int().min(0).default(0),
});

const UserParams = ApplicationIdParams.extend({
  user_id: idOf('user_id', 'Id of the user'),
});

const GrantParams = UserParams.extend({ grant_id: idOf('grant_id', 'Id of the grant') });

const GrantReason = z
  .strictObject({ reason: lines(500).describe('Reason, stored with the grant') })
  .meta({ id: 'GrantReason' });

export const grantEndpoints = feature('Grants', 'Entitlements that an administrator grants to a user, or revokes.', {
  grantEntitlements: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/users/{user_id}/grants',
    summary: 'Grant a plan or entitlements to a user',
    description:
      'The user has the entitlements from the next read of the snapshot on, without a payment. With `entitlement_codes`, `expires_at: null` gives them for life. A grant is revoked with `revokeGrantForReason`, and comes back with `restoreGrant`.',
    params: UserParams,
    body: z
      .strictObject({
        plan_code: Code.optional().describe('Plan whose entitlements are granted').meta({ resource: 'plan_code' }),
        entitlement_codes: z
          .array(EntitlementCode)
          .min(1)
          .max(100)
          .optional()
          .describe('Entitlement codes to grant, instead of a plan'),
        starts_at: Timestamp.optional().describe('Start of a fixed term, which does not move other grants'),
        expires_at: Timestamp.nullable()
          .optional()
          .describe(
            'End of a fixed term; null for lifetime. Without both dates, the term of the plan is added; entitlement_codes have no term of their own and need this field',
          ),
        reason: lines(500).describe('Reason, stored with the grant'),
      })
      .refine((grant) => (grant.plan_code === undefined) !== (grant.entitlement_codes === undefined), {
        message: 'and `entitlement_codes` exclude each other: send exactly one of them',
        path: ['plan_code'],
      })
      .refine((grant) => grant.entitlement_codes === undefined || grant.expires_at !== undefined, {
        message: 'is missing: with `entitlement_codes` send the end of the grant, or `null` for life',
        path: ['expires_at'],
      })
      .meta({ id: 'GrantCreate', example: { plan_code: 'pro_month', reason: 'Sorry for the outage' } }),
    response: Grant,
    errors: ['application_not_found', 'user_not_found', 'plan_not_found', 'entitlement_not_found', 'conflict'],
  }),
  revokeGrant: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}',
    summary: 'Revoke a grant of an administrator immediately',
    description:
      'A purchase and an activated license are revoked with a reason, by `revokeGrantForReason`. A repeat answers the revoked grant again. It is undone by `restoreGrant`.',
    params: GrantParams,
    response: Grant,
    errors: ['application_not_found', 'grant_not_found', 'conflict'],
  }),
  revokeGrantForReason: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/revoke',
    summary: 'Revoke a grant immediately, for a reason',
    description:
      'Access ends at once. A payment keeps its money: refund it to pay it back. The revocation can be undone by `restoreGrant`. A repeat answers the revoked grant again.',
    repeatable: true,
    params: GrantParams,
    body: GrantReason,
    response: Grant,
    errors: ['application_not_found', 'grant_not_found'],
  }),
  restoreGrant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/restore',
    summary: 'Undo the revocation of a grant',
    description:
      'The grant has its former term again, and belongs to its payment or license as before: a later refund revokes it. The grant of a refunded payment cannot be restored (`conflict`), nor that of a revoked batch of license keys before its `revocation_ended_at` (`conflict`). A repeat answers the grant again.',
    repeatable: true,
    params: UserParams.extend({ grant_id: idOf('revoked_grant_id', 'Id of the grant') }),
    body: GrantReason,
    response: Grant,
    errors: ['application_not_found', 'grant_not_found', 'conflict'],
  }),
});

export const grantEvents = {
  entitlementGranted: event(
    'entitlement.granted',
    'A user was granted entitlements; there is one event for each source. The event has the current term of the grant.',
    GrantEvent,
  ),
  entitlementRescheduled: event(
    'entitlement.rescheduled',
    'The term of a grant moved because another grant of the user was revoked, or arrived late.',
    GrantEvent,
  ),
  entitlementRevoked: event(
    'entitlement.revoked',
    'A grant was revoked. Its term ends with the revocation.',
    GrantEvent.partial({ plan_code: true, starts_at: true, expires_at: true }),
  ),
  entitlementRestored: event(
    'entitlement.restored',
    'An administrator undid the revocation of a grant. The event has its term.',
    GrantEvent,
  ),
} as const;

export const grantQueries = {
  isPlanCovered: query(
    'query.catalog.grants.covered',
    'Whether a user has received the entitlements of a payment since the payment started: from an administrator or a license, for at least the same term.',
    z.object({
      application_id: Uuid,
      user_id: Uuid,
      plan_id: Uuid,
      entitlement_codes: z.array(z.string()),
      granted_after: Timestamp,
      covers_until: Timestamp.nullable(),
    }),
    z.object({ covered: z.boolean() }),
  ),
  ownsForLifetime: query(
    'query.catalog.grants.owned',
    'Whether a user has all of these codes for life from any sources, so that a purchase adds nothing.',
    z.object({ application_id: Uuid, user_id: Uuid, entitlement_codes: z.array(z.string()) }),
    z.object({ owned: z.boolean() }),
  ),
  listUserGrants: query(
    'query.catalog.grants.list',
    'Every grant of a user, newest first. The previous release answers no `terms`.',
    z.object({ application_id: Uuid, user_id: Uuid }),
    z.object({ grants: z.array(Grant.extend({ terms: CodeTerms.default([]) })) }),
  ),
} as const;

export const grantCommands = {
  trackPurchase: command(
    'command.catalog.purchases.track',
    'The next read of the entitlements of the user queries billing for the payment, even before its events arrive.',
    {
      limits: { timeoutMs: 1_000 },
      input: z.object({ application_id: Uuid, user_id: Uuid, payment_id: Uuid, opened_at: Timestamp }),
      output: z.object({}),
    },
  ),
} as const;
