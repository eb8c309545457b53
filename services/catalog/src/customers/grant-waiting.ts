import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { lockCustomers, storeGrants, takeWaitingGrants } from './customer-grants.ts';

/**
 * Turns what waits for customers into grants of the user that they are. A repeat changes nothing. An import that has
 * not stored its rows yet finds the user.
 */
export async function grantWaiting(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  recognized: { application_id: string; user_id: string; customer_ids: readonly string[] },
): Promise<void> {
  const { application_id, user_id, customer_ids } = recognized;
  const customers = [...new Set(customer_ids)].map((customer_id) => ({ customer_id, user_id }));
  const present = await lockCustomers(tx, application_id, customers);
  const userOf = new Map(present.map((row) => [row.customer_id, row.user_id ?? user_id]));
  const waiting = await takeWaitingGrants(tx, customer_ids);
  await storeGrants(
    app,
    tx,
    application_id,
    waiting.map((grant) => ({ ...grant, user_id: userOf.get(grant.customer_id) ?? user_id })),
  );
}
