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
} as const;
