import { defineStatement, fail, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';

/**
 * The reads that every purchase goes through, as statements that PostgreSQL plans once for each connection.
 */
const byId = defineStatement({ name: 'payment_by_id', text: 'SELECT * FROM billing.payments WHERE id = $1' });
/**
 * First the lock of the user, which decides between payments of one user, then the row. Every transaction
 * takes both so.
 */
const byIdLocked = defineStatement({
  name: 'payment_locked',
  text: `WITH buyer AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(hashtextextended('buyer:' || user_id, 0)) FROM billing.payments WHERE id = $1
    )
    SELECT p.* FROM buyer, billing.payments p WHERE p.id = $1 FOR UPDATE OF p`,
});
const lockOfBuyer = defineStatement({
  name: 'lock_buyer',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('buyer:' || $1::uuid, 0))`,
});
const byProviderId = defineStatement({
  name: 'payment_by_provider_id',
  text: 'SELECT * FROM billing.payments WHERE provider_payment_id = $1',
});

/** @throws AppError `payment_not_found` */
export async function findPayment({ db }: Pick<App, 'db'>, id: string): Promise<PaymentRow> {
  const [row] = await db.read<PaymentRow>(byId, [id]);
  return row ?? fail('payment_not_found');
}

/**
 * Keeps every payment of a user from being settled until the transaction ends, and waits for those that are.
 */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await runStatement(tx, lockOfBuyer, [userId]);
}

/**
 * The row, locked against every other way to settle it, and against the settlement of other payments of its
 * user, until the transaction ends. Throws `payment_not_found`.
 */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const { rows } = await runStatement<PaymentRow>(tx, byIdLocked, [id]);
  return rows[0] ?? fail('payment_not_found');
}

export async function findByProviderId({ db }: Pick<App, 'db'>, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.read<PaymentRow>(byProviderId, [id]);
  return row;
}
