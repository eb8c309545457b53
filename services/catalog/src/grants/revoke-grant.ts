import { columnsEqual, fail, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { grants, license_activations, license_batches, license_keys } from '../schema.ts';
import { type AddedCodes, readRestoredCodes, withPlanCodes } from './added-codes.ts';
import { changeGrants, toGrant } from './change-grants.ts';
import type { GrantRow } from './grant-rows.ts';

const sourcesPerStatement = 1_000;

/**
 * Revokes the grant of a refunded payment. A refund that overtakes its purchase leaves a tombstone in the
 * place of the grant: the purchase fills it in and stays revoked.
 */
export async function revokeRefunded(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  refund: { application_id: string; user_id: string; payment_id: string; refunded_at: Date },
): Promise<void> {
  const { application_id, user_id, payment_id, refunded_at } = refund;
  await changeGrants(app, tx, { application_id, user_ids: [user_id] }, () =>
    tx
      .insert(grants)
      .values({
        id: newId(),
        application_id,
        user_id,
        source: 'payment',
        source_id: payment_id,
        entitlement_codes: [],
        granted_at: refunded_at,
        starts_at: refunded_at,
        revoked_at: refunded_at,
        reason: 'refunded',
        created_at: app.clock.now(),
      })
      .onConflictDoUpdate({
        target: [grants.source, grants.source_id],
        // An administrator may have revoked it before: it cannot be restored from now on.
        set: {
          revoked_at: sql`least(${grants.revoked_at}, ${refunded_at.toISOString()}::timestamptz)`,
          reason: 'refunded',
          admin_id: null,
        },
        setWhere: sql`NOT (${grants.revoked_at} IS NOT NULL AND ${grants.admin_id} IS NULL)`,
      })
      .returning(),
  );
}

interface GrantTarget {
  application_id: string;
  user_id: string;
  grant_id: string;
  admin_id: string;
}

type GrantWriter = Pick<App, 'db' | 'emit' | 'clock' | 'audit'>;

/**
 * Revokes a grant now, on behalf of an administrator. A repeat answers the revoked grant again.
 * @param reason null for one that an administrator gave: what was paid is revoked for a reason
 * @throws AppError `application_not_found`, `grant_not_found` for a grant of another user or application, `conflict`
 *   for one that was paid, without a reason
 */
export const revokeGrant = (app: GrantWriter, target: GrantTarget, reason: string | null) =>
  changeGrant(app, target, (grant) => {
    if (reason === null && grant.source !== 'admin')
      return fail('conflict', {
        message: 'A paid grant is revoked with a reason: send it to POST …/grants/{grant_id}/revoke.',
      });
    return grant.revoked_at === null ? { revoked_at: app.clock.now(), ...(reason === null ? {} : { reason }) } : null;
  });

/**
 * Undoes a revocation, on behalf of an administrator: the grant has its term again. A repeat answers the grant again.
 * @throws AppError `application_not_found`, `grant_not_found` for a grant of another user or application, `conflict`
 *   for the grant of a refunded payment, and while the grants of its batch of license keys are being ended
 */
export async function restoreGrant(app: GrantWriter, target: GrantTarget, reason: string) {
  await refuseWhileBatchEnds(app, target);
  return changeGrant(app, target, (grant, planCodes) => {
    if (isRefunded(grant))
      return fail('conflict', {
        message: 'The payment of this grant was refunded, so the grant cannot return: give a new one.',
      });
    // A backfill of the plan passed it by while it was revoked.
    return grant.revoked_at === null ? null : { revoked_at: null, reason, ...withPlanCodes(grant, planCodes) };
  });
}

/**
 * The job that ends the grants of a revoked batch of license keys would take a restored one again.
 * @throws AppError `conflict` until it has ended
 */
async function refuseWhileBatchEnds({ db }: GrantWriter, { application_id, user_id, grant_id }: GrantTarget) {
  const [batch] = await db
    .select({ id: license_batches.id })
    .from(grants)
    .innerJoin(license_activations, eq(license_activations.id, sql`${grants.source_id}::uuid`))
    .innerJoin(license_keys, eq(license_keys.id, license_activations.license_key_id))
    .innerJoin(license_batches, eq(license_batches.id, license_keys.batch_id))
    .where(
      and(
        columnsEqual(grants, { id: grant_id, application_id, user_id, source: 'license' }),
        isNotNull(license_batches.revoked_at),
        isNull(license_batches.revocation_ended_at),
      ),
    );
  if (batch)
    fail('conflict', {
      message: `The grants of the license keys of batch ${batch.id} are being ended. Restore this one when the batch has its \`revocation_ended_at\`.`,
    });
}

/** A refund revokes without an administrator. */
const isRefunded = ({ source, admin_id, revoked_at }: GrantRow): boolean =>
  source === 'payment' && revoked_at !== null && admin_id === null;

/**
 * Changes one grant, and records it.
 * @param decide the new values; null for a repeat
 */
async function changeGrant(
  app: GrantWriter,
  { application_id, user_id, grant_id, admin_id }: GrantTarget,
  decide: (grant: GrantRow, planCodes: AddedCodes) => Partial<GrantRow> | null,
) {
  await requireApplication(app.db, application_id);
  return app.db.transaction(async (tx) => {
    const isTargetGrant = columnsEqual(grants, { id: grant_id, application_id, user_id });
    const [present] = await tx.select({ id: grants.id }).from(grants).where(isTargetGrant);
    if (!present) return fail('grant_not_found');
    const find = await changeGrants(app, tx, { application_id, user_ids: [user_id] }, async () => {
      // Behind the lock of the user: what a refund has written meanwhile counts.
      const [grant] = await tx.select().from(grants).where(isTargetGrant);
      const values = grant && decide(grant, grant.plan_id ? await readRestoredCodes(tx, grant.plan_id, grant) : {});
      return values
        ? tx
            .update(grants)
            .set({ ...values, admin_id })
            .where(isTargetGrant)
            .returning()
        : [];
    });
    const { before, after } = find(grant_id) ?? fail('grant_not_found');
    await app.audit.record(tx, { before: before ? toGrant(before) : null, after: toGrant(after) });
    return toGrant(after);
  });
}

/**
 * Revokes the grants of some sources, such as the activations of a license key. Answers the grants that were
 * live.
 */
export async function revokeSources(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  what: {
    application_id: string;
    source: GrantRow['source'];
    of: readonly { source_id: string; user_id: string }[];
    admin_id: string;
    reason: string;
  },
): Promise<readonly GrantRow[]> {
  const { application_id, source, of, admin_id, reason } = what;
  const revoked: GrantRow[] = [];
  await changeGrants(app, tx, { application_id, user_ids: of.map(({ user_id }) => user_id) }, async () => {
    // A key that leaked may have more activations than a statement has parameters.
    for (let at = 0; at < of.length; at += sourcesPerStatement) {
      const ids = of.slice(at, at + sourcesPerStatement).map(({ source_id }) => source_id);
      const rows = await tx
        .update(grants)
        .set({ revoked_at: app.clock.now(), admin_id, reason })
        .where(and(eq(grants.source, source), inArray(grants.source_id, ids), isNull(grants.revoked_at)))
        .returning();
      revoked.push(...rows);
    }
    return revoked;
  });
  return revoked;
}
