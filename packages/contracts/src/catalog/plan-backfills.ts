import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { PlanParams } from './plan-params.ts';

export const PlanBackfill = z
  .object({
    id: Uuid.describe('Id of the backfill'),
    plan_id: Uuid.describe('The plan'),
    state: z
      .enum(['queued', 'running', 'finished', 'superseded', 'failed'])
      .describe(
        '`superseded`: a later backfill of the plan takes its place. `failed`: an owner could not be written, again and again; setting the entitlements once more goes on.',
      ),
    entitlement_codes: z.array(z.string()).describe('What each owner has when it is finished'),
    owners_total: z.int().nullable().describe('Owners without these entitlements when it began; null before'),
    owners_done: z.int().describe('Owners whose entitlements it has changed'),
    admin_id: Uuid.describe('Administrator who asked for it'),
    created_at: Timestamp.describe('When it was asked for'),
    finished_at: Timestamp.nullable().describe('When it ended; null before'),
  })
  .meta({
    id: 'PlanBackfill',
    description: 'Brings the owners of a plan to its present entitlements, in the background',
  });

export const planBackfillEndpoints = feature('Plans', 'Plans, their prices and their entitlements.', {
  listPlanBackfills: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills',
    summary: 'List the backfills of a plan, newest first',
    paginated: true,
    params: PlanParams,
    query: z.object(pageQuery),
    response: PlanBackfill,
    errors: ['application_not_found', 'plan_not_found'],
  }),
  getPlanBackfill: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills/{backfill_id}',
    summary: 'Read the progress of a backfill',
    params: PlanParams.extend({ backfill_id: idOf('backfill_id', 'Id of the backfill') }),
    response: PlanBackfill,
    errors: ['application_not_found', 'plan_not_found', 'plan_backfill_not_found'],
  }),
});
