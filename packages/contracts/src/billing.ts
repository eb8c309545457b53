import { z } from 'zod';
import { searches } from './admin-endpoints.ts';
import { shopEndpoints, shopQueries } from './billing/shops.ts';
import {
  Amount,
  ApplicationIdParams,
  Code,
  Currency,
  Email,
  filterZone,
  idOf,
  line,
  pageBody,
  pageQuery,
  Timestamp,
  text,
  timeFrom,
  timeUntil,
  Uuid,
} from './fields.ts';
import { ConsentEntries } from './identity/consents.ts';
import { command, endpoint, event, feature, query, service } from './kit.ts';
import { Measure, PaymentMode, PaymentSubject } from './receipt-words.ts';

export const PaymentStatus = z.enum(['pending', 'succeeded', 'canceled', 'refunded']);

/** State of the registration of a fiscal receipt (54-FZ). */
export const ReceiptRegistration = z.enum(['pending', 'succeeded', 'canceled']);

export const Payment = z
  .object({
    // Absent in answers of the release before.
    id: Uuid.optional().describe('Id of the payment'),
    payment_id: Uuid.describe('The same id; use `id`, which every object of the API has').meta({ deprecated: true }),
    provider_payment_id: z.string().nullable().describe('Id at the provider'),
    status: PaymentStatus.describe('pending → succeeded or canceled; succeeded → refunded'),
    status_reason: z
      .string()
      .nullable()
      .describe(
        'Reason of the cancellation, for example expired_on_confirmation, `mismatch` for a pending payment of which the provider reports something else (an administrator sees what), or reason of a refund by the platform itself: already_owned, paid_twice, user_erased',
      ),
    confirmation_url: z
      .string()
      .nullable()
      .describe('Address of the payment page; null after the settlement, and for a `mismatch`'),
    amount: z.number().describe('Amount to charge'),
    currency: Currency.describe('ISO 4217'),
    refunded_amount: z.number().describe('Refunded amount'),
    plan_price_id: Uuid.describe('The price that was bought'),
    plan_code: z.string().describe('The plan that was bought'),
    requires_purchase: z.boolean().describe('Always true for a payment'),
    created_at: Timestamp.describe('When it was started'),
    succeeded_at: Timestamp.nullable().describe('When the provider took the money'),
    // Absent in answers of the release before.
    canceled_at: Timestamp.nullable().default(null).describe('When the platform learned of the cancellation'),
    refunded_at: Timestamp.nullable().default(null).describe('When the last refund was made at the provider'),
  })
  .meta({ id: 'Payment' });
export const AdminPayment = Payment.extend({
  user_id: Uuid.describe('User of the payment'),
  acquisition_source: z.string().nullable().describe('Channel of the user when the payment was started'),
  // Absent in answers of the release before.
  utm_medium: z.string().nullable().default(null).describe('Attribution inherited from the user'),
  utm_campaign: z.string().nullable().default(null).describe('Attribution inherited from the user'),
  utm_content: z.string().nullable().default(null).describe('Attribution inherited from the user'),
  settled_at: Timestamp.nullable()
    .default(null)
    .describe('When the platform learned that it was paid: the bought time begins here'),
  provider_shop_id: z
    .string()
    .nullable()
    .default(null)
    .describe('Shop at the provider that takes the money; null for a payment of the release before'),
  mismatch: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'The fact that the provider reports differently: such a payment grants nothing until a person has looked',
    ),
  receipt_registration: ReceiptRegistration.nullable()
    .default(null)
    .describe(
      'State of the fiscal receipt (54-FZ) at the tax office; null without one. After three days of `pending`, or `canceled`, ask the support of the provider',
    ),
  receipt_number: z
    .string()
    .nullable()
    .default(null)
    .describe('Number of the fiscal document, as printed on the receipt'),
  consents: z
    .array(
      z.object({
        consent_id: Uuid.describe('Id of the record in the consent ledger'),
        document_id: Uuid.describe('The document'),
        doc_kind: z.string().describe('Kind of the document'),
        version: z.string().describe('Version of the document'),
        accepted: z.boolean().describe('The answer of the buyer'),
      }),
    )
    .default([])
    .describe('Records of the consent ledger that belong to this payment; their `metadata` names the payment'),
}).meta({ id: 'AdminPayment' });
export const UserPaymentRow = AdminPayment;

export const RefundStatus = z.enum(['pending', 'succeeded', 'canceled']);

export const Refund = z
  .object({
    id: Uuid.describe('Id of the refund in the platform'),
    payment_id: Uuid.describe('The payment that it belongs to'),
    provider_refund_id: z.string().nullable().describe('Id at the provider; null until it has answered'),
    status: RefundStatus.describe('`pending` until the provider has made or refused it'),
    status_reason: z
      .string()
      .nullable()
      .describe('Why the provider refused or canceled it, for example insufficient_funds'),
    amount: z.number().describe('Amount that goes back'),
    currency: Currency.describe('ISO 4217'),
    requested_by: z
      .enum(['admin', 'platform', 'provider'])
      .describe('An administrator, the platform itself, or a person in the cabinet of the provider'),
    admin_id: Uuid.nullable().describe('The administrator who asked for it'),
    reason: z.string().nullable().describe('Text that the provider shows to the user'),
    receipt_registration: ReceiptRegistration.nullable().describe(
      'State of the fiscal receipt (54-FZ); null without one',
    ),
    receipt_number: z.string().nullable().describe('Number of the fiscal document'),
    created_at: Timestamp.describe('When the platform learned of it'),
    refunded_at: Timestamp.nullable().describe('When it was made at the provider'),
  })
  .meta({ id: 'Refund' });

/** The fields of a payment in the audit log: neither its payment URL nor the origin of its buyer. */
const AuditedPayment = AdminPayment.omit({
  confirmation_url: true,
  acquisition_source: true,
  utm_medium: true,
  utm_campaign: true,
  utm_content: true,
  consents: true,
});

/** As people type it; receipts of 54-FZ are Russian, and so is a number without a country code. */
const ReceiptPhone = text(40).meta({ example: '+79161234567' });
const receiptPhoneText =
  'as people type it: with a plus sign and its country code, or as people in Russia dial it, such as `8 (916) 123-45-67`';

const PaymentParams = z.object({ payment_id: idOf('payment_id', 'Id of the payment') });
const createdBetween = {
  created_from: timeFrom('Only those created'),
  created_until: timeUntil('Only those created'),
  ...filterZone,
};
const paymentFilters = {
  status: PaymentStatus.optional().describe('Only with this status'),
  user_id: Uuid.optional().describe('Only of this user').meta({ resource: 'user_id' }),
  provider_payment_id: line(64)
    .optional()
    .describe('Only the payment with this id at the provider')
    .meta({ resource: 'nothing' }),
  receipt_number: line(64).optional().describe('Only with this number of the fiscal document'),
  receipt_registration: ReceiptRegistration.optional().describe('Only with a fiscal receipt in this state'),
  plan_code: Code.optional().describe('Only of this plan').meta({ resource: 'plan_code' }),
  amount: z.coerce.number().min(0).max(9_999_999_999.99).optional().describe('Only of this amount'),
  has_mismatch: z
    .enum(['true', 'false'])
    .optional()
    .describe('Only those of which the provider reports something else, or only the others'),
  ...createdBetween,
};
const csvFormat = z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file');
const csvText =
  'A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.';

const PaidPaymentParams = z.object({
  payment_id: idOf('paid_payment_id', 'Id of the payment'),
});

/** 54-FZ receipt data that the provider registers; passed through as it is, after a check of its shape. */
export const Receipt = z
  .strictObject({
    customer: z
      .strictObject({
        email: Email.optional().describe('Recipient of the receipt; e-mail or phone is required'),
        phone: z
          .string()
          .regex(/^\+?\d{10,15}$/, 'has to be a phone number with its country code, such as +79000000000')
          .optional()
          .describe('International format'),
      })
      .refine(
        (c) => c.email !== undefined || c.phone !== undefined,
        'has neither `email` nor `phone`: send one of them',
      )
      .describe('Recipient of the receipt'),
    items: z
      .array(
        z.strictObject({
          description: text(128).describe('Description of the product'),
          quantity: z.number().positive().describe('Quantity'),
          amount: z
            .strictObject({
              value: z
                .string()
                .regex(/^\d+\.\d{2}$/, 'has to be an amount with two decimals, such as 990.00')
                .describe('Two decimals, for example "990.00"'),
              currency: Currency.describe('ISO 4217'),
            })
            .describe('Price of one unit'),
          vat_code: z.number().int().min(1).max(12).describe('VAT rate, code of the provider'),
          payment_subject: PaymentSubject.optional().describe('Kind of the product, for example service'),
          payment_mode: PaymentMode.optional().describe('Kind of the payment, for example full_payment'),
          measure: Measure.optional().describe('Unit of the quantity, for example piece'),
        }),
      )
      .min(1)
      .max(80)
      .describe('Lines of the receipt; their sum is the amount of the payment'),
    tax_system_code: z.number().int().min(1).max(6).optional().describe('Tax system, code of the provider'),
  })
  .meta({ id: 'Receipt', description: 'Fiscal receipt (54-FZ) for the provider' });

const ReconcileReport = z
  .object({
    checked: z.number().int().describe('Payments that were checked at the provider'),
    succeeded: z.number().int().describe('Payments that are now paid'),
    canceled: z.number().int().describe('Payments that are now canceled'),
    failed: z.number().int().describe('Payments without an answer of the provider; they are checked again later'),
  })
  .meta({ id: 'ReconcileReport' });

/**
 * Paid time: it begins when the payment succeeded and ends as much later as the plan is long (null for
 * lifetime). Catalog decides the term, from all grants of the user.
 */
const Period = z.object({
  payment_id: Uuid,
  user_id: Uuid,
  application_id: Uuid,
  plan_id: Uuid,
  plan_code: z.string(),
  entitlement_codes: z.array(z.string()),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
});

export const billing = service({
  name: 'billing',
  endpoints: {
    ...feature('Payments', 'Payments of users, their settlement with the provider, and refunds.', {
      createPayment: endpoint({
        method: 'POST',
        path: '/v1/payments',
        summary: 'Start a payment',
        description:
          'Send the user to `confirmation_url`. If the user has a recent open payment for the same price and `return_url`, the call returns that payment again. The provider cannot cancel an open payment: where two of one price are open and both are paid, the later one is refunded automatically, with `status_reason` `paid_twice`.',
        auth: 'user_and_key',
        rate: 'payments',
        status: 201,
        idempotent: true,
        timeoutSeconds: 45,
        body: z
          .object({
            application_code: z
              .string()
              .max(63)
              .optional()
              .describe('Must name the application of the key')
              .meta({ resource: 'application_code' }),
            plan_price_id: idOf('plan_price_id', 'From the paywall'),
            return_url: text(2048).describe(
              'Address to which the provider redirects the user after the payment: http(s) or a registered app scheme',
            ),
            consents: ConsentEntries.default([]).describe('Must contain an accepted `license_offer` entry'),
            platform: line(32)
              .optional()
              .describe('Client platform, for the consent journal; the platform of the registration when absent'),
            receipt_email: Email.optional().describe(
              'E-mail address for the receipt, instead of the address of the user',
            ),
            receipt_phone: ReceiptPhone.optional().describe(
              `Phone number for the receipt, instead of an e-mail address, ${receiptPhoneText}`,
            ),
          })
          .meta({ id: 'PaymentCreate' }),
        response: z
          .object({
            id: Uuid.describe('Id of the payment'),
            payment_id: Uuid.describe('The same id; use `id`, which every object of the API has').meta({
              deprecated: true,
            }),
            provider_payment_id: z.string().describe('Id at the provider'),
            status: PaymentStatus.describe('`pending` for a new payment; a replayed call returns the current status'),
            confirmation_url: z.string().nullable().describe('Address of the payment page'),
            amount: z.number().describe('Amount to charge'),
            currency: Currency.describe('ISO 4217'),
            requires_purchase: z.boolean().describe('Always true here'),
          })
          .meta({ id: 'PaymentStarted' }),
        errors: [
          'license_offer_required',
          'receipt_contact_required',
          'already_owned',
          'consent_version_mismatch',
          'consent_document_unknown',
          'free_plan_offline',
          'plan_price_unavailable',
          'application_mismatch',
          'payments_disabled',
          'provider_error',
          'service_unavailable',
        ],
      }),
      listMyPayments: endpoint({
        method: 'GET',
        path: '/v1/payments',
        summary: 'List the payments of the user, newest first',
        auth: 'user',
        rate: 'user',
        paginated: true,
        query: z.object(pageQuery),
        response: Payment,
      }),
      getMyPayment: endpoint({
        method: 'GET',
        path: '/v1/payments/{payment_id}',
        summary: 'Read a payment of the user',
        auth: 'user',
        rate: 'user',
        params: PaymentParams,
        response: Payment,
        errors: ['payment_not_found'],
      }),
      syncPayment: endpoint({
        method: 'POST',
        path: '/v1/payments/{payment_id}/sync',
        summary: 'Check one payment at the provider and settle it',
        description:
          'It costs one call of the payment provider. A payment that the provider has settled grants its entitlements, one that the provider canceled is canceled; otherwise nothing changes.',
        repeatable: true,
        auth: 'user_or_admin',
        rate: 'user',
        timeoutSeconds: 45,
        params: PaymentParams,
        response: z
          .object({
            payment_id: Uuid.describe('Id of the payment'),
            status: PaymentStatus.describe('Status after the check at the provider'),
            status_reason: z.string().nullable().describe('Why it was canceled, or `mismatch`'),
            entitlements_granted: z
              .boolean()
              .describe('Whether the next read of the entitlements includes the purchase'),
          })
          .meta({ id: 'PaymentSync' }),
        audit: AuditedPayment,
        errors: ['payment_not_found', 'provider_error', 'service_unavailable'],
      }),
      syncPendingPayments: endpoint({
        method: 'POST',
        path: '/v1/payments/sync-pending',
        summary: 'Check pending payments at the provider, oldest first',
        description:
          'It costs one call of the payment provider for each checked payment. Payments that the provider has settled grant their entitlements.',
        repeatable: true,
        auth: 'admin',
        role: 'admin',
        rate: 'admin',
        timeoutSeconds: 60,
        response: ReconcileReport,
      }),
      reconcilePayments: endpoint({
        method: 'POST',
        path: '/v1/internal/payments/reconcile',
        summary: 'Settle pending payments; runs every minute',
        description:
          'The scheduler of the platform calls it. It settles payments and refunds whose notification was lost, and grants what was paid.',
        repeatable: true,
        auth: 'worker',
        rate: 'worker',
        schedule: { everySeconds: 60 },
        timeoutSeconds: 60,
        response: ReconcileReport,
      }),
      refundPayment: endpoint({
        method: 'POST',
        path: '/v1/payments/{payment_id}/refund',
        summary: 'Refund a payment, in whole or in part',
        description:
          'A full refund revokes only the grants of this payment. A partial refund keeps access and requires an `Idempotency-Key`. If the payment has a fiscal receipt (54-FZ), a partial refund has one too, with the line of the sale and the refunded amount. It cannot be undone: the money goes back to the payer, and access comes back only with another purchase or grant.',
        auth: 'admin',
        role: 'admin',
        rate: 'admin',
        idempotent: true,
        timeoutSeconds: 45,
        params: PaidPaymentParams,
        body: z
          .strictObject({
            amount: Amount.optional().describe('Amount to refund; the rest of the payment when absent'),
            reason: line(250).optional().describe('Text that the provider shows to the user'),
            receipt: Receipt.optional().describe('Instead of the receipt that the platform makes'),
            receipt_email: Email.optional().describe(
              'E-mail address for the receipt of a partial refund, instead of the address of the user',
            ),
            receipt_phone: ReceiptPhone.optional().describe(`Phone number for that receipt, ${receiptPhoneText}`),
          })
          .meta({ id: 'RefundCreate' }),
        response: AdminPayment,
        audit: AuditedPayment.extend({
          refund: z
            .object({ id: Uuid, amount: z.number(), status: z.string(), reason: z.string().nullable() })
            .nullable(),
        }),
        errors: [
          'payment_not_found',
          'payment_not_refundable',
          'idempotency_key_required',
          'receipt_contact_required',
          'provider_error',
          'service_unavailable',
        ],
      }),
      receiveYookassaWebhook: endpoint({
        method: 'POST',
        path: '/v1/webhooks/yookassa',
        summary: 'Webhook of the payment provider',
        repeatable: true,
        description:
          'The body of the webhook is not trusted: the payment is read from the provider before anything changes. The answer is 404 until the payment exists in the platform, so that the provider delivers the webhook again. Events about anything other than payments and refunds are accepted and ignored.',
        auth: 'webhook_token',
        rate: 'webhooks',
        timeoutSeconds: 45,
        query: z.object({
          token: z.string().max(256).optional().describe('Webhook token, or the `X-Webhook-Token` header'),
        }),
        body: z
          .object({
            type: z.string().max(64).optional().describe('Always notification'),
            event: z.string().min(1).max(64).describe('For example payment.succeeded'),
            object: z
              .object({
                id: z.string().min(1).max(64).describe('Id at the provider'),
                payment_id: z
                  .string()
                  .max(64)
                  .optional()
                  .describe('Of a refund: id of its payment at the provider')
                  .meta({ resource: 'nothing' }),
                metadata: z
                  .record(z.string(), z.unknown())
                  .optional()
                  .describe('Metadata that was sent with the payment'),
              })
              .describe('The payment or refund'),
          })
          .meta({ id: 'YookassaNotification' }),
        response: z
          .object({ received: z.literal(true).describe('The webhook was processed') })
          .meta({ id: 'WebhookReceipt' }),
        errors: ['payment_not_found', 'service_unavailable', 'provider_error'],
      }),
      listPayments: endpoint({
        method: 'GET',
        path: '/v1/admin/applications/{application_id}/payments',
        summary: 'List the payments of an application, newest first',
        description: `With \`format=csv\`, all payments that match are streamed. ${csvText}`,
        auth: 'admin',
        rate: 'admin',
        paginated: true,
        streams: true,
        statementSeconds: 10,
        params: ApplicationIdParams,
        query: z.object({
          ...pageQuery,
          ...paymentFilters,
          format: csvFormat,
        }),
        response: AdminPayment,
        errors: ['application_not_found'],
      }),
      searchPayments: endpoint({
        auth: 'admin',
        rate: 'admin',
        ...searches,
        streams: true,
        statementSeconds: 10,
        path: '/v1/admin/applications/{application_id}/payments/search',
        summary: 'Search the payments of an application by the e-mail address of the user',
        description:
          'A search changes nothing. It is a POST so that no e-mail address stands in an address or a log; the audit log records it.',
        params: ApplicationIdParams,
        body: z
          .strictObject({
            ...pageBody,
            email: Email.describe('Only of users with this e-mail address'),
            ...paymentFilters,
            format: csvFormat,
          })
          .meta({ id: 'PaymentSearch', example: { email: 'ada@example.com' } }),
        response: AdminPayment,
        errors: ['application_not_found'],
      }),
      getPayment: endpoint({
        method: 'GET',
        path: '/v1/admin/applications/{application_id}/payments/{payment_id}',
        summary: 'Read a payment with its refunds',
        auth: 'admin',
        rate: 'admin',
        params: ApplicationIdParams.extend(PaymentParams.shape),
        response: AdminPayment.extend({ refunds: z.array(Refund).describe('Its refunds, newest first') }).meta({
          id: 'PaymentWithRefunds',
        }),
        errors: ['application_not_found', 'payment_not_found'],
      }),
      listRefunds: endpoint({
        method: 'GET',
        path: '/v1/admin/applications/{application_id}/refunds',
        summary: 'List the refunds of an application, newest first',
        description: `Refunds of administrators, of the platform itself and of the cabinet of the provider. With \`format=csv\`, all refunds that match are streamed. ${csvText}`,
        auth: 'admin',
        rate: 'admin',
        paginated: true,
        streams: true,
        statementSeconds: 10,
        params: ApplicationIdParams,
        query: z.object({
          ...pageQuery,
          status: RefundStatus.optional().describe('Only with this status'),
          payment_id: Uuid.optional().describe('Only of this payment').meta({ resource: 'payment_id' }),
          provider_refund_id: line(64)
            .optional()
            .describe('Only the refund with this id at the provider')
            .meta({ resource: 'nothing' }),
          receipt_registration: ReceiptRegistration.optional().describe('Only with a fiscal receipt in this state'),
          ...createdBetween,
          format: csvFormat,
        }),
        response: Refund,
        errors: ['application_not_found'],
      }),
      getRefund: endpoint({
        method: 'GET',
        path: '/v1/admin/applications/{application_id}/refunds/{refund_id}',
        summary: 'Read a refund',
        auth: 'admin',
        rate: 'admin',
        params: ApplicationIdParams.extend({ refund_id: idOf('refund_id', 'Id of the refund') }),
        response: Refund,
        errors: ['application_not_found', 'refund_not_found'],
      }),
    }),
    ...shopEndpoints,
  },

  events: {
    paymentCreated: event(
      'payment.created',
      'A payment was created; it is not paid yet.',
      z.object({ payment_id: Uuid, user_id: Uuid, plan_code: z.string(), amount: z.number(), currency: z.string() }),
    ),
    paymentSucceeded: event(
      'payment.succeeded',
      'The provider confirmed the payment. `occurred_at` is the time at which it took the money; the paid period starts when the platform learned of it, and its term is in `entitlement.granted`.',
      Period.omit({ application_id: true }).extend({
        amount: z.number(),
        currency: z.string(),
        acquisition_source: z.string().nullable(),
        // Absent in events of the release before.
        utm_medium: z.string().nullable().default(null),
        utm_campaign: z.string().nullable().default(null),
        utm_content: z.string().nullable().default(null),
        /** When the provider had paid all of it back, before the platform heard of the payment. */
        refunded_at: Timestamp.nullable().default(null),
      }),
    ),
    paymentCanceled: event(
      'payment.canceled',
      'The payment was canceled and will not be paid.',
      z.object({ payment_id: Uuid, user_id: Uuid, reason: z.string().nullable() }),
    ),
    paymentRefunded: event(
      'payment.refunded',
      'Money was refunded at `occurred_at`, by the clock of the provider. With `is_full`, the grants of the payment end.',
      z.object({ payment_id: Uuid, user_id: Uuid, amount: z.number(), currency: z.string(), is_full: z.boolean() }),
    ),
  },

  queries: {
    findSoldPrices: query(
      'query.billing.prices.sold',
      'Those of these prices that payments refer to, in any status.',
      z.object({ application_id: Uuid, plan_price_ids: z.array(Uuid).max(1_000) }),
      z.object({ plan_price_ids: z.array(Uuid) }),
    ),
    ...shopQueries,
    listUserPayments: query(
      'query.billing.payments.list',
      'Payments of a user, newest first, at most 200.',
      z.object({ application_id: Uuid, user_id: Uuid }),
      z.object({ payments: z.array(AdminPayment) }),
    ),
  },

  commands: {
    settleOpenPayments: command(
      'command.billing.payments.settle_open',
      'Checks the open payments of a user at the provider, settles them, and returns the periods that they paid for.',
      // Billing waits 0.8 s for the provider. A read of entitlements waits for billing no longer than this.
      {
        limits: { timeoutMs: 1_000, formerly: 'query.billing.payments.settle_open' },
        input: z.object({ application_id: Uuid, user_id: Uuid, payment_ids: z.array(Uuid).max(20) }),
        output: z.object({ paid: z.array(Period), closed_payment_ids: z.array(Uuid) }),
      },
    ),
  },
});

export type PaidPeriod = z.output<typeof Period>;
