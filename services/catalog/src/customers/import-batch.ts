import type { Database, RowFailure, Tx } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { customers } from '../schema.ts';
import {
  type CustomerRow,
  type ImportedGrant,
  lockCustomers,
  readImportedGrants,
  readWaitingGrants,
  storeGrants,
  storeWaitingGrants,
  takeWaitingGrants,
  type UserGrant,
  type WaitingGrant,
} from './customer-grants.ts';
import { judgePurchase, type PresentGrant, type Product, type Verdict } from './judge-purchase.ts';
import { keyOf, type Purchase } from './read-purchases.ts';
import { importedGrantId, readTwins } from './twin-grants.ts';

/** A row of a file whose person is known. */
export interface BatchRow {
  purchase: Purchase;
  product: Product;
  /** Null for a customer whom a dry run did not store. */
  customer_id: string | null;
  user_id: string | null;
}

/** What became of a row. */
export interface RowOutcome {
  outcome: Verdict['outcome'];
  /** Whether the customer is a user. */
  isUser: boolean;
  failure: RowFailure | null;
}

interface BatchOptions {
  application_id: string;
  admin_id: string;
  dry_run: boolean;
  reason: string;
  now: Date;
}

/** A row with its grant, if an earlier import made one. */
interface JudgedRow extends BatchRow {
  grant_id: string | null;
  customer: CustomerRow | undefined;
  present: (PresentGrant & Partial<Pick<UserGrant, 'user_id'>> & Pick<ImportedGrant, 'created_at'>) | undefined;
  verdict: Verdict;
}

/**
 * Imports the rows of a batch in one transaction. A dry run decides the same without it.
 * @returns what became of each row
 */
export async function importBatch(
  app: Pick<App, 'db' | 'emit' | 'clock'>,
  options: BatchOptions,
  rows: readonly BatchRow[],
): Promise<RowOutcome[]> {
  if (rows.length === 0) return [];
  if (options.dry_run) {
    const known = await readCustomers(app.db, customerIdsOf(rows));
    return (await judgeRows(app.db, options, { rows, known, taken: [] })).map(toOutcome);
  }
  return app.db.transaction(async (tx) => {
    const known = await lockCustomers(tx, options.application_id, namedCustomers(rows));
    // An import or a registration that broke off may have left something to wait for a user.
    const users = known.filter(({ user_id }) => user_id !== null).map(({ customer_id }) => customer_id);
    const taken = users.length > 0 ? await takeWaitingGrants(tx, users) : [];
    const judged = await judgeRows(tx, options, { rows, known, taken });
    await storeRows(app, tx, { options, judged, known, taken });
    return judged.map(toOutcome);
  });
}

const customerIdsOf = (rows: readonly BatchRow[]): string[] => [
  ...new Set(rows.flatMap(({ customer_id }) => customer_id ?? [])),
];

/** Each customer of the rows once. */
const namedCustomers = (rows: readonly BatchRow[]) => [
  ...new Map(
    rows.flatMap(({ customer_id, user_id }) =>
      customer_id === null ? [] : [[customer_id, { customer_id, user_id }] as const],
    ),
  ).values(),
];

const readCustomers = async (db: Database, ids: string[]): Promise<CustomerRow[]> =>
  ids.length === 0 ? [] : db.select().from(customers).where(inArray(customers.customer_id, ids));

async function judgeRows(
  db: Database | Tx,
  { application_id, now }: BatchOptions,
  { rows, known, taken }: { rows: readonly BatchRow[]; known: readonly CustomerRow[]; taken: readonly WaitingGrant[] },
): Promise<JudgedRow[]> {
  const customersById = new Map(known.map((customer) => [customer.customer_id, customer]));
  const grantIdOf = ({ customer_id, purchase }: BatchRow) =>
    customer_id === null ? null : importedGrantId(application_id, customer_id, keyOf(purchase));
  const ofUsers = rows.flatMap((row) => {
    const { customer_id, purchase } = row;
    const user_id = customer_id === null ? null : (customersById.get(customer_id)?.user_id ?? row.user_id);
    const id = grantIdOf(row);
    return customer_id && user_id && id ? [{ id, customer_id, user_id, purchase_key: keyOf(purchase) }] : [];
  });
  const twinsOf = await readTwins(db, application_id, ofUsers);
  const ids = [...rows.flatMap((row) => grantIdOf(row) ?? []), ...[...twinsOf.values()].flat()];
  const waiting = [...taken, ...(await readWaitingGrants(db, ids))];
  const granted = await readImportedGrants(db, ids);
  const presentById = new Map<string, JudgedRow['present']>([
    ...waiting.map((grant) => [grant.id, { ...grant, revoked_at: null }] as const),
    ...granted.map((grant) => [grant.id, grant] as const),
  ]);
  const findPresent = (id: string) => twinsOf.get(id)?.find((twin) => presentById.has(twin));
  return rows.map((row) => {
    const own_id = grantIdOf(row);
    // The purchase may be stored by another customer of the user.
    const twin_id = own_id === null || presentById.has(own_id) ? undefined : findPresent(own_id);
    const grant_id = twin_id ?? own_id;
    const customer = row.customer_id === null ? undefined : customersById.get(row.customer_id);
    const present = grant_id === null ? undefined : presentById.get(grant_id);
    const verdict: Verdict = customer?.removed_at
      ? { outcome: 'failed', path: '', message: 'has a customer who was removed meanwhile: import the row again' }
      : judgePurchase(row.purchase, row.product, present, now);
    return { ...row, grant_id, customer, present, verdict };
  });
}

const toOutcome = ({ purchase: { line }, verdict, customer, user_id }: JudgedRow): RowOutcome => ({
  outcome: verdict.outcome,
  isUser: (customer?.user_id ?? user_id) !== null,
  failure: verdict.outcome === 'failed' ? { line, path: verdict.path, message: verdict.message } : null,
});

interface StoredBatch {
  options: BatchOptions;
  judged: readonly JudgedRow[];
  known: readonly CustomerRow[];
  taken: readonly WaitingGrant[];
}

async function storeRows(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  { options, judged, known, taken }: StoredBatch,
): Promise<void> {
  const { application_id, admin_id, reason, now } = options;
  const userOf = new Map(known.map(({ customer_id, user_id }) => [customer_id, user_id]));
  const granted = new Map<string, UserGrant>();
  for (const grant of taken) {
    const user_id = userOf.get(grant.customer_id);
    if (user_id) granted.set(grant.id, { ...grant, user_id });
  }
  const waiting: WaitingGrant[] = [];
  for (const { purchase, verdict, grant_id, customer, present, product } of judged) {
    if ((verdict.outcome !== 'created' && verdict.outcome !== 'updated') || !grant_id || !customer) continue;
    const { plan_id, plan_code, entitlement_codes } = product;
    const grant: ImportedGrant = {
      id: grant_id,
      plan_id,
      plan_code,
      entitlement_codes,
      ...verdict.time,
      reason,
      admin_id,
      created_at: present?.created_at ?? now,
    };
    // A grant stays with the user that has it.
    const user_id = present?.user_id ?? customer.user_id;
    const { customer_id } = customer;
    const purchase_key = keyOf(purchase);
    if (user_id === null) waiting.push({ ...grant, customer_id, purchase_key });
    else granted.set(grant_id, { ...grant, customer_id, purchase_key, user_id });
  }
  await storeWaitingGrants(tx, application_id, waiting);
  await storeGrants(app, tx, application_id, [...granted.values()]);
}
