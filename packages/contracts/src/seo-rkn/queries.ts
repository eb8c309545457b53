import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { query } from '../kit.ts';
import { IssueType } from './issue-types.ts';
import { IssueSeverity, RuleLocale } from './issues.ts';

export const seoQueries = {
  describeItem: query(
    'query.seo-rkn.items.describe',
    'What the last audit says of an item of a site: the score of its page and its heaviest open issues.',
    z.object({ site_id: Uuid, item_id: Uuid, url: z.string().nullable(), locale: RuleLocale }),
    z.object({
      page_score: z.int().nullable(),
      open_issues: z.array(z.object({ id: Uuid, issue_type: IssueType, title: z.string(), severity: IssueSeverity })),
    }),
  ),
} as const;
