import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, query } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** Readiness of posts and articles for search engines: a score of each text, before it is crawled. */

export const ReadinessKind = z.enum(['post', 'article']);
export type ReadinessKind = z.output<typeof ReadinessKind>;

const count = z.int().min(0);

/** What the score of a text needs, as its revision is, or would be, published. */
export const ReadinessText = z.object({
  item_id: Uuid,
  kind: ReadinessKind,
  locale: z.string(),
  revision: z.int(),
  url: z.string().nullable(),
  slug: z.string(),
  title: z.string(),
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
  /** Null without a cover; the width of one at another site is unknown. */
  cover: z.object({ width: z.int().nullable(), alt: z.string().nullable() }).nullable(),
  /** Null for kinds without categories. */
  has_category: z.boolean().nullable(),
  /** The text has an H1 of its own, so the template shows none. */
  has_h1: z.boolean(),
  html: z.string(),
  internal_links: count,
  dead_links: count,
  is_title_unique: z.boolean(),
  is_description_unique: z.boolean(),
});
export type ReadinessText = z.output<typeof ReadinessText>;

export const ReadinessCheck = z
  .object({
    code: z.string().describe('Code of the check'),
    ok: z.boolean().describe('Whether it has all its points'),
    weight: z.int().describe('Points'),
    got: z.union([z.string(), z.number()]).nullable().describe('Value in the text'),
    want: z.string().describe('Required value'),
    hint: z.string().describe('How to fix it'),
  })
  .meta({ id: 'ReadinessCheck' });
export type ReadinessCheck = z.output<typeof ReadinessCheck>;

export const ItemReadiness = z
  .object({
    kind: ReadinessKind.describe('`post` of the blog, `article` of the knowledge base'),
    item_id: Uuid.describe('Id of the item'),
    revision: z.int().describe('Revision that was scored'),
    seo_score: z.int().min(0).max(100).describe('Percentage of the applicable points'),
    checks: z.array(ReadinessCheck).describe('Checks that apply to the text'),
    scored_at: Timestamp.describe('Time of the scoring'),
  })
  .meta({ id: 'ItemReadiness', description: 'Readiness of a text for search engines' });

export const readinessQueries = {
  scoreReadiness: query(
    'query.seo-rkn.readiness.score',
    'Readiness of texts for search engines.',
    z.object({ site_id: Uuid, text: ReadinessText }),
    z.object({ score: z.int().min(0).max(100), failed: z.array(z.string()) }),
  ),
} as const;

const body = z
  .strictObject({
    item_ids: z
      .array(Uuid.meta({ resource: 'nothing' }))
      .min(1)
      .max(200)
      .optional()
      .describe('Published items; the 200 most recently changed ones when absent'),
  })
  .meta({ id: 'ReadinessBody', example: {} });

const score = {
  ...admin,
  method: 'POST',
  status: 200,
  repeatable: true,
  changesNothing: true,
  timeoutSeconds: 60,
  params: SiteIdParams,
  body,
  response: z.array(ItemReadiness),
  errors: ['site_not_found'],
} as const;

export const seoReadinessEndpoints = seoFeature({
  scoreBlogReadiness: endpoint({
    ...score,
    path: '/v1/cms/sites/{site_id}/seo/readiness/blog',
    summary: 'Score published posts',
    description:
      'Scores are stored, and computed again when a text is published. A low score gives a warning and blocks nothing.',
  }),
  scoreKbReadiness: endpoint({
    ...score,
    path: '/v1/cms/sites/{site_id}/seo/readiness/kb',
    summary: 'Score published articles',
    description:
      'Scores are stored, and computed again when a text is published. A low score gives a warning and blocks nothing.',
  }),
  listSeoReadiness: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/readiness',
    summary: 'List scores of published texts',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: ItemReadiness,
    errors: ['site_not_found'],
  }),
  getSeoReadiness: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/seo/readiness/{item_type}/{item_id}',
    summary: 'Read the score of a published text',
    params: SiteIdParams.extend({
      item_type: z.enum(['blog', 'kb']).describe('Posts, or articles').meta({ resource: 'nothing' }),
      item_id: idOf('content_item_id', 'Id of the item'),
    }),
    response: ItemReadiness,
    errors: ['site_not_found', 'content_not_found'],
  }),
});
