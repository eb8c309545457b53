import { columnsEqual } from '@platform/runtime';
import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { DayRange } from '../calendar/range.ts';
import { pageView } from '../rollups/count-site-day.ts';
import { site_events } from '../schema.ts';
import type { AskedCampaign, CampaignGroup } from './asked-campaign.ts';
import { dayKeyOf } from './day-key.ts';

/**
 * Visits of a campaign by a key: a visit is a visitor of a day of the range who viewed a page by a link, so that the
 * visits of its links make those of the campaign. Events past their retention count no more.
 */
export async function countVisits(
  { db }: Pick<App, 'db'>,
  { site_id, campaign, contents, group_by }: AskedCampaign,
  range: DayRange,
): Promise<Map<string | null, number>> {
  const { starts_at, ends_at } = range;
  const visits = db
    .selectDistinct({
      visitor_id: site_events.visitor_id,
      day: sql<string>`${dayKeyOf(range)(site_events.occurred_at)}`.as('day'),
      campaign: sql<string>`${site_events.utm_campaign}`.as('campaign'),
      source: sql<string | null>`${site_events.utm_source}`.as('source'),
      content: sql<string | null>`${site_events.utm_content}`.as('content'),
    })
    .from(site_events)
    .where(
      and(
        columnsEqual(site_events, { utm_campaign: campaign, event: pageView, site_id }),
        gte(site_events.occurred_at, starts_at),
        lt(site_events.occurred_at, ends_at),
        contents === undefined ? undefined : inArray(site_events.utm_content, contents),
      ),
    )
    .as('visits');
  const keys: Record<CampaignGroup, SQL<string | null>> = {
    campaign: sql`${visits.campaign}`,
    source: sql`${visits.source}`,
    content: sql`${visits.content}`,
    day: sql`${visits.day}`,
  };
  const rows = await db
    .select({ key: keys[group_by].as('key'), visits: sql<number>`count(*)::int` })
    .from(visits)
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.key, row.visits]));
}
