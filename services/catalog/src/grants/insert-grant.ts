import { defineStatement, newId, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { addedCodesSql, lockBackfilledCodes } from './added-codes.ts';
import { changeGrants, type TermedGrant } from './change-grants.ts';
import { type GrantRow, grantColumns } from './grant-rows.ts';

/** A grant of a purchase or an activation. */
export interface NewGrant {
  application_id: string;
  user_id: string;
  source: 'payment' | 'license';
  /** Id of the payment or activation: one of them grants once. */
  source_id: string;
  plan_id: string;
  plan_code: string;
  entitlement_codes: string[];
  /** The moment of the payment or activation. */
  granted_at: Date;
  /** Milliseconds; null for lifetime. */
  duration_ms: number | null;
}

/**
 * The unique source decides: of many inserts at once one wins. A tombstone of a refund is filled in and stays
 * revoked. A payment that has its grant is no longer open. A purchase that began before its plan got another code has
 * the present one: owners of a plan are found by it.
 */
const added = addedCodesSql({ plan_id: '$6::uuid', codes: '$8::text[]', granted_at: '$9::timestamptz' });
const insert = defineStatement({
  name: 'insert_grant',
  text: `WITH closed AS (DELETE FROM catalog.open_payments WHERE payment_id = CASE WHEN $4 = 'payment' THEN $5::uuid END)
    INSERT INTO catalog.grants
      (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, added_codes, granted_at,
       duration_ms, starts_at, expires_at, created_at)
    VALUES ($1, $2, $3, $4::text, $5::text, $6,
       coalesce((SELECT p.code FROM catalog.plans p WHERE p.id = $6), $7), ${added.entitlement_codes}, ${added.added_codes}, $9, $10, $9, $11, $12)
    ON CONFLICT (source, source_id) DO UPDATE SET plan_id = excluded.plan_id, plan_code = excluded.plan_code,
      entitlement_codes = excluded.entitlement_codes, added_codes = excluded.added_codes, granted_at = excluded.granted_at, duration_ms = excluded.duration_ms,
      starts_at = excluded.starts_at, expires_at = excluded.expires_at
    WHERE grants.source = 'payment' AND grants.plan_code IS NULL
    RETURNING ${grantColumns}`,
});

/**
 * Writes a grant, once for each source. Answers it with its term, null when the source has granted before.
 */
export async function insertGrant(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  grant: NewGrant,
): Promise<TermedGrant | null> {
  const { application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes } = grant;
  const { granted_at, duration_ms } = grant;
  const nominalEnd = duration_ms === null ? null : new Date(granted_at.getTime() + duration_ms);
  let inserted: GrantRow | undefined;
  const find = await changeGrants(app, tx, { application_id, user_ids: [user_id] }, async () => {
    // In one round trip with the insert, in this order.
    const locked = lockBackfilledCodes(tx, [plan_id]);
    const inserting = runStatement<GrantRow>(tx, insert, [
      newId(),
      application_id,
      user_id,
      source,
      source_id,
      plan_id,
      plan_code,
      entitlement_codes,
      granted_at,
      duration_ms,
      nominalEnd,
      app.clock.now(),
    ]);
    await Promise.allSettled([locked, inserting]);
    const [, { rows }] = await Promise.all([locked, inserting]);
    inserted = rows[0];
    return rows;
  });
  return (inserted && find(inserted.id)?.after) ?? null;
}
