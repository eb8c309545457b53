import type { IssueOrigin, IssueOwner, IssueStatus, IssueType, RknCertainty } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Evidence } from '../issues/finding.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { schema, time } from './common.ts';
import { scans } from './scans.ts';

/**
 * Faults of sites: one row for each fingerprint, for ever. A transaction that changes them ends with
 * `refreshSummary`.
 */
export const issues = schema.table(
  'issues',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    /** SHA-256 of site, type, variant and subject: 128 bits of it. */
    fingerprint: uuid('fingerprint').notNull(),
    /** Which scans see it: types of `rkn` are its codes. */
    kind: text('kind', { enum: ['seo', 'rkn'] })
      .notNull()
      .default('seo'),
    issue_type: text('issue_type').$type<IssueType>().notNull(),
    /** Empty for the main case. */
    variant: text('variant').notNull(),
    origin: text('origin').$type<IssueOrigin>().notNull(),
    owner: text('owner').$type<IssueOwner>().notNull(),
    status: text('status').$type<IssueStatus>().notNull(),
    weight: smallint('weight').$type<2 | 8 | 20 | 40>().notNull(),
    /** URL key of a page, or the key of a group or of the site. */
    subject: text('subject').notNull(),
    url: text('url').notNull(),
    evidence: jsonb('evidence').$type<Evidence>().notNull(),
    stale: boolean('stale').notNull().default(false),
    /** How sure a finding of `rkn` is; null for others. */
    certainty: text('certainty').$type<RknCertainty>(),
    item_id: uuid('item_id'),
    rule_version: text('rule_version').notNull(),
    first_seen_at: time('first_seen_at').notNull(),
    last_seen_at: time('last_seen_at').notNull(),
    last_scan_id: uuid('last_scan_id').notNull(),
    resolved_at: time('resolved_at'),
    resolved_by: text('resolved_by', { enum: ['scan', 'recheck', 'person'] }),
    reopened_count: integer('reopened_count').notNull().default(0),
  },
  (t) => [
    uniqueIndex('issues_fingerprint').on(t.fingerprint),
    index('issues_by_weight').on(t.site_id, t.status, t.weight.desc().nullsFirst(), t.id),
    index('issues_of_kind').on(t.site_id, t.kind, t.weight.desc().nullsFirst(), t.id),
    index('issues_of_type').on(t.site_id, t.issue_type, t.weight.desc().nullsFirst(), t.id),
    index('issues_of_item').on(t.site_id, t.item_id).where(sql`${t.item_id} IS NOT NULL`),
    index('issues_ignored')
      .on(t.site_id, t.kind, t.weight.desc().nullsFirst(), t.id)
      .where(sql`${t.status} = 'ignored'`),
    index('issues_of_url').on(t.site_id, t.url),
    index('issues_open_by_type').on(t.site_id, t.issue_type, t.variant).where(sql`${t.status} = 'open'`),
    index('issues_open_of_item').on(t.site_id, t.item_id).where(sql`${t.status} = 'open' AND ${t.item_id} IS NOT NULL`),
  ],
);

/** Tasks that the open issues of a site make: reads of the verdict count no issues. */
export const issue_summaries = schema.table('issue_summaries', {
  site_id: uuid('site_id').primaryKey(),
  /** Origin and pages of the last scan: the gain of a fault of the whole site depends on them. */
  origin: text('origin'),
  pages: integer('pages').notNull(),
  /** Null before they are counted. */
  tasks: jsonb('tasks').$type<TaskRow[]>(),
});

/** Changes of the status of an issue. */
export const issue_changes = schema.table(
  'issue_changes',
  {
    id: uuid('id').primaryKey(),
    issue_id: uuid('issue_id')
      .notNull()
      .references(() => issues.id, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    from_status: text('from_status').$type<IssueStatus>(),
    to_status: text('to_status').$type<IssueStatus>().notNull(),
    by: text('by', { enum: ['scan', 'recheck', 'person'] }).notNull(),
    admin_email: text('admin_email'),
    comment: text('comment'),
    scan_id: uuid('scan_id'),
  },
  (t) => [index('issue_changes_of_issue').on(t.issue_id, t.id)],
);

/** A snapshot of the findings of each scan, retained permanently. */
export const scan_findings = schema.table(
  'scan_findings',
  {
    scan_id: uuid('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    issue_id: uuid('issue_id').notNull(),
    weight: smallint('weight').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scan_id, t.issue_id] })],
);
