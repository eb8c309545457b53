import { extendedIssueTypes, SeoChosenSettings, type SeoSettings, type seoRkn } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { type Database, findRow, invalidField, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { ensureKey } from '../indexnow/indexnow-key.ts';
import { isGentle, requireRight } from '../scans/host-rights.ts';
import { requireSite } from '../scans/require-site.ts';
import { site_settings } from '../schema.ts';
import { provenHosts } from '../search/property.ts';
import { nextRun } from './schedule.ts';

export type Settings = z.output<typeof SeoChosenSettings>;
type ShownSettings = z.output<typeof SeoSettings>;
type Body = EndpointRequest<typeof seoRkn.endpoints.putSeoSettings>['body'];

/**
 * Settings of audits of a site; those of the platform where the site has none.
 * @param timezone of the site, for schedules that nobody chose
 */
export async function readSettings(db: Database | Tx, site_id: string, timezone = 'UTC'): Promise<Settings> {
  const row = await findRow(db, site_settings, { site_id });
  const none = { every: 'off', timezone };
  return SeoChosenSettings.parse({
    ...row,
    schedules: { seo: row?.schedule ?? none, rkn: row?.rkn_schedule ?? none },
  });
}

/**
 * Settings of audits of a site, with its IndexNow key, which the first read generates.
 * @throws `site_not_found`
 */
export async function getSettings(app: Pick<App, 'db' | 'ask' | 'clock'>, site_id: string): Promise<ShownSettings> {
  const { timezone } = await requireSite(app, site_id);
  const { key } = await ensureKey(app, site_id);
  return { ...(await readSettings(app.db, site_id, timezone)), indexnow_key: key };
}

/**
 * Replaces the settings.
 * @throws AppError `site_not_found`, `validation_failed` for an override of a type of the specification,
 * `host_not_verified` for options that may burden a host
 */
export async function putSettings(
  app: App,
  site_id: string,
  body: Body,
  admin: Pick<AdminContext, 'role'>,
): Promise<ShownSettings> {
  const types: readonly string[] = extendedIssueTypes;
  const other = body.overrides.findIndex(({ issue_type }) => !types.includes(issue_type));
  if (other >= 0) invalidField(`overrides.${other}.issue_type`, 'is not a type of issue whose `origin` is `extended`');
  const site = await requireSite(app, site_id);
  const url = site.website_url === null ? null : new URL(site.website_url);
  const hosts = [
    ...app.config.SAFE_FETCH_ALLOWED_HOSTS,
    ...(isGentle(body.scan) ? [] : await provenHosts(app, site_id, url)),
  ];
  requireRight(hosts, url, body.scan, admin);
  const { key: indexnow_key } = await ensureKey(app, site_id);
  return app.db.transaction(async (tx) => {
    const before = { ...(await readSettings(tx, site_id, site.timezone)), indexnow_key };
    const { schedules, ...chosen } = body;
    const now = app.clock.now();
    const seo = { ...schedules.seo, timezone: schedules.seo.timezone ?? site.timezone };
    const rkn = { ...schedules.rkn, timezone: schedules.rkn.timezone ?? site.timezone };
    const values = {
      site_id,
      ...chosen,
      schedule: seo,
      next_scan_at: nextRun(seo, now),
      rkn_schedule: rkn,
      rkn_next_scan_at: nextRun(rkn, now),
    };
    const { site_id: _, ...set } = values;
    await tx.insert(site_settings).values(values).onConflictDoUpdate({ target: site_settings.site_id, set });
    const after = { ...(await readSettings(tx, site_id, site.timezone)), indexnow_key };
    await app.audit.record(tx, { before, after, application_id: site.application_id });
    return after;
  });
}
