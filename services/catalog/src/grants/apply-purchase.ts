import type { PaidPeriod } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { insertGrant, type NewGrant } from './insert-grant.ts';
import { revokeRefunded } from './revoke-grant.ts';

/**
 * The grant that a paid period asks for: as long as the period, from its start on. The fold decides when its term
 * begins.
 */
export function purchasedGrant({ payment_id, starts_at, expires_at, ...period }: PaidPeriod): NewGrant {
  const duration_ms = expires_at === null ? null : Date.parse(expires_at) - Date.parse(starts_at);
  return { ...period, source: 'payment', source_id: payment_id, granted_at: new Date(starts_at), duration_ms };
}

/**
 * Writes the grant of a paid period, once, however often its event is delivered, and closes the open payment.
 * @param refundedAt when the money went back, where that was before the platform heard of the payment: the grant never
 *   holds
 */
export async function applyPurchase(
  app: Pick<App, 'emit' | 'clock'>,
  tx: Tx,
  period: PaidPeriod,
  refundedAt: string | null,
): Promise<void> {
  if (refundedAt !== null) await revokeRefunded(app, tx, { ...period, refunded_at: new Date(refundedAt) });
  await insertGrant(app, tx, purchasedGrant(period));
}
