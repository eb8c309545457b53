import type { SeoVerdict } from '@platform/contracts';
import { index, integer, jsonb, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ReportContent } from '../reports/report-content.ts';
import { schema, time } from './common.ts';
import { scans } from './scans.ts';

/**
 * Reports: results of each finished scan and the tasks that follow, retained permanently. Texts come from the
 * catalogue of rules.
 */
export const reports = schema.table(
  'reports',
  {
    id: uuid('id').primaryKey(),
    scan_id: uuid('scan_id')
      .notNull()
      .references(() => scans.id),
    site_id: uuid('site_id').notNull(),
    created_at: time('created_at').notNull(),
    state: text('state', { enum: ['succeeded', 'partial'] }).notNull(),
    score: smallint('score'),
    verdict: text('verdict').$type<z.output<typeof SeoVerdict>['verdict']>().notNull(),
    open_issues: integer('open_issues').notNull(),
    rule_version: text('rule_version').notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
  },
  (t) => [uniqueIndex('reports_of_scan').on(t.scan_id), index('reports_of_site').on(t.site_id, t.id)],
);
