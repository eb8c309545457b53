import { fail, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentRow } from './payment.ts';

/** The reads that every purchase goes through, as statements that PostgreSQL plans once for each connection. */
const byId = { name: 'payment_by_id', text: 'SELECT * FROM billing.payments WHERE id = $1' };
const byIdLocked = { name: 'payment_locked', text: 'SELECT * FROM billing.payments WHERE id = $1 FOR UPDATE' };
const byProviderId = {
  name: 'payment_by_provider_id',
  text: 'SELECT * FROM billing.payments WHERE provider_payment_id = $1',
};

/** @throws AppError `payment_not_found` */
export async function findPayment({ db }: Pick<App, 'db'>, id: string): Promise<PaymentRow> {
  const [row] = await db.read<PaymentRow>(byId, [id]);
  return row ?? fail('payment_not_found');
}

/** The row, locked against every other way to settle it until the transaction ends. Throws `payment_not_found`. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const { rows } = await runStatement<PaymentRow>(tx, byIdLocked, [id]);
  return rows[0] ?? fail('payment_not_found');
}

export async function findByProviderId({ db }: Pick<App, 'db'>, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.read<PaymentRow>(byProviderId, [id]);
  return row;
}
