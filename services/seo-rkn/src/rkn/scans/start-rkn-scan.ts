import {
  defaultScanOptions,
  type RknScanOptionsPatch,
  type ScanOptions,
  type StartedRknScan,
} from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { queueScan, requireGentle, requireScannable, type ScanOrder } from '../../scans/start-scan.ts';
import { newestLaw } from '../law.ts';
import { toRknScan } from './rkn-scan.ts';

/** Pages, and minutes that their fetches take, at most. */
const limits = { max_pages: 60, max_minutes: 20, psi_pages: 0 };

type Order = Omit<ScanOrder, 'options'> & { options: z.output<typeof RknScanOptionsPatch> };

/**
 * Queues a scan about personal data, or joins the one that is open.
 * @throws AppError `site_not_found`, `website_url_missing`, `address_refused`, `forbidden`,
 * `host_not_verified`
 */
export async function startRknScan(
  app: App,
  site_id: string,
  { options: patch, trigger, admin }: Order,
): Promise<z.input<typeof StartedRknScan>> {
  const { site, url } = await requireScannable(app, site_id, trigger);
  const options: ScanOptions = { ...defaultScanOptions, ...limits, render: 'always', ...patch };
  await requireGentle(app, { site_id, url }, options, admin);
  const order = { kind: 'rkn' as const, trigger, options, rule_version: newestLaw.rule_version };
  const { row, joined } = await queueScan(app, { site, url }, order, { admin, view: toRknScan });
  return { scan: toRknScan(row, app.clock.now()), joined };
}
