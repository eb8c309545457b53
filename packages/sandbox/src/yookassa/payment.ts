import { randomBytes, randomInt } from 'node:crypto';
import { type Amount, fromKopecks, toKopecks } from './money.ts';
import type { CancellationDetails, Payment, PaymentMethod, PaymentRecord, WebhookEvent } from './objects.ts';
import type { CreatePaymentRequest } from './requests.ts';
import type { TestCard } from './test-cards.ts';

/** How long a payer has to confirm: 1 hour for cards and wallets. */
export const CONFIRMATION_PERIOD_MS = 60 * 60 * 1000;
/** How long a held card payment waits for its capture; the usual period of bank cards is 7 days. */
export const CAPTURE_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
/** The provider's fee in the sandbox, which `income_amount` leaves out. */
const FEE_PER_MILLE = 35;

/**
 * A new object id, 36 characters like the provider's own `22e12f66-000f-5000-8000-18db351245c7`.
 * @param kind the second group, by which YooKassa ids of payments, refunds and receipts differ in practice
 */
export function newObjectId(kind: '000f-5000' | '0016-50be' | '0384-50e8'): string {
  const hex = randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${kind}-8000-${hex.slice(8)}`;
}

/**
 * A payment as it stands right after its creation: pending and unpaid.
 * @param request the accepted request
 * @param shop the shop's id and the address that checkout pages live under
 * @param now the moment of creation
 * @param sequence position in creation order
 */
export function newPayment(
  request: CreatePaymentRequest,
  shop: { shopId: string; publicUrl: string },
  now: Date,
  sequence: number,
): PaymentRecord {
  const id = newObjectId('000f-5000');
  const payment: Payment = {
    id,
    status: 'pending',
    paid: false,
    amount: { ...request.amount },
    created_at: now.toISOString(),
    metadata: { ...request.metadata },
    recipient: { account_id: shop.shopId, gateway_id: `${shop.shopId}0` },
    refundable: false,
    test: true,
  };
  if (request.description !== undefined) payment.description = request.description;
  if (request.merchant_customer_id !== undefined) payment.merchant_customer_id = request.merchant_customer_id;
  if (request.receipt !== undefined) payment.receipt_registration = 'pending';
  if (request.confirmation !== undefined) {
    const { enforce, return_url } = request.confirmation;
    payment.confirmation = {
      type: 'redirect',
      ...(enforce === undefined ? {} : { enforce }),
      return_url,
      confirmation_url: `${shop.publicUrl}/checkout/${id}`,
    };
  }
  return {
    payment,
    capture: request.capture,
    saveMethod: request.save_payment_method === true,
    sequence,
    ...(request.receipt === undefined ? {} : { receipt: request.receipt }),
  };
}

/** A charge as the payer's bank sees it. */
export type Charge = { method: PaymentMethod; threeDSecure: boolean; decline: CancellationDetails | null };

/**
 * The charge of a card that the payer typed in on the checkout page. A declined card is never saved.
 * @param record the payment to pay
 * @param card the card
 * @param now the moment, from which the card's expiry year follows
 */
export function cardCharge(record: PaymentRecord, card: TestCard, now: Date): Charge {
  const last4 = card.number.slice(-4);
  const saved = record.saveMethod && card.decline === null;
  const method: PaymentMethod = {
    type: 'bank_card',
    id: record.payment.id,
    saved,
    status: saved ? 'active' : 'inactive',
    title: `Bank card *${last4}`,
    card: {
      first6: card.number.slice(0, 6),
      last4,
      expiry_month: '12',
      expiry_year: String(now.getUTCFullYear() + 3),
      card_type: card.type,
    },
  };
  return { method, threeDSecure: card.threeDSecure, decline: card.decline };
}

function succeeded(payment: Payment, amount: Amount, now: Date): Payment {
  const kopecks = toKopecks(amount.value);
  const { expires_at: _expiry, ...rest } = payment;
  const result: Payment = {
    ...rest,
    status: 'succeeded',
    paid: true,
    amount,
    income_amount: { ...amount, value: fromKopecks(kopecks - Math.round((kopecks * FEE_PER_MILLE) / 1000)) },
    captured_at: now.toISOString(),
    refundable: true,
    refunded_amount: { ...amount, value: '0.00' },
  };
  if (result.receipt_registration !== undefined) result.receipt_registration = 'succeeded';
  return result;
}

/**
 * A pending payment after a charge: canceled when it was declined, held when the payment was created with
 * `capture: false`, else succeeded.
 * @param record the pending payment
 * @param charge what the bank said
 * @param now the moment
 */
export function charged(record: PaymentRecord, charge: Charge, now: Date): PaymentRecord {
  const payment: Payment = { ...record.payment, payment_method: charge.method };
  if (charge.decline !== null) return canceled({ ...record, payment }, charge.decline);
  payment.authorization_details = {
    rrn: String(randomInt(10 ** 11, 10 ** 12)),
    auth_code: String(randomInt(100_000, 1_000_000)),
    three_d_secure: { applied: charge.threeDSecure },
  };
  if (record.capture) return { ...record, payment: succeeded(payment, payment.amount, now) };
  payment.status = 'waiting_for_capture';
  payment.paid = true;
  payment.expires_at = new Date(now.getTime() + CAPTURE_PERIOD_MS).toISOString();
  return { ...record, payment };
}

/**
 * A payment that ended without money.
 * @param record the pending or held payment
 * @param details the party that ended it, and the reason
 */
export function canceled(record: PaymentRecord, details: CancellationDetails): PaymentRecord {
  const { expires_at: _expiry, ...rest } = record.payment;
  const payment: Payment = {
    ...rest,
    status: 'canceled',
    paid: false,
    refundable: false,
    cancellation_details: { ...details },
  };
  if (payment.receipt_registration !== undefined) payment.receipt_registration = 'canceled';
  return { ...record, payment };
}

/**
 * A held payment after its capture, whole or in part.
 * @param record the held payment
 * @param amount how much to take; not above the held amount
 * @param now the moment
 */
export function captured(record: PaymentRecord, amount: Amount, now: Date): PaymentRecord {
  return { ...record, payment: succeeded(record.payment, amount, now) };
}

/** Kopecks of a payment that are not refunded yet. */
export function refundableKopecks(payment: Payment): number {
  return toKopecks(payment.amount.value) - toKopecks(payment.refunded_amount?.value ?? '0.00');
}

/**
 * A succeeded payment after a refund: it stays `succeeded` and gains `refunded_amount`.
 * @param record the payment
 * @param amount the refund's amount
 */
export function refunded(record: PaymentRecord, amount: Amount): PaymentRecord {
  const remainingKopecks = refundableKopecks(record.payment) - toKopecks(amount.value);
  const total = toKopecks(record.payment.amount.value) - remainingKopecks;
  return {
    ...record,
    payment: {
      ...record.payment,
      refundable: remainingKopecks > 0,
      refunded_amount: { value: fromKopecks(total), currency: amount.currency },
    },
  };
}

/**
 * The payment as its expiry leaves it.
 * @param record the payment
 * @param now the moment
 * @returns the canceled payment, or `null` while it has not expired
 */
export function expired(record: PaymentRecord, now: Date): PaymentRecord | null {
  const { payment } = record;
  if (payment.status === 'pending' && now.getTime() >= Date.parse(payment.created_at) + CONFIRMATION_PERIOD_MS) {
    return canceled(record, { party: 'yoo_money', reason: 'expired_on_confirmation' });
  }
  if (payment.status === 'waiting_for_capture' && now.getTime() >= Date.parse(payment.expires_at ?? '')) {
    return canceled(record, { party: 'yoo_money', reason: 'expired_on_capture' });
  }
  return null;
}

/**
 * The event for a payment's status.
 * @returns `null` for `pending`, which has none
 */
export function paymentEvent({ status }: Payment): WebhookEvent | null {
  return status === 'pending' ? null : `payment.${status}`;
}

/**
 * The payment as the API reports it: with `confirmation` only while it is pending, and with
 * the values that a test has put instead of the true ones.
 * @param record the payment
 */
export function reported({ payment: { confirmation, ...rest }, tampering }: PaymentRecord): Payment {
  const payment = rest.status === 'pending' && confirmation !== undefined ? { ...rest, confirmation } : rest;
  if (tampering === undefined) return payment;
  return {
    ...payment,
    amount: {
      value: tampering.amount ?? payment.amount.value,
      currency: tampering.currency ?? payment.amount.currency,
    },
    metadata: tampering.metadata ?? payment.metadata,
  };
}
