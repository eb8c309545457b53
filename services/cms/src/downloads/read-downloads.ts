import { cms } from '@platform/contracts';
import { Answer, type EndpointRequest, type PreparedBody } from '@platform/contracts/kit';
import {
  defineStatement,
  fail,
  isNewerVersion,
  maxPageBytes,
  parseAppVersion,
  prepareInTick,
  readClientVersion,
  runStatement,
} from '@platform/runtime';
import type { App } from '../app.ts';
import { assetUrl } from '../public/public-image.ts';
import type { AddressedSite } from '../public/published-text.ts';
import { htmlOfEntry, htmlOfPage } from '../public/resolve-text.ts';

type Reader = Pick<App, 'db' | 'config' | 'publicReads'>;
type LatestReader = Reader & Pick<App, 'metrics'>;
type ListQuery = EndpointRequest<typeof cms.endpoints.readDownloads>['query'];
type LatestQuery = EndpointRequest<typeof cms.endpoints.readLatestDownload>['query'];
/** Facts about the caller that select its newest build. */
type BuildQuery = Pick<LatestQuery, 'channel' | 'arch'>;

interface Row {
  fields: Record<string, unknown> & { version: string };
  /** Null where the answer has no notes. */
  html: string | null;
  slug: string;
  locale: string;
  site: AddressedSite;
  published_at: Date;
  asset: { file: string; file_name: string; size_bytes: number; sha256: string } | null;
  changelog_slug: string | null;
}

const columnsWith = (fields: string, html: string) => `
SELECT ${fields} AS fields, ${html} AS html, p.slug, p.locale, p.published_at,
  jsonb_build_object('name', s.name, 'website_url', s.website_url, 'url_templates', s.url_templates,
                     'default_locale', s.default_locale) AS site,
  (SELECT to_jsonb(a) FROM (SELECT file, file_name, size_bytes, sha256 FROM cms.assets
    WHERE id = (p.fields ->> 'asset_id')::uuid) AS a) AS asset,
  (SELECT c.slug FROM cms.publications c WHERE c.item_id = (p.fields ->> 'changelog_entry_id')::uuid) AS changelog_slug
FROM cms.publications p JOIN cms.sites s ON s.id = p.site_id`;

/** Notes and, where it is asked for, their html fit into the answer up to this build. */
const isShort = `sum(octet_length(p.fields ->> 'release_notes')
  + CASE WHEN $4::boolean THEN coalesce(octet_length(p.html), 0) ELSE 0 END) OVER newest <= ${maxPageBytes}`;

const listStatement = defineStatement({
  name: 'read_downloads',
  text: `${columnsWith(
    `CASE WHEN ${isShort} THEN p.fields ELSE p.fields || '{"release_notes": null}' END`,
    `CASE WHEN $4::boolean AND ${isShort} THEN p.html END`,
  )}
WHERE p.site_id = $1 AND p.kind = 'download' AND ($2::text IS NULL OR p.facet = $2) AND ($3::text IS NULL OR p.channel = $3)
WINDOW newest AS (ORDER BY p.sort_key COLLATE "C" DESC, p.facet COLLATE "C", p.item_id)
ORDER BY p.sort_key COLLATE "C" DESC, p.facet COLLATE "C", p.item_id`,
});

/** Of two builds of a version, one for exactly the requested architecture comes before one for any. */
const latestStatement = defineStatement({
  name: 'read_latest_download',
  text: `${columnsWith('p.fields', 'CASE WHEN $5::boolean THEN p.html END')}
WHERE p.site_id = $1 AND p.kind = 'download' AND p.facet = $2 AND p.channel = $3
  AND ($4::text IS NULL OR coalesce(p.fields ->> 'arch', $4) = $4)
ORDER BY p.sort_key COLLATE "C" DESC, (p.fields ->> 'arch' IS NULL) = ($4::text IS NULL) DESC,
  p.fields ->> 'arch' COLLATE "C", p.item_id
LIMIT 1`,
});

/** The html of the notes; ids are unique in a list. */
const toHtml = (app: Pick<App, 'config'>, row: Row, format: 'html' | undefined, htmlOf: typeof htmlOfPage) =>
  format === undefined
    ? {}
    : { release_notes_html: row.html === null ? null : htmlOf(app, { ...row, kind: 'download' }, row.html) };

const toDownload = (app: Pick<App, 'config'>, { fields, published_at, asset, changelog_slug }: Row) => ({
  ...fields,
  url: asset ? assetUrl(app, asset.file) : fields.external_url,
  file_name: asset?.file_name ?? null,
  size_bytes: asset?.size_bytes ?? null,
  sha256: asset?.sha256 ?? fields.sha256,
  changelog_slug,
  published_at: published_at.toISOString(),
});

/** Published builds, newest version first. The newest ones carry their release notes, up to 1 MiB together. */
export const readDownloads = (
  app: Reader,
  siteId: string,
  { platform, channel, format }: ListQuery,
): Promise<PreparedBody> =>
  app.publicReads.get(siteId, `downloads ${JSON.stringify([platform, channel, format])}`, async () => {
    const values = [siteId, platform ?? null, channel ?? null, format === 'html'];
    const { rows } = await runStatement<Row>(app.db, listStatement, values);
    return prepareInTick(
      cms.endpoints.readDownloads,
      rows.map((row) => ({ ...toDownload(app, row), ...toHtml(app, row, format, htmlOfEntry) })),
    );
  });

/** Whether the newest build is newer than a version of a client; null where that is unknown. */
function isUpdate(newest: string, current: string | null): boolean | null {
  const [newestVersion, currentVersion] = [parseAppVersion(newest), parseAppVersion(current)];
  return newestVersion && currentVersion && isNewerVersion(newestVersion, currentVersion);
}

/**
 * The newest build for a platform in exactly this channel: highest version, then highest build. null when
 * there is none. A current version that is no version is counted, and the answer does not compare with it.
 */
export function readLatestDownload(
  app: LatestReader,
  siteId: string,
  platform: string,
  { channel, arch, current_version, format }: LatestQuery,
): Promise<PreparedBody> {
  const current = readClientVersion(app.metrics.unreadableVersions, 'downloads', current_version);
  return app.publicReads.get(
    siteId,
    `latest ${platform} ${JSON.stringify([channel, arch, current, format])}`,
    async () => {
      const values = [siteId, platform, channel, arch ?? null, format === 'html'];
      const { rows } = await runStatement<Row>(app.db, latestStatement, values);
      const row = rows[0] ?? null;
      const update_available = row && isUpdate(row.fields.version, current);
      return prepareInTick(
        cms.endpoints.readLatestDownload,
        row && {
          ...toDownload(app, row),
          ...toHtml(app, row, format, htmlOfPage),
          ...(update_available === null ? {} : { update_available }),
        },
      );
    },
  );
}

/** Redirects to the file of the newest build, from the cached answer of {@link readLatestDownload}. */
export async function openLatestDownload(app: LatestReader, siteId: string, platform: string, query: BuildQuery) {
  const { channel, arch } = query;
  const { body } = await readLatestDownload(app, siteId, platform, { channel, arch });
  const { data } = JSON.parse(body.toString()) as { data: { url: string } | null };
  const { href } = new URL((data ?? fail('content_not_found')).url);
  return new Answer(null, { headers: { location: href } });
}
