import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';
import { SocialSourceError } from './inbox.ts';

/** What is said elsewhere about what matters to a brand. */

export const ListeningSource = z.enum(['inbox', 'rss', 'vk_search', 'threads_search']);
export type ListeningSource = z.output<typeof ListeningSource>;
export const ListeningState = z.enum(['new', 'seen', 'idea', 'ignored']);
export type ListeningState = z.output<typeof ListeningState>;

const fields = {
  keywords: z.array(text(100)).min(1).max(20).describe('Words or phrases; an item has one of them'),
  sources: z
    .array(ListeningSource)
    .min(1)
    .max(4)
    .refine((sources) => new Set(sources).size === sources.length, 'each source once')
    .describe('Where to look: the own inbox, feeds, the news of VK, Threads'),
  feed_urls: z.array(HttpUrl).max(10).describe('RSS and Atom feeds of the source `rss`'),
};

export const SourceFailure = SocialSourceError.extend({
  query_id: Uuid.describe('Query'),
  source: ListeningSource.describe('Source'),
  url: z.string().nullable().describe('Feed; null for the other sources'),
}).meta({ id: 'SocialListeningError' });

export const ListeningQuery = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    ...fields,
    errors: z.array(SourceFailure).describe('Sources that gave nothing at the last run'),
    ran_at: Timestamp.nullable().describe('When it ran last; null before its first run'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('When it changed last'),
  })
  .meta({ id: 'SocialListeningQuery' });

export const ListeningItem = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    query_id: Uuid.nullable().describe('Query that found it; null when that is deleted'),
    source: ListeningSource.describe('Source'),
    text: z.string().describe('The beginning of its text'),
    url: z.string().nullable().describe('Its public address'),
    keyword: z.string().describe('The keyword that it has'),
    state: ListeningState.describe('`idea`: an idea was made of it'),
    idea_id: Uuid.nullable().describe('That idea'),
    published_at: Timestamp.nullable().describe('When it was written; null where the source does not say'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it was found'),
    updated_at: Timestamp.describe('When it changed last'),
  })
  .meta({ id: 'SocialListeningItem' });

const QueryParams = z.object({ query_id: idOf('listening_query_id', 'Id of the query') });
const needsFeed = {
  path: ['feed_urls'],
  message: 'the source `rss` has feeds, and no other one has',
};

export const socialListeningEndpoints = socialFeature({
  listSocialListening: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/listening',
    summary: 'List what listening found for a brand, newest first',
    description: 'Items are kept for 90 days. A brand gets 1,000 of them in 24 hours at most.',
    paginated: true,
    params: BrandParams,
    query: z.object({
      ...pageQuery,
      state: ListeningState.optional().describe('Only these'),
      source: ListeningSource.optional().describe('Only those of this source'),
    }),
    response: ListeningItem,
    errors: ['brand_not_found'],
  }),
  createSocialListeningQuery: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/listening',
    summary: 'Add a query to the listening of a brand',
    description: 'It runs each 15 minutes, the first time at once. A brand has 20 queries at most.',
    params: BrandParams,
    body: z
      .strictObject({ ...fields, feed_urls: fields.feed_urls.default([]) })
      .refine(({ sources, feed_urls }) => sources.includes('rss') === feed_urls.length > 0, needsFeed)
      .meta({
        id: 'SocialListeningQueryCreate',
        example: { keywords: ['notes'], sources: ['rss'], feed_urls: ['https://news.example.com/rss'] },
      }),
    response: ListeningQuery,
    errors: ['brand_not_found', 'conflict'],
  }),
  listSocialListeningQueries: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/listening/queries',
    summary: 'List the listening queries of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object(pageQuery),
    response: ListeningQuery,
    errors: ['brand_not_found'],
  }),
  runSocialListening: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/listening/run',
    summary: 'Run the listening queries of a brand now',
    description: 'A source that fails stops no other one. A query that runs just now is left to its run.',
    changesNothing: true,
    timeoutSeconds: 60,
    params: BrandParams,
    response: z
      .object({
        new: z.int().describe('New items'),
        errors: z.array(SourceFailure).describe('Sources that gave nothing'),
      })
      .meta({ id: 'SocialListeningRun' }),
    errors: ['brand_not_found'],
  }),
  updateSocialListeningQuery: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/listening-queries/{query_id}',
    summary: 'Change a listening query',
    description: 'Absent fields stay. It runs at once.',
    versioned: true,
    params: QueryParams,
    body: z
      .strictObject(z.object(fields).partial().shape)
      .meta({ id: 'SocialListeningQueryPatch', example: { keywords: ['notes', 'diary'] } }),
    response: ListeningQuery,
    errors: ['listening_query_not_found'],
  }),
  deleteSocialListeningQuery: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/listening-queries/{query_id}',
    summary: 'Delete a listening query',
    description: 'What it found stays.',
    versioned: true,
    params: QueryParams,
    audit: ListeningQuery,
    errors: ['listening_query_not_found'],
  }),
  updateSocialListeningItem: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/listening/{item_id}',
    summary: 'Set the state of an item',
    description: '`idea` makes an idea of it, once. An item that became an idea changes no more.',
    versioned: true,
    params: z.object({ item_id: idOf('listening_item_id', 'Id of the item') }),
    body: z
      .strictObject({ state: ListeningState.describe('State') })
      .meta({ id: 'SocialListeningItemPatch', example: { state: 'seen' } }),
    response: ListeningItem,
    audit: ListeningItem.pick({ id: true, brand_id: true, source: true, state: true, idea_id: true, url: true }),
    errors: ['listening_item_not_found', 'conflict'],
  }),
});
