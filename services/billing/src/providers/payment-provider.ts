import type { Receipt } from '@platform/contracts';
import type { z } from 'zod';
import type { ReceiptLine } from '../schema.ts';

/** State of a fiscal receipt (54-FZ): `canceled` was refused, and a person has to register it by hand. */
export type ReceiptRegistration = 'pending' | 'succeeded' | 'canceled';

/** A payment as the provider reports it. Amounts are decimal strings. */
export interface ProviderPayment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: string;
  currency: string;
  refunded_amount: string;
  /** Our payment id, from the metadata that we sent. */
  payment_id: string | null;
  confirmation_url: string | null;
  cancellation_reason: string | null;
  is_test: boolean;
  /** When the provider took the money; null before, and where it says nothing. */
  captured_at: Date | null;
  receipt_registration: ReceiptRegistration | null;
}

/** A fiscal receipt, with the number of the fiscal document that is printed on it. */
export interface ProviderReceipt {
  type: 'payment' | 'refund';
  status: ReceiptRegistration;
  number: string | null;
}

export interface ProviderRefund {
  id: string;
  provider_payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: string;
  currency: string;
  created_at: Date;
  cancellation_reason: string | null;
  receipt_registration: ReceiptRegistration | null;
}

/** Where a receipt goes: an e-mail address, or a telephone number in the form of E.164 without its plus. */
export interface ReceiptCustomer {
  email?: string;
  phone?: string;
}

/** Of which payment or refund, by its id at the provider. */
export type ReceiptFilter = { payment_id: string } | { refund_id: string };

/** Which refunds are listed; the newest come first, 100 on a page. */
export interface RefundFilter {
  /** Of this payment only, by its id at the provider. */
  provider_payment_id?: string | undefined;
  /** Created at this moment or later. */
  created_from?: Date | undefined;
  /** Created at this moment or earlier. */
  created_until?: Date | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/**
 * How a call of the provider ended. `unknown` means that it may have worked: only a repeat with the same key,
 * or a read, shows it. `denied` is our own credentials or settings: no repeat helps until a person acts, and
 * the outcome of earlier calls stays open.
 */
export type ProviderResult<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'not_found' }
  | { kind: 'denied'; reason: string }
  | { kind: 'unknown'; reason: string; retryAfterMs: number | null };

/** Id and secret key of a shop at the provider. */
export interface ShopCredentials {
  shopId: string;
  secretKey: string;
}

/** A shop as the provider reports it. */
export interface ProviderShop {
  id: string;
  is_test: boolean;
  is_enabled: boolean;
}

/** Port of a payment provider. Calls with a key are safe to repeat with the same key and the same request. */
export interface PaymentProvider {
  /** The request to store before it is sent: a repeat has to send the very same. */
  buildPaymentRequest(payment: {
    payment_id: string;
    application_code: string;
    amount: string;
    currency: string;
    description: string;
    return_url: string;
    /** 54-FZ; sent when the application has settings for it. */
    receipt: { line: ReceiptLine; customer: ReceiptCustomer } | null;
  }): Record<string, unknown>;
  createPayment(request: Record<string, unknown>, idempotenceKey: string): Promise<ProviderResult<ProviderPayment>>;
  getPayment(id: string): Promise<ProviderResult<ProviderPayment>>;
  buildRefundRequest(refund: {
    provider_payment_id: string;
    amount: string;
    currency: string;
    reason: string | null;
    /** 54-FZ: of a refund of a part. Of a whole payment the provider makes it itself. */
    receipt: { line: ReceiptLine; customer: ReceiptCustomer } | z.output<typeof Receipt> | null;
  }): Record<string, unknown>;
  createRefund(request: Record<string, unknown>, idempotenceKey: string): Promise<ProviderResult<ProviderRefund>>;
  getRefund(id: string): Promise<ProviderResult<ProviderRefund>>;
  /** Receipts of one payment, or of one refund, newest first. */
  listReceipts(filter: ReceiptFilter): Promise<ProviderResult<ProviderReceipt[]>>;
  /** The shop itself, within ten seconds: shows whether its credentials are right. */
  getShop(): Promise<ProviderResult<ProviderShop>>;
  listRefunds(filter: RefundFilter): Promise<ProviderResult<{ refunds: ProviderRefund[]; next_cursor: string | null }>>;
}
