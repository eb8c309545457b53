import { type Database, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { addedCodesSql, lockBackfilledCodes } from '../grants/added-codes.ts';
import { changeGrants } from '../grants/change-grants.ts';
import { type GrantRow, grantColumns } from '../grants/grant-rows.ts';
import type { GrantTime } from './judge-purchase.ts';
import { readTwins } from './twin-grants.ts';

/** A customer as this service has it. */
export interface CustomerRow {
  customer_id: string;
  user_id: string | null;
  removed_at: Date | null;
}

/** A grant of an imported purchase. The id is its `source_id`, too. */
export interface ImportedGrant
  extends GrantTime,
    Pick<GrantRow, 'id' | 'plan_id' | 'plan_code' | 'entitlement_codes' | 'created_at'> {
  reason: string;
  admin_id: string;
}

export interface WaitingGrant extends ImportedGrant {
  customer_id: string;
  /** What makes two rows of one person one purchase; null from the release before. */
  purchase_key: string | null;
}

export interface UserGrant extends ImportedGrant, Pick<WaitingGrant, 'customer_id' | 'purchase_key'> {
  user_id: string;
}

const lock = defineStatement({
  name: 'lock_customers',
  text: `INSERT INTO catalog.customers (customer_id, application_id, user_id)
    SELECT customer_id, $1, coalesce(merged_into, c.user_id)
    FROM jsonb_to_recordset($2::jsonb) AS c (customer_id uuid, user_id uuid)
    LEFT JOIN catalog.grant_revisions r ON r.user_id = c.user_id
    ORDER BY customer_id
    ON CONFLICT (customer_id) DO UPDATE SET user_id = coalesce(excluded.user_id, customers.user_id)
    RETURNING customer_id, user_id, removed_at`,
});

/**
 * Locks customers until the transaction ends, and stores the users that they are, merged users as those
 * they became. An import and a recognition of one
 * customer come one after the other: the later one sees what the earlier one wrote. Locks of grants come behind it.
 * @param customers one entry for each customer; null keeps the user that is stored
 * @returns the customers as they are since
 */
export async function lockCustomers(
  tx: Tx,
  application_id: string,
  customers: readonly { customer_id: string; user_id: string | null }[],
): Promise<CustomerRow[]> {
  const { rows } = await runStatement<CustomerRow>(tx, lock, [application_id, JSON.stringify(customers)]);
  return rows;
}

const waitingColumns = `id, customer_id, plan_id, plan_code, entitlement_codes, granted_at,
  duration_ms::float8 AS duration_ms, starts_at, expires_at, is_prolonged, reason, admin_id, created_at, purchase_key`;

const take = defineStatement({
  name: 'take_waiting_grants',
  text: `DELETE FROM catalog.waiting_grants WHERE customer_id = ANY($1::uuid[]) RETURNING ${waitingColumns}`,
});

/** Removes and answers what waits for customers. */
export async function takeWaitingGrants(tx: Tx, customerIds: readonly string[]): Promise<WaitingGrant[]> {
  const { rows } = await runStatement<WaitingGrant>(tx, take, [customerIds]);
  return rows;
}

const waitingOfImport = defineStatement({
  name: 'waiting_grants_of_import',
  text: `SELECT ${waitingColumns} FROM catalog.waiting_grants WHERE id = ANY($1::uuid[])`,
});

/** Waiting grants with these ids. */
export async function readWaitingGrants(db: Tx | Database, ids: readonly string[]): Promise<WaitingGrant[]> {
  const { rows } = await runStatement<WaitingGrant>(db, waitingOfImport, [ids]);
  return rows;
}

const grantsOfImport = defineStatement({
  name: 'grants_of_import',
  text: `SELECT ${grantColumns} FROM catalog.grants WHERE id = ANY($1::uuid[])`,
});

/** Grants with these ids. */
export async function readImportedGrants(db: Tx | Database, ids: readonly string[]): Promise<GrantRow[]> {
  const { rows } = await runStatement<GrantRow>(db, grantsOfImport, [ids]);
  return rows;
}

const importedColumns = `id, plan_id, plan_code, entitlement_codes, granted_at, duration_ms, starts_at, expires_at,
  is_prolonged, reason, admin_id, created_at`;
const importedTypes = `id uuid, plan_id uuid, plan_code text, entitlement_codes text[], granted_at timestamptz,
  duration_ms bigint, starts_at timestamptz, expires_at timestamptz, is_prolonged boolean, reason text,
  admin_id uuid, created_at timestamptz`;
const newTime = `granted_at = excluded.granted_at, duration_ms = excluded.duration_ms, starts_at = excluded.starts_at,
  expires_at = excluded.expires_at, is_prolonged = excluded.is_prolonged, reason = excluded.reason,
  admin_id = excluded.admin_id`;

const insertWaiting = defineStatement({
  name: 'insert_waiting_grants',
  text: `INSERT INTO catalog.waiting_grants (application_id, customer_id, purchase_key, ${importedColumns})
    SELECT $1, customer_id, purchase_key, ${importedColumns}
    FROM jsonb_to_recordset($2::jsonb) AS g (customer_id uuid, purchase_key text, ${importedTypes})
    ON CONFLICT (id) DO UPDATE SET ${newTime}, purchase_key = excluded.purchase_key`,
});

/** Stores grants of customers who wait, or their new dates. */
export async function storeWaitingGrants(
  tx: Tx,
  application_id: string,
  waiting: readonly WaitingGrant[],
): Promise<void> {
  if (waiting.length > 0) await runStatement(tx, insertWaiting, [application_id, JSON.stringify(waiting)]);
}

const added = addedCodesSql({ plan_id: 'g.plan_id', codes: 'g.entitlement_codes', granted_at: 'g.granted_at' });
/** As of a purchase: the plan may have another code than when the import began. */
const presentPlanCode = 'coalesce((SELECT p.code FROM catalog.plans p WHERE p.id = g.plan_id), g.plan_code)';
const insertGrants = defineStatement({
  name: 'insert_imported_grants',
  text: `INSERT INTO catalog.grants (application_id, user_id, source, source_id, added_codes, ${importedColumns})
    SELECT $1, user_id, 'admin', id::text, ${added.added_codes},
      ${importedColumns.replace('entitlement_codes', added.entitlement_codes).replace('plan_code', presentPlanCode)}
    FROM jsonb_to_recordset($2::jsonb) AS g (user_id uuid, ${importedTypes})
    ON CONFLICT (id) DO UPDATE SET ${newTime} WHERE grants.revoked_at IS NULL
    RETURNING ${grantColumns}`,
});

/**
 * Stores grants of users, or their new dates, in one fold of each user. A grant that was revoked meanwhile stays as it
 * is. A purchase that another customer of the user has brought is stored once.
 */
export async function storeGrants(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  application_id: string,
  granted: readonly UserGrant[],
): Promise<void> {
  if (granted.length === 0) return;
  const user_ids = [...new Set(granted.map(({ user_id }) => user_id))];
  await changeGrants(app, tx, { application_id, user_ids }, async () => {
    // Behind the lock of the users: what another recognition has stored counts.
    const distinct = await withoutTwins(tx, application_id, granted);
    await lockBackfilledCodes(tx, [...new Set(granted.flatMap(({ plan_id }) => plan_id ?? []))]);
    const { rows } = await runStatement<GrantRow>(tx, insertGrants, [application_id, JSON.stringify(distinct)]);
    return rows;
  });
}

/** Grants without those that a user has by another customer: in the list before them, or stored. */
async function withoutTwins(tx: Tx, application_id: string, granted: readonly UserGrant[]): Promise<UserGrant[]> {
  const keyed = granted.flatMap(({ purchase_key, ...grant }) =>
    purchase_key === null ? [] : [{ ...grant, purchase_key }],
  );
  const twinsOf = await readTwins(tx, application_id, keyed);
  const ids = new Set([...twinsOf.values()].flat());
  const present = new Set((await readImportedGrants(tx, [...ids, ...granted.map(({ id }) => id)])).map(({ id }) => id));
  return granted.filter(({ id }) => {
    if (present.has(id)) return true;
    if (twinsOf.get(id)?.some((twin) => present.has(twin))) return false;
    present.add(id);
    return true;
  });
}
