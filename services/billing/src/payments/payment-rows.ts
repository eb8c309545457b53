import { defineStatement, fail, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';

/** The reads of every purchase, as prepared statements: PostgreSQL plans them once for each connection. */
const byId = defineStatement({ name: 'payment_by_id', text: 'SELECT * FROM billing.payments WHERE id = $1' });
/**
 * Locks the user first, which serialises payments of one user, then the row. Every transaction uses this
 * order.
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
 * Blocks the settlement of all payments of a user until the transaction ends. Waits for settlements that are
 * running.
 */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await runStatement(tx, lockOfBuyer, [userId]);
}

/**
 * The row, locked until the transaction ends against its own settlement and that of other payments of its
 * user.
 * @throws `payment_not_found`
 */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const { rows } = await runStatement<PaymentRow>(tx, byIdLocked, [id]);
  return rows[0] ?? fail('payment_not_found');
}

export async function findByProviderId({ db }: Pick<App, 'db'>, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.read<PaymentRow>(byProviderId, [id]);
  return row;
}
