import type { ReceiptSettings } from '@platform/contracts';
import { type AuditOrigin, messagingTables } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const schema = pgSchema('billing');

/** State of the registration of a fiscal receipt (54-FZ) at the tax office, as the provider reports it. */
export const receiptRegistrations = ['pending', 'succeeded', 'canceled'] as const;

/** The line of a fiscal receipt: the same one is on the receipt of a refund. */
export interface ReceiptLine extends ReceiptSettings {
  description: string;
}

/** An entry of the consent ledger. */
export interface PaymentConsent {
  consent_id: string;
  document_id: string;
  doc_kind: string;
  version: string;
  accepted: boolean;
}

const time = (name: string) => timestamp(name, { withTimezone: true });
const money = (name: string) => numeric(name, { precision: 12, scale: 2 });

/**
 * Shops of applications at the provider, former ones too: payments are settled and refunded where they were made. A
 * shop of an application that comes back is the same row.
 */
export const shops = schema.table(
  'shops',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    /** Its id at the provider. */
    shop_id: text('shop_id').notNull(),
    sealed_secret_key: text('sealed_secret_key').notNull(),
    /** Last four characters of the key. */
    key_hint: text('key_hint').notNull(),
    is_test: boolean('is_test').notNull(),
    /** SHA-256 of the token in its notification address, hexadecimal. */
    webhook_token_hash: text('webhook_token_hash').notNull().unique('shops_webhook_token_hash'),
    /** Whether new payments of the application go to it. */
    is_current: boolean('is_current').notNull(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    unique('shops_of_application').on(t.application_id, t.shop_id),
    uniqueIndex('shops_current').on(t.application_id).where(sql`is_current`),
  ],
);

/** One attempt to buy. It carries the offer, so that a later settlement needs no other service. */
export const payments = schema.table(
  'payments',
  {
    id: uuid('id').primaryKey(),
    application_id: uuid('application_id').notNull(),
    application_code: text('application_code').notNull(),
    user_id: uuid('user_id').notNull(),
    plan_price_id: uuid('plan_price_id').notNull(),
    plan_id: uuid('plan_id').notNull(),
    plan_code: text('plan_code').notNull(),
    duration_days: integer('duration_days'),
    is_lifetime: boolean('is_lifetime').notNull(),
    entitlement_codes: text('entitlement_codes').array().notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'canceled', 'refunded'] }).notNull(),
    status_reason: text('status_reason'),
    provider: text('provider', { enum: ['yookassa'] }).notNull(),
    /** The shop of the application that takes the money; null for the shop of the installation. It never changes. */
    application_shop_id: uuid('application_shop_id').references(() => shops.id),
    /** Id of the shop at the provider; null in rows of the release before. */
    provider_shop_id: text('provider_shop_id'),
    /** Null until the provider has answered; then never changed. */
    provider_payment_id: text('provider_payment_id').unique('payments_provider_payment_id'),
    /**
     * The exact body of the creating call: a retry under the same key must send the same. Empty once the
     * provider has answered.
     */
    provider_request: jsonb('provider_request').notNull(),
    confirmation_url: text('confirmation_url'),
    refunded_amount: money('refunded_amount').notNull().default('0'),
    /**
     * When the catalog revoked the grant: the payment no longer prevents another purchase of the same
     * entitlements.
     */
    revoked_at: time('revoked_at'),
    /** Of the change of the user's grants that wrote `revoked_at`. */
    revocation_revision: bigint('revocation_revision', { mode: 'number' }).notNull().default(0),
    acquisition_source: text('acquisition_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_content: text('utm_content'),
    /** Set when a newer attempt took the place of this one; it may still be paid. */
    superseded_at: time('superseded_at'),
    /**
     * Which fact the provider reports differently; such a payment grants nothing until someone has looked.
     */
    mismatch: text('mismatch'),
    created_at: time('created_at').notNull(),
    /** Where the payer returns to; null in rows of the release before. */
    return_url: text('return_url'),
    /** When the provider took the money, by its clock: the day on which it is booked. */
    succeeded_at: time('succeeded_at'),
    /** When the platform learned of it: the time that was bought begins here. Null in rows of the release before. */
    settled_at: time('settled_at'),
    canceled_at: time('canceled_at'),
    /** When the last part of the money went back, by the provider's clock. */
    refunded_at: time('refunded_at'),
    /** The fiscal line (54-FZ) that was sent, without the recipient; null where the application sends no receipts. */
    receipt: jsonb('receipt').$type<ReceiptLine>(),
    receipt_registration: text('receipt_registration', { enum: receiptRegistrations }),
    /** Number of the fiscal document, as it is printed on the receipt. */
    receipt_number: text('receipt_number'),
    /** Entries of the consent ledger that were accepted with this payment. */
    consents: jsonb('consents').$type<PaymentConsent[]>().notNull().default([]),
    /** When the reconcile asks again. */
    next_check_at: time('next_check_at').notNull(),
    checks: integer('checks').notNull().default(0),
    /**
     * When a read or the owner last had the provider asked: the throttle of those questions, over all
     * processes.
     */
    asked_at: time('asked_at'),
    /** The `asked_at` of the last such question that was answered; an older one or null while it is not. */
    answered_at: time('answered_at'),
  },
  (t) => [
    // Two clicks give one payment: the second insert finds the first.
    uniqueIndex('payments_one_open')
      .on(t.user_id, t.plan_price_id)
      .where(sql`status = 'pending' AND superseded_at IS NULL`),
    index('payments_due').on(t.next_check_at).where(sql`status = 'pending'`),
    // A payment that we closed ourselves may still be paid for two hours; the index finds those by their age,
    // and passes over those that are not due without their rows.
    index('payments_watched_due')
      .on(t.created_at, t.next_check_at)
      .where(sql`status = 'canceled' AND status_reason = 'already_granted'`),
    index('payments_of_user').on(t.application_id, t.user_id),
    index('payments_of_application').on(t.application_id, t.id),
    index('payments_by_status').on(t.application_id, t.status, t.id),
    index('payments_by_plan').on(t.application_id, t.plan_code, t.id),
    index('payments_by_price').on(t.plan_price_id),
    index('payments_by_amount').on(t.application_id, t.amount, t.id),
    index('payments_by_time').on(t.application_id, t.created_at, t.id),
    index('payments_with_mismatch').on(t.application_id, t.id).where(sql`mismatch IS NOT NULL`),
    index('payments_by_receipt').on(t.receipt_number).where(sql`receipt_number IS NOT NULL`),
    index('payments_open_receipts')
      .on(t.settled_at)
      .where(sql`receipt_registration <> 'succeeded' OR receipt_registration = 'succeeded' AND receipt_number IS NULL`),
    index('payments_unregistered_receipts')
      .on(t.application_id, t.receipt_registration, t.id)
      .where(sql`receipt_registration <> 'succeeded'`),
  ],
);

/** Written by the release before catalog decided terms. The next release drops it. */
export const subscription_periods = schema.table(
  'subscription_periods',
  {
    id: uuid('id').primaryKey(),
    payment_id: uuid('payment_id')
      .notNull()
      .references(() => payments.id)
      .unique('subscription_periods_payment'),
    application_id: uuid('application_id').notNull(),
    user_id: uuid('user_id').notNull(),
    plan_id: uuid('plan_id').notNull(),
    starts_at: time('starts_at').notNull(),
    /** Exclusive; null for lifetime. */
    expires_at: time('expires_at'),
    /** Set by a full refund. */
    revoked_at: time('revoked_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index().on(t.user_id, t.plan_id)],
);

/**
 * Money that goes back. The row exists before the provider is asked; its id is the idempotence key of that
 * call.
 */
export const refunds = schema.table(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    payment_id: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Of the payment; a trigger fills it for the release before. */
    application_id: uuid('application_id'),
    amount: money('amount').notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'canceled'] }).notNull(),
    /** Why the provider refused or canceled it. */
    status_reason: text('status_reason'),
    /** When the money went back, by the provider's clock. */
    refunded_at: time('refunded_at'),
    receipt_registration: text('receipt_registration', { enum: receiptRegistrations }),
    receipt_number: text('receipt_number'),
    provider_refund_id: text('provider_refund_id').unique('refunds_provider_refund_id'),
    provider_request: jsonb('provider_request'),
    reason: text('reason'),
    /**
     * Why the platform itself sends the money back; null for a refund of an administrator or of the cabinet.
     */
    automatic_cause: text('automatic_cause', { enum: ['already_owned', 'paid_twice', 'user_erased'] }),
    admin_id: uuid('admin_id'),
    /**
     * The call that asked for it: the audit log has it once the provider accepts the refund, whichever
     * process learns of that.
     */
    audit_origin: jsonb('audit_origin').$type<AuditOrigin>(),
    /** Of the call that asked for it: a repeat goes on with this row instead of paying back again. */
    idempotency_key: text('idempotency_key'),
    /** When an unanswered call became too old to be repeated and an operator was alerted. */
    abandoned_at: time('abandoned_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index().on(t.payment_id),
    uniqueIndex('refunds_idempotency_key').on(t.payment_id, t.idempotency_key).where(sql`idempotency_key IS NOT NULL`),
    index('refunds_pending').on(t.created_at).where(sql`status = 'pending'`),
    index('refunds_of_application').on(t.application_id, t.id),
    index('refunds_open_receipts')
      .on(t.refunded_at)
      .where(sql`receipt_registration <> 'succeeded' OR receipt_registration = 'succeeded' AND receipt_number IS NULL`),
    index('refunds_unregistered_receipts')
      .on(t.application_id, t.receipt_registration, t.id)
      .where(sql`receipt_registration <> 'succeeded'`),
  ],
);

/** Tombstones: what an erased user pays goes back. */
export const erased_users = schema.table('erased_users', {
  user_id: uuid('user_id').primaryKey(),
  erased_at: time('erased_at').notNull(),
});

/** Users that are part of another user by now: a trigger of `payments` follows it. */
export const merged_users = schema.table(
  'merged_users',
  {
    merged_user_id: uuid('merged_user_id').primaryKey(),
    user_id: uuid('user_id').notNull(),
  },
  (t) => [index('merged_users_of_user').on(t.user_id)],
);

/**
 * How far the refunds that the provider lists are booked: the watermark, by the provider's clock. One row for the shop
 * of the installation, and one for each shop of an application.
 */
export const refund_watermarks = schema.table('refund_watermarks', {
  /** `yookassa`, or `yookassa:` and the id of a row of `shops`. */
  provider: text('provider').primaryKey(),
  /** Every refund that was created before it is booked. */
  listed_until: time('listed_until').notNull(),
  /** Where the next run goes on in a list that was too long for one run; null at its beginning. */
  resume_before: time('resume_before'),
  /** The newest refund of the list that is being gone through: the next watermark. */
  newest: time('newest'),
});

export const { outbox, inbox, dead_letters, idempotency_keys, jobs } = messagingTables(schema);
