import { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import { invalidRequest } from './api-error.ts';
import { toKopecks } from './money.ts';

/** Card limits of one payment in kopecks: 1 .. 350 000 RUB. */
const MIN_KOPECKS = 100;
const MAX_KOPECKS = 35_000_000;
/** Schemes that would run in the payer's browser when the page links back. */
const UNSAFE_SCHEMES = ['javascript:', 'data:', 'vbscript:'];

function text(max: number) {
  return z.string().refine((value) => [...value].length <= max, `must be at most ${max} characters long`);
}

const money = z.object({
  value: z.string().regex(/^\d{1,12}\.\d{2}$/, 'must be a string like "1000.00"'),
  currency: z.literal('RUB', 'must be RUB'),
});

const paymentAmount = money.superRefine(({ value }, context) => {
  const kopecks = toKopecks(value);
  if (kopecks < MIN_KOPECKS || kopecks > MAX_KOPECKS) {
    context.addIssue({ code: 'custom', path: ['value'], message: 'must be from 1.00 to 350000.00' });
  }
});

const positiveAmount = money.superRefine(({ value }, context) => {
  if (toKopecks(value) <= 0) context.addIssue({ code: 'custom', path: ['value'], message: 'must be positive' });
});

/**
 * Closed lists of a receipt.
 * Source: https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/parameters-values
 */
const PAYMENT_SUBJECTS = [
  'commodity',
  'excise',
  'job',
  'service',
  'gambling_bet',
  'gambling_prize',
  'lottery',
  'lottery_prize',
  'intellectual_activity',
  'payment',
  'agent_commission',
  'composite',
  'another',
  'property_right',
  'non_operating_gain',
  'insurance_premium',
  'sales_tax',
  'resort_fee',
  'marked',
  'non_marked',
  'marked_excise',
  'non_marked_excise',
  'fine',
  'tax',
  'lien',
  'cost',
  'agent_withdrawals',
  'pension_insurance_without_payouts',
  'pension_insurance_with_payouts',
  'health_insurance_without_payouts',
  'health_insurance_with_payouts',
  'health_insurance',
  'casino',
] as const;
const PAYMENT_MODES = [
  'full_prepayment',
  'partial_prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
] as const;
const MEASURES = [
  'piece',
  'gram',
  'kilogram',
  'ton',
  'centimeter',
  'decimeter',
  'meter',
  'square_centimeter',
  'square_decimeter',
  'square_meter',
  'milliliter',
  'liter',
  'cubic_meter',
  'kilowatt_hour',
  'gigacalorie',
  'day',
  'hour',
  'minute',
  'second',
  'kilobyte',
  'megabyte',
  'gigabyte',
  'terabyte',
  'another',
] as const;

const receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\+?\d{4,15}$/, 'must be a phone number')
        .optional(),
    })
    .refine(({ email, phone }) => email !== undefined || phone !== undefined, 'must have an email or a phone'),
  items: z
    .array(
      z.object({
        description: text(128).min(1),
        quantity: z
          .union([
            z.number(),
            z
              .string()
              .regex(/^\d+(\.\d+)?$/, 'must be a number')
              .transform(Number),
          ])
          .pipe(z.number().positive()),
        amount: money,
        vat_code: z.int().min(1).max(12),
        payment_subject: z.enum(PAYMENT_SUBJECTS).optional(),
        payment_mode: z.enum(PAYMENT_MODES).optional(),
        measure: z.enum(MEASURES).optional(),
      }),
    )
    .min(1)
    .max(100),
  tax_system_code: z.int().min(1).max(6).optional(),
});

type Receipt = z.infer<typeof receipt>;

const createReceipt = z
  .object({
    type: z.enum(['payment', 'refund']),
    payment_id: z.string().min(1).optional(),
    refund_id: z.string().min(1).optional(),
    customer: receipt.shape.customer,
    items: receipt.shape.items,
    send: z.literal(true, 'must be true'),
    settlements: z
      .array(
        z.object({ type: z.enum(['cashless', 'prepayment', 'postpayment', 'consideration']), amount: positiveAmount }),
      )
      .min(1)
      .max(100),
    tax_system_code: receipt.shape.tax_system_code,
  })
  .superRefine(({ type, payment_id, refund_id }, context) => {
    if (payment_id === undefined && (type === 'payment' || refund_id === undefined))
      context.addIssue({ code: 'custom', path: [`${type}_id`], message: 'is required' });
  })
  .refine(
    (request) =>
      itemsKopecks(request) === request.settlements.reduce((sum, { amount }) => sum + toKopecks(amount.value), 0),
    { path: ['settlements'], error: 'sum of the settlements must equal the sum of the items' },
  );

const metadata = z
  .record(text(32), text(512), 'must be an object of strings')
  .refine((value) => Object.keys(value).length <= 16, 'must have at most 16 keys');

const returnUrl = z
  .string()
  .max(2048, 'must be at most 2048 characters long')
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && !UNSAFE_SCHEMES.includes(url.protocol);
  }, 'must be a URL');

function itemsKopecks({ items }: Pick<Receipt, 'items'>): number {
  return items.reduce((sum, item) => sum + Math.round(toKopecks(item.amount.value) * item.quantity), 0);
}

function receiptMatches(amount: { value: string } | undefined, receipt: Receipt | undefined): boolean {
  return amount === undefined || receipt === undefined || itemsKopecks(receipt) === toKopecks(amount.value);
}

const RECEIPT_SUM = { path: ['receipt', 'items'], error: 'sum of the items must equal the amount' };

const createPayment = z
  .object({
    amount: paymentAmount,
    capture: z.boolean().default(false),
    confirmation: z
      .object({
        type: z.literal('redirect', 'the sandbox confirms by redirect only'),
        return_url: returnUrl,
        enforce: z.boolean().optional(),
        locale: z.enum(['ru_RU', 'en_US']).optional(),
      })
      .optional(),
    description: text(128).optional(),
    metadata: metadata.default({}),
    receipt: receipt.optional(),
    save_payment_method: z.boolean().optional(),
    payment_method_id: z.string().min(1).optional(),
    payment_method_data: z
      .object({ type: z.enum(['bank_card', 'yoo_money'], 'a test shop takes bank_card and yoo_money only') })
      .optional(),
    client_ip: z.string().optional(),
    merchant_customer_id: text(200).optional(),
  })
  .superRefine((request, context) => {
    const charge = request.payment_method_id !== undefined;
    if (charge && request.confirmation !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['confirmation'],
        message: 'must be absent when payment_method_id is given',
      });
    }
    if (charge && request.save_payment_method !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['save_payment_method'],
        message: 'must be absent when payment_method_id is given',
      });
    }
    if (!charge && request.confirmation === undefined) {
      context.addIssue({ code: 'custom', path: ['confirmation'], message: 'is required' });
    }
  })
  .refine((request) => receiptMatches(request.amount, request.receipt), RECEIPT_SUM);

const capturePayment = z
  .object({ amount: positiveAmount.optional(), receipt: receipt.optional() })
  .refine((request) => receiptMatches(request.amount, request.receipt), RECEIPT_SUM);

const createRefund = z
  .object({
    payment_id: z.string().min(1),
    amount: positiveAmount,
    description: text(250).optional(),
    receipt: receipt.optional(),
  })
  .refine((request) => receiptMatches(request.amount, request.receipt), RECEIPT_SUM);

/** A valid body of `POST /payments`, defaults filled in. */
export type CreatePaymentRequest = z.infer<typeof createPayment>;
/** A valid body of `POST /payments/{id}/capture`. */
export type CapturePaymentRequest = z.infer<typeof capturePayment>;
/** A valid body of `POST /refunds`. */
export type CreateRefundRequest = z.infer<typeof createRefund>;

/** A valid body of `POST /receipts`. */
export type CreateReceiptRequest = z.infer<typeof createReceipt>;

/** The provider takes null for every field that may be left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const presentMembers = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(presentMembers.map(([name, member]) => [name, withoutNulls(member)]));
}

/** A parsed request, or the 400 that names the first bad field. */
export type Parsed<T> = { request: T; error?: undefined } | { request?: undefined; error: Answer };

function parse<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const result = schema.safeParse(withoutNulls(body));
  if (result.success) return { request: result.data };
  const issue = result.error.issues[0];
  const parameter = issue?.path.map(String).join('.') || undefined;
  return { error: invalidRequest(`${parameter ?? 'body'}: ${issue?.message ?? 'is not valid'}`, parameter) };
}

/**
 * Checks the body of `POST /payments`.
 * Source: YooKassa OpenAPI specification, `CreatePaymentRequest`.
 * @param body parsed JSON
 * @param receiptRequired whether the shop has fiscalization on
 */
export function parseCreatePayment(body: unknown, receiptRequired: boolean): Parsed<CreatePaymentRequest> {
  const parsed = parse(createPayment, body);
  if (parsed.request !== undefined && receiptRequired && parsed.request.receipt === undefined) {
    return { error: invalidRequest('Receipt is missing or illegal', 'receipt') };
  }
  return parsed;
}

/**
 * Checks the optional body of `POST /payments/{id}/capture`.
 * @param body parsed JSON
 */
export function parseCapturePayment(body: unknown): Parsed<CapturePaymentRequest> {
  return parse(capturePayment, body);
}

/**
 * Checks the body of `POST /refunds`.
 * @param body parsed JSON
 */
export function parseCreateRefund(body: unknown): Parsed<CreateRefundRequest> {
  return parse(createRefund, body);
}

/**
 * Checks the body of `POST /receipts`.
 * @param body parsed JSON
 */
export function parseCreateReceipt(body: unknown): Parsed<CreateReceiptRequest> {
  return parse(createReceipt, body);
}
