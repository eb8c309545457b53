import { type billing, catalog, identity } from '@platform/contracts';
import type { ContextOf, EndpointRequest } from '@platform/contracts/kit';
import { fail, readPhone, requirePhone } from '@platform/runtime';
import type { App } from '../app.ts';
import type { ReceiptCustomer } from '../providers/payment-provider.ts';
import type { ReceiptLine } from '../schema.ts';
import type { PaymentRow } from './payment.ts';

type Endpoint = typeof billing.endpoints.createPayment;

/** A receipt (54-FZ): its line, and where it is sent. */
export interface SaleReceipt {
  line: ReceiptLine;
  customer: ReceiptCustomer;
}

/** The receipt of a refund of a part; without a recipient where no address of the buyer is known. */
export interface RefundReceipt {
  line: ReceiptLine;
  customer: ReceiptCustomer | null;
}

/** Where an administrator or the buyer wants a receipt to be sent. */
interface Contact {
  receipt_email?: string | undefined;
  receipt_phone?: string | undefined;
}

/**
 * The recipient that a request names; null without one.
 * @throws AppError `validation_failed` for a text that is no phone number
 */
async function readNamedCustomer({ receipt_email, receipt_phone }: Contact): Promise<ReceiptCustomer | null> {
  if (receipt_email === undefined && receipt_phone === undefined) return null;
  // The provider writes a number in the form of E.164 without its plus.
  const phone = receipt_phone === undefined ? undefined : (await readReceiptPhone(receipt_phone)).replace('+', '');
  return { ...(receipt_email && { email: receipt_email }), ...(phone && { phone }) };
}

/** Receipts of 54-FZ are Russian, so a number without a country code is a Russian one. */
const receiptCountry = 'RU';

/** A number that is none of the country may be a foreign one without its plus, which earlier clients send. */
const readReceiptPhone = async (phone: string): Promise<string> =>
  /^[1-9]\d{9,14}$/.test(phone)
    ? ((await readPhone(phone, receiptCountry)) ?? `+${phone}`)
    : requirePhone('receipt_phone', phone, receiptCountry);

/** The recipient that identity knows; null for a user without an e-mail address, and for an erased one. */
async function knownCustomer(
  app: Pick<App, 'ask'>,
  user: { application_id: string; user_id: string },
): Promise<ReceiptCustomer | null> {
  const { email } = await app.ask(identity.queries.getUserAttribution, user);
  return email ? { email } : null;
}

/**
 * The receipt that a payment needs: its contact is the one that the body names, else the e-mail address of
 * the token, else the one that identity stores.
 * @returns null where the application sends no receipts
 * @throws AppError `validation_failed` for a phone number that is none, `receipt_contact_required` where no contact is
 * known
 */
export async function resolveReceipt(
  app: Pick<App, 'ask'>,
  { application, user }: ContextOf<Endpoint>,
  body: EndpointRequest<Endpoint>['body'],
  line: ReceiptLine | null,
): Promise<SaleReceipt | null> {
  const named = await readNamedCustomer(body);
  if (line === null) return null;
  const customer =
    named ??
    (user.email
      ? { email: user.email }
      : await knownCustomer(app, { application_id: application.id, user_id: user.id }));
  return customer ? { line, customer } : fail('receipt_contact_required');
}

/**
 * The receipt that a refund of a part of a payment needs: it has the line of the sale. The contact is the one that the
 * body names, else the e-mail address that identity stores; null where none is known.
 * @returns null where the payment has no receipt
 * @throws AppError `validation_failed` for a phone number that is none
 */
export async function resolveRefundReceipt(
  app: Pick<App, 'ask'>,
  payment: PaymentRow,
  contact: Contact,
): Promise<RefundReceipt | null> {
  const named = await readNamedCustomer(contact);
  const line = payment.receipt ?? (await currentLine(app, payment));
  return line && { line, customer: named ?? (await knownCustomer(app, payment)) };
}

/** The release before stores no line with a payment: today's settings of the application count. */
async function currentLine(app: Pick<App, 'ask'>, payment: PaymentRow): Promise<ReceiptLine | null> {
  const { application } = await app.ask(catalog.queries.getApplicationFacts, payment);
  return application?.receipt_settings ? { description: payment.plan_code, ...application.receipt_settings } : null;
}
