import { callProvider, createSafeFetch, hostPairOf, type ProviderReply } from '@platform/runtime';
import { z } from 'zod';
import type { BillingMetrics } from '../metrics.ts';
import { type ReceiptLine, receiptRegistrations } from '../schema.ts';
import type {
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  ProviderResult,
  ReceiptCustomer,
  RefundFilter,
  ShopCredentials,
} from './payment-provider.ts';

const maxBytes = 262_144;
const maxDescription = 128;
const maxRefundDescription = 250;
const pageSize = 100;

const Money = z.object({ value: z.string(), currency: z.string() });
const Moment = z.iso.datetime({ offset: true }).transform((time) => new Date(time));
const Registration = z.enum(receiptRegistrations);
const Payment = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Money,
  refunded_amount: Money.optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  test: z.boolean().default(false),
  captured_at: Moment.optional(),
  receipt_registration: Registration.optional(),
});
const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: Money,
  created_at: Moment,
  cancellation_details: z.object({ reason: z.string() }).optional(),
  receipt_registration: Registration.optional(),
});
const ReceiptList = z.object({
  items: z.array(
    z.object({
      type: z.enum(['payment', 'refund']),
      status: Registration,
      fiscal_document_number: z.string().optional(),
    }),
  ),
});
const RefundList = z.object({ items: z.array(Refund), next_cursor: z.string().optional() });
const Failure = z.object({
  code: z.string().default('unknown'),
  description: z.string().default(''),
  parameter: z.string().optional(),
  retry_after: z.number().optional(),
});

const ShopFacts = z.object({
  account_id: z.string(),
  status: z.string().default('enabled'),
  test: z.boolean().default(false),
});

/** Cuts by code point, so that no character is halved. */
const truncate = (text: string, max: number): string => [...text].slice(0, max).join('');

/**
 * Timeout of a request in milliseconds. YooKassa works on a request for up to 30 s and answers 500 after
 * that.
 */
export const defaultTimeoutMs = 35_000;

/** An administrator waits for the check of credentials, which changes nothing at the provider. */
const shopTimeoutMs = 10_000;

/**
 * YooKassa API v3 (https://yookassa.ru/developers/api). Basic authentication, `Idempotence-Key` on every
 * POST, valid 24 hours: the same key with the same body returns the same object, with another body an error.
 */
export function yookassa(options: {
  apiUrl: string;
  metrics: BillingMetrics;
  /** {@link defaultTimeoutMs} when absent. */
  timeoutMs?: number | undefined;
}): Yookassa {
  const base = options.apiUrl.replace(/\/$/, '');
  // All shops share the connections.
  const safeFetch = createSafeFetch([hostPairOf(new URL(base))], undefined, { connections: 50 });
  return {
    open: (credentials) => openShop({ ...options, base, safeFetch }, credentials),
    close: safeFetch.close,
  };
}

/** The provider: each shop has its own credentials and objects. */
export interface Yookassa {
  open(credentials: ShopCredentials): PaymentProvider;
  close(): Promise<void>;
}

interface Connection {
  base: string;
  safeFetch: ReturnType<typeof createSafeFetch>;
  metrics: BillingMetrics;
  timeoutMs?: number | undefined;
}

function openShop(options: Connection, { shopId, secretKey }: ShopCredentials): PaymentProvider {
  const { base, safeFetch, timeoutMs = defaultTimeoutMs } = options;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  const call = async <S extends z.ZodType>(
    operation: string,
    schema: S,
    path: string,
    { post, limitMs = timeoutMs }: { post?: { body: Record<string, unknown>; key: string }; limitMs?: number } = {},
  ): Promise<ProviderResult<z.output<S>>> => {
    const reply = await callProvider(safeFetch, `${base}${path}`, {
      headers: { authorization, ...(post && { 'idempotence-key': post.key }) },
      json: post?.body,
      schema,
      timeoutMs: limitMs,
      maxBytes,
    });
    const result = toResult(reply);
    options.metrics.providerCalls.inc({ provider: 'yookassa', operation, outcome: result.kind });
    return result;
  };

  return {
    buildPaymentRequest: (payment) => ({
      amount: { value: payment.amount, currency: payment.currency },
      // Without `capture`, the payment would stay in waiting_for_capture and expire.
      capture: true,
      confirmation: { type: 'redirect', return_url: payment.return_url },
      description: truncate(payment.description, maxDescription),
      metadata: { payment_id: payment.payment_id, application_code: payment.application_code },
      ...(payment.receipt ? { receipt: receiptOf(payment, payment.receipt) } : {}),
    }),
    createPayment: async (body, key) =>
      map(await call('create_payment', Payment, '/payments', { post: { body, key } }), toPayment),
    getPayment: async (id) => map(await call('get_payment', Payment, `/payments/${encodeURIComponent(id)}`), toPayment),
    buildRefundRequest: (refund) => ({
      payment_id: refund.provider_payment_id,
      amount: { value: refund.amount, currency: refund.currency },
      ...(refund.reason ? { description: truncate(refund.reason, maxRefundDescription) } : {}),
      ...(refund.receipt
        ? { receipt: 'line' in refund.receipt ? receiptOf(refund, refund.receipt) : refund.receipt }
        : {}),
    }),
    createRefund: async (body, key) =>
      map(await call('create_refund', Refund, '/refunds', { post: { body, key } }), toRefund),
    getRefund: async (id) => map(await call('get_refund', Refund, `/refunds/${encodeURIComponent(id)}`), toRefund),
    listRefunds: async (filter) =>
      map(await call('list_refunds', RefundList, `/refunds?${toQuery(filter)}`), ({ items, next_cursor = null }) => ({
        refunds: items.map(toRefund),
        next_cursor,
      })),
    listReceipts: async (filter) =>
      map(await call('list_receipts', ReceiptList, `/receipts?${new URLSearchParams(filter)}`), ({ items }) =>
        items.map(({ type, status, fiscal_document_number = null }) => ({
          type,
          status,
          number: fiscal_document_number,
        })),
      ),
    getShop: async () =>
      map(
        await call('get_shop', ShopFacts, '/me', { limitMs: Math.min(timeoutMs, shopTimeoutMs) }),
        ({ account_id, test, status }) => ({ id: account_id, is_test: test, is_enabled: status === 'enabled' }),
      ),
  };
}

/**
 * Filters of a list (https://yookassa.ru/developers/using-api/lists); times are compared with `created_at`.
 */
function toQuery({ provider_payment_id, created_from, created_until, cursor }: RefundFilter): URLSearchParams {
  return new URLSearchParams({
    limit: String(pageSize),
    ...(provider_payment_id !== undefined && { payment_id: provider_payment_id }),
    ...(created_from !== undefined && { 'created_at.gte': created_from.toISOString() }),
    ...(created_until !== undefined && { 'created_at.lte': created_until.toISOString() }),
    ...(cursor !== undefined && { cursor }),
  });
}

/**
 * A receipt with one line: the plan, at the amount of the payment or of the part that goes back. The provider requires
 * that the lines add up to it.
 */
function receiptOf(
  { amount, currency }: { amount: string; currency: string },
  { line: { description, tax_system_code, ...line }, customer }: { line: ReceiptLine; customer: ReceiptCustomer },
) {
  return {
    customer,
    items: [
      {
        description: truncate(description, maxDescription),
        quantity: 1,
        amount: { value: amount, currency },
        ...line,
      },
    ],
    ...(tax_system_code === undefined ? {} : { tax_system_code }),
  };
}

function toResult<T>(reply: ProviderReply<T>): ProviderResult<T> {
  // 202: the provider still works on the call.
  if (reply.kind === 'ok' && reply.status === 202) return { kind: 'unknown', reason: '202', retryAfterMs: null };
  if (reply.kind === 'ok') return { kind: 'ok', value: reply.value };
  const { kind, status, reason } = reply;
  const failure = Failure.safeParse(reply.json).data;
  const code = failure?.code ?? `http_${status}`;
  switch (kind) {
    case 'not_found':
      return { kind };
    case 'unknown':
      return {
        kind,
        reason: status === null || status === 200 ? reason : `${status} ${code}`,
        retryAfterMs: failure?.retry_after ?? null,
      };
    case 'denied':
      return { kind, reason: `${status} ${code}` };
    case 'refused': {
      const parameter = failure?.parameter ? ` (${failure.parameter})` : '';
      return { kind, code, message: `${failure?.description ?? ''}${parameter}` };
    }
  }
}

const map = <A, B>(result: ProviderResult<A>, shape: (value: A) => B): ProviderResult<B> =>
  result.kind === 'ok' ? { kind: 'ok', value: shape(result.value) } : result;

const toPayment = (payment: z.output<typeof Payment>): ProviderPayment => ({
  id: payment.id,
  status: payment.status,
  amount: payment.amount.value,
  currency: payment.amount.currency,
  refunded_amount: payment.refunded_amount?.value ?? '0.00',
  payment_id: typeof payment.metadata?.payment_id === 'string' ? payment.metadata.payment_id : null,
  confirmation_url: payment.confirmation?.confirmation_url ?? null,
  cancellation_reason: payment.cancellation_details?.reason ?? null,
  is_test: payment.test,
  captured_at: payment.captured_at ?? null,
  receipt_registration: payment.receipt_registration ?? null,
});

const toRefund = (refund: z.output<typeof Refund>): ProviderRefund => ({
  id: refund.id,
  provider_payment_id: refund.payment_id,
  status: refund.status,
  amount: refund.amount.value,
  currency: refund.amount.currency,
  created_at: refund.created_at,
  cancellation_reason: refund.cancellation_details?.reason ?? null,
  receipt_registration: refund.receipt_registration ?? null,
});
