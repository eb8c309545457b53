import { type Database, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { grants } from '../schema.ts';

export type GrantRow = typeof grants.$inferSelect;

/** Columns of a grant as {@link GrantRow} has them; int8 would come back as text. */
export const grantColumns = `id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, added_codes, granted_at,
  duration_ms::float8 AS duration_ms, starts_at, expires_at, is_prolonged, revoked_at, reason, admin_id, created_at`;

/**
 * Whether the row only remembers a refund that overtook its purchase. The purchase fills it in; until then it
 * grants nothing.
 */
export const isTombstone = (row: Pick<GrantRow, 'source' | 'plan_code'>): boolean =>
  row.source === 'payment' && row.plan_code === null;

const ofUsers = defineStatement({
  name: 'grants_of_users',
  text: `SELECT ${grantColumns} FROM catalog.grants WHERE application_id = $1 AND user_id = ANY($2::uuid[])`,
});

/** Every grant of some users of an application, ended and revoked ones included, tombstones left out. */
export async function readGrantRows(
  db: Database | Tx,
  applicationId: string,
  userIds: readonly string[],
): Promise<GrantRow[]> {
  const { rows } = await runStatement<GrantRow>(db, ofUsers, [applicationId, userIds]);
  return rows.filter((row) => !isTombstone(row));
}
