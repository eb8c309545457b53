import type { RuleLocale } from '@platform/contracts';
import { findRow } from '@platform/runtime';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { severityOf } from '../issues/issue.ts';
import { ruleOf } from '../issues/rules.ts';
import { indexnow_urls, issues, readiness_scores } from '../schema.ts';
import { findPages, hashOf } from './list-content.ts';

const maxIssues = 20;

/**
 * Audit results of an item: the scores of its text and of its page, its heaviest open issues, and the newest
 * announcement of its address to search engines.
 */
export async function describeItem(
  { db }: Pick<App, 'db'>,
  { site_id, item_id, url, locale }: { site_id: string; item_id: string; url: string | null; locale: RuleLocale },
) {
  const isOpen = and(
    eq(issues.site_id, site_id),
    eq(issues.kind, 'seo'),
    eq(issues.item_id, item_id),
    eq(issues.status, 'open'),
  );
  const [itemPages, [text], announced, open] = await Promise.all([
    findPages(db, site_id, url === null ? [] : [url]),
    db
      .select({ seo_score: readiness_scores.seo_score })
      .from(readiness_scores)
      .where(and(eq(readiness_scores.site_id, site_id), eq(readiness_scores.item_id, item_id))),
    url === null ? null : findAnnouncement(db, site_id, url),
    db.select().from(issues).where(isOpen).orderBy(desc(issues.weight), asc(issues.id)).limit(maxIssues),
  ]);
  return {
    seo_score: text?.seo_score ?? null,
    indexnow: announced,
    page_score: url === null ? null : (itemPages.get(hashOf(url))?.page_score ?? null),
    open_issues: open.map(({ id, issue_type, variant, weight }) => ({
      id,
      issue_type,
      title: ruleOf(issue_type, variant || null, locale).title,
      severity: severityOf(weight),
    })),
  };
}

/**
 * The newest announcement of an address; null before the first one. `at` is the time of its acceptance, else
 * of the change.
 */
async function findAnnouncement(db: App['db'], site_id: string, url: string) {
  const row = await findRow(db, indexnow_urls, { site_id, url_hash: hashOf(url) });
  if (!row) return null;
  const at = row.state === 'accepted' ? (row.sent_at ?? row.changed_at) : row.changed_at;
  return { state: row.state, at: at.toISOString() };
}
