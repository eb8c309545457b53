import { urlKey } from '../../crawl/url-key.ts';
import type { RknForm } from '../facts/rkn-facts.ts';
import { factsOf, isUnknown, type RknPage, type RknSite, readable, type SiteForm } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

/** Judges servers: where they are, and how they protect what is sent. */
export function judgeHosting(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  judgeCertificate(site, verdicts);
  const home = site.pages[0];
  if (!home || home.fetched.failure !== null) return;
  judgeCountry(forms, verdicts);
  judgeMail(site, verdicts);
  judgeHttps(site, verdicts);
  judgeHeaders(site, verdicts);
  judgeAnswers(site, forms, verdicts);
}

function judgeCountry(forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  const countries = new Map<string, string>();
  for (const { pages } of forms)
    for (const page of pages) {
      if (page.country === null) verdicts.leave('hosting_outside_ru', 'unknown_place', page.url);
      else {
        verdicts.judge('hosting_outside_ru');
        if (page.country !== 'RU') countries.set(page.url, page.country);
      }
    }
  const [first, ...others] = [...countries];
  if (first)
    verdicts.report(
      'hosting_outside_ru',
      { subject: 'site:hosting', url: first[0] },
      { measured: first[1], related: others.map(([url]) => url) },
    );
}

const foreignMail = /(?:^|\.)(?:google\.com|googlemail\.com|outlook\.com|protection\.outlook\.com)$/i;

function judgeMail(site: RknSite, verdicts: RknVerdicts): void {
  if (site.mail_hosts === null || site.mail_hosts.length === 0) return;
  const foreign = site.mail_hosts.filter((host) => foreignMail.test(host.replace(/\.$/, '')));
  if (foreign.length === 0) verdicts.judge('mail_foreign_mx');
  else
    verdicts.report(
      'mail_foreign_mx',
      { subject: 'site:mail', url: site.pages[0]?.url ?? site.origin },
      { certainty: 'unverified', snippet: foreign.join(', ') },
    );
}

/** An operator who allows a host of the network also decides that it speaks plain http. */
function judgeHttps(site: RknSite, verdicts: RknVerdicts): void {
  if (site.is_trusted_host) return;
  const url = site.pages[0]?.url ?? site.origin;
  const target = { subject: 'site:https', url };
  const isPlain = site.origin.startsWith('http:');
  if (isPlain) verdicts.report('https_missing', target, { certainty: 'confirmed', measured: site.origin });
  else if (site.redirects_to_https === null) verdicts.leave('https_missing', 'not_fetched');
  else if (site.redirects_to_https) verdicts.judge('https_missing');
  else verdicts.report('https_missing', target, { certainty: 'confirmed', measured: 'no redirect' });
  if (isPlain) return;
  if (site.accepts_legacy_tls === null) verdicts.leave('tls_legacy', 'not_fetched');
  else if (!site.accepts_legacy_tls) verdicts.judge('tls_legacy');
  else verdicts.report('tls_legacy', { subject: 'site:tls', url }, { certainty: 'confirmed', measured: 'TLS 1.0–1.1' });
  verdicts.judge('hsts_missing', 'mixed_content');
  if (site.pages[0]?.fetched.headers.strict_transport_security === null)
    verdicts.report('hsts_missing', { subject: 'site:hsts', url }, { certainty: 'confirmed' });
  for (const { page, facts } of readable(site))
    if (facts.mixed.length > 0)
      verdicts.report(
        'mixed_content',
        { subject: `page:${page.url}`, url: page.url },
        { certainty: 'confirmed', snippet: facts.mixed[0] ?? null, measured: facts.mixed.length },
      );
}

/**
 * Certificate errors that are faults for every client. A certificate of an authority unknown to this platform
 * may be valid.
 */
const badCertificates = new Set(['expired', 'not yet valid', 'revoked', 'name mismatch']);

/** A site whose certificate does not hold has no valid https, and no page that is read. */
function judgeCertificate({ origin, tls_failure, is_trusted_host }: RknSite, verdicts: RknVerdicts): void {
  if (tls_failure === null || is_trusted_host) return;
  verdicts.leave('tls_legacy', 'not_fetched');
  if (badCertificates.has(tls_failure))
    verdicts.report(
      'https_missing',
      { subject: 'site:https', url: `${origin}/` },
      { certainty: 'confirmed', measured: `certificate: ${tls_failure}` },
    );
  else verdicts.leave('https_missing', 'not_fetched');
}

const sessionCookie = /sess|sid$|^sid|auth|token|jwt|remember/i;

function judgeHeaders(site: RknSite, verdicts: RknVerdicts): void {
  const home = site.pages[0];
  if (home?.facts) {
    verdicts.judge('csp_missing');
    if (home.fetched.headers.content_security_policy === null && !home.facts.has_csp_meta)
      verdicts.report('csp_missing', { subject: 'site:csp', url: home.url }, { certainty: 'confirmed' });
  }
  const weak = new Map<string, { url: string; lacks: string[]; others: string[] }>();
  for (const { url, fetched } of site.pages)
    for (const cookie of fetched.protection?.cookies ?? []) {
      if (!sessionCookie.test(cookie.name)) continue;
      verdicts.judge('cookie_flags');
      const lacks = [
        ...(cookie.secure || site.is_trusted_host ? [] : ['Secure']),
        ...(cookie.http_only ? [] : ['HttpOnly']),
        ...(cookie.same_site === null ? ['SameSite'] : []),
      ];
      if (lacks.length === 0) continue;
      const known = weak.get(cookie.name);
      if (known) known.others.push(url);
      else weak.set(cookie.name, { url, lacks, others: [] });
    }
  for (const [name, { url, lacks, others }] of weak)
    verdicts.report(
      'cookie_flags',
      { subject: `cookie:${name}`, url },
      { certainty: 'confirmed', snippet: name, measured: lacks.join(', '), related: others },
    );
}

/** Pages that show people their own data once they are known. */
const personal = new Set(['login', 'checkout']);

/**
 * Whether a header explicitly allows a shared cache to store an answer (RFC 9111 §5.2.2). Without the header,
 * storage is only heuristic. A scan sees no data of signed-in users.
 */
function isCacheable(cache_control: string): boolean {
  if (/no-store|private|no-cache/i.test(cache_control)) return false;
  // The age of shared caches goes before that of all.
  const age = /s-maxage\s*=\s*"?(\d+)/i.exec(cache_control) ?? /max-age\s*=\s*"?(\d+)/i.exec(cache_control);
  return age === null ? /public/i.test(cache_control) : Number(age[1]) > 0;
}

function judgeAnswers(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  for (const page of new Set(forms.flatMap(({ pages }) => pages))) {
    if (isUnknown(page)) continue;
    const { allow_origin, cache_control = '' } = page.fetched.protection ?? {};
    // A page that anyone reads may be shared; one that takes a form may not.
    if (forms.some(({ form, pages }) => pages.includes(page) && isSentTo(form, page))) {
      verdicts.judge('cors_wildcard');
      if (allow_origin === '*') reportCors(page.url, '*', verdicts);
    }
    if (!factsOf(page)?.forms.some(({ purpose }) => personal.has(purpose))) continue;
    verdicts.judge('pd_page_cacheable');
    if (isCacheable(cache_control))
      verdicts.report(
        'pd_page_cacheable',
        { subject: `page:${page.url}`, url: page.url },
        // The page that was read holds no data yet.
        { certainty: 'detected', measured: cache_control },
      );
  }
  for (const { url, allow_origin, allow_credentials } of site.endpoints) {
    verdicts.judge('cors_wildcard');
    if (allow_origin === '*' || (allow_origin === foreignOrigin && allow_credentials))
      reportCors(url, allow_origin, verdicts);
  }
}

/** Whether a page takes its own form: without `action` a form is sent to its page (HTML, form submission). */
const isSentTo = ({ action, method }: RknForm, { url, fetched }: RknPage): boolean =>
  action === null ? method === 'post' : [url, urlKey(fetched.final_url)].includes(urlKey(action));

/** The origin that endpoints are asked from. */
export const foreignOrigin = 'https://origin.invalid';

const reportCors = (url: string, measured: string, verdicts: RknVerdicts): void =>
  verdicts.report('cors_wildcard', { subject: `endpoint:${url}`, url }, { certainty: 'confirmed', measured });
