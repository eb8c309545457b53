import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type ListReader, listTexts } from '../public/list-texts.ts';
import { readText } from '../public/read-text.ts';
import { seoHead } from '../public/seo-head.ts';
import { alternatesOf, type EntryRow, toPublicText } from '../public/shape-text.ts';

type ListQuery = EndpointRequest<typeof cms.endpoints.readChangelog>['query'];
type Query = EndpointRequest<typeof cms.endpoints.readChangelogEntry>['query'];

const toEntry = (row: EntryRow, withHtml: boolean) => ({
  ...toPublicText(row),
  version: row.fields.version as string | null,
  labels: row.fields.labels,
  platforms: row.fields.platforms,
  body: row.body ?? '',
  ...(withHtml ? { html: row.html ?? '' } : {}),
});

/**
 * Published release notes with their texts; with a platform, those about it and those about all.
 * @throws AppError `validation_failed` for a cursor that is not of this list
 */
export const readChangelog = (app: ListReader, siteId: string, query: ListQuery) =>
  listTexts(app, cms.endpoints.readChangelog, {
    scope: { siteId, kind: 'changelog_entry' },
    query: { ...query, include: 'body' },
    shape: (row, { withHtml }) => toEntry(row, withHtml),
    filters: query.platform === undefined ? [] : [sql`(p.tags = '{}' OR p.tags @> ARRAY[${query.platform}])`],
  });

/**
 * Published release notes, or the draft that a preview token opens.
 * @throws `content_not_found`, `moved`
 */
export const readChangelogEntry = (app: App, siteId: string, slug: string, query: Query) =>
  readText(app, cms.endpoints.readChangelogEntry, {
    text: { siteId, kind: 'changelog_entry', slug },
    query,
    shape: (row, withHtml) => ({ ...toEntry(row, withHtml), alternates: alternatesOf(row), seo: seoHead(app, row) }),
  });
