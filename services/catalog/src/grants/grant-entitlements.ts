import { catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, idFromKey, invalidField, newId, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireEntitlements } from '../entitlements/manage-entitlements.ts';
import { entitlementCodesOf } from '../plans/read-plans.ts';
import { grants, plans } from '../schema.ts';
import { toGrant } from './read-grants.ts';
import { endOfCalendar } from './term.ts';

type Input = EndpointRequest<typeof catalog.endpoints.grantEntitlements>['body'];
const dayMs = 86_400_000;

/**
 * Grants a plan or single entitlements to a user, on behalf of an administrator. A repeat under the same
 * Idempotency-Key is answered with the grant that the first try made.
 * @throws AppError `plan_not_found`, `entitlement_not_found`, `validation_failed` when the end is not after the start,
 *   `idempotency_conflict` when the key made another grant
 */
export async function grantEntitlements(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>,
  target: { application_id: string; user_id: string; admin_id: string; idempotency_key: string | null },
  input: Input,
) {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const starts_at = input.starts_at ? new Date(input.starts_at) : now;
    const what = await resolve(tx, target.application_id, input);
    const term = what.duration_days === null ? null : new Date(starts_at.getTime() + what.duration_days * dayMs);
    const expires_at =
      input.expires_at === undefined ? term : input.expires_at === null ? null : new Date(input.expires_at);
    if (expires_at && expires_at <= starts_at) return invalidField('expires_at', 'must be after starts_at');
    if (expires_at && expires_at.getTime() > endOfCalendar)
      return invalidField('starts_at', 'the term would end after the year 9999');
    const { application_id, user_id, admin_id, idempotency_key } = target;
    const id =
      idempotency_key === null
        ? newId()
        : idFromKey('grantEntitlements', application_id, user_id, admin_id, idempotency_key);
    const [granted] = await tx
      .insert(grants)
      .values({
        id,
        application_id: target.application_id,
        user_id: target.user_id,
        source: 'admin',
        source_id: id,
        plan_id: what.plan_id,
        plan_code: what.plan_code,
        entitlement_codes: what.codes,
        starts_at,
        expires_at,
        reason: input.reason,
        admin_id: target.admin_id,
        created_at: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!granted) {
      const first = await grantOf(tx, id, { ...what, reason: input.reason });
      await app.audit.record(tx, { before: first, after: first });
      return first;
    }
    const grant = toGrant(granted);
    await app.emit(
      tx,
      catalog.events.entitlementGranted,
      { ...grant, grant_id: granted.id, user_id: granted.user_id },
      { application_id: granted.application_id, occurred_at: now },
    );
    await app.audit.record(tx, { before: null, after: grant });
    return grant;
  });
}

/** What the first try under this key granted; its event left with it. */
async function grantOf(tx: Tx, id: string, asked: { plan_id: string | null; codes: string[]; reason: string }) {
  const [row] = await tx.select().from(grants).where(eq(grants.id, id));
  if (!row) return fail('internal_error');
  // What a plan grants may have changed since, so the plan is compared and not its codes.
  const isSame =
    row.plan_id === asked.plan_id &&
    row.reason === asked.reason &&
    (asked.plan_id !== null || row.entitlement_codes.join() === asked.codes.join());
  return isSame ? toGrant(row) : fail('idempotency_conflict');
}

async function resolve(tx: Tx, applicationId: string, input: Input) {
  if (input.plan_code === undefined) {
    const codes = [...new Set(input.entitlement_codes ?? [])].sort();
    await requireEntitlements(tx, applicationId, codes);
    return { plan_id: null, plan_code: null, duration_days: null, codes };
  }
  const [plan] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.application_id, applicationId), eq(plans.code, input.plan_code)));
  if (!plan) return fail('plan_not_found');
  const codes = (await entitlementCodesOf(tx, [plan.id])).get(plan.id) ?? [];
  return { plan_id: plan.id, plan_code: plan.code, duration_days: plan.duration_days, codes };
}
