import type { Resource, Route } from '@platform/contracts';
import { eventually } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { PlatformClient, TestPlatform } from './test-platform.ts';

export interface ScanWorldOptions {
  t: TestPlatform;
  /** A client of an owner. */
  admin: PlatformClient;
  site: () => Promise<{ site_id: string }>;
}

/** Makers of the resources of audits of the site. Each is made once, and only when it is asked for. */
export function scanMakers({ t, admin, site }: ScanWorldOptions) {
  /** A finished scan. The site is at the address of a sandbox meanwhile, so that something answers. */
  const scan = once(async () => {
    const params = { site_id: (await site()).site_id };
    const { website_url } = ok(await admin.getSite({ params }));
    const at = new URL(t.sandboxes.idp.issuer).origin;
    ok(await admin.updateSite({ params, body: { website_url: at } }));
    const started = ok(await admin.startSeoScan({ params, body: { max_pages: 1 } }));
    ok(await admin.updateSite({ params, body: { website_url } }));
    return eventually(async () => {
      const now = ok(await admin.getSeoScan({ params: { ...params, scan_id: started.scan.id } }));
      return now.finished_at !== null && now;
    });
  });
  const first = async (list: 'listSeoIssues' | 'listSeoPages') => {
    await scan();
    const [row] = ok<{ id: string }[]>(await admin[list]({ params: { site_id: (await site()).site_id } }));
    if (!row) throw new Error(`the scan left nothing for ${list}`);
    return row.id;
  };
  return {
    scan_id: async () => (await scan()).id,
    issue_id: () => first('listSeoIssues'),
    page_id: () => first('listSeoPages'),
  } satisfies Partial<Record<Resource, () => Promise<string>>>;
}

/** Opens the scan again that an endpoint needs open: as if a process worked on it. */
export async function prepareScan({ database }: TestPlatform, { id }: Route, { scan_id }: Values): Promise<void> {
  if (id !== 'cancelSeoScan') return;
  await database.query(
    `UPDATE "seo-rkn".scans SET state = 'running', finished_at = NULL, lease_until = now() + interval '1 hour',
       host = id::text WHERE id = $1`,
    [scan_id],
  );
}
