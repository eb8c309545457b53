import type { billing } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, isUuid } from '@platform/runtime';
import type { App } from '../app.ts';
import { applyProviderRefund } from '../refunds/apply-provider-refund.ts';
import { payments } from '../schema.ts';
import { providerShopId } from '../shops/shop.ts';
import type { PaymentRow } from './payment.ts';
import { findByProviderId } from './payment-rows.ts';
import { settlePayment } from './settle-payment.ts';

type Notification = EndpointRequest<typeof billing.endpoints.receiveYookassaWebhook>['body'];

/** Notifications that are used here; the provider also sends those of payouts, deals and saved methods. */
const isUsed = (event: string): boolean => event.startsWith('payment.') || event.startsWith('refund.');
/**
 * The platform never holds a payment for a capture: a notification of one is about another system of the
 * shop.
 */
const isOurs = (event: string): boolean => event !== 'payment.waiting_for_capture';

/**
 * A notification is a hint, never the truth: the provider is asked before anything changes. It takes exactly
 * 200 as received and sends everything else again for 24 hours, so a payment that is not here yet answers
 * 404, and an event of a kind that is not used here is received.
 * A notification to the address of one shop says nothing about a payment of another one.
 * @param shop the shop whose address was called; null for the shop of the installation
 * @throws AppError `payment_not_found`, `service_unavailable`, `provider_error`
 */
export async function receiveWebhook(
  app: App,
  { event, object }: Notification,
  shop: string | null,
): Promise<{ received: true }> {
  if (!isUsed(event)) return { received: true };
  if (event.startsWith('refund.')) {
    const payment = (await findByProviderId(app, object.payment_id ?? '')) ?? fail('payment_not_found');
    await assertShop(app, payment, shop);
    // A refund notification may arrive before the payment is known as paid; the payment has to be booked
    // first.
    await applyProviderRefund(app, await settlePayment(app, payment.id, { known: payment }), object.id);
    return { received: true };
  }
  const payment = (await findByProviderId(app, object.id)) ?? (await findByMetadata(app, object.metadata?.payment_id));
  if (!payment) return isOurs(event) ? fail('payment_not_found') : { received: true };
  await assertShop(app, payment, shop);
  const settled = await settlePayment(app, payment.id, { known: payment });
  // A notification that names our payment but another provider payment was forged or misdirected.
  if (settled.provider_payment_id !== object.id) return fail('payment_not_found');
  return { received: true };
}

/**
 * Two applications may have one shop, which has one notification address: the ids at the provider are compared.
 * @throws AppError `payment_not_found` for a payment of another shop
 */
async function assertShop(app: App, { application_shop_id }: PaymentRow, shop: string | null): Promise<void> {
  if (application_shop_id === shop) return;
  const [ofPayment, notified] = await Promise.all([
    providerShopId(app, application_shop_id),
    providerShopId(app, shop),
  ]);
  if (ofPayment !== notified) fail('payment_not_found');
}

/** The notification overtook the answer to our creating call: the row is there, without the provider's id. */
async function findByMetadata({ db }: Pick<App, 'db'>, id: unknown): Promise<PaymentRow | undefined> {
  if (typeof id !== 'string' || !isUuid(id)) return undefined;
  const row = await findRow(db, payments, { id });
  return row?.provider_payment_id === null ? row : undefined;
}
