import type { Amount } from './money.ts';

/** Status of a payment; `succeeded` and `canceled` are final. */
export type PaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';

/** The party that ended a payment or refund, and the reason. Unknown strings are possible in both. */
export type CancellationDetails = { party: string; reason: string };

/** The means a payment was made with. */
export type PaymentMethod = {
  type: 'bank_card';
  id: string;
  saved: boolean;
  /** `active` while the shop may charge it again. */
  status: 'active' | 'inactive';
  title: string;
  card: { first6: string; last4: string; expiry_month: string; expiry_year: string; card_type: string };
};

/** A payment as the API reports it. */
export type Payment = {
  id: string;
  status: PaymentStatus;
  paid: boolean;
  amount: Amount;
  income_amount?: Amount;
  description?: string;
  recipient: { account_id: string; gateway_id: string };
  payment_method?: PaymentMethod;
  created_at: string;
  captured_at?: string;
  expires_at?: string;
  confirmation?: { type: 'redirect'; return_url: string; confirmation_url: string; enforce?: boolean };
  test: true;
  refunded_amount?: Amount;
  refundable: boolean;
  metadata: Record<string, string>;
  cancellation_details?: CancellationDetails;
  authorization_details?: { rrn: string; auth_code: string; three_d_secure: { applied: boolean } };
  receipt_registration?: 'pending' | 'succeeded' | 'canceled';
  merchant_customer_id?: string;
};

/** A refund as the API reports it. */
export type Refund = {
  id: string;
  payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Amount;
  created_at: string;
  description?: string;
  cancellation_details?: CancellationDetails;
  receipt_registration?: 'pending' | 'succeeded' | 'canceled';
};

/** One position of a receipt. Further fields of the request are reported as they came. */
export type ReceiptItem = { description: string; quantity: number; amount: Amount; vat_code: number };

/** The content of a receipt that comes with a payment, a capture or a refund. */
export type ReceiptContent = { items: ReceiptItem[]; tax_system_code?: number | undefined };

/** A fiscal receipt as the API reports it. */
export type FiscalReceipt = {
  id: string;
  type: 'payment' | 'refund';
  payment_id: string;
  refund_id?: string;
  status: 'succeeded';
  fiscal_document_number: string;
  fiscal_storage_number: string;
  fiscal_attribute: string;
  registered_at: string;
  fiscal_provider_id: string;
  items: ReceiptItem[];
  settlements: { type: string; amount: Amount }[];
  tax_system_code?: number;
};

/** A receipt with its position in creation order. */
export type ReceiptRecord = { receipt: FiscalReceipt; sequence: number };

/** The events the sandbox sends. There is none for `pending` and none for a canceled refund. */
export type WebhookEvent =
  | 'payment.waiting_for_capture'
  | 'payment.succeeded'
  | 'payment.canceled'
  | 'refund.succeeded';

/** Fields that a test may make the API report wrongly. */
export type Tampering = { amount?: string; currency?: string; metadata?: Record<string, string> };

/** A payment with what the sandbox has to remember about it and the API never shows. */
export type PaymentRecord = {
  payment: Payment;
  capture: boolean;
  saveMethod: boolean;
  /** Registered when the payment succeeds. */
  receipt?: ReceiptContent;
  /** Position in creation order, which the list endpoints follow. */
  sequence: number;
  tampering?: Tampering;
};

/** A refund with its position in creation order. */
export type RefundRecord = { refund: Refund; sequence: number };

/** One webhook on its way: sent until the receiver answers exactly 200, for 24 hours. */
export type Delivery = {
  id: string;
  event: string;
  /** Id of the payment or refund of the event. */
  objectId: string;
  body: unknown;
  createdAt: string;
  state: 'pending' | 'delivered' | 'abandoned' | 'lost';
  attempts: { at: string; status: number | null; error?: string }[];
};
