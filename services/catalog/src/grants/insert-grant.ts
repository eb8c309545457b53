import { catalog } from '@platform/contracts';
import { newId, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';

/** What a purchase or an activation grants. Times are RFC 3339; the end is exclusive, null for lifetime. */
export interface NewGrant {
  application_id: string;
  user_id: string;
  source: 'payment' | 'license';
  /** Id of the payment or activation: one of them grants once. */
  source_id: string;
  plan_id: string;
  plan_code: string;
  entitlement_codes: string[];
  starts_at: string;
  expires_at: string | null;
}

/**
 * The unique source decides: of many that come at once one inserts, and a row that a refund has left there first stays
 * what it is. A payment that has its grant is no longer open.
 */
const insert = {
  name: 'insert_grant',
  text: `WITH closed AS (DELETE FROM catalog.open_payments WHERE payment_id = CASE WHEN $4 = 'payment' THEN $5::uuid END)
    INSERT INTO catalog.grants
      (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, starts_at, expires_at, created_at)
    VALUES ($1, $2, $3, $4::text, $5::text, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (source, source_id) DO NOTHING`,
};

/** Writes a grant and `entitlement.granted`, once for each source. Answers the id of the grant, null when it was there. */
export async function insertGrant(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  {
    application_id,
    user_id,
    source,
    source_id,
    plan_id,
    plan_code,
    entitlement_codes,
    starts_at,
    expires_at,
  }: NewGrant,
): Promise<string | null> {
  const grant_id = newId();
  const now = app.clock.now();
  const values = [grant_id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes];
  const { rowCount } = await runStatement(tx, insert, [...values, starts_at, expires_at, now]);
  if (rowCount === 0) return null;
  await app.emit(
    tx,
    catalog.events.entitlementGranted,
    { grant_id, user_id, source, source_id, plan_code, entitlement_codes, starts_at, expires_at },
    { application_id, occurred_at: now },
  );
  return grant_id;
}
