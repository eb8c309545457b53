import { analytics, type cms, type ItemInsights, seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { boundsOf, dayBefore, dayOf, isAppError } from '@platform/runtime';
import { and, count, eq, gte, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireItem, toState } from '../content/item.ts';
import { article_views, leads } from '../schema.ts';
import { requireSite } from '../sites/site.ts';

type Reader = Pick<App, 'db' | 'ask' | 'clock'>;
type Query = EndpointRequest<typeof cms.endpoints.getContentInsights>['query'];
type Insights = z.input<typeof ItemInsights>;

/**
 * The results of an item in the last days of its site, today included. A part whose service does not answer is null.
 * @throws AppError `site_not_found`, `content_not_found`
 */
export async function getInsights(
  app: Reader,
  target: { site_id: string; item_id: string },
  { days, locale }: Query,
): Promise<Insights> {
  const site = await requireSite(app.db, target.site_id);
  const item = await requireItem(app.db, target);
  const { url } = toState(site, item);
  const path = url === null ? null : new URL(url).pathname;
  const { application_id, timezone } = site;
  const first = dayBefore(dayOf(app.clock.now(), timezone), days - 1);
  const [readers, audits, totals, ofPage, [views]] = await Promise.all([
    path === null ? null : orNull(app.ask(analytics.queries.countPageReaders, { site_id: site.id, path, days })),
    orNull(app.ask(seoRkn.queries.describeItem, { ...target, url, locale })),
    application_id === null
      ? null
      : orNull(app.ask(analytics.queries.getContentTotals, { application_id, utm_content: item.slug, days, timezone })),
    path === null ? null : countLeads(app, site.id, path, boundsOf(first, timezone).starts_at),
    app.db
      .select({ sum: sql<number>`coalesce(sum(${article_views.views}), 0)::int` })
      .from(article_views)
      .where(and(eq(article_views.item_id, item.id), gte(article_views.day, first))),
  ]);
  const reason = path === null ? ('no_address' as const) : ('not_answering' as const);
  return {
    item_id: item.id,
    kind: item.kind,
    days,
    leads: ofPage,
    seo: audits && { score: audits.seo_score, page_score: audits.page_score, open_issues: audits.open_issues },
    indexnow: audits?.indexnow ?? null,
    registrations: totals?.registers ?? null,
    revenue: totals?.net ?? null,
    views: readers?.views ?? null,
    visitors: readers?.visitors ?? null,
    article_views: item.kind === 'article' ? (views?.sum ?? 0) : null,
    missing: [
      ...(readers === null ? [{ part: 'readers' as const, reason }] : []),
      ...(ofPage === null ? [{ part: 'leads' as const, reason }] : []),
      ...(audits === null ? [{ part: 'seo' as const, reason: 'not_answering' as const }] : []),
      ...(totals === null
        ? [
            {
              part: 'revenue' as const,
              reason: application_id === null ? ('no_application' as const) : ('not_answering' as const),
            },
          ]
        : []),
    ],
  };
}

/** Null while the service that was asked is down, or of a release that has no such query. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error) && error.code === 'service_unavailable') return null;
    throw error;
  }
}

async function countLeads({ db }: Reader, site_id: string, path: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ leads: count() })
    .from(leads)
    .where(
      and(
        eq(leads.site_id, site_id),
        eq(leads.page_path, path),
        gte(leads.created_at, since),
        notInArray(leads.state, ['spam', 'recording']),
      ),
    );
  return row?.leads ?? 0;
}
