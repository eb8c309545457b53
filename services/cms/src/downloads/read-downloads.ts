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

type Reader = Pick<App, 'db' | 'config' | 'publicReads'>;
type LatestReader = Reader & Pick<App, 'metrics'>;
type ListQuery = EndpointRequest<typeof cms.endpoints.readDownloads>['query'];
type LatestQuery = EndpointRequest<typeof cms.endpoints.readLatestDownload>['query'];
/** Facts about the caller that select its newest build. */
type BuildQuery = Pick<LatestQuery, 'channel' | 'arch'>;

interface Row {
  fields: Record<string, unknown> & { version: string };
  published_at: Date;
  asset: { file: string; file_name: string; size_bytes: number; sha256: string } | null;
  changelog_slug: string | null;
}

const columnsWith = (fields: string) => `
SELECT ${fields} AS fields, p.published_at,
  (SELECT to_jsonb(a) FROM (SELECT file, file_name, size_bytes, sha256 FROM cms.assets
    WHERE id = (p.fields ->> 'asset_id')::uuid) AS a) AS asset,
  (SELECT c.slug FROM cms.publications c WHERE c.item_id = (p.fields ->> 'changelog_entry_id')::uuid) AS changelog_slug
FROM cms.publications p`;

const listStatement = defineStatement({
  name: 'read_downloads',
  text: `${columnsWith(`CASE WHEN sum(octet_length(p.fields ->> 'release_notes')) OVER newest <= ${maxPageBytes}
    THEN p.fields ELSE p.fields || '{"release_notes": null}' END`)}
WHERE p.site_id = $1 AND p.kind = 'download' AND ($2::text IS NULL OR p.facet = $2) AND ($3::text IS NULL OR p.channel = $3)
WINDOW newest AS (ORDER BY p.sort_key COLLATE "C" DESC, p.facet COLLATE "C", p.item_id)
ORDER BY p.sort_key COLLATE "C" DESC, p.facet COLLATE "C", p.item_id`,
});

/** Of two builds of a version, one for exactly the requested architecture comes before one for any. */
const latestStatement = defineStatement({
  name: 'read_latest_download',
  text: `${columnsWith('p.fields')}
WHERE p.site_id = $1 AND p.kind = 'download' AND p.facet = $2 AND p.channel = $3
  AND ($4::text IS NULL OR coalesce(p.fields ->> 'arch', $4) = $4)
ORDER BY p.sort_key COLLATE "C" DESC, (p.fields ->> 'arch' IS NULL) = ($4::text IS NULL) DESC,
  p.fields ->> 'arch' COLLATE "C", p.item_id
LIMIT 1`,
});

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
export const readDownloads = (app: Reader, siteId: string, { platform, channel }: ListQuery): Promise<PreparedBody> =>
  app.publicReads.get(siteId, `downloads ${JSON.stringify([platform, channel])}`, async () => {
    const values = [siteId, platform ?? null, channel ?? null];
    const { rows } = await runStatement<Row>(app.db, listStatement, values);
    return prepareInTick(
      cms.endpoints.readDownloads,
      rows.map((row) => toDownload(app, row)),
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
  { channel, arch, current_version }: LatestQuery,
): Promise<PreparedBody> {
  const current = readClientVersion(app.metrics.unreadableVersions, 'downloads', current_version);
  return app.publicReads.get(siteId, `latest ${platform} ${JSON.stringify([channel, arch, current])}`, async () => {
    const { rows } = await runStatement<Row>(app.db, latestStatement, [siteId, platform, channel, arch ?? null]);
    const row = rows[0] ?? null;
    const update_available = row && isUpdate(row.fields.version, current);
    return prepareInTick(
      cms.endpoints.readLatestDownload,
      row && { ...toDownload(app, row), ...(update_available === null ? {} : { update_available }) },
    );
  });
}

/** Redirects to the file of the newest build, from the cached answer of {@link readLatestDownload}. */
export async function openLatestDownload(app: LatestReader, siteId: string, platform: string, query: BuildQuery) {
  const { channel, arch } = query;
  const { body } = await readLatestDownload(app, siteId, platform, { channel, arch });
  const { data } = JSON.parse(body.toString()) as { data: { url: string } | null };
  const { href } = new URL((data ?? fail('content_not_found')).url);
  return new Answer(null, { headers: { location: href } });
}
