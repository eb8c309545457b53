import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, startNode, stopChildren, until200 } from './children.ts';
import { startEmbedded } from './embedded.ts';
import { installPeers } from './peers.ts';
import { administerSites } from './seo-benches.ts';

/**
 * `make compare-audits`: Lighthouse and our audit check the same twelve pages; exit code 1 where they differ.
 */

/** Audits that both have: of Lighthouse, and our types of issues with the variants that mean the same. */
const shared: Record<string, { issue_type: string; variants?: (string | null)[] }> = {
  'document-title': { issue_type: 'missing_title', variants: [null] },
  'meta-description': { issue_type: 'missing_description', variants: [null] },
  'http-status-code': { issue_type: 'http_4xx' },
  'is-crawlable': { issue_type: 'noindex_in_sitemap', variants: [null] },
  canonical: { issue_type: 'missing_canonical', variants: ['relative', 'multiple'] },
  hreflang: { issue_type: 'hreflang_invalid', variants: ['bad_code'] },
  'image-alt': { issue_type: 'images_without_alt' },
  'html-has-lang': { issue_type: 'missing_lang' },
};
/** Lighthouse has one audit of canonical addresses, we have two. */
const canonicalToHome = 'canonical_to_home';

interface Issue {
  issue_type: string;
  variant: string | null;
  url: string;
}

async function auditWithPlatform(site: string): Promise<Issue[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-audits-'));
  try {
    const embedded = await startEmbedded(dataDir);
    const client = await administerSites(embedded);
    const createdSite = await client.createSite({ body: { name: 'Audited', website_url: site } });
    const params = { site_id: createdSite.data.id };
    const started = await client.startSeoScan({ params, body: { interval_ms: 0 } });
    if (started.status !== 202) throw new Error(JSON.stringify(started.body));
    for (;;) {
      const scan = await client.getSeoScan({ params: { ...params, scan_id: started.data.scan.id } });
      if (scan.data.finished_at !== null) break;
      await sleep(200);
    }
    const { data } = await client.listSeoIssues({ params, query: { limit: 200, status: 'open' } });
    return data.map(({ issue_type, variant, url }) => ({ issue_type, variant, url }));
  } finally {
    await stopChildren(1);
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Scores = Record<string, Record<string, number | null>>;

async function auditWithLighthouse(urls: readonly string[]): Promise<Scores> {
  const { folder } = await installPeers();
  const { stdout } = await promisify(execFile)(process.execPath, ['lighthouse-audits.mjs', ...urls], {
    cwd: folder,
    env: {
      ...process.env,
      AUDITS: Object.keys(shared).join(','),
      CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    },
    maxBuffer: 16 << 20,
    timeout: 540_000,
  });
  return JSON.parse(stdout) as Scores;
}

const port = await freePort();
const site = `http://127.0.0.1:${port}`;
startNode(new URL('./references/audit-pages.ts', import.meta.url), { PORT: String(port) });
let differences = 0;
try {
  await until200(`${site}/`);
  const issues = await auditWithPlatform(site);
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url ?? '');
  const scores = await auditWithLighthouse(urls);
  for (const url of urls)
    for (const [audit, { issue_type, variants }] of Object.entries(shared)) {
      const isGonePage = url.endsWith('/gone') && audit !== 'http-status-code';
      // We check the content of pages that are there.
      if (isGonePage) continue;
      const isOurIssue = issues.some(
        (issue) =>
          issue.url === url &&
          ((issue.issue_type === issue_type && (variants?.includes(issue.variant) ?? true)) ||
            (audit === 'canonical' && issue.issue_type === canonicalToHome)),
      );
      const isTheirIssue = scores[url]?.[audit] === 0;
      if (isOurIssue !== isTheirIssue) differences += 1;
      if (isOurIssue || isTheirIssue)
        process.stdout.write(
          `${isOurIssue === isTheirIssue ? 'same     ' : 'DIFFERENT'} ${audit} ${new URL(url).pathname}\n`,
        );
    }
  process.stdout.write(`${urls.length} pages, ${Object.keys(shared).length} audits, ${differences} differences\n`);
} finally {
  await stopChildren();
}
process.exit(differences === 0 ? 0 : 1);
