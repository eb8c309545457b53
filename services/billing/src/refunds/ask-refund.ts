import { hourMs } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { withoutCustomer } from '../payments/receipt-customer.ts';
import type { ProviderRefund, ProviderResult } from '../providers/payment-provider.ts';
import { refunds } from '../schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

/**
 * The provider forgets a key after 24 hours; a repeat after that could pay back twice, so a person has to
 * look.
 */
export const repeatableMs = 23 * hourMs;

/**
 * Asks the provider for a refund of ours, or about it: makes or repeats the call with the same key and
 * request until it was answered once, and reads the refund after that. A refund that the provider refuses to
 * make is closed.
 */
export async function askRefund(app: App, refund: RefundRow): Promise<ProviderResult<ProviderRefund>> {
  if (refund.provider_refund_id !== null) return app.provider.getRefund(refund.provider_refund_id);
  const result = await app.provider.createRefund(refund.provider_request as Record<string, unknown>, refund.id);
  if (result.kind === 'refused' || result.kind === 'not_found') {
    // A notification may have booked it meanwhile: a booked payment stays booked.
    await app.db
      .update(refunds)
      .set({ status: 'canceled', provider_request: withoutCustomer(refunds.provider_request) })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')));
  }
  return result;
}
