import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { query } from '../kit.ts';

export const analyticsQueries = {
  countPageReaders: query(
    'query.analytics.pages.count',
    'Views of a page of a site in the last days, and different visitors of each day, summed. Days are of UTC.',
    z.object({ site_id: Uuid, path: z.string(), days: z.int().min(1).max(366) }),
    z.object({ views: z.int(), visitors: z.int() }),
  ),
  getCampaignTotals: query(
    'query.analytics.campaigns.totals',
    'What came of links with a `utm_content` in the last days: users who registered by them, those of them who paid in this time, and their payments less refunds. Days are of UTC.',
    z.object({ application_id: Uuid, utm_content: z.string().min(1), days: z.int().min(1).max(366) }),
    z.object({
      registrations: z.int(),
      payers: z.int(),
      net: z.array(z.object({ amount: z.number(), currency: z.string() })),
    }),
  ),
} as const;
