import type { DescribedSite, ResolvedSite } from '@platform/contracts';
import { findRow, isUseStale } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { sites } from '../schema.ts';
import { liveSiteKeys } from './site.ts';

/** A site, in any status, with what the gateway needs to check credentials; null when there is none. */
export async function resolveSite(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  by: { code: string } | { id: string },
): Promise<ResolvedSite | null> {
  const row = await findRow(db, sites, 'code' in by ? eq(sites.code, by.code) : eq(sites.id, by.id));
  if (!row) return null;
  const now = clock.now();
  const keys = await liveSiteKeys(db, row.id, now);
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    application_id: row.application_id,
    keys: keys.map((key) => ({
      id: key.id,
      key_hash: key.key_hash,
      valid_until: key.valid_until?.toISOString() ?? null,
      is_use_stale: isUseStale(key, now),
    })),
  };
}

/** The settings of a site, in any status; null when there is none. */
export async function describeSite({ db }: Pick<App, 'db'>, id: string): Promise<DescribedSite | null> {
  const { code, name, status, application_id, website_url, default_locale, locales, timezone } = sites;
  const [row] = await db
    .select({ id: sites.id, code, name, status, application_id, website_url, default_locale, locales, timezone })
    .from(sites)
    .where(eq(sites.id, id));
  return row ?? null;
}

/** The time zone of a site, in any status; null when there is none. */
export async function findSiteZone({ db }: Pick<App, 'db'>, id: string): Promise<string | null> {
  const [row] = await db.select({ timezone: sites.timezone }).from(sites).where(eq(sites.id, id));
  return row?.timezone ?? null;
}

/** The active sites of an application. */
export const listLinkedSites = ({ db }: Pick<App, 'db'>, applicationId: string) =>
  db
    .select({ id: sites.id, code: sites.code })
    .from(sites)
    .where(and(eq(sites.application_id, applicationId), eq(sites.status, 'active')))
    .orderBy(asc(sites.id));
