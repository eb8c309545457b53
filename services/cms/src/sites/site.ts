import { cms, type Site, type SiteKey, type SiteKeyKind } from '@platform/contracts';
import { serverKeyPrefix } from '@platform/contracts/fields';
import {
  afterCommit,
  type Database,
  fail,
  findRow,
  newId,
  randomBase62,
  sha256,
  type Tx,
  withIsoTimes,
} from '@platform/runtime';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { site_keys, sites } from '../schema.ts';
import type { SiteRow } from './site-row.ts';

export type SiteKeyRow = typeof site_keys.$inferSelect;

/** A site as administrators see it. */
export const toSite = ({ former_templates, ...row }: SiteRow): z.input<typeof Site> => ({
  ...withIsoTimes(row),
  former_url_templates: former_templates,
});

/** A key as administrators see it again: never the key, never its hash. */
export const toSiteKey = ({ key_hash: _hash, site_id: _site, ...row }: SiteKeyRow): z.input<typeof SiteKey> =>
  withIsoTimes(row);

const keyPrefixes: Record<SiteKeyKind, string> = { public: 'svc_cms_', server: serverKeyPrefix };

/**
 * A new current key, a prefix that names its kind and 190 random bits, and its stored row. It needs no salt and no
 * slow hash.
 */
export function newSiteKey(
  site_id: string,
  kind: SiteKeyKind,
  created_at: Date,
): { site_key: string; row: SiteKeyRow } {
  const site_key = `${keyPrefixes[kind]}${randomBase62(32)}`;
  const stored = { key_hash: sha256(site_key), hint: site_key.slice(-4), kind };
  const times = { created_at, valid_until: null, revoked_at: null, last_used_at: null };
  return { site_key, row: { id: newId(), site_id, ...stored, ...times } };
}

/** Keys of a site that are valid at `now`, newest first. */
export const liveSiteKeys = (db: Database | Tx, siteId: string, now: Date): Promise<SiteKeyRow[]> =>
  db
    .select()
    .from(site_keys)
    .where(and(eq(site_keys.site_id, siteId), or(isNull(site_keys.valid_until), gt(site_keys.valid_until, now))))
    .orderBy(desc(site_keys.id));

/**
 * The site, in any status.
 * @throws `site_not_found`
 */
export async function requireSite(db: Database | Tx, id: string): Promise<SiteRow> {
  return (await findRow(db, sites, { id })) ?? fail('site_not_found');
}

/** Publishes a change of a site: gateways and caches invalidate their entries of it. */
export async function siteChanged(
  app: Pick<App, 'emit' | 'clock' | 'publicReads'>,
  tx: Tx,
  row: Pick<SiteRow, 'id' | 'code' | 'application_id'>,
): Promise<void> {
  const { id: site_id, code, application_id } = row;
  const about = { application_id, occurred_at: app.clock.now() };
  await app.emit(tx, cms.events.siteUpdated, { site_id, code, application_id }, about);
  afterCommit(tx, () => app.publicReads.invalidate(site_id));
}

/**
 * Counts a change that readers of the site see. It locks the row of the site, so it is the last statement of
 * a transaction.
 */
export const countPublicChange = (tx: Tx, siteId: string, now: Date) =>
  tx
    .update(sites)
    .set({ content_version: sql`${sites.content_version} + 1`, content_updated_at: now })
    .where(eq(sites.id, siteId));

/** Publishes a change that readers of a site see and that is not an item: a category, a folder, a file. */
export async function publicSiteChanged(
  app: Pick<App, 'emit' | 'clock' | 'publicReads'>,
  tx: Tx,
  site: Pick<SiteRow, 'id' | 'code' | 'application_id'>,
): Promise<void> {
  await siteChanged(app, tx, site);
  await countPublicChange(tx, site.id, app.clock.now());
}
