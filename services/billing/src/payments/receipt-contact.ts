import { type billing, identity, type ReceiptSettings } from '@platform/contracts';
import type { ContextOf, EndpointRequest } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import type { ReceiptCustomer } from '../providers/payment-provider.ts';

type Endpoint = typeof billing.endpoints.createPayment;

/** A receipt (54-FZ) of a payment: how its line is taxed, and where it is sent. */
export interface SaleReceipt {
  settings: ReceiptSettings;
  customer: ReceiptCustomer;
}

/**
 * The receipt that a payment needs: its contact is the one that the body names, else the e-mail address of
 * the token, else the one that identity stores.
 * @returns null where the application sends no receipts
 * @throws AppError `receipt_contact_required` where no contact is known
 */
export async function resolveReceipt(
  app: Pick<App, 'ask'>,
  { application, user }: ContextOf<Endpoint>,
  { receipt_email, receipt_phone }: EndpointRequest<Endpoint>['body'],
  settings: ReceiptSettings | null,
): Promise<SaleReceipt | null> {
  if (settings === null) return null;
  if (receipt_email !== undefined || receipt_phone !== undefined) {
    // The provider writes a number in the form of E.164 without its plus.
    const phone = receipt_phone?.replace('+', '');
    return { settings, customer: { ...(receipt_email && { email: receipt_email }), ...(phone && { phone }) } };
  }
  if (user.email) return { settings, customer: { email: user.email } };
  const key = { application_id: application.id, user_id: user.id };
  const { email } = await app.ask(identity.queries.getUserAttribution, key);
  return email ? { settings, customer: { email } } : fail('receipt_contact_required');
}
