import { defineStatement, fail, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { lockBuyer } from './payment-rows.ts';

/**
 * `user.merged`: the payments of the former user become the other user's, with their refunds. Where both have an open
 * payment for one price, the older one is superseded: it stays watched, and may still be paid. A repeat moves nothing.
 */
export async function mergeCustomers(
  app: Pick<App, 'clock'>,
  tx: Tx,
  merge: { application_id: string | null; user_id: string; merged_user_id: string },
): Promise<void> {
  const { merged_user_id } = merge;
  // The other user may be merged itself by now: events have no order.
  const user_id = await findPresentCustomer(tx, merge.user_id);
  const pair = [user_id, merged_user_id];
  for (const id of pair.toSorted()) await lockBuyer(tx, id);
  // The other user was merged while this waited for the lock: a repeat finds its present user.
  if ((await findPresentCustomer(tx, merge.user_id)) !== user_id) return fail('service_unavailable');
  await runStatement(tx, markMerged, pair);
  await runStatement(tx, supersedeOlder, [...pair, app.clock.now()]);
  await runStatement(tx, movePayments, [...pair, merge.application_id]);
}

const present = defineStatement({
  name: 'present_customer',
  text: 'SELECT user_id FROM billing.merged_users WHERE merged_user_id = $1',
});

/** The user that a customer is part of today: itself, or the one into which it was merged. */
export async function findPresentCustomer(tx: Tx, userId: string): Promise<string> {
  const { rows } = await runStatement<{ user_id: string }>(tx, present, [userId]);
  return rows[0]?.user_id ?? userId;
}

/** Users that were merged into the former one follow. */
const markMerged = defineStatement({
  name: 'mark_merged_customer',
  text: `WITH followed AS (UPDATE billing.merged_users SET user_id = $1 WHERE user_id = $2)
    INSERT INTO billing.merged_users (merged_user_id, user_id) VALUES ($2, $1) ON CONFLICT DO NOTHING`,
});

const supersedeOlder = defineStatement({
  name: 'supersede_older',
  text: `UPDATE billing.payments SET superseded_at = $3 WHERE id IN (
      SELECT least(kept.id, former.id) FROM billing.payments kept JOIN billing.payments former USING (plan_price_id)
      WHERE kept.user_id = $1 AND former.user_id = $2 AND kept.status = 'pending' AND former.status = 'pending'
        AND kept.superseded_at IS NULL AND former.superseded_at IS NULL
    )`,
});

const movePayments = defineStatement({
  name: 'move_payments',
  text: 'UPDATE billing.payments SET user_id = $1 WHERE user_id = $2 AND application_id = $3',
});
