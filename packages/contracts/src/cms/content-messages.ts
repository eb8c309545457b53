import { z } from 'zod';
import { Timestamp, Uuid } from '../fields.ts';
import { ErasedPerson, ErasureCategory, erasureFacts } from '../identity/erasures.ts';
import { command, event, query } from '../kit.ts';
import { ReadinessKind, ReadinessText } from '../seo-rkn/readiness.ts';
import { ContentKind, ContentStatus } from './content.ts';

/** Events, queries and commands of the content engine. */

const aboutItem = {
  site_id: Uuid,
  item_id: Uuid,
  kind: ContentKind,
  locale: z.string(),
  slug: z.string(),
  url: z.string().nullable(),
};

export const contentEvents = {
  contentPublished: event(
    'content.published',
    'A new revision of an item is visible to readers of a site.',
    z.object({ ...aboutItem, previous_url: z.string().nullable(), revision: z.int(), is_first: z.boolean() }),
  ),
  contentUnpublished: event(
    'content.unpublished',
    'An item is no longer visible to readers of a site.',
    z.object({ ...aboutItem, reason: z.enum(['unpublished', 'archived', 'expired']) }),
  ),
  contentDestroyed: event(
    'content.destroyed',
    'A text or an author of a site was destroyed for good.',
    z.object({
      erasure_id: Uuid.describe('Id of the record of the erasure'),
      site_id: Uuid,
      /** What it was, in the record. */
      person: ErasedPerson.extract(['site_text', 'site_author']),
      object_id: Uuid.describe('Id of the text or of the author'),
      categories: z.array(ErasureCategory).describe('What was destroyed'),
      ...erasureFacts,
    }),
  ),
} as const;

const PageItem = z.object({
  id: Uuid,
  kind: ContentKind,
  locale: z.string(),
  slug: z.string(),
  url: z.string().nullable(),
  revision: z.int(),
  fields: z.record(z.string(), z.unknown()),
  body: z.string().nullable(),
  published_at: Timestamp,
});

/** Targets of one text that are asked about. A message of the bus has a limit. */
export const maxCheckedPaths = 200;
export const maxCheckedFiles = 1_000;

export const contentQueries = {
  checkTargets: query(
    'query.cms.content.check_targets',
    'Which paths of a text look like texts of a site and lead to none, and which uploaded files the site does not have.',
    z.object({
      site_id: Uuid,
      paths: z.array(z.string().max(1_024)).max(maxCheckedPaths),
      files: z.array(z.string().max(80)).max(maxCheckedFiles),
    }),
    z.object({ dead_paths: z.array(z.string()), unknown_files: z.array(z.string()) }),
  ),
  listContentPage: query(
    'query.cms.content.page',
    'Published items of a site with their texts, by id: all items, or the items with the given ids.',
    z.object({
      site_id: Uuid,
      after: Uuid.nullable(),
      limit: z.int().min(1).max(200),
      item_ids: z.array(Uuid).max(200).optional(),
    }),
    z.object({ items: z.array(PageItem), next: Uuid.nullable() }),
  ),
  listReadinessTexts: query(
    'query.cms.content.readiness_texts',
    'Published posts and articles as audits score them, the newest items first.',
    z.object({
      site_id: Uuid,
      kinds: z.array(ReadinessKind).max(2),
      after: Uuid.nullable(),
      limit: z.int().min(1).max(50),
      item_ids: z.array(Uuid).max(200).optional(),
    }),
    z.object({ texts: z.array(ReadinessText), next: Uuid.nullable() }),
  ),
  listContentSources: query(
    'query.cms.content.list_sources',
    'Titles and excerpts of published texts, newest first or with the most views first.',
    z.object({
      site_id: Uuid,
      kinds: z.array(ContentKind).max(6),
      since: Timestamp.nullable(),
      limit: z.int().min(1).max(200),
      /** `views`: visitors of the last 90 days; with equal numbers the newest first. */
      order: z.enum(['newest', 'views']).default('newest'),
    }),
    z.object({
      sources: z.array(
        z.object({
          kind: ContentKind,
          id: Uuid,
          revision: z.int(),
          title: z.string(),
          /** The excerpt, else the beginning of the text; null without any text. */
          excerpt: z.string().nullable(),
          /** Visitors of an article in the last 90 days; 0 for the other kinds. */
          views: z.int(),
          url: z.string().nullable(),
          published_at: Timestamp,
          locale: z.string(),
        }),
      ),
    }),
  ),
  getInventory: query(
    'query.cms.inventory',
    'How many items of each kind and state a site has.',
    z.object({ site_id: Uuid }),
    z.object({
      counts: z.array(z.object({ kind: ContentKind, status: ContentStatus, count: z.int() })),
    }),
  ),
} as const;

export const contentCommands = {
  publishDue: command(
    'command.cms.content.publish_due',
    'Publishes and unpublishes due items; a repeat changes nothing.',
    {
      limits: { timeoutMs: 20_000 },
      input: z.object({}),
      output: z.object({
        published: z.int().describe('Published by this call'),
        unpublished: z.int().describe('Unpublished by this call'),
        failed: z.int().describe('Items that are retried later'),
      }),
    },
  ),
} as const;
