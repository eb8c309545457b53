import { fail, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { grants } from '../schema.ts';
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
        set: { revoked_at: refunded_at, reason: 'refunded' },
        setWhere: isNull(grants.revoked_at),
      })
      .returning(),
  );
}

/**
 * Revokes a grant now, on behalf of an administrator. A repeat answers the revoked grant again.
 * @throws AppError `application_not_found`, `grant_not_found` for a grant of another user or application
 */
export async function revokeGrant(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>,
  input: { application_id: string; user_id: string; grant_id: string; admin_id: string },
) {
  const { application_id, user_id, grant_id, admin_id } = input;
  await requireApplication(app.db, application_id);
  return app.db.transaction(async (tx) => {
    const isTargetGrant = and(
      eq(grants.id, grant_id),
      eq(grants.application_id, application_id),
      eq(grants.user_id, user_id),
    );
    const [present] = await tx.select({ id: grants.id }).from(grants).where(isTargetGrant);
    if (!present) return fail('grant_not_found');
    const find = await changeGrants(app, tx, { application_id, user_ids: [user_id] }, () =>
      tx
        .update(grants)
        .set({ revoked_at: app.clock.now(), admin_id })
        .where(and(isTargetGrant, isNull(grants.revoked_at)))
        .returning(),
    );
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
