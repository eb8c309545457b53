import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';
import { ErasedSocialPerson, SocialPersonErasure, SocialSourceError } from './inbox.ts';

/** What is said elsewhere about what matters to a brand. */

export const ListeningSource = z.enum(['inbox', 'rss', 'vk_search', 'threads_search']);
export type ListeningSource = z.output<typeof ListeningSource>;
export const ListeningState = z.enum(['new', 'seen', 'idea', 'ignored']);
export type ListeningState = z.output<typeof ListeningState>;

const fields = {
  keywords: z.array(text(100)).min(1).max(20).describe('Words or phrases; an item contains at least one of them'),
  sources: z
    .array(ListeningSource)
    .min(1)
    .max(4)
    .refine((sources) => new Set(sources).size === sources.length, 'has a source twice: name each source once')
    .describe('Sources: the inbox of the brand, feeds, the news of VK, Threads'),
  feed_urls: z.array(HttpUrl).max(10).describe('RSS and Atom feeds of the source `rss`'),
};

export const SourceFailure = SocialSourceError.extend({
  query_id: Uuid.describe('Query'),
  source: ListeningSource.describe('Source'),
  url: z.string().nullable().describe('Feed; null for other sources'),
}).meta({ id: 'SocialListeningError' });

export const ListeningQuery = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    ...fields,
    errors: z.array(SourceFailure).describe('Sources that failed in the last run'),
    ran_at: Timestamp.nullable().describe('Time of the last run; null before the first one'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialListeningQuery' });

export const ListeningItem = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    query_id: Uuid.nullable().describe('Query that found it; null if the query is deleted'),
    source: ListeningSource.describe('Source'),
    text: z.string().describe('The beginning of its text'),
    url: z.string().nullable().describe('Public address'),
    keyword: z.string().describe('Matching keyword'),
    state: ListeningState.describe('`idea`: an idea was created from it'),
    idea_id: Uuid.nullable().describe('Idea that was created from it'),
    published_at: Timestamp.nullable().describe('Time of the text; null if the source has none'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('When it was found'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialListeningItem' });

const QueryParams = z.object({ query_id: idOf('listening_query_id', 'Id of the query') });
const needsFeed = {
  path: ['feed_urls'],
  message: 'belongs to the source `rss`: it needs at least one address, and the other sources take none',
};

export const socialListeningEndpoints = socialFeature({
  listSocialListening: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/listening',
    summary: 'List the listening items of a brand, newest first',
    description: 'Items are kept for 90 days. A brand gets 1,000 of them in 24 hours at most.',
    paginated: true,
    params: BrandParams,
    query: z.object({
      ...pageQuery,
      state: ListeningState.optional().describe('Only with this state'),
      source: ListeningSource.optional().describe('Only of this source'),
    }),
    response: ListeningItem,
    errors: ['brand_not_found'],
  }),
  createSocialListeningQuery: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/listening',
    summary: 'Add a query to the listening of a brand',
    description: 'A query runs every 15 minutes, the first time at once. A brand has 20 queries at most.',
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
    description:
      'The failure of one source does not affect other sources. A query that is already running is not started again: `running` counts it, and its new items are in the list later.',
    changesNothing: true,
    timeoutSeconds: 60,
    params: BrandParams,
    response: z
      .object({
        new: z.int().describe('New items'),
        errors: z.array(SourceFailure).describe('Sources that failed'),
        // Absent in answers of the release before.
        running: z.int().default(0).describe('Queries that still run, beside this call'),
      })
      .meta({ id: 'SocialListeningRun' }),
    errors: ['brand_not_found'],
  }),
  updateSocialListeningQuery: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/listening-queries/{query_id}',
    summary: 'Change a listening query',
    description: 'Absent fields stay unchanged. The query runs at once.',
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
    description: 'Its items stay. It cannot be undone: create it again.',
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
    description: '`idea` creates an idea from the item, once. After that, the state of the item cannot be changed.',
    versioned: true,
    params: z.object({ item_id: idOf('listening_item_id', 'Id of the item') }),
    body: z
      .strictObject({ state: ListeningState.describe('State') })
      .meta({ id: 'SocialListeningItemPatch', example: { state: 'seen' } }),
    response: ListeningItem,
    audit: ListeningItem.pick({ id: true, brand_id: true, source: true, state: true, idea_id: true }),
    errors: ['listening_item_not_found', 'conflict'],
  }),
  eraseSocialFoundPerson: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/listening/{item_id}/erase',
    summary: 'Erase the person who wrote a text that listening found',
    description:
      'Removes all items of the author at the channel of this brand, those of the inbox with their replies included, and destroys the key of the author. An item whose source names no author is removed alone. Posts from before the erasure are not stored again. The erasure leaves a record; an idea that was created from the item stays.',
    params: z.object({ item_id: idOf('listening_item_id', 'Id of the item') }),
    body: SocialPersonErasure,
    response: ErasedSocialPerson,
    errors: ['listening_item_not_found'],
  }),
});
