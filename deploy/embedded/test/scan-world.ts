import type { Resource, Route } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { PlatformClient, TestPlatform } from './test-platform.ts';
import type { World } from './world.ts';

export interface ScanWorldOptions {
  /** A client of an owner. */
  admin: PlatformClient;
  site: () => Promise<{ site_id: string }>;
}

/** Makers of the resources of audits of the site. Each is made once, and only when it is asked for. */
export function scanMakers({ admin, site }: ScanWorldOptions) {
  /** A finished scan. */
  const scan = once(async () => {
    const params = { site_id: (await site()).site_id };
    const started = ok(await admin.startSeoScan({ params, body: { max_pages: 1 } }));
    return eventually(async () => {
      const now = ok(await admin.getSeoScan({ params: { ...params, scan_id: started.scan.id } }));
      return now.finished_at !== null && now;
    });
  });
  const first = async (list: 'listSeoIssues' | 'listSeoPages' | 'listSeoReports') => {
    await scan();
    const [row] = ok<{ id: string }[]>(await admin[list]({ params: { site_id: (await site()).site_id } }));
    if (!row) throw new Error(`the scan left nothing for ${list}`);
    return row.id;
  };
  return {
    scan_id: async () => (await scan()).id,
    issue_id: () => first('listSeoIssues'),
    page_id: () => first('listSeoPages'),
    report_id: () => first('listSeoReports'),
  } satisfies Partial<Record<Resource, () => Promise<string>>>;
}

/** Brings the scan, or its site, into the state that an endpoint needs. */
export async function prepareScan(
  { database, sandboxes }: TestPlatform,
  { id }: Route,
  values: Values,
  given: World['given'],
): Promise<void> {
  if (id === 'cancelSeoScan')
    // As if a process worked on it.
    await database.query(
      `UPDATE "seo-rkn".scans SET state = 'running', finished_at = NULL, lease_until = now() + interval '1 hour',
         host = id::text WHERE id = $1`,
      [values.scan_id],
    );
  if (id === 'submitSeoIndexNow') {
    const { site_id } = await given(['site_id']);
    const { origin } = new URL(sandboxes.idp.issuer);
    await database.query(
      `INSERT INTO "seo-rkn".indexnow_urls (id, site_id, url_hash, url, state, http_status, changed_at, due_at)
       VALUES ($1, $2, $1, $3, 'pending', 429, now(), now() + interval '1 hour')`,
      [newId(), site_id, `${origin}/changed`],
    );
  }
  if (id === 'recheckSeoPages') {
    const { scan_id } = await given(['scan_id']);
    // The address of its example is one of this site.
    await database.query(
      `UPDATE "seo-rkn".scans SET host = 'notes.example'
       WHERE site_id = (SELECT site_id FROM "seo-rkn".scans WHERE id = $1)`,
      [scan_id],
    );
  }
}
