import { hourMs } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { findPayment } from '../payments/payment-rows.ts';
import { withoutCustomer } from '../payments/receipt-customer.ts';
import type { ProviderRefund, ProviderResult } from '../providers/payment-provider.ts';
import { refunds } from '../schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

/**
 * The provider forgets an idempotency key after 24 hours. A later repeat could refund twice, so an operator
 * has to check it.
 */
export const repeatableMs = 23 * hourMs;

/**
 * Creates a refund at the provider, or reads its state. The call is repeated with the same idempotency key
 * and request until it has an answer; after that the refund is read. A refund that the provider refuses is
 * closed.
 */
export async function askRefund(app: App, refund: RefundRow): Promise<ProviderResult<ProviderRefund>> {
  const { application_shop_id } = await findPayment(app, refund.payment_id);
  const provider = await app.providerOf(application_shop_id);
  if (refund.provider_refund_id !== null) return provider.getRefund(refund.provider_refund_id);
  const result = await provider.createRefund(refund.provider_request as Record<string, unknown>, refund.id);
  if (result.kind === 'refused' || result.kind === 'not_found') {
    // A notification may have booked the refund meanwhile: a booked refund stays booked.
    await app.db
      .update(refunds)
      .set({
        status: 'canceled',
        status_reason: result.kind === 'refused' ? result.code : result.kind,
        provider_request: withoutCustomer(refunds.provider_request),
      })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')));
  }
  return result;
}
