import { z } from 'zod';
import { CalendarDay, TimeZone, Uuid } from '../fields.ts';
import { query } from '../kit.ts';

const Net = z.array(z.object({ amount: z.number(), currency: z.string() }));

/** Totals of the links of a campaign, for one value of `group_by`. */
export const CampaignTotals = z.object({
  /** Null for links without the value. */
  key: z.string().nullable(),
  visits: z.int(),
  registers: z.int(),
  payers: z.int(),
  payments: z.int(),
  refunds: z.int(),
  net: Net,
});
export type CampaignTotals = z.output<typeof CampaignTotals>;

/**
 * Maximum of rows in an answer. The smallest rows beyond it are summed into one row with `otherCampaignKey`.
 */
export const maxCampaignRows = 1_000;
export const otherCampaignKey = '(other)';

export const analyticsQueries = {
  countPageReaders: query(
    'query.analytics.pages.count',
    'Views of a page of a site in the last days, and the sum of the distinct visitors of each day. Days are those of the time zone of the site.',
    z.object({ site_id: Uuid, path: z.string(), days: z.int().min(1).max(366) }),
    z.object({ views: z.int(), visitors: z.int() }),
  ),
  getCampaignTotals: query(
    'query.analytics.campaigns.totals',
    'Results of links with a `utm_campaign` in up to 366 days of `timezone`, of UTC without it. Absent applications and sites mean all of them. `contents` lists the values of `utm_content` that count. Money is the money of users who registered through the links.',
    z.object({
      application_id: Uuid.optional(),
      site_id: Uuid.optional(),
      campaign: z.string().min(1).max(200),
      contents: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
      from: CalendarDay,
      to: CalendarDay,
      timezone: TimeZone.optional(),
      group_by: z.enum(['campaign', 'source', 'content', 'day']),
    }),
    z.object({ rows: z.array(CampaignTotals) }),
  ),
  getContentTotals: query(
    'query.analytics.contents.totals',
    'Results of links with a `utm_content` in an application in the last days, for any campaign. Days are those of `timezone`, of UTC without it.',
    z.object({
      application_id: Uuid,
      utm_content: z.string().min(1),
      days: z.int().min(1).max(366),
      timezone: TimeZone.optional(),
    }),
    CampaignTotals.pick({ registers: true, payers: true, net: true }),
  ),
} as const;
