import { catalog } from '@platform/contracts';
import { fail, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { grants } from '../schema.ts';
import { toGrant } from './read-grants.ts';

type Grant = typeof grants.$inferSelect;
const sourcesPerStatement = 1_000;

/**
 * Takes back what a refunded payment granted and nothing else. A refund that overtakes its purchase leaves a revoked row
 * in the place of the grant, so the purchase that comes later finds its source taken and grants nothing.
 */
export async function revokeRefunded(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  refund: { application_id: string; user_id: string; payment_id: string; refunded_at: Date },
): Promise<void> {
  const [row] = await tx
    .insert(grants)
    .values({
      id: newId(),
      application_id: refund.application_id,
      user_id: refund.user_id,
      source: 'payment',
      source_id: refund.payment_id,
      entitlement_codes: [],
      starts_at: refund.refunded_at,
      revoked_at: refund.refunded_at,
      reason: 'refunded',
      created_at: app.clock.now(),
    })
    .onConflictDoUpdate({
      target: [grants.source, grants.source_id],
      set: { revoked_at: refund.refunded_at, reason: 'refunded' },
      setWhere: isNull(grants.revoked_at),
    })
    .returning();
  if (row && row.entitlement_codes.length > 0) await emitRevoked(app, tx, row);
}

/**
 * Takes a grant back now, on behalf of an administrator. A repeat answers the revoked grant again.
 * @throws AppError `grant_not_found` for a grant of another user or application
 */
export async function revokeGrant(
  app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>,
  input: { application_id: string; user_id: string; grant_id: string; admin_id: string },
) {
  return app.db.transaction(async (tx) => {
    const mine = and(
      eq(grants.id, input.grant_id),
      eq(grants.application_id, input.application_id),
      eq(grants.user_id, input.user_id),
    );
    const [found] = await tx.select().from(grants).where(mine).for('update');
    if (!found) return fail('grant_not_found');
    const before = toGrant(found);
    if (found.revoked_at) {
      await app.audit.record(tx, { before, after: before });
      return before;
    }
    const [revoked] = await tx
      .update(grants)
      .set({ revoked_at: app.clock.now(), admin_id: input.admin_id })
      .where(mine)
      .returning();
    if (!revoked) return fail('grant_not_found');
    await emitRevoked(app, tx, revoked);
    await app.audit.record(tx, { before, after: toGrant(revoked) });
    return toGrant(revoked);
  });
}

/**
 * Takes back what some sources granted, such as the activations of a license key. Answers the grants that were live.
 */
export async function revokeSources(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  what: { source: Grant['source']; source_ids: string[]; admin_id: string; reason: string },
): Promise<Grant[]> {
  const { source, source_ids, admin_id, reason } = what;
  const revoked: Grant[] = [];
  // A key that leaked may have more activations than a statement has parameters.
  for (let at = 0; at < source_ids.length; at += sourcesPerStatement) {
    const some = inArray(grants.source_id, source_ids.slice(at, at + sourcesPerStatement));
    const rows = await tx
      .update(grants)
      .set({ revoked_at: app.clock.now(), admin_id, reason })
      .where(and(eq(grants.source, source), some, isNull(grants.revoked_at)))
      .returning();
    revoked.push(...rows);
  }
  for (const grant of revoked) await emitRevoked(app, tx, grant);
  return revoked;
}

const emitRevoked = (app: Pick<App, 'emit' | 'clock'>, tx: Tx, grant: Grant): Promise<void> =>
  app.emit(
    tx,
    catalog.events.entitlementRevoked,
    {
      grant_id: grant.id,
      user_id: grant.user_id,
      source: grant.source,
      source_id: grant.source_id,
      entitlement_codes: grant.entitlement_codes,
    },
    { application_id: grant.application_id, occurred_at: app.clock.now() },
  );
