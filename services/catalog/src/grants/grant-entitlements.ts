import { type catalog, identity } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { dayMs, fail, findRow, idFromKey, invalidField, newId, requireOpen, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireApplication, requireOpenApplication } from '../applications/application.ts';
import { requireEntitlements } from '../entitlements/manage-entitlements.ts';
import { entitlementCodesOf } from '../plans/read-plans.ts';
import { grants, plans } from '../schema.ts';
import { lockBackfilledCodes } from './added-codes.ts';
import { changeGrants, toGrant } from './change-grants.ts';
import type { GrantRow } from './grant-rows.ts';
import { endOfCalendar } from './term.ts';

type Input = EndpointRequest<typeof catalog.endpoints.grantEntitlements>['body'];

/**
 * Grants a plan or single entitlements to a user, on behalf of an administrator. Explicit dates make a fixed
 * window; a plan without dates adds its time to what the user has. A repeat under the same Idempotency-Key is
 * answered with the grant that the first try made.
 * @throws AppError `application_not_found`, `conflict` when it is archived, `user_not_found`, `plan_not_found`, `entitlement_not_found`,
 *   `validation_failed` when the end is not after the start,
 *   `idempotency_conflict` when the key made another grant
 */
export async function grantEntitlements(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'ask'>,
  target: { application_id: string; user_id: string; admin_id: string; idempotency_key: string | null },
  input: Input,
) {
  const { application_id, user_id, admin_id, idempotency_key } = target;
  requireOpen(await requireApplication(app.db, application_id));
  const { exists } = await app.ask(identity.queries.userExists, { application_id, user_id });
  if (!exists) return fail('user_not_found');
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    await requireOpenApplication(tx, application_id);
    const what = await resolve(tx, application_id, input);
    const id =
      idempotency_key === null
        ? newId()
        : idFromKey('grantEntitlements', application_id, user_id, admin_id, idempotency_key);
    const find = await changeGrants(app, tx, { application_id, user_ids: [user_id] }, async () =>
      tx
        .insert(grants)
        .values({
          id,
          application_id,
          user_id,
          source: 'admin',
          source_id: id,
          plan_id: what.plan_id,
          ...(what.plan_id === null
            ? { plan_code: null, entitlement_codes: what.codes }
            : await readPresentPlan(tx, what.plan_id)),
          granted_at: now,
          ...readTime(input, what.duration_days, now),
          reason: input.reason,
          admin_id,
          created_at: now,
        })
        .onConflictDoNothing()
        .returning(),
    );
    const { before, after } = find(id) ?? fail('internal_error');
    if (before && !isRepeat(after.grant, { ...what, reason: input.reason })) return fail('idempotency_conflict');
    const grant = toGrant(after);
    await app.audit.record(tx, { before: before ? grant : null, after: grant });
    return grant;
  });
}

/** What a plan grants, and its code. A backfill of its owners, or a change of the code, comes before or sees the grant. */
async function readPresentPlan(tx: Tx, id: string): Promise<{ plan_code: string; entitlement_codes: string[] }> {
  await lockBackfilledCodes(tx, [id]);
  const { code: plan_code } = (await findRow(tx, plans, { id })) ?? fail('plan_not_found');
  return { plan_code, entitlement_codes: (await entitlementCodesOf(tx, [id])).get(id) ?? [] };
}

/** Dates and duration of the row. Without explicit dates the term of a timed plan is left to the fold. */
function readTime(input: Input, durationDays: number | null, now: Date) {
  const starts_at = input.starts_at ? new Date(input.starts_at) : now;
  const planned = durationDays === null ? null : new Date(starts_at.getTime() + durationDays * dayMs);
  const expiry = input.expires_at === undefined ? planned : input.expires_at;
  const expires_at = expiry === null ? null : new Date(expiry);
  if (expires_at && expires_at <= starts_at) return invalidField('expires_at', 'has to be after `starts_at`');
  if (expires_at && expires_at.getTime() > endOfCalendar)
    return invalidField('starts_at', 'is too late: the term would end after the year 9999');
  const isTimed = input.starts_at === undefined && input.expires_at === undefined && durationDays !== null;
  return { starts_at, expires_at, duration_ms: isTimed ? durationDays * dayMs : null };
}

/** Whether the first try under this key asked for the same. The codes of a plan may have changed since. */
const isRepeat = (row: GrantRow, request: { plan_id: string | null; codes: string[]; reason: string }): boolean =>
  row.plan_id === request.plan_id &&
  row.reason === request.reason &&
  (request.plan_id !== null || row.entitlement_codes.join() === request.codes.join());

async function resolve(tx: Tx, applicationId: string, input: Input) {
  if (input.plan_code === undefined) {
    const codes = [...new Set(input.entitlement_codes ?? [])].sort();
    await requireEntitlements(tx, applicationId, codes);
    return { plan_id: null, duration_days: null, codes };
  }
  const plan = await findRow(tx, plans, { application_id: applicationId, code: input.plan_code });
  if (!plan) return fail('plan_not_found');
  return { plan_id: plan.id, duration_days: plan.duration_days, codes: [] };
}
