import type { ExpectedFinding, RknSampleSite } from '@platform/sandbox';
import type { ProtectionHeaders } from '../src/crawl/fetched.ts';
import { urlKey } from '../src/crawl/url-key.ts';
import { checkDocument } from '../src/document-check/document-check.ts';
import { stripMarkdown } from '../src/document-check/strip-text.ts';
import type { FetchedFacts } from '../src/pages/page-facts.ts';
import { readRknPage } from '../src/rkn/facts/read-rkn-page.ts';
import type { DocumentReader } from '../src/rkn/judge/document-rules.ts';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknPage, RknSite } from '../src/rkn/judge/rkn-site.ts';
import type { RknSighting } from '../src/rkn/judge/verdicts.ts';
import { openPageChoice } from '../src/rkn/scans/choose-pages.ts';
import { checkTaskOf, faultsOf } from '../src/rkn/scans/document-faults.ts';

/** The check of documents without its thread. */
export const readDocument: DocumentReader = (kind, text) => {
  const { clauses, owner, ...task } = checkTaskOf(kind, text);
  return faultsOf(checkDocument(clauses, { ...task, text: stripMarkdown(text) }, owner));
};

/** Headers of an answer as the crawler keeps them. */
export const headersOf = (headers: Record<string, string>): FetchedFacts['headers'] => ({
  content_type: headers['content-type'] ?? 'text/html; charset=utf-8',
  robots: [],
  link: [],
  etag: null,
  last_modified: null,
  retry_after: null,
  content_security_policy: headers['content-security-policy'] ?? null,
  set_cookie: 'set-cookie' in headers,
  strict_transport_security: headers['strict-transport-security'] ?? null,
});

/** The same of those about the protection of data. */
const protectionOf = (headers: Record<string, string>): ProtectionHeaders => ({
  ...('cache-control' in headers && { cache_control: headers['cache-control'] }),
  ...('access-control-allow-origin' in headers && { allow_origin: headers['access-control-allow-origin'] }),
  ...('set-cookie' in headers && {
    cookies: [{ name: headers['set-cookie']?.split('=')[0] ?? '', secure: false, http_only: false, same_site: null }],
  }),
});

/** A page as a scan stores it, read from HTML. */
export function pageOf(url: string, html: string, headers: Record<string, string> = {}, status = 200): RknPage {
  const fetched = {
    url,
    final_url: url,
    hops: [],
    status,
    failure: null,
    headers: headersOf(headers),
    protection: protectionOf(headers),
    bytes: html.length,
    timings: { connect_ms: 1, ttfb_ms: 1, total_ms: 1 },
    address: null,
  };
  const source = { fetched, body: Buffer.from(html), site_host: new URL(url).hostname };
  return {
    url,
    rendered: null,
    seen: null,
    country: 'RU',
    is_soft_not_found: false,
    facts: status === 200 ? readRknPage(source) : null,
    fetched,
  };
}

/** A site that the platform knows nothing wrong of. */
export const knownSite = (origin: string, pages: RknPage[], over: Partial<RknSite> = {}): RknSite => ({
  origin,
  is_trusted_host: true,
  pages,
  endpoints: [],
  tls_failure: null,
  redirects_to_https: null,
  accepts_legacy_tls: null,
  mail_hosts: null,
  documents: [],
  consents: [],
  reconsent: 'none',
  newsletter: { is_used: false, has_unsubscribe: false },
  profile: { registry_status: 'filed', crossborder_status: 'filed', distribution_consents: false },
  ...over,
});

/**
 * Scans a generated site without a network: the choice of pages, the reader and the rules are those of scans.
 */
export async function scanRknAnswers(site: RknSampleSite, over: Partial<RknSite> = {}) {
  const { origin, answers } = site;
  const choice = await openPageChoice(
    { origin, cleanParams: [], mayFetch: () => true },
    { found: [], forms: [], listed: [] },
  );
  const pages: RknPage[] = [];
  for (let url = choice.next(); url !== null && pages.length < 60; url = choice.next()) {
    const { pathname } = new URL(url);
    const answer = answers.get(pathname);
    const page = pageOf(url, answer?.body.toString() ?? '', answer?.headers ?? {}, answer?.status ?? 404);
    pages.push(page);
    choice.markVisited(url);
    await choice.add(page.facts);
  }
  const forms = answers.get('/forms');
  const allow_origin = forms?.headers['access-control-allow-origin'] ?? null;
  const endpoints = [{ url: `${origin}/forms`, allow_origin, allow_credentials: false }];
  const verdicts = judgeRkn(knownSite(origin, pages, { endpoints, ...over }), readDocument);
  return { pages, ...verdicts };
}

const nameOf = (code: string, variant: string | null, path: string, selector: string | null): string =>
  `${code}${variant === null ? '' : `:${variant}`} ${path}${selector === null ? '' : ` ${selector}`}`;

/** A finding as the manifest names it. */
export const seenAs = (
  origin: string,
  { code, variant, url, selector }: RknSighting,
  wanted: readonly string[],
): string => {
  const path = (urlKey(url) ?? url).slice(origin.length);
  const exact = nameOf(code, variant, path, selector);
  return wanted.includes(exact) ? exact : nameOf(code, variant, path, null);
};

/** Findings that a manifest expects of a scan without a browser. */
export const wantedOf = ({ manifest }: RknSampleSite): string[] =>
  manifest.flatMap(({ findings }) => findings.flatMap((one) => wantedWithout(one)));

function wantedWithout({ code, variant, path, selector, without_browser }: ExpectedFinding): string[] {
  if (without_browser === 'unseen') return [];
  return [nameOf(code, without_browser?.variant ?? variant, path, selector)];
}
