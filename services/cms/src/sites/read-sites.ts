import { cms } from '@platform/contracts';
import type { EndpointRequest, PreparedBody } from '@platform/contracts/kit';
import { columnsEqual, findRow, prepareBody, readPageRows, toPage } from '@platform/runtime';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { readLeadSettings } from '../leads/lead-settings.ts';
import { toPublicImage } from '../public/public-image.ts';
import { assets, site_legal_documents, sites } from '../schema.ts';
import { liveSiteKeys, requireSite, toSite, toSiteKey } from './site.ts';
import type { SiteRow } from './site-row.ts';

/**
 * One page of sites, newest first.
 * @param application_ids only of these applications
 */
export async function listSites(
  { db }: Pick<App, 'db'>,
  query: EndpointRequest<typeof cms.endpoints.listSites>['query'],
  application_ids?: readonly string[],
) {
  const filter = and(
    columnsEqual(sites, { application_id: query.application_id, status: query.status }),
    application_ids && inArray(sites.application_id, [...application_ids]),
  );
  const rows = await readPageRows(db, sites, filter, query);
  return toPage(rows, query.limit, toSite);
}

/** A site with the hints of its live keys. */
export async function getSite({ db, clock }: Pick<App, 'db' | 'clock'>, id: string) {
  const row = await requireSite(db, id);
  return { ...toSite(row), site_keys: (await liveSiteKeys(db, id, clock.now())).map(toSiteKey) };
}

/**
 * What pages read of a site, from memory while nothing changes.
 * @throws `site_not_found`
 */
export const readPublicSite = (
  app: Pick<App, 'db' | 'config' | 'publicReads'>,
  id: string,
  endpoint: typeof cms.endpoints.readSite | typeof cms.endpoints.readSiteBranding = cms.endpoints.readSite,
): Promise<PreparedBody> =>
  app.publicReads.get(id, endpoint.path, async () => {
    const row = await requireSite(app.db, id);
    const [logo, legal, forms] = await Promise.all([
      readLogo(app, row),
      publishedLegalDocuments(app, id),
      readLeadSettings(app.db, id),
    ]);
    return prepareBody(endpoint, { ...toPublicSite(row), logo, legal, forms });
  });

const toPublicSite = (row: SiteRow) => ({
  ...row,
  updated_at: latest(row.updated_at, row.content_updated_at).toISOString(),
});

const latest = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

async function readLogo(app: Pick<App, 'db' | 'config'>, { id: site_id, logo_asset_id }: SiteRow) {
  if (logo_asset_id === null) return null;
  const asset = await findRow(app.db, assets, { id: logo_asset_id, site_id });
  return asset ? toPublicImage(app, asset) : null;
}

/** The published legal documents of a site; identity has their texts. */
async function publishedLegalDocuments({ db, config }: Pick<App, 'db' | 'config'>, siteId: string) {
  const rows = await db
    .select()
    .from(site_legal_documents)
    .where(and(eq(site_legal_documents.site_id, siteId), eq(site_legal_documents.is_withdrawn, false)))
    .orderBy(asc(site_legal_documents.doc_kind));
  const base = config.PUBLIC_API_URL.replace(/\/$/, '');
  return rows.map(({ doc_kind, document_id, version }) => ({
    doc_kind,
    document_id,
    version,
    public_url: `${base}/v1/legal-documents/${document_id}`,
  }));
}
