import type { PaidPeriod } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { insertGrant, type NewGrant } from './insert-grant.ts';

/**
 * The grant that a paid period asks for: as long as the period, from the payment on. The fold decides when
 * its term begins.
 * @param paidAt moment of the payment; the previous release queued periods itself, so their start may be
 * later
 */
export function purchasedGrant(
  { payment_id, starts_at, expires_at, ...period }: PaidPeriod,
  paidAt = new Date(starts_at),
): NewGrant {
  const duration_ms = expires_at === null ? null : Date.parse(expires_at) - Date.parse(starts_at);
  return { ...period, source: 'payment', source_id: payment_id, granted_at: paidAt, duration_ms };
}

/**
 * Writes the grant of a paid period, once, however often its event is delivered, and closes the open payment.
 */
export async function applyPurchase(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  period: PaidPeriod,
  paidAt: Date,
): Promise<void> {
  await insertGrant(app, tx, purchasedGrant(period, paidAt));
}
