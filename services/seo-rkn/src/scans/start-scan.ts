import {
  type DescribedSite,
  defaultScanOptions,
  type ScanOptions,
  type ScanOptionsPatch,
  type StartedScan,
} from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { afterCommit, fail, findRow, newId } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { recordMissingAddress } from '../issues/record-missing-address.ts';
import { ruleCatalogue } from '../issues/rules.ts';
import { bareHost } from '../pages/page-facts.ts';
import { scans } from '../schema.ts';
import { provenHosts } from '../search/property.ts';
import { readSettings } from '../settings/site-settings.ts';
import { gentleOptions, isGentle, requireAddress, requireRight } from './host-rights.ts';
import { requireSite } from './require-site.ts';
import { openStates, type ScanRow, toScan } from './scan.ts';

type Patch = z.output<typeof ScanOptionsPatch>;

export interface ScanOrder {
  options: Patch;
  trigger: 'manual' | 'schedule';
  /** Null for a schedule. */
  admin: Pick<AdminContext, 'email' | 'role'> | null;
}

/**
 * Queues a scan, or joins the one that is open.
 * @throws AppError `site_not_found`, `website_url_missing`, `address_refused`, `forbidden` and
 * `host_not_verified` for options that may burden a host
 */
export async function startScan(
  app: App,
  site_id: string,
  { options: patch, trigger, admin }: ScanOrder,
): Promise<z.input<typeof StartedScan>> {
  const { site, url } = await requireScannable(app, site_id, trigger, () =>
    app.db.transaction((tx) => recordMissingAddress(app, tx, site_id)),
  );
  const { scan: siteOptions } = await readSettings(app.db, site_id);
  const options: ScanOptions = { ...defaultScanOptions, ...siteOptions, ...patch };
  options.max_pages = Math.min(options.max_pages, app.settings.SEO_MAX_PAGES);
  await requireGentle(app, { site_id, url }, options, admin);
  const order = { kind: 'seo' as const, trigger, options, rule_version: ruleCatalogue.rule_version };
  const { row, joined } = await queueScan(app, { site, url }, order, { admin, view: toScan });
  return { scan: toScan(row, app.clock.now()), joined };
}

/**
 * A site with its address, where a scan may begin.
 * @param onMissingAddress runs before a site without an address is refused
 * @throws AppError `site_not_found`, `website_url_missing`, `address_refused`
 */
export async function requireScannable(
  app: Pick<App, 'ask' | 'config'>,
  site_id: string,
  trigger: ScanOrder['trigger'],
  onMissingAddress?: () => Promise<void>,
): Promise<{ site: DescribedSite; url: URL }> {
  const site = await requireSite(app, site_id);
  // Readers see no page of an archived site, so only an administrator may start an audit of it.
  if (site.status === 'archived' && trigger === 'schedule') fail('site_not_found');
  if (site.website_url === null) {
    await onMissingAddress?.();
    return fail('website_url_missing');
  }
  const url = new URL(site.website_url);
  requireAddress(app.config.SAFE_FETCH_ALLOWED_HOSTS, url);
  return { site, url };
}

/**
 * Refuses options that may burden a host that nothing proves; a schedule goes on with gentle ones.
 * @throws AppError `forbidden`, `host_not_verified`
 */
export async function requireGentle(
  app: App,
  { site_id, url }: { site_id: string; url: URL },
  options: ScanOptions,
  admin: ScanOrder['admin'],
): Promise<void> {
  const hosts = [
    ...app.config.SAFE_FETCH_ALLOWED_HOSTS,
    ...(isGentle(options) ? [] : await provenHosts(app, site_id, url)),
  ];
  if (admin !== null) requireRight(hosts, url, options, admin);
  // The address of the site may be another one since its settings were checked.
  else Object.assign(options, gentleOptions(hosts, url, options));
}

/** A scan on its way into the queue. */
interface QueuedScan extends Pick<ScanRow, 'kind' | 'trigger' | 'options' | 'rule_version'> {}

/**
 * Queues a scan of a kind, or joins the one that is open.
 * @param target.url of the site
 * @throws AppError `service_unavailable` where the open scan ended in this moment
 */
export async function queueScan<View extends object>(
  app: App,
  { site, url }: { site: Pick<DescribedSite, 'id' | 'application_id'>; url: URL },
  order: QueuedScan,
  { admin, view }: { admin: Pick<AdminContext, 'email'> | null; view: (row: ScanRow, now: Date) => View },
): Promise<{ row: ScanRow; joined: boolean }> {
  const { id: site_id, application_id } = site;
  const now = app.clock.now();
  const values = {
    id: newId(),
    site_id,
    application_id,
    ...order,
    state: 'queued' as const,
    origin: url.origin,
    host: bareHost(url.host),
    created_at: now,
    due_at: now,
    created_by: admin?.email ?? null,
  };
  return app.db.transaction(async (tx) => {
    const [inserted] = await tx.insert(scans).values(values).onConflictDoNothing().returning();
    if (!inserted) {
      const open = and(eq(scans.site_id, site_id), eq(scans.kind, order.kind), inArray(scans.state, [...openStates]));
      const joined = await findRow(tx, scans, open);
      // The open scan ended between the two statements: the caller may try again.
      const row = joined ?? fail('service_unavailable');
      const scan = view(row, now);
      if (admin !== null) await app.audit.record(tx, { before: scan, after: scan, application_id });
      return { row, joined: true };
    }
    if (admin !== null) await app.audit.record(tx, { before: null, after: view(inserted, now), application_id });
    afterCommit(tx, () => app.scanRunner.wake());
    return { row: inserted, joined: false };
  });
}
