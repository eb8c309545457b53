import { defineStatement, type Lease, runStatement, type Tx, type WorkKind } from '@platform/runtime';
import type { App } from '../app.ts';
import { type AddedCodes, readBackfilledCodes, withPlanCodes } from '../grants/added-codes.ts';
import { changeGrants } from '../grants/change-grants.ts';
import { type GrantRow, grantColumns } from '../grants/grant-rows.ts';
import { plan_backfills } from '../schema.ts';

type Backfill = typeof plan_backfills.$inferSelect;
type BackfillApp = Pick<App, 'db' | 'clock' | 'emit'>;

/** Owners of one transaction: their reads and purchases wait for it. */
const ownersPerBatch = 100;

/** Backfills of plans, one at a time in each process; a batch of owners and the progress are one transaction. */
export const backfillKind = (app: BackfillApp): WorkKind<typeof plan_backfills> => ({
  name: 'plan backfills',
  table: plan_backfills,
  key: plan_backfills.id,
  group: plan_backfills.plan_id,
  leaseMs: 15_000,
  pollMs: 5_000,
  maxTries: 10,
  backoffMs: [1_000, 10_000, 60_000],
  onClaim: () => ({ state: 'running' }),
  describe: ([row]) => ({ backfill_id: row?.id }),
  run: (lease) => backfillOwners(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { state: 'failed', finished_at: app.clock.now() }, rows);
  },
});

/**
 * Gives each owner the codes of the backfill. What is changed does not differ any more, so a repeat goes on behind it.
 * The last pass finds no owner that differs: a merge may have moved a grant behind an earlier one.
 */
async function backfillOwners(app: BackfillApp, lease: Lease<typeof plan_backfills>): Promise<void> {
  const { row } = lease;
  if (row.owners_total === null) {
    const [counted] = await app.db.read<{ owners: number }>(countOwners, whichOwners(row, app.clock.now()));
    await lease.require(app.db, { owners_total: counted?.owners ?? 0 });
  }
  let done = row.owners_done;
  let after = firstId;
  for (;;) {
    lease.signal.throwIfAborted();
    const changed = await app.db.transaction(async (tx) => {
      await lease.require(tx, { tries: 0 });
      const owners = await readOwners(tx, row, { after, now: app.clock.now() });
      if (owners.length === 0) return [];
      await changeOwners(app, tx, row, owners);
      await lease.update(tx, { owners_done: done + owners.length });
      return owners;
    });
    done += changed.length;
    if (changed.length === 0 && after === firstId) break;
    after = changed.at(-1) ?? firstId;
  }
  await lease.finish(app.db, { state: 'finished', finished_at: app.clock.now() });
}

const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Live grants of the plan that lack a code of it, or have one that a backfill added and that it lacks now. A grant that is
 * younger than the backfill needs no code that has left the plan since.
 */
const ownersThatDiffer = `FROM catalog.grants g JOIN catalog.plans p ON p.id = $2 AND p.code = g.plan_code
  WHERE g.application_id = $1 AND g.plan_id = $2
    AND (g.revoked_at IS NULL OR g.revoked_at > $3) AND (g.expires_at IS NULL OR g.expires_at > $3)
    AND (NOT g.entitlement_codes @> CASE WHEN g.created_at <= $5 THEN $4::text[] ELSE ARRAY(
        SELECT b.code FROM catalog.plan_backfill_codes b WHERE b.plan_id = $2 AND b.code = ANY ($4::text[])) END OR EXISTS
      (SELECT FROM jsonb_object_keys(g.added_codes) AS code WHERE code <> ALL ($4::text[])))`;

const whichOwners = (row: Backfill, now: Date): unknown[] => [
  row.application_id,
  row.plan_id,
  now,
  row.entitlement_codes,
  row.created_at,
];

const countOwners = defineStatement({
  name: 'count_backfill_owners',
  text: `SELECT count(DISTINCT g.user_id)::int AS owners ${ownersThatDiffer}`,
});

const nextOwners = defineStatement({
  name: 'backfill_owners',
  text: `SELECT DISTINCT g.user_id ${ownersThatDiffer} AND g.user_id > $6 ORDER BY g.user_id LIMIT $7`,
});

async function readOwners(tx: Tx, row: Backfill, { after, now }: { after: string; now: Date }): Promise<string[]> {
  const { rows } = await runStatement<{ user_id: string }>(tx, nextOwners, [
    ...whichOwners(row, now),
    after,
    ownersPerBatch,
  ]);
  return rows.map(({ user_id }) => user_id);
}

const grantsOfPlan = defineStatement({
  name: 'grants_of_plan',
  text: `SELECT ${grantColumns} FROM catalog.grants
    WHERE application_id = $1 AND plan_id = $2 AND user_id = ANY ($3::uuid[])`,
});

const storeCodes = defineStatement({
  name: 'store_added_codes',
  text: `UPDATE catalog.grants SET entitlement_codes = changed.codes, added_codes = changed.added
    FROM jsonb_to_recordset($1::jsonb) AS changed (grant_id uuid, codes text[], added jsonb)
    WHERE grants.id = changed.grant_id RETURNING ${grantColumns}`,
});

/** All grants of the plan change: an ended one decides when a later one begins, and a revoked one may be restored. */
const changeOwners = ({ clock, emit }: BackfillApp, tx: Tx, row: Backfill, user_ids: readonly string[]) => {
  const { application_id, plan_id } = row;
  return changeGrants({ clock, emit }, tx, { application_id, user_ids }, async () => {
    const [{ rows }, times] = await Promise.all([
      runStatement<GrantRow>(tx, grantsOfPlan, [application_id, plan_id, user_ids]),
      readBackfilledCodes(tx, plan_id),
    ]);
    const changed = rows.flatMap((grant) => {
      const values = withPlanCodes(grant, codesFor(grant, row, times));
      return values ? [{ grant_id: grant.id, codes: values.entitlement_codes, added: values.added_codes }] : [];
    });
    return (await runStatement<GrantRow>(tx, storeCodes, [JSON.stringify(changed)])).rows;
  });
};

/**
 * What a grant gets of a backfill. A code that has left the plan since holds from the beginning of the backfill; a
 * younger grant gets no such code, and keeps one that it has.
 */
function codesFor(grant: GrantRow, { entitlement_codes, created_at }: Backfill, times: AddedCodes): AddedCodes {
  const isYounger = grant.created_at > created_at;
  const since = (code: string) => times[code] ?? (isYounger ? grant.added_codes[code] : created_at.toISOString());
  return Object.fromEntries(
    entitlement_codes.flatMap((code) => {
      const addedAt = since(code);
      return addedAt === undefined ? [] : [[code, addedAt]];
    }),
  );
}
