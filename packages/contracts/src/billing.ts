import { z } from 'zod';
import { Amount, ApplicationIdParams, Currency, Email, idOf, pageQuery, Timestamp, Uuid } from './fields.ts';
import { ConsentEntries } from './identity/consents.ts';
import { command, endpoint, event, feature, query, service } from './kit.ts';

export const PaymentStatus = z.enum(['pending', 'succeeded', 'canceled', 'refunded']);

export const Payment = z
  .object({
    payment_id: Uuid.describe('Id of the payment here'),
    provider_payment_id: z.string().nullable().describe('Id at the provider'),
    status: PaymentStatus.describe('pending → succeeded or canceled; succeeded → refunded'),
    status_reason: z.string().nullable().describe('Why it was canceled, for example expired_on_confirmation'),
    confirmation_url: z.string().nullable().describe('Where the person pays; null once it is settled'),
    amount: z.number().describe('What is charged'),
    currency: Currency.describe('ISO 4217'),
    refunded_amount: z.number().describe('How much of it went back'),
    plan_price_id: Uuid.describe('The price that was bought'),
    plan_code: z.string().describe('The plan that was bought'),
    requires_purchase: z.boolean().describe('Always true for a payment'),
    created_at: Timestamp.describe('When it was started'),
    succeeded_at: Timestamp.nullable().describe('When it was paid'),
  })
  .meta({ id: 'Payment' });
export const AdminPayment = Payment.extend({
  user_id: Uuid.describe('The user that pays'),
  acquisition_source: z.string().nullable().describe('Channel of the user when the payment was started'),
  // Absent in answers of the release before.
  utm_medium: z.string().nullable().default(null).describe('Attribution inherited from the user'),
  utm_campaign: z.string().nullable().default(null).describe('Attribution inherited from the user'),
  utm_content: z.string().nullable().default(null).describe('Attribution inherited from the user'),
}).meta({ id: 'AdminPayment' });
export const UserPaymentRow = AdminPayment;

/** The fields of a payment in the audit log: neither its payment URL nor the origin of its buyer. */
const AuditedPayment = AdminPayment.omit({
  ...{ confirmation_url: true, acquisition_source: true, utm_medium: true, utm_campaign: true, utm_content: true },
});

const PaymentParams = z.object({ payment_id: idOf('payment_id', 'Id of the payment') });
const PaidPaymentParams = z.object({
  payment_id: idOf('paid_payment_id', 'Id of the payment'),
});

/** 54-FZ receipt data that the provider registers; passed through as it is, after a check of its shape. */
export const Receipt = z
  .strictObject({
    customer: z
      .strictObject({
        email: z.email().max(254).optional().describe('Where the receipt goes; e-mail or phone is needed'),
        phone: z
          .string()
          .regex(/^\+?\d{10,15}$/)
          .optional()
          .describe('International format'),
      })
      .refine((c) => c.email !== undefined || c.phone !== undefined, 'email or phone')
      .describe('Recipient of the receipt'),
    items: z
      .array(
        z.strictObject({
          description: z.string().min(1).max(128).describe('What it was paid for'),
          quantity: z.number().positive().describe('How many'),
          amount: z
            .strictObject({
              value: z
                .string()
                .regex(/^\d+\.\d{2}$/)
                .describe('Two decimals, for example "990.00"'),
              currency: Currency.describe('ISO 4217'),
            })
            .describe('Price of one'),
          vat_code: z.number().int().min(1).max(12).describe('VAT rate, code of the provider'),
          payment_subject: z.string().max(40).optional().describe('What is sold, for example service'),
          payment_mode: z.string().max(40).optional().describe('How it is paid, for example full_payment'),
          measure: z.string().max(20).optional().describe('Unit of the quantity, for example piece'),
        }),
      )
      .min(1)
      .max(80)
      .describe('Lines; they add up to the amount'),
    tax_system_code: z.number().int().min(1).max(6).optional().describe('Tax system, code of the provider'),
  })
  .meta({ id: 'Receipt', description: 'Fiscal receipt (54-FZ) for the provider' });

const ReconcileReport = z
  .object({
    checked: z.number().int().describe('Payments that were asked about'),
    succeeded: z.number().int().describe('Now paid'),
    canceled: z.number().int().describe('Now canceled'),
    failed: z.number().int().describe('The provider did not answer; tried again later'),
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
  endpoints: feature('Payments', 'Payments of users, their settlement with the provider, and refunds.', {
    createPayment: endpoint({
      method: 'POST',
      path: '/v1/payments',
      summary: 'Start a payment',
      description:
        'Send the person to `confirmation_url`. While the same user has a fresh open payment for the same price, that one is answered again.',
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
          return_url: z
            .string()
            .min(1)
            .max(2048)
            .describe('Where the provider sends the person back: http(s) or a registered app scheme'),
          consents: ConsentEntries.default([]).describe('Must contain an accepted `license_offer` entry'),
          platform: z
            .string()
            .trim()
            .max(32)
            .optional()
            .describe('Client platform, for the consent journal; the one of the registration when absent'),
          receipt_email: Email.optional().describe('Where the receipt goes instead of the e-mail address of the user'),
          receipt_phone: z
            .string()
            .regex(/^\+?[1-9]\d{9,14}$/, 'a telephone number with its country code, for example +79000000000')
            .optional()
            .describe('Where the receipt goes instead, in the form of E.164'),
        })
        .meta({ id: 'PaymentCreate' }),
      response: z
        .object({
          payment_id: Uuid.describe('Id of the payment here'),
          provider_payment_id: z.string().describe('Id at the provider'),
          status: PaymentStatus.describe('pending; a replayed call tells how the payment stands by now'),
          confirmation_url: z.string().nullable().describe('Where the person pays'),
          amount: z.number().describe('What is charged'),
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
      summary: 'List the own payments, newest first',
      auth: 'user',
      rate: 'user',
      paginated: true,
      query: z.object(pageQuery),
      response: Payment,
    }),
    getMyPayment: endpoint({
      method: 'GET',
      path: '/v1/payments/{payment_id}',
      summary: 'Read one of the own payments',
      auth: 'user',
      rate: 'user',
      params: PaymentParams,
      response: Payment,
      errors: ['payment_not_found'],
    }),
    syncPayment: endpoint({
      method: 'POST',
      path: '/v1/payments/{payment_id}/sync',
      summary: 'Ask the provider about one payment and settle it',
      repeatable: true,
      auth: 'user_or_admin',
      rate: 'user',
      timeoutSeconds: 45,
      params: PaymentParams,
      response: z
        .object({
          payment_id: Uuid.describe('Id of the payment'),
          status: PaymentStatus.describe('State after asking'),
          status_reason: z.string().nullable().describe('Why it was canceled'),
          entitlements_granted: z.boolean().describe('The next entitlements read shows what was bought'),
        })
        .meta({ id: 'PaymentSync' }),
      audit: AuditedPayment,
      errors: ['payment_not_found', 'provider_error', 'service_unavailable'],
    }),
    syncPendingPayments: endpoint({
      method: 'POST',
      path: '/v1/payments/sync-pending',
      summary: 'Ask the provider about pending payments, oldest first',
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
      summary: 'The every-minute settlement of pending payments',
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
        'A full refund revokes what this payment granted and nothing else; a partial one keeps access and needs an `Idempotency-Key`.',
      auth: 'admin',
      role: 'admin',
      rate: 'admin',
      idempotent: true,
      timeoutSeconds: 45,
      params: PaidPaymentParams,
      body: z
        .strictObject({
          amount: Amount.optional().describe('What is left of the payment when absent'),
          reason: z.string().trim().max(250).optional().describe('Shown to the person by the provider'),
          receipt: Receipt.optional(),
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
        'provider_error',
        'service_unavailable',
      ],
    }),
    receiveYookassaWebhook: endpoint({
      method: 'POST',
      path: '/v1/webhooks/yookassa',
      summary: 'Notification of the payment provider',
      repeatable: true,
      description:
        'The body is a hint, never trusted: the provider is asked before anything changes. 404 until the payment exists here, so that the provider sends it again. Events of other kinds than payments and refunds are received and nothing comes of them.',
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
              metadata: z.record(z.string(), z.unknown()).optional().describe('What was sent with the payment'),
            })
            .describe('The payment or refund'),
        })
        .meta({ id: 'YookassaNotification' }),
      response: z.object({ received: z.literal(true).describe('Seen and dealt with') }).meta({ id: 'WebhookReceipt' }),
      errors: ['payment_not_found', 'service_unavailable', 'provider_error'],
    }),
    listPayments: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/payments',
      summary: 'List the payments of an application, newest first',
      auth: 'admin',
      rate: 'admin',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object({
        ...pageQuery,
        status: PaymentStatus.optional().describe('Only these'),
        user_id: Uuid.optional().describe('Only of this user').meta({ resource: 'user_id' }),
      }),
      response: AdminPayment,
      errors: ['application_not_found'],
    }),
  }),

  events: {
    paymentCreated: event(
      'payment.created',
      'A payment row exists; the person is about to pay.',
      z.object({ payment_id: Uuid, user_id: Uuid, plan_code: z.string(), amount: z.number(), currency: z.string() }),
    ),
    paymentSucceeded: event(
      'payment.succeeded',
      'The provider confirmed the money. Starts the paid time; its term is in `entitlement.granted`.',
      Period.omit({ application_id: true }).extend({
        amount: z.number(),
        currency: z.string(),
        acquisition_source: z.string().nullable(),
        // Absent in events of the release before.
        utm_medium: z.string().nullable().default(null),
        utm_campaign: z.string().nullable().default(null),
        utm_content: z.string().nullable().default(null),
      }),
    ),
    paymentCanceled: event(
      'payment.canceled',
      'The payment will not be paid.',
      z.object({ payment_id: Uuid, user_id: Uuid, reason: z.string().nullable() }),
    ),
    paymentRefunded: event(
      'payment.refunded',
      'Money went back. `is_full` ends what the payment granted.',
      z.object({ payment_id: Uuid, user_id: Uuid, amount: z.number(), currency: z.string(), is_full: z.boolean() }),
    ),
  },

  queries: {
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
      'Asks the provider about the open payments of a user, settles them, and tells the periods they paid for.',
      // Billing waits 0.8 s for the provider. A read of entitlements waits for billing no longer than this.
      { timeoutMs: 1_000, formerly: 'query.billing.payments.settle_open' },
      z.object({ application_id: Uuid, user_id: Uuid, payment_ids: z.array(Uuid).max(20) }),
      z.object({ paid: z.array(Period), closed_payment_ids: z.array(Uuid) }),
    ),
  },
});

export type PaidPeriod = z.output<typeof Period>;
