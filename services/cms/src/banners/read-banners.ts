import { type BannerFields, bannerSizes, cms, type PublicBanner } from '@platform/contracts';
import { Answer, type EndpointRequest, type PreparedBody } from '@platform/contracts/kit';
import { resolveHtml } from '@platform/markdown/addresses';
import { addQuery } from '@platform/markdown/banner';
import {
  defineStatement,
  Expiring,
  fail,
  prepareInTick,
  readClientVersion,
  rowsWithinBytes,
  runStatement,
} from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { ImageSource } from '../public/image-source.ts';
import { platformUrl, toPublicImage } from '../public/public-image.ts';
import { sites } from '../schema.ts';
import { type Candidate, cacheUntil, chooseBanners, isLive, nextChange } from './live-banners.ts';

type Reader = Pick<App, 'db' | 'clock' | 'config' | 'publicReads' | 'metrics'>;
type Query = EndpointRequest<typeof cms.endpoints.readBanners>['query'];
type Fields = z.output<typeof BannerFields>;

/** Where banners are read: the sites, and under which names their answers are cached. */
interface Shelf {
  siteIds: string[];
  audience: 'site' | 'application';
  group: string;
  /** Part of the key: it changes with what readers of these sites see. */
  version: string;
}

interface Row extends Candidate {
  id: string;
  fields: Omit<Fields, 'html'>;
  html_bytes: number;
  website_url: string | null;
  image: ImageSource | null;
}

/** Published banners whose time is not over, the most important first, without their HTML. */
const candidatesStatement = defineStatement({
  name: 'read_banners',
  text: `
SELECT p.item_id AS id, p.locale, p.group_id, p.fields - 'html' AS fields,
  coalesce(octet_length(p.html), 0) AS html_bytes, p.starts_at, p.ends_at, s.default_locale,
  s.website_url,
  (SELECT to_jsonb(i) FROM (SELECT file, width, height, alt, placeholder, variants FROM cms.assets
    WHERE id = (p.fields ->> 'asset_id')::uuid) AS i) AS image
FROM cms.publications p JOIN cms.sites s ON s.id = p.site_id
WHERE p.site_id = ANY($1::uuid[]) AND p.kind = 'banner' AND p.channel IN ($2, 'both')
  AND (p.ends_at IS NULL OR p.ends_at > $3)
ORDER BY p.sort_key COLLATE "C", p.published_at DESC, p.item_id DESC`,
});

const htmlStatement = defineStatement({
  name: 'read_banner_html',
  text: 'SELECT item_id AS id, html FROM cms.publications WHERE item_id = ANY($1::uuid[]) AND html IS NOT NULL',
});

const ofSite = (siteId: string): Shelf => ({ siteIds: [siteId], audience: 'site', group: siteId, version: '' });

/**
 * The active sites that an application is linked to. Their versions are part of the key, so that a change of
 * one, or a link that came or went, is seen at once: events name sites.
 */
async function ofApplication({ db }: Pick<App, 'db'>, applicationId: string): Promise<Shelf> {
  const linked = await db
    .select({ id: sites.id, version: sites.version, content_version: sites.content_version })
    .from(sites)
    .where(and(eq(sites.application_id, applicationId), eq(sites.status, 'active')))
    .orderBy(asc(sites.id));
  return {
    siteIds: linked.map(({ id }) => id),
    audience: 'application',
    group: applicationId,
    version: linked.map(({ id, version, content_version }) => `${id}:${version}:${content_version}`).join(),
  };
}

/** Banners of a site that are live now for this visitor. */
export const readSiteBanners = (app: Reader, siteId: string, query: Query) => readBanners(app, ofSite(siteId), query);

/**
 * A banner of a site that is live now.
 * @throws `content_not_found`
 */
export const readSiteBanner = (app: Reader, siteId: string, id: string) => readBanner(app, ofSite(siteId), id);

/** Banners for an application that are live now, from all of its sites. */
export const readApplicationBanners = async (app: Reader, applicationId: string, query: Query) =>
  readBanners(app, await ofApplication(app, applicationId), query);

/** A banner for an application that is live now. */
export const readApplicationBanner = async (app: Reader, applicationId: string, id: string) =>
  readBanner(app, await ofApplication(app, applicationId), id);

function readBanners(app: Reader, shelf: Shelf, query: Query) {
  const app_version = readClientVersion(app.metrics.unreadableVersions, 'banners', query.app_version) ?? undefined;
  const visitor = { ...query, app_version };
  return cached(app, shelf, `banners ${JSON.stringify(visitor)}`, async (now) => {
    const rows = await readCandidates(app, shelf, now);
    const chosen = await chooseBanners(rows, visitor, now);
    const shown = await toBanners(app, chosen);
    return { prepared: await prepareInTick(cms.endpoints.readBanners, shown), end: nextChange(rows, now) };
  });
}

const readBanner = (app: Reader, shelf: Shelf, id: string) =>
  cached(app, shelf, `banner ${id}`, async (now) => {
    const rows = await readCandidates(app, shelf, now);
    const row = rows.find((banner) => banner.id === id && isLive(banner, now)) ?? fail('content_not_found');
    const [banner] = await toBanners(app, [row]);
    return { prepared: await prepareInTick(cms.endpoints.readBanner, banner), end: row.ends_at };
  });

async function readCandidates({ db }: Reader, { siteIds, audience }: Shelf, now: Date): Promise<Row[]> {
  const { rows } = await runStatement<Row & Record<string, unknown>>(db, candidatesStatement, [siteIds, audience, now]);
  return rows;
}

/**
 * A cached answer that is valid until `Expires`. Its `Cache-Control` is computed for each request and gets
 * shorter until then.
 */
async function cached(
  app: Reader,
  { group, version }: Shelf,
  key: string,
  load: (now: Date) => Promise<{ prepared: PreparedBody; end: Date | null }>,
): Promise<Answer<PreparedBody>> {
  const prepared = await app.publicReads.get(group, `${key} ${version}`, async () => {
    const { prepared, end } = await load(app.clock.now());
    return end === null
      ? prepared
      : new Expiring({ ...prepared, headers: { ...prepared.headers, expires: end.toUTCString() } }, end);
  });
  const end = prepared.headers?.expires;
  const control = cacheUntil(end === undefined ? null : new Date(end), app.clock.now());
  return new Answer(prepared, { headers: { 'cache-control': control } });
}

/** Width and height that the page can reserve. */
function sizeOf({ placement, size, width, height }: Row['fields']): { width: number | null; height: number | null } {
  const sizes: Record<string, readonly [number | null, number | null]> = bannerSizes[placement];
  const preset = sizes[size];
  return preset ? { width: preset[0], height: preset[1] } : { width, height };
}

/** Banners with their HTML, as many as have 1 MiB of it together: the first ones, and one at least. */
async function toBanners(app: Reader, rows: readonly Row[]): Promise<z.input<typeof PublicBanner>[]> {
  const sizes = rows.map(({ id, html_bytes }) => ({ id, bytes: html_bytes }));
  const { ids } = rowsWithinBytes(sizes, rows.length);
  const { rows: texts } = await runStatement<{ id: string; html: string }>(app.db, htmlStatement, [ids]);
  const htmlOf = new Map(texts.map(({ id, html }) => [id, html]));
  return rows.slice(0, ids.length).map((row) => toBanner(app, row, htmlOf.get(row.id) ?? null));
}

function toBanner(
  app: Pick<App, 'config'>,
  { id, fields, image, website_url }: Row,
  html: string | null,
): z.input<typeof PublicBanner> {
  const { is_ad, erid, advertiser, link_url } = fields;
  const ad = is_ad && erid !== null && advertiser !== null ? { label: 'Реклама', erid, advertiser } : null;
  return {
    ...fields,
    ...sizeOf(fields),
    id,
    html: html && resolveHtml(html, { platform: platformUrl(app), page: website_url ?? '/' }),
    image: image && toPublicImage(app, image, fields.alt),
    link_url: link_url !== null && ad ? addQuery(link_url, { erid: ad.erid }) : link_url,
    ad,
  };
}
