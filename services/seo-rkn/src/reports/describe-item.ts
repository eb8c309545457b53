import type { RuleLocale } from '@platform/contracts';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { severityOf } from '../issues/issue.ts';
import { ruleOf } from '../issues/rules.ts';
import { issues } from '../schema.ts';
import { findPages, hashOf } from './list-content.ts';

const maxIssues = 20;

/** What the last audit says of an item: the score of its page and its heaviest open issues. */
export async function describeItem(
  { db }: Pick<App, 'db'>,
  { site_id, item_id, url, locale }: { site_id: string; item_id: string; url: string | null; locale: RuleLocale },
) {
  const isOpen = and(eq(issues.site_id, site_id), eq(issues.item_id, item_id), eq(issues.status, 'open'));
  const [found, open] = await Promise.all([
    findPages(db, site_id, url === null ? [] : [url]),
    db.select().from(issues).where(isOpen).orderBy(desc(issues.weight), asc(issues.id)).limit(maxIssues),
  ]);
  return {
    page_score: url === null ? null : (found.get(hashOf(url))?.page_score ?? null),
    open_issues: open.map(({ id, issue_type, variant, weight }) => ({
      ...{ id, issue_type, title: ruleOf(issue_type, variant || null, locale).title, severity: severityOf(weight) },
    })),
  };
}
