import { z } from 'zod';
import { longText, SnakeCode, Timestamp, text } from '../fields.ts';
import { feature } from '../kit.ts';
import { authoringEndpoints } from './authoring-endpoints.ts';
import { itemState, savedWarnings } from './content.ts';
import { siteRead } from './public-endpoint.ts';
import {
  Alternate,
  authoring,
  authorQuery,
  creation,
  maxBody,
  publicItemQuery,
  publicQuery,
  publicText,
  revising,
  SeoHead,
} from './texts.ts';

/** Kinds of changes, <https://keepachangelog.com>. */
export const ChangeLabel = z.enum(['added', 'changed', 'fixed', 'removed', 'security']);

const entryFields = {
  title: text(200).describe('Title'),
  version: text(64).nullable().describe('Version that the entry describes'),
  body: longText(maxBody).describe('Description of the changes, Markdown'),
  labels: z.array(ChangeLabel).max(5).describe('Kinds of changes'),
  platforms: z.array(SnakeCode).max(10).describe('Platforms that the entry applies to; all when empty'),
  published_at: Timestamp.nullable().describe(
    'Publication time that readers see, not in the future when it is published; the time of the first publication when null',
  ),
};

/** The fields of a changelog entry as a revision stores them. */
export const ChangelogEntryFields = z.object(entryFields);

export const ChangelogEntry = z
  .object({ ...itemState, slug: authoring.slug, locale: authoring.locale, ...entryFields })
  .meta({ id: 'ChangelogEntry', description: 'Release notes as their authors see them' });

const publicEntry = {
  ...publicText,
  version: z.string().nullable().describe('Version that the entry describes'),
  labels: z.array(ChangeLabel).describe('Kinds of changes'),
  platforms: z.array(z.string()).describe('Platforms that the entry applies to; all when empty'),
};

export const PublicChangelogEntry = z
  .object({
    ...publicEntry,
    body: z.string().describe('Markdown'),
    html: z.string().optional().describe('The text as sanitized HTML, safe to insert into a page'),
    alternates: z.array(Alternate).describe('The same entry in all languages, this one included'),
    seo: SeoHead.describe('Metadata for the head of the page'),
  })
  .meta({ id: 'PublicChangelogEntry' });

const entries = authoringEndpoints({
  path: '/changelog',
  id: 'entry_id',
  resource: 'changelog_entry_id',
  noun: 'a changelog entry',
  plural: 'changelog entries',
  item: ChangelogEntry,
  saved: ChangelogEntry.extend(savedWarnings('a changelog entry')).meta({ id: 'SavedChangelogEntry' }),
  listed: ChangelogEntry.omit({ body: true }).meta({ id: 'ChangelogEntryHead' }),
  create: z
    .strictObject({
      ...creation,
      title: entryFields.title,
      version: entryFields.version.default(null),
      body: entryFields.body.default(''),
      labels: entryFields.labels.default([]),
      platforms: entryFields.platforms.default([]),
      published_at: entryFields.published_at.default(null),
    })
    .meta({
      id: 'ChangelogEntryCreate',
      example: { title: 'Faster search', version: '2.4.0', body: 'Twice as fast.' },
    }),
  patch: z.strictObject({ ...revising, ...z.object(entryFields).partial().shape }).meta({ id: 'ChangelogEntryPatch' }),
  query: z.object(authorQuery),
});

const list = siteRead(
  '/changelog',
  {},
  {
    summary: 'List published changelog entries with their texts',
    paginated: true,
    query: z.object({
      ...publicQuery,
      platform: z.string().max(63).optional().describe('Only entries for this platform, or for all platforms'),
    }),
    response: PublicChangelogEntry.omit({ alternates: true, seo: true }).meta({ id: 'PublicChangelogEntryHead' }),
  },
);
const readRelease = siteRead(
  '/changelog/{slug}',
  { slug: z.string().describe('Slug of the entry').meta({ resource: 'changelog_slug' }) },
  {
    summary: 'Read a published changelog entry',
    query: z.object(publicItemQuery),
    response: PublicChangelogEntry,
    errors: ['content_not_found', 'moved'],
  },
);

export const changelogEndpoints = feature('Changelog', 'Release notes.', {
  listChangelogEntries: entries.list,
  createChangelogEntry: entries.create,
  getChangelogEntry: entries.get,
  updateChangelogEntry: entries.update,
  deleteChangelogEntry: entries.remove,
  readChangelog: list.ofSite,
  readApplicationChangelog: list.ofApplication,
  readChangelogEntry: readRelease.ofSite,
  readApplicationChangelogEntry: readRelease.ofApplication,
});
