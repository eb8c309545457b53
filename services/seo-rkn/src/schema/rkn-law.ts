import type { RknDocumentCheck, SubjectType } from '@platform/contracts';
import { boolean, date, index, integer, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { CheckedElement, Contradiction } from '../document-check/document-check.ts';
import { schema, time } from './common.ts';

const notice = (name: string) => text(name, { enum: ['filed', 'not_filed', 'unknown'] }).notNull();

/** Operators of personal data of sites, made with the first change. */
export const rkn_profiles = schema.table('rkn_profiles', {
  /** A site of the cms. */
  site_id: uuid('site_id').primaryKey(),
  subject_type: text('subject_type').$type<SubjectType>(),
  name: text('name'),
  inn: text('inn'),
  ogrn: text('ogrn'),
  address: text('address'),
  registry_status: notice('registry_status').default('unknown'),
  registry_number: text('registry_number'),
  registry_date: date('registry_date'),
  crossborder_status: notice('crossborder_status').default('unknown'),
  crossborder_notice_date: date('crossborder_notice_date'),
  recommender: boolean('recommender').notNull().default(false),
  distribution_consents: boolean('distribution_consents').notNull().default(false),
  version: integer('version').notNull().default(1),
});

/**
 * Checks of legal documents; the newest of each document are retained. Texts come from the edition of the
 * clauses.
 */
export const rkn_document_checks = schema.table(
  'rkn_document_checks',
  {
    id: uuid('id').primaryKey(),
    owner_type: text('owner_type', { enum: ['application', 'cms_site'] }).notNull(),
    owner_id: uuid('owner_id').notNull(),
    doc_kind: text('doc_kind').notNull(),
    which: text('which', { enum: ['draft', 'published'] }).notNull(),
    version: text('version'),
    content_hash: text('content_hash').notNull(),
    score: smallint('score').notNull(),
    verdict: text('verdict').$type<RknDocumentCheck['verdict']>().notNull(),
    elements: jsonb('elements').$type<CheckedElement[]>().notNull(),
    placeholders: jsonb('placeholders').$type<string[]>().notNull(),
    contradictions: jsonb('contradictions').$type<Contradiction[]>().notNull(),
    rule_version: text('rule_version').notNull(),
    created_at: time('created_at').notNull(),
    /** E-mail of an administrator. */
    created_by: text('created_by').notNull(),
  },
  (t) => [index('rkn_document_checks_of_document').on(t.owner_type, t.owner_id, t.doc_kind, t.id)],
);
