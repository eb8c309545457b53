import { catalog } from '@platform/contracts';
import { fail, type Tx } from '@platform/runtime';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { grants, revoked_sources } from '../schema.ts';
import { lockSource } from './apply-purchase.ts';
import { toGrant } from './read-grants.ts';

type Grant = typeof grants.$inferSelect;

/** Takes back what a refunded payment granted and nothing else, also when the grant is yet to come. */
export async function revokeRefunded(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  refund: { payment_id: string; refunded_at: Date },
): Promise<void> {
  await lockSource(tx, 'payment', refund.payment_id);
  await tx
    .insert(revoked_sources)
    .values({ source: 'payment', source_id: refund.payment_id, revoked_at: refund.refunded_at })
    .onConflictDoNothing();
  const [revoked] = await tx
    .update(grants)
    .set({ revoked_at: refund.refunded_at, reason: 'refunded' })
    .where(and(eq(grants.source, 'payment'), eq(grants.source_id, refund.payment_id), isNull(grants.revoked_at)))
    .returning();
  if (revoked) await emitRevoked(app, tx, revoked);
}

/**
 * Takes a grant back now, on behalf of an administrator. A repeat answers the revoked grant again.
 * @throws AppError `grant_not_found` for a grant of another user or application
 */
export async function revokeGrant(
  app: Pick<App, 'db' | 'emit' | 'clock'>,
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
    if (found.revoked_at) return toGrant(found);
    const [revoked] = await tx
      .update(grants)
      .set({ revoked_at: app.clock.now(), admin_id: input.admin_id })
      .where(mine)
      .returning();
    if (!revoked) return fail('grant_not_found');
    await emitRevoked(app, tx, revoked);
    return toGrant(revoked);
  });
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
