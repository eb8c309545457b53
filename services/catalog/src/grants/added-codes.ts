import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { GrantRow } from './grant-rows.ts';

type Codes = Pick<GrantRow, 'entitlement_codes' | 'added_codes'>;

/** Entitlement codes with the time from which owners of a plan have them, RFC 3339. */
export type AddedCodes = Readonly<Record<string, string>>;

/**
 * A grant with the codes of its plan: what it lacks is added, what a backfill added and the plan lacks goes. Codes that
 * the purchase itself granted stay.
 * @returns null for a grant that has them
 */
export function withPlanCodes(grant: Codes, planCodes: AddedCodes): Codes | null {
  const granted = grant.entitlement_codes.filter((code) => !(code in grant.added_codes));
  const added = Object.entries(planCodes)
    .filter(([code]) => !granted.includes(code))
    .map(([code, addedAt]) => [code, grant.added_codes[code] ?? addedAt] as const);
  const isSame =
    added.length === Object.keys(grant.added_codes).length && added.every(([code]) => code in grant.added_codes);
  if (isSame) return null;
  return {
    entitlement_codes: [...granted, ...added.map(([code]) => code)].sort(),
    added_codes: Object.fromEntries(added),
  };
}

/**
 * SQL of the codes that a new grant gets beside its own, by the last backfill of its plan. Run
 * {@link lockBackfilledCodes} before: a backfill then sees the grant, or the grant sees the backfill.
 */
export const addedCodesSql = ({
  plan_id,
  codes,
  granted_at,
}: {
  plan_id: string;
  codes: string;
  granted_at: string;
}) => ({
  entitlement_codes: `${codes} || ARRAY(SELECT b.code FROM catalog.plan_backfill_codes b
    WHERE b.plan_id = ${plan_id} AND b.code <> ALL (${codes}) ORDER BY b.code)`,
  added_codes: `coalesce((SELECT jsonb_object_agg(b.code, greatest(b.added_at, ${granted_at}))
    FROM catalog.plan_backfill_codes b WHERE b.plan_id = ${plan_id} AND b.code <> ALL (${codes})), '{}')`,
});

const lockShared = defineStatement({
  name: 'lock_backfilled_codes',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('catalog.backfill:' || id, 0))
    FROM unnest($1::text[]) AS id`,
});

const lockAlone = defineStatement({
  name: 'lock_backfill',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('catalog.backfill:' || $1, 0))`,
});

/** Lets no backfill of these plans begin until the transaction ends. */
export const lockBackfilledCodes = async (tx: Tx, planIds: readonly string[]): Promise<void> => {
  await runStatement(tx, lockShared, [[...new Set(planIds)].sort()]);
};

/** Waits for transactions that grant this plan, and keeps others out until the transaction ends. */
export const lockBackfill = async (tx: Tx, planId: string): Promise<void> => {
  await runStatement(tx, lockAlone, [planId]);
};

const readCodes = defineStatement({
  name: 'backfilled_codes',
  text: 'SELECT code, added_at FROM catalog.plan_backfill_codes WHERE plan_id = $1 ORDER BY code',
});

/** Codes that owners of a plan have by its last backfill. */
export async function readBackfilledCodes(tx: Tx, planId: string): Promise<AddedCodes> {
  const { rows } = await runStatement<{ code: string; added_at: Date }>(tx, readCodes, [planId]);
  return Object.fromEntries(rows.map(({ code, added_at }) => [code, added_at.toISOString()]));
}

const lastCodes = defineStatement({
  name: 'last_backfill_codes',
  text: 'SELECT entitlement_codes FROM catalog.plan_backfills WHERE plan_id = $1 ORDER BY id DESC LIMIT 1',
});

/**
 * Codes of its plan for a grant that was revoked when backfills ran. As for the other owners, a code that a backfill gave
 * goes only when a later backfill takes it.
 */
export async function readRestoredCodes(tx: Tx, planId: string, { added_codes }: Codes): Promise<AddedCodes> {
  const { rows } = await runStatement<{ entitlement_codes: string[] }>(tx, lastCodes, [planId]);
  const kept = Object.entries(added_codes).filter(([code]) => rows[0]?.entitlement_codes.includes(code));
  return { ...Object.fromEntries(kept), ...(await readBackfilledCodes(tx, planId)) };
}
