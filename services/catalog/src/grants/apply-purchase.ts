import { catalog, type PaidPeriod } from '@platform/contracts';
import { newId, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Closes the open payment and writes the grant, in one statement. The unique source decides: of many that come at once
 * one inserts, and a row that a refund has left there first stays what it is.
 */
const insertGrant = {
  name: 'apply_purchase',
  text: `WITH closed AS (DELETE FROM catalog.open_payments WHERE payment_id = $4::uuid)
    INSERT INTO catalog.grants
      (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, starts_at, expires_at, created_at)
    VALUES ($1, $2, $3, 'payment', $4::text, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (source, source_id) DO NOTHING`,
};

/**
 * Writes the grant of a paid period, once, however often its event is delivered. Emits `entitlement.granted` only with
 * the grant.
 */
export async function applyPurchase(app: Pick<App, 'emit' | 'clock'>, tx: Tx, period: PaidPeriod): Promise<void> {
  const { application_id, user_id, payment_id, plan_id, plan_code, entitlement_codes, starts_at, expires_at } = period;
  const grant_id = newId();
  const now = app.clock.now();
  const { rowCount } = await runStatement(tx, insertGrant, [
    grant_id,
    application_id,
    user_id,
    payment_id,
    plan_id,
    plan_code,
    entitlement_codes,
    starts_at,
    expires_at,
    now,
  ]);
  if (rowCount === 0) return;
  const granted = {
    grant_id,
    user_id,
    source: 'payment' as const,
    source_id: payment_id,
    plan_code,
    entitlement_codes,
    starts_at,
    expires_at,
  };
  await app.emit(tx, catalog.events.entitlementGranted, granted, { application_id, occurred_at: now });
}
