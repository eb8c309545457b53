import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { event, query } from '../kit.ts';

/** Views of articles of the knowledge base: visitors of an article on a day of its site. */

export const viewEvents = {
  articleViewsCounted: event(
    'article_views.counted',
    'Number of additional views of articles of a site on a day of its time zone.',
    z.object({ site_id: Uuid, day: z.iso.date(), views: z.int() }),
  ),
} as const;

export const viewQueries = {
  sumArticleViews: query(
    'query.cms.article_views.sum',
    'Views of the articles of a site in each of these ranges of days of the site, both ends included.',
    z.object({
      site_id: Uuid,
      ranges: z
        .array(z.object({ from: z.iso.date(), to: z.iso.date() }))
        .min(1)
        .max(10),
    }),
    z.object({ views: z.array(z.int()) }),
  ),
} as const;
