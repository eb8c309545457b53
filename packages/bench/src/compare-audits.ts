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
 * `make compare-audits`: Lighthouse (with axe-core), html-validate, a validator of structured data and our audit check
 * the same thirty pages; exit code 1 where they differ.
 */

interface SharedRule {
  issue_type: string;
  /** Variants that mean the same; all of them when absent. */
  variants?: (string | null)[];
}

/** Audits of Lighthouse that we have too; those of accessibility are rules of axe-core. */
const shared: Record<string, SharedRule> = {
  'document-title': { issue_type: 'missing_title', variants: [null] },
  'meta-description': { issue_type: 'missing_description', variants: [null] },
  'http-status-code': { issue_type: 'http_4xx' },
  'is-crawlable': { issue_type: 'noindex_in_sitemap', variants: [null] },
  canonical: { issue_type: 'missing_canonical', variants: ['relative', 'multiple'] },
  hreflang: { issue_type: 'hreflang_invalid', variants: ['bad_code'] },
  'image-alt': { issue_type: 'images_without_alt' },
  'html-has-lang': { issue_type: 'missing_lang' },
  'label|select-name': { issue_type: 'accessibility', variants: ['control_unlabelled'] },
  'button-name': { issue_type: 'accessibility', variants: ['button_unnamed'] },
  'link-name': { issue_type: 'accessibility', variants: ['link_unnamed'] },
  'frame-title': { issue_type: 'accessibility', variants: ['frame_untitled'] },
  'meta-viewport': { issue_type: 'accessibility', variants: ['zoom_blocked'] },
};
/** Rules of html-validate that we have too. */
const ofHtmlValidate: Record<string, SharedRule> = {
  'wcag/h37': { issue_type: 'images_without_alt' },
  'wcag/h30': { issue_type: 'accessibility', variants: ['link_unnamed'] },
  'input-missing-label': { issue_type: 'accessibility', variants: ['control_unlabelled'] },
  'text-content': { issue_type: 'accessibility', variants: ['button_unnamed'] },
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
      AUDITS: Object.keys(shared).join(',').replaceAll('|', ','),
      CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    },
    maxBuffer: 16 << 20,
    timeout: 540_000,
  });
  return JSON.parse(stdout) as Scores;
}

type Validated = Record<string, { rules: string[]; errors: string[] }>;

async function auditWithValidators(urls: readonly string[]): Promise<Validated> {
  const { folder } = await installPeers();
  const { stdout } = await promisify(execFile)(process.execPath, ['validate-audits.mjs', ...urls], {
    cwd: folder,
    env: { ...process.env, RULES: Object.keys(ofHtmlValidate).join(',') },
    maxBuffer: 16 << 20,
    timeout: 120_000,
  });
  return JSON.parse(stdout) as Validated;
}

let differences = 0;
/** Prints what one of the tools found at a page. */
function report(rule: string, url: string, { isOurs, isTheirs }: { isOurs: boolean; isTheirs: boolean }): void {
  if (!isOurs && !isTheirs) return;
  const isSame = isOurs === isTheirs;
  if (!isSame) differences += 1;
  const whose = isSame ? '' : isOurs ? ' (ours alone)' : ' (theirs alone)';
  process.stdout.write(`${isSame ? 'same     ' : 'DIFFERENT'} ${rule} ${new URL(url).pathname}${whose}\n`);
}

const port = await freePort();
const site = `http://127.0.0.1:${port}`;
startNode(new URL('./references/audit-pages.ts', import.meta.url), { PORT: String(port) });
try {
  await until200(`${site}/`);
  const issues = await auditWithPlatform(site);
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url ?? '');
  const [scores, validated] = [await auditWithLighthouse(urls), await auditWithValidators(urls)];
  const has = (url: string, { issue_type, variants }: SharedRule) =>
    issues.some(
      (issue) => issue.url === url && issue.issue_type === issue_type && (variants?.includes(issue.variant) ?? true),
    );
  for (const url of urls) {
    // We check the content of pages that are there.
    const isGone = url.endsWith('/gone');
    for (const [audits, rule] of Object.entries(shared)) {
      if (isGone && audits !== 'http-status-code') continue;
      const isOurs = has(url, rule) || (audits === 'canonical' && has(url, { issue_type: canonicalToHome }));
      report(audits, url, { isOurs, isTheirs: audits.split('|').some((audit) => scores[url]?.[audit] === 0) });
    }
    if (isGone) continue;
    for (const [name, rule] of Object.entries(ofHtmlValidate))
      report(name, url, { isOurs: has(url, rule), isTheirs: validated[url]?.rules.includes(name) ?? false });
    const isInvalid = (validated[url]?.errors.length ?? 0) > 0;
    report('structured-data', url, {
      isOurs: has(url, { issue_type: 'schema_invalid', variants: [null] }),
      isTheirs: isInvalid,
    });
  }
  const rules = Object.keys(shared).length + Object.keys(ofHtmlValidate).length + 1;
  process.stdout.write(`${urls.length} pages, ${rules} rules, ${differences} differences\n`);
} finally {
  await stopChildren();
}
process.exit(differences === 0 ? 0 : 1);
