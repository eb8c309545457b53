import type { catalog, LicenseKeyBatch } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  afterCommit,
  applyChanges,
  assertVersion,
  type Database,
  fail,
  findRow,
  type PageQuery,
  readPageRows,
  type Tx,
  toPage,
} from '@platform/runtime';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { license_batches, license_keys, plans } from '../schema.ts';

type BatchRow = typeof license_batches.$inferSelect;

interface BatchTarget {
  application_id: string;
  license_batch_id: string;
}

interface BatchFacts {
  batch: BatchRow;
  plan_code: string;
  quantity: number;
}

/** A batch as administrators see it. */
const toLicenseBatch = ({ batch: row, plan_code, quantity }: BatchFacts): z.input<typeof LicenseKeyBatch> => ({
  id: row.id,
  name: row.name,
  plan_code,
  quantity,
  max_redemptions: row.max_redemptions,
  max_devices: row.max_devices,
  valid_until: row.valid_until?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revocation_reason: row.revocation_reason,
  revocation_ended_at: row.revocation_ended_at?.toISOString() ?? null,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const selectBatches = (db: Database | Tx) =>
  db
    .select({
      batch: license_batches,
      plan_code: plans.code,
      quantity: sql<number>`(SELECT count(*)::int FROM ${license_keys} WHERE ${license_keys.batch_id} = ${license_batches.id})`,
    })
    .from(license_batches)
    .innerJoin(plans, eq(plans.id, license_batches.plan_id));

/** One page of the batches of an application, newest first. */
export async function listLicenseBatches({ db }: Pick<App, 'db'>, application_id: string, query: PageQuery) {
  await requireApplication(db, application_id);
  const rows = await readPageRows(selectBatches(db), license_batches, { application_id }, query);
  return toPage(rows.map(toLicenseBatch), query.limit, (batch) => batch);
}

/**
 * A batch with the numbers of its keys by their use.
 * @throws AppError `application_not_found`, `license_batch_not_found`
 */
export async function getLicenseBatch({ db }: Pick<App, 'db'>, target: BatchTarget) {
  await requireApplication(db, target.application_id);
  const [found] = await selectBatches(db).where(isTarget(target));
  if (!found) return fail('license_batch_not_found');
  const count = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const [use] = await db
    .select({
      unused: count(sql`${license_keys.revoked_at} IS NULL AND ${license_keys.redemptions} = 0`),
      used: count(sql`${license_keys.revoked_at} IS NULL AND ${license_keys.redemptions} > 0`),
      revoked: count(sql`${license_keys.revoked_at} IS NOT NULL`),
      redemptions: sql<number>`coalesce(sum(${license_keys.redemptions}), 0)::int`,
    })
    .from(license_keys)
    .where(eq(license_keys.batch_id, target.license_batch_id));
  return { ...toLicenseBatch(found), ...(use ?? fail('internal_error')) };
}

/**
 * Changes the label and the limits of a batch.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `license_batch_not_found`, `precondition_failed`
 */
export const updateLicenseBatch = (
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  target: BatchTarget,
  { valid_until, ...changes }: EndpointRequest<typeof catalog.endpoints.updateLicenseBatch>['body'],
  ifMatch: number | null,
) =>
  changeBatch(app, target, ifMatch, () => ({
    ...changes,
    valid_until: valid_until === undefined || valid_until === null ? valid_until : new Date(valid_until),
  }));

/**
 * Revokes all keys of a batch. The grants of their users end in the background. A repeat changes nothing.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `license_batch_not_found`, `precondition_failed`
 */
export const revokeLicenseBatch = (
  app: Pick<App, 'db' | 'clock' | 'audit' | 'revocationRunner'>,
  target: BatchTarget,
  { reason, admin_id }: { reason: string; admin_id: string },
  ifMatch: number | null,
) =>
  changeBatch(app, target, ifMatch, async (before, tx) => {
    const now = app.clock.now();
    if (before.revoked_at) {
      // A job whose tries are spent begins again.
      return before.revocation_ended_at === null && before.due_at === null ? { due_at: now } : {};
    }
    // An activation that holds its key ends first, and its grant is among those that end.
    await tx
      .update(license_keys)
      .set({ revoked_at: now, revocation_reason: reason })
      .where(and(eq(license_keys.batch_id, before.id), isNull(license_keys.revoked_at)));
    afterCommit(tx, () => app.revocationRunner.wake());
    return { revoked_at: now, revocation_reason: reason, revocation_admin_id: admin_id, due_at: now };
  });

async function changeBatch(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  target: BatchTarget,
  ifMatch: number | null,
  decide: (before: BatchRow, tx: Tx) => Partial<BatchRow> | Promise<Partial<BatchRow>>,
): Promise<z.input<typeof LicenseKeyBatch>> {
  return app.db.transaction(async (tx) => {
    await requireApplication(tx, target.application_id);
    await findRow(tx, license_batches, isTarget(target), 'update');
    const [before] = await selectBatches(tx).where(isTarget(target));
    if (!before) return fail('license_batch_not_found');
    assertVersion(ifMatch, before.batch.version);
    const { row, isChanged } = applyChanges(before.batch, await decide(before.batch, tx), app.clock.now());
    if (isChanged) await tx.update(license_batches).set(row).where(isTarget(target));
    const after = toLicenseBatch({ ...before, batch: row });
    await app.audit.record(tx, { before: toLicenseBatch(before), after });
    return after;
  });
}

const isTarget = ({ license_batch_id, application_id }: BatchTarget) =>
  and(eq(license_batches.id, license_batch_id), eq(license_batches.application_id, application_id));
