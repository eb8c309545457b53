import type { Resource, Route } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { Harness, PlatformClient } from './test-platform.ts';
import type { World } from './world.ts';

export interface ScanWorldOptions {
  database: Harness['database'];
  /** A client of an owner. */
  admin: PlatformClient;
  site: () => Promise<{ site_id: string }>;
}

/** Makers of the resources of audits of the site. Each is made once, and only when it is asked for. */
export function scanMakers({ database, admin, site }: ScanWorldOptions) {
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
  /**
   * A finished scan about personal data, with a finding: the site of the world shows no page to find one on.
   */
  const rknScan = once(async () => {
    const params = { site_id: (await site()).site_id };
    const started = ok(await admin.startRknScan({ params, body: { max_pages: 1 } }));
    const target = { params: { ...params, scan_id: started.scan.id }, query: {} };
    return eventually(async () => {
      const { scan: now } = ok(await admin.getRknScan(target));
      return now.finished_at !== null && { ...params, ...now };
    });
  });
  const rknIssue = once(async () => {
    const { id: scan_id, site_id, origin, rule_version } = await rknScan();
    const id = newId();
    await database.query(
      `INSERT INTO "seo-rkn".issues (id, site_id, kind, certainty, fingerprint, issue_type, variant, origin, owner, status,
         weight, subject, url, evidence, rule_version, first_seen_at, last_seen_at, last_scan_id)
       VALUES ($1, $2, 'rkn', 'detected', $1, 'policy_missing', '', 'spec', 'content', 'open', 20, 'site:policy', $3, '{}',
         $4, now(), now(), $5)`,
      [id, site_id, `${origin}/`, rule_version, scan_id],
    );
    return id;
  });
  return {
    rkn_scan_id: async () => (await rknScan()).id,
    rkn_issue_id: rknIssue,
    scan_id: async () => (await scan()).id,
    issue_id: () => first('listSeoIssues'),
    page_id: () => first('listSeoPages'),
    report_id: () => first('listSeoReports'),
  } satisfies Partial<Record<Resource, () => Promise<string>>>;
}

/** Brings the scan, or its site, into the state that an endpoint needs. */
export async function prepareScan(
  { database, sandboxes }: Harness,
  { id }: Route,
  values: Values,
  given: World['given'],
): Promise<void> {
  if (id === 'getLatestRknScan') await given(['rkn_scan_id']);
  if (id === 'cancelSeoScan' || id === 'cancelRknScan')
    // As if a process worked on it.
    await database.query(
      `UPDATE "seo-rkn".scans SET state = 'running', finished_at = NULL, lease_until = now() + interval '1 hour',
         host = id::text WHERE id = $1`,
      [id === 'cancelRknScan' ? values.rkn_scan_id : values.scan_id],
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
