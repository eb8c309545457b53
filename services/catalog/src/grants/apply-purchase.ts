import type { PaidPeriod } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { insertGrant } from './insert-grant.ts';

/**
 * Writes the grant of a paid period, once, however often its event is delivered, and closes the open payment. Emits
 * `entitlement.granted` only with the grant.
 */
export async function applyPurchase(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  { payment_id, ...period }: PaidPeriod,
): Promise<void> {
  await insertGrant(app, tx, { ...period, source: 'payment', source_id: payment_id });
}
