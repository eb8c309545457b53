import type { RecordedConsent } from '@platform/contracts';
import type { AuditOrigin } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema, time } from './common.ts';
import { ofSite, sites } from './sites.ts';

/** Settings of the forms of a site; defaults hold where it has no row. */
export const lead_settings = schema.table('lead_settings', {
  site_id: uuid('site_id')
    .primaryKey()
    .references(() => sites.id),
  captcha: text('captcha', { enum: ['none', 'smartcaptcha'] }).notNull(),
  captcha_key: text('captcha_key'),
  /** Sealed with the keys of this service. */
  sealed_captcha_secret: text('sealed_captcha_secret'),
  min_fill_ms: integer('min_fill_ms').notNull(),
  notify_emails: text('notify_emails').array().notNull(),
  reply_to: text('reply_to'),
  retention_days: integer('retention_days').notNull(),
  version: integer('version').notNull(),
  updated_at: time('updated_at').notNull(),
});

/** The key of the pseudonyms of a site, sealed with the keys of this service. */
export const site_pseudonym_keys = schema.table('site_pseudonym_keys', {
  site_id: uuid('site_id')
    .primaryKey()
    .references(() => sites.id),
  sealed_key: text('sealed_key').notNull(),
  created_at: time('created_at').notNull(),
});

/** Forms that visitors sent. All personal data is sealed. */
export const leads = schema.table(
  'leads',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    form: text('form', { enum: ['contact', 'newsletter'] }).notNull(),
    form_code: text('form_code'),
    /** `recording` until the consent ledger has its records. */
    state: text('state', { enum: ['recording', 'new', 'in_progress', 'done', 'spam'] }).notNull(),
    subject_id: uuid('subject_id').notNull(),
    /** HMAC with the key of the site, as the two below. */
    email_hash: text('email_hash'),
    phone_hash: text('phone_hash'),
    content_hash: text('content_hash').notNull(),
    /** Content and origin of the form, sealed with the key of the person. */
    sealed: text('sealed').notNull(),
    page_path: text('page_path'),
    utm_campaign: text('utm_campaign'),
    /** Its records in the consent ledger. */
    consents: jsonb('consents').$type<RecordedConsent[]>().notNull().default([]),
    version: integer('version').notNull().default(1),
    /** The person ended the subscription after this form, whose marketing consents are withdrawn. */
    is_withdrawn: boolean('is_withdrawn').notNull().default(false),
    /** The call that releases it from spam, until the ledger has its records. */
    release_origin: jsonb('release_origin').$type<AuditOrigin>(),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    index('leads_of_site').on(t.site_id, t.id),
    index('leads_of_site_by_time').on(t.site_id, t.created_at),
    index('leads_of_form').on(t.site_id, t.form_code, t.id).where(sql`form_code IS NOT NULL`),
    index('leads_of_page').on(t.site_id, t.page_path, t.created_at).where(sql`page_path IS NOT NULL`),
    index('leads_of_subject').on(t.subject_id),
    index('leads_by_email').on(t.site_id, t.email_hash, t.id).where(sql`email_hash IS NOT NULL`),
    index('leads_by_phone').on(t.site_id, t.phone_hash).where(sql`phone_hash IS NOT NULL`),
    index('leads_by_content').on(t.site_id, t.content_hash, t.created_at),
    index('leads_waiting').on(t.updated_at).where(sql`state = 'recording' OR release_origin IS NOT NULL`),
    index('leads_spam').on(t.site_id, t.id).where(sql`state = 'spam'`),
  ],
);

/** Submissions by the id that their page gave them, as an HMAC. */
export const lead_submissions = schema.table(
  'lead_submissions',
  {
    site_id: uuid('site_id').notNull(),
    submission_hash: text('submission_hash').notNull(),
    lead_id: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.submission_hash] }), index('lead_submissions_of_lead').on(t.lead_id)],
);

/** People who were erased, so that the ledger knows of it before it takes their next form. */
export const erased_subjects = schema.table(
  'erased_subjects',
  {
    subject_id: uuid('subject_id').primaryKey(),
    erased_at: time('erased_at').notNull(),
  },
  (t) => [index('erased_subjects_by_time').on(t.erased_at)],
);

/** Submissions a day that named an old version of a document. Empty texts stand for none. */
export const lead_refusals = schema.table(
  'lead_refusals',
  {
    site_id: ofSite(),
    day: date('day').notNull(),
    form_code: text('form_code').notNull(),
    page_path: text('page_path').notNull(),
    refused: integer('refused').notNull(),
  },
  (t) => [primaryKey({ columns: [t.site_id, t.day, t.form_code, t.page_path] })],
);

/** New leads of a site for which no notification mail was queued yet. */
export const lead_notices = schema.table(
  'lead_notices',
  {
    site_id: uuid('site_id')
      .primaryKey()
      .references(() => sites.id),
    /** Leads since the last notice. */
    leads: integer('leads').notNull(),
    /** The latest of them. */
    lead_id: uuid('lead_id').notNull(),
    /** When the next notice is queued; null without a new lead. */
    due_at: time('due_at'),
    /** When the last notice was queued. */
    told_at: time('told_at'),
  },
  (t) => [index('lead_notices_due').on(t.due_at).where(sql`due_at IS NOT NULL`)],
);

/** People who asked for the newsletter of a site. */
export const subscribers = schema.table(
  'subscribers',
  {
    id: uuid('id').primaryKey(),
    site_id: ofSite(),
    subject_id: uuid('subject_id').notNull(),
    /** E-mail and language, sealed with the key of the person. */
    sealed: text('sealed').notNull(),
    status: text('status', { enum: ['pending', 'confirmed', 'unsubscribed'] }).notNull(),
    /** Counts the opt-ins: one after an unsubscription is a new round. */
    round: integer('round').notNull().default(1),
    /** The reference in the consent ledger of the form of this round. */
    consent_reference: text('consent_reference').notNull(),
    /** SHA-256 of the token in the mail of this round. */
    confirm_hash: text('confirm_hash').notNull(),
    unsubscribe_hash: text('unsubscribe_hash').notNull(),
    confirm_until: time('confirm_until').notNull(),
    /** When the last mail with a link was queued, or is due. */
    mailed_at: time('mailed_at').notNull(),
    /** Mails with a link since the person confirmed last, or ever. */
    opt_in_mails: integer('opt_in_mails').notNull().default(1),
    /** The ledger does not have the withdrawal yet. */
    is_withdrawal_due: boolean('is_withdrawal_due').notNull().default(false),
    /** Client of the withdrawal, sealed. */
    sealed_withdrawal: text('sealed_withdrawal'),
    created_at: time('created_at').notNull(),
    confirmed_at: time('confirmed_at'),
    unsubscribed_at: time('unsubscribed_at'),
  },
  (t) => [
    uniqueIndex('subscribers_one_per_person').on(t.site_id, t.subject_id),
    uniqueIndex('subscribers_by_confirmation').on(t.confirm_hash),
    uniqueIndex('subscribers_by_unsubscription').on(t.unsubscribe_hash),
    index('subscribers_of_site').on(t.site_id, t.id),
    index('subscribers_pending').on(t.confirm_until).where(sql`status = 'pending'`),
    index('subscribers_ended').on(t.unsubscribed_at).where(sql`status = 'unsubscribed'`),
    index('subscribers_to_withdraw').on(t.id).where(sql`is_withdrawal_due`),
  ],
);
