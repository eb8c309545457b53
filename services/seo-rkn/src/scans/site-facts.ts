import type { App } from '../app.ts';
import { answerAgents, type Robots, type RobotsAgent } from '../crawl/robots.ts';
import type { SkippedPattern } from '../crawl/traps.ts';
import { urlKey } from '../crawl/url-key.ts';
import type { IssueOverride, SiteInput, TrapInput } from '../issues/site-input.ts';
import { bareHost } from '../pages/page-facts.ts';
import { readSettings } from '../settings/site-settings.ts';
import type { ScanRow } from './scan.ts';
import type { SiteChecks } from './site-checks.ts';
import type { SiteProbe } from './site-probe.ts';

/** Product tokens that have to be allowed to read a site. */
const agents: RobotsAgent[] = ['*', 'Googlebot', 'Yandex'];
/** Part of the planned pages that a complete scan has fetched. */
const completeShare = 0.95;

const toTrap = ({ reason, pattern, count, samples }: SkippedPattern): TrapInput[] =>
  reason === 'too_many' ? [] : [{ kind: reason, pattern, skipped: count, samples }];

/** Part of the fetched pages that may fail while the links of the others still say how pages are reached. */
const maxFailedShare = 0.05;

/** Whether no limit left out a part of the site. */
function isUncut({ error, options, skipped, pages_done, pages_planned }: ScanRow): boolean {
  const isWhole = options.include.length === 0 && options.exclude.length === 0;
  const isCut = (skipped.depth ?? 0) > 0 || (skipped.too_many ?? 0) > 0;
  return error === null && isWhole && !isCut && pages_done >= pages_planned * completeShare;
}

/**
 * Where `/` leads to, as a site with languages does; `/` itself where it does not answer, or leaves the site.
 * @param refresh address that its `meta` refresh leads to
 */
export function homeKeyOf({
  home,
  website,
  refresh,
  keyOf,
}: Pick<SiteInput, 'website' | 'keyOf'> & { home: string; refresh: string | null }): string {
  const isReached = website !== null && website.failure === null && website.status === 200;
  return (isReached ? keyOf(refresh ?? website.final_url) : null) ?? keyOf(home) ?? home;
}

/** @param llmsTxt what `/llms.txt` is; undefined in scans of a former release */
export function aiReadersOf(
  robots: Pick<Robots, 'isAllowed'>,
  home: string,
  llmsTxt: SiteProbe['llms_txt'],
): SiteInput['ai_readers'] {
  if (llmsTxt === undefined) return null;
  const isAllowed = (agent: RobotsAgent) => robots.isAllowed(agent, home);
  return {
    refused: answerAgents.filter((agent) => !isAllowed(agent)),
    allowed: answerAgents.filter(isAllowed),
    llms_txt: llmsTxt,
  };
}

interface SiteFacts {
  robots: Robots;
  checks: SiteChecks;
  readiness: SiteInput['readiness'];
}

/** What the rules know of a site beside its pages. */
export async function toSiteInput(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  scan: ScanRow,
  { robots, checks: allChecks, readiness }: SiteFacts,
): Promise<SiteInput> {
  const { psi, ...checks } = allChecks;
  const { probe } = scan;
  if (!probe) throw new Error('a scan without a probe');
  const settings = await readSettings(db, scan.site_id);
  const home = `${scan.origin}/`;
  const keyOf = (url: string): string | null => {
    const parsed = URL.parse(url);
    return parsed && bareHost(parsed.host) === bareHost(scan.host) ? urlKey(url, robots.cleanParams) : null;
  };
  const isReadable = probe.robots.status === 200;
  return {
    website_url: scan.origin,
    host: scan.host,
    home_key: homeKeyOf({ home, website: probe.website, refresh: probe.website_refresh ?? null, keyOf }),
    keyOf,
    website: probe.website,
    robots: {
      status: probe.robots.status,
      failure: probe.robots.failure,
      is_html: robots.html_fallback,
      sitemaps: robots.sitemaps,
      home_refused: isReadable ? agents.filter((agent) => !robots.isAllowed(agent, home)) : [],
    },
    sitemaps: probe.sitemaps,
    ai_readers: isReadable || probe.robots.status === 404 ? aiReadersOf(robots, home, probe.llms_txt) : null,
    traps: (scan.traps ?? []).flatMap(toTrap),
    is_complete: isUncut(scan) && scan.failed === 0,
    knows_links: isUncut(scan) && scan.failed <= scan.pages_done * maxFailedShare,
    ...checks,
    images: checks.images ?? null,
    random_page: probe.random_page,
    now: clock.now().getTime(),
    brand_words: settings.brand_words,
    overrides: settings.overrides as IssueOverride[],
    readiness,
    psi: psi && psi.pages.length > 0 ? psi.pages : null,
  };
}
