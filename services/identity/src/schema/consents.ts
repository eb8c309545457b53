import type { ChainVerification, ErasureCategory, ErasureReason } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { moment, ownerType, schema } from './common.ts';

/** The first bad record of a ledger. */
export type LedgerProblem = NonNullable<z.output<typeof ChainVerification>['problem']>;

/**
 * The data key of a person, sealed. Destroying it makes the person's ledger columns unreadable; the chain
 * still holds.
 */
export const subject_keys = schema.table('subject_keys', {
  subject_id: uuid('subject_id').primaryKey(),
  sealed_key: text('sealed_key').notNull(),
  created_at: moment('created_at').notNull(),
});

/**
 * Tombstones of erased persons without an account, so that an earlier act that arrives late stores nothing.
 */
export const erased_subjects = schema.table(
  'erased_subjects',
  {
    subject_id: uuid('subject_id').primaryKey(),
    erased_at: moment('erased_at').notNull(),
  },
  (t) => [index('erased_subjects_by_time').on(t.erased_at)],
);

/** The key of the pseudonyms in {@link erasure_records}, sealed: one row, made at the first erasure. */
export const erasure_pseudonym_keys = schema.table('erasure_pseudonym_keys', {
  name: text('name').primaryKey(),
  sealed_key: text('sealed_key').notNull(),
  created_at: moment('created_at').notNull(),
});

/**
 * Destroyed personal data: when, by whom, why and what, without the id of the person. Rows are only added
 * (trigger and rights in the migration).
 */
export const erasure_records = schema.table(
  'erasure_records',
  {
    id: uuid('id').primaryKey(),
    owner_type: text('owner_type', { enum: ['application', 'cms_site', 'brand'] }).notNull(),
    owner_id: uuid('owner_id').notNull(),
    person: text('person', {
      enum: ['user', 'site_person', 'brand_person', 'customer', 'site_text', 'site_author'],
    }).notNull(),
    /** Keyed hash of the id of the person. */
    pseudonym: text('pseudonym').notNull(),
    erased_at: moment('erased_at').notNull(),
    erased_by: text('erased_by', { enum: ['person', 'admin', 'platform'] }).notNull(),
    /** It stays when the account is removed. */
    admin_id: uuid('admin_id'),
    reason: text('reason').$type<ErasureReason>().notNull(),
    categories: text('categories').array().$type<ErasureCategory[]>().notNull(),
    /** Compact JWS of all of the above. */
    receipt: text('receipt').notNull(),
  },
  (t) => [
    index('erasure_records_of_owner').on(t.owner_id, t.id),
    index('erasure_records_of_person').on(t.pseudonym, t.id),
    index('erasure_records_by_time').on(t.erased_at),
  ],
);

/** The head of the hash chain of each owner; an append locks it. */
export const consent_chains = schema.table(
  'consent_chains',
  {
    owner_type: ownerType('owner_type').notNull(),
    owner_id: uuid('owner_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    head_hash: text('head_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner_type, t.owner_id] })],
);

/**
 * How each chain stood at the end of a day, signed. Rows are only added (trigger and rights in the
 * migration).
 */
export const consent_chain_heads = schema.table(
  'consent_chain_heads',
  {
    id: uuid('id').primaryKey(),
    owner_type: ownerType('owner_type').notNull(),
    owner_id: uuid('owner_id').notNull(),
    day: date('day').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    head_hash: text('head_hash').notNull(),
    /** Compact JWS of all of the above. */
    token: text('token').notNull(),
    signed_at: moment('signed_at').notNull(),
  },
  (t) => [uniqueIndex('consent_chain_heads_one_per_day').on(t.owner_type, t.owner_id, t.day)],
);

/** Every answer to a consent checkbox, ever. Rows are only added (trigger and rights in the migration). */
export const consent_ledger = schema.table(
  'consent_ledger',
  {
    id: uuid('id').primaryKey(),
    owner_type: ownerType('owner_type').notNull(),
    owner_id: uuid('owner_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The owner of the key of the personal columns: the user, or a person without an account. */
    subject_id: uuid('subject_id').notNull(),
    user_id: uuid('user_id'),
    document_id: uuid('document_id').notNull(),
    doc_kind: text('doc_kind').notNull(),
    version: text('version').notNull(),
    content_hash: text('content_hash').notNull(),
    checkbox_text: text('checkbox_text').notNull(),
    accepted: boolean('accepted').notNull(),
    source: text('source', { enum: ['registration', 'paywall', 'site_form', 'newsletter', 'other'] }).notNull(),
    platform: text('platform'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    reference: text('reference'),
    email_ciphertext: text('email_ciphertext'),
    ip_ciphertext: text('ip_ciphertext'),
    user_agent_ciphertext: text('user_agent_ciphertext'),
    recorded_at: moment('recorded_at').notNull(),
    prev_hash: text('prev_hash').notNull(),
    entry_hash: text('entry_hash').notNull(),
  },
  (t) => [
    uniqueIndex('consent_ledger_chain').on(t.owner_type, t.owner_id, t.seq),
    index('consent_ledger_of_user').on(t.user_id, t.seq),
    index('consent_ledger_of_subject').on(t.subject_id, t.seq).where(sql`${t.user_id} IS NULL`),
    index('consent_ledger_of_document').on(t.owner_type, t.owner_id, t.document_id, t.seq),
    index('consent_ledger_by_source').on(t.owner_type, t.owner_id, t.source, t.seq),
    index('consent_ledger_refusals').on(t.owner_type, t.owner_id, t.seq).where(sql`NOT ${t.accepted}`),
    index('consent_ledger_by_reference').on(t.subject_id, t.reference).where(sql`${t.reference} IS NOT NULL`),
  ],
);

/**
 * Verifications of ledgers: of each owner the one that waits or runs, with its checkpoint, and the last that
 * finished of each scope.
 */
export const ledger_verifications = schema.table(
  'ledger_verifications',
  {
    id: uuid('id').primaryKey(),
    owner_type: ownerType('owner_type').notNull(),
    owner_id: uuid('owner_id').notNull(),
    scope: text('scope', { enum: ['recent', 'whole'] }).notNull(),
    requested_at: moment('requested_at').notNull(),
    /** The walk begins behind this record; null until it has begun. */
    from_seq: bigint('from_seq', { mode: 'number' }),
    started_at: moment('started_at'),
    /** Head of the chain when the walk began: records behind it are left to the next. */
    target_seq: bigint('target_seq', { mode: 'number' }),
    target_hash: text('target_hash'),
    /** Checkpoint: the last record that was verified. When the walk is over, the end of the intact part. */
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default('0'.repeat(64)),
    signed_heads: integer('signed_heads').notNull().default(0),
    unverifiable_heads: integer('unverifiable_heads').notNull().default(0),
    /** Compact JWS of the checkpoint: the walk goes on at none without it. */
    checkpoint_token: text('checkpoint_token'),
    problem: jsonb('problem').$type<LedgerProblem>(),
    finished_at: moment('finished_at'),
    /** Null in a result. A claim and the end of a slice move it: ledgers are walked slice by slice. */
    due_at: moment('due_at'),
    lease_until: moment('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    /** Slices since the last checkpoint: those that failed, and the one that runs. */
    tries: integer('tries').notNull().default(0),
    /* Lease, order and failures of the release before this one; a trigger keeps both in step. */
    lease_id: uuid('lease_id'),
    leased_until: moment('leased_until'),
    worked_at: moment('worked_at'),
    failures: integer('failures').notNull().default(0),
    /** Scope and moment of a request that came while this one ran: the next, when it ends. */
    again_scope: text('again_scope', { enum: ['recent', 'whole'] }),
    again_at: moment('again_at'),
  },
  (t) => [
    uniqueIndex('ledger_verifications_one_open').on(t.owner_type, t.owner_id).where(sql`${t.finished_at} IS NULL`),
    index('ledger_verifications_due').on(t.due_at).where(sql`${t.due_at} IS NOT NULL`),
    index('ledger_verifications_finished').on(t.owner_type, t.owner_id, t.finished_at),
    index('ledger_verifications_problems').on(t.owner_id).where(sql`${t.problem} IS NOT NULL`),
  ],
);

const answered = {
  document_id: uuid('document_id').notNull(),
  version: text('version').notNull(),
  accepted: boolean('accepted').notNull(),
  updated_at: moment('updated_at').notNull(),
  /** When an accepted consent was withdrawn; null where it is in effect, and where it was never given. */
  withdrawn_at: moment('withdrawn_at'),
};

/** The latest ledger row of each user and document, written in the transaction that appends it. */
export const consent_states = schema.table(
  'consent_states',
  { user_id: uuid('user_id').notNull(), ...answered },
  (t) => [
    primaryKey({ columns: [t.user_id, t.document_id] }),
    index('consent_states_of_document').on(t.document_id, t.user_id).where(sql`${t.accepted}`),
    index('consent_states_withdrawn').on(t.document_id, t.user_id).where(sql`${t.withdrawn_at} IS NOT NULL`),
  ],
);

/** The same of people without an account, by their pseudonym. */
export const subject_consent_states = schema.table(
  'subject_consent_states',
  { subject_id: uuid('subject_id').notNull(), ...answered },
  (t) => [
    primaryKey({ columns: [t.subject_id, t.document_id] }),
    index('subject_consent_states_withdrawn').on(t.document_id, t.subject_id).where(sql`${t.withdrawn_at} IS NOT NULL`),
  ],
);
