import { z } from 'zod';
import { Timestamp, Uuid } from '../fields.ts';
import { query } from '../kit.ts';
import { IssueType } from './issue-types.ts';
import { IssueSeverity, RuleLocale } from './issues.ts';

export const seoQueries = {
  describeItem: query(
    'query.seo-rkn.items.describe',
    'Audit results for an item of a site: the scores of its text and its page, its most severe open issues, and the announcement of its address to search engines.',
    z.object({ site_id: Uuid, item_id: Uuid, url: z.string().nullable(), locale: RuleLocale }),
    z.object({
      page_score: z.int().nullable(),
      // Absent in answers of the release before.
      seo_score: z.int().nullable().default(null),
      indexnow: z
        .object({ state: z.enum(['pending', 'accepted', 'failed']), at: Timestamp })
        .nullable()
        .default(null),
      open_issues: z.array(z.object({ id: Uuid, issue_type: IssueType, title: z.string(), severity: IssueSeverity })),
    }),
  ),
} as const;
