import { Answer, type PreparedBody, type StreamedFile } from '@platform/contracts/kit';
import { defineStatement, etagOf, fail, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { type ServedAsset, serveFile } from '../assets/serve-file.ts';
import type { Outline } from '../content/outline.ts';
import type { AddressedSite } from '../public/published-text.ts';
import { htmlOfPage } from '../public/resolve-text.ts';
import { documentPagePolicy, renderDocumentPage } from './document-page.ts';

interface Row {
  title: string;
  kind: string;
  slug: string;
  locale: string;
  site: AddressedSite;
  source_type: 'file' | 'url' | 'text';
  external_url: string | null;
  version: string | null;
  html: string | null;
  outline: Outline;
  is_indexable: boolean;
  updated_at: Date;
  timezone: string;
  asset: ServedAsset | null;
}

const documentStatement = defineStatement({
  name: 'open_document',
  text: `
SELECT p.title, p.kind, p.slug, p.locale, p.fields ->> 'source_type' AS source_type, p.fields ->> 'external_url' AS external_url,
  p.fields ->> 'version' AS version, p.html, p.outline, p.is_indexable, p.updated_at, s.timezone,
  jsonb_build_object('name', s.name, 'website_url', s.website_url, 'url_templates', s.url_templates,
                     'default_locale', s.default_locale, 'timezone', s.timezone) AS site,
  (SELECT to_jsonb(a) FROM (SELECT kind, file, file_name, content_type, size_bytes, sha256 FROM cms.assets
    WHERE id = (p.fields ->> 'asset_id')::uuid) AS a) AS asset
FROM cms.items t
JOIN cms.publications p ON p.item_id = t.id
JOIN cms.sites s ON s.id = t.site_id
WHERE t.access_token = $1 AND t.kind = 'document' AND s.status = 'active'`,
});

/**
 * Opens a published document by its token: a page for a text, a redirect for an external address, or the
 * bytes of a file. The token is a secret: no shared cache stores an answer, and linked pages get no referrer.
 * @throws AppError `content_not_found`
 */
export async function openDocument(
  app: Pick<App, 'db' | 'files' | 'config'>,
  accessToken: string,
): Promise<PreparedBody | Answer<PreparedBody> | StreamedFile> {
  const { rows } = await runStatement<Row>(app.db, documentStatement, [accessToken]);
  const row = rows[0] ?? fail('content_not_found');
  const headers: Record<string, string> = {
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(row.is_indexable ? {} : { 'x-robots-tag': 'noindex' }),
  };
  if (row.source_type === 'text') {
    const body = renderDocumentPage({ ...row, html: htmlOfPage(app, row, row.html ?? ''), has_h1: row.outline.has_h1 });
    const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': documentPagePolicy };
    return { etag: etagOf(body), headers: { ...headers, ...pageHeaders }, body };
  }
  if (row.asset) return serveFile(app, row.asset, headers, false);
  const location = new URL(row.external_url ?? fail('content_not_found')).href;
  return new Answer({ etag: etagOf(location), body: '' }, { status: 302, headers: { ...headers, location } });
}
