import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { servedTypeOf } from '../assets/serve-file.ts';
import { documentUrl } from '../content/item.ts';
import { type ListReader, listTexts } from '../public/list-texts.ts';
import { readText } from '../public/read-text.ts';
import { seoHead } from '../public/seo-head.ts';
import { alternatesOf, type EntryRow, type TextFormat, toPublicText } from '../public/shape-text.ts';

type ListQuery = EndpointRequest<typeof cms.endpoints.readDocuments>['query'];
type Query = EndpointRequest<typeof cms.endpoints.readDocument>['query'];

const toDocument = (app: Pick<App, 'config'>, row: EntryRow, { withBody, withHtml }: TextFormat) => ({
  ...toPublicText(row),
  doc_kind: row.fields.doc_kind,
  source_type: row.fields.source_type,
  version: row.fields.version,
  description: row.fields.description,
  public_url: documentUrl(app, row.access_token ?? ''),
  file: row.file && {
    name: row.file.name,
    size_bytes: row.file.size_bytes,
    content_type: servedTypeOf(row.file),
  },
  ...(withBody ? { body: row.body } : {}),
  ...(withHtml ? { html: row.html } : {}),
});

/**
 * Published documents.
 * @throws `validation_failed` for a cursor that is not of this list
 */
export const readDocuments = (app: ListReader, siteId: string, query: ListQuery) =>
  listTexts(app, cms.endpoints.readDocuments, {
    scope: { siteId, kind: 'document' },
    query,
    shape: (row, format) => toDocument(app, row, format),
    filters: query.kind === undefined ? [] : [sql`p.facet = ${query.kind}`],
  });

/**
 * A published document, or the draft that a preview token opens.
 * @throws `content_not_found`, `moved`
 */
export const readDocument = (app: App, siteId: string, slug: string, query: Query) =>
  readText(app, cms.endpoints.readDocument, {
    text: { siteId, kind: 'document', slug },
    query,
    shape: (row, withHtml) => ({
      ...toDocument(app, row, { withBody: true, withHtml }),
      alternates: alternatesOf(row),
      seo: seoHead(app, row),
    }),
  });
