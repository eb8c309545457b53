import type { ReceiptSettings } from '@platform/contracts';

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
}

export interface ProviderRefund {
  id: string;
  provider_payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: string;
  currency: string;
  created_at: Date;
  cancellation_reason: string | null;
}

/** Where a receipt goes: an e-mail address, or a telephone number in the form of E.164 without its plus. */
export interface ReceiptCustomer {
  email?: string;
  phone?: string;
}

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
    receipt: { settings: ReceiptSettings; customer: ReceiptCustomer } | null;
  }): Record<string, unknown>;
  createPayment(request: Record<string, unknown>, idempotenceKey: string): Promise<ProviderResult<ProviderPayment>>;
  getPayment(id: string): Promise<ProviderResult<ProviderPayment>>;
  buildRefundRequest(refund: {
    provider_payment_id: string;
    amount: string;
    currency: string;
    reason: string | null;
    receipt?: object;
  }): Record<string, unknown>;
  createRefund(request: Record<string, unknown>, idempotenceKey: string): Promise<ProviderResult<ProviderRefund>>;
  getRefund(id: string): Promise<ProviderResult<ProviderRefund>>;
  listRefunds(filter: RefundFilter): Promise<ProviderResult<{ refunds: ProviderRefund[]; next_cursor: string | null }>>;
}
