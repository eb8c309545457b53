import { catalog, type PaidPeriod } from '@platform/contracts';
import { newId, type Tx } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { grants, open_payments, revoked_sources } from '../schema.ts';

type Source = (typeof grants.$inferSelect)['source'];

/**
 * Makes grant and revocation of one source wait for each other: a refund that overtakes its purchase must still win.
 */
export const lockSource = (tx: Tx, source: Source, sourceId: string): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grant:${source}:${sourceId}`}, 0))`);

/**
 * Writes the grant of a paid period, once: the webhook, a sync, the reconcile and an entitlements read may all come here,
 * in any order and at once. Closes the open payment. Emits `entitlement.granted` only with the grant.
 */
export async function applyPurchase(app: Pick<App, 'emit' | 'clock'>, tx: Tx, period: PaidPeriod): Promise<void> {
  await lockSource(tx, 'payment', period.payment_id);
  await tx.delete(open_payments).where(eq(open_payments.payment_id, period.payment_id));
  const [revoked] = await tx
    .select({ revoked_at: revoked_sources.revoked_at })
    .from(revoked_sources)
    .where(and(eq(revoked_sources.source, 'payment'), eq(revoked_sources.source_id, period.payment_id)));
  const now = app.clock.now();
  const [granted] = await tx
    .insert(grants)
    .values({
      id: newId(),
      application_id: period.application_id,
      user_id: period.user_id,
      source: 'payment',
      source_id: period.payment_id,
      plan_id: period.plan_id,
      plan_code: period.plan_code,
      entitlement_codes: period.entitlement_codes,
      starts_at: new Date(period.starts_at),
      expires_at: period.expires_at === null ? null : new Date(period.expires_at),
      revoked_at: revoked?.revoked_at ?? null,
      created_at: now,
    })
    .onConflictDoNothing({ target: [grants.source, grants.source_id] })
    .returning();
  if (!granted || revoked) return;
  await app.emit(
    tx,
    catalog.events.entitlementGranted,
    {
      grant_id: granted.id,
      user_id: granted.user_id,
      source: granted.source,
      source_id: granted.source_id,
      plan_code: granted.plan_code,
      entitlement_codes: granted.entitlement_codes,
      starts_at: granted.starts_at.toISOString(),
      expires_at: granted.expires_at?.toISOString() ?? null,
    },
    { application_id: granted.application_id, occurred_at: now },
  );
}
