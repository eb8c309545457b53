import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isAllowed } from '../../scans/host-rights.ts';
import { robotsOf } from '../../scans/probe-site.ts';
import type { ScanWork } from '../../scans/scan-work.ts';
import { foreignOrigin } from '../judge/hosting-rules.ts';
import { formsOf, type RknSite, type SiteForm } from '../judge/rkn-site.ts';
import type { RknChecks } from './rkn-checks.ts';

const timeoutMs = 10_000;
const dnsMs = 3_000;
const tlsMs = 5_000;
const maxEndpoints = 10;

/** Whether an operator allowed the host of a scan: then plain http is not the fault of the site. */
export const isTrusted = ({ app, scan }: Pick<ScanWork, 'app' | 'scan'>): boolean =>
  isAllowed(app.config.SAFE_FETCH_ALLOWED_HOSTS, new URL(scan.origin));

type Prober = Pick<ScanWork, 'gentleFetch'>;

/**
 * Requests facts that no page contains, with GET and HEAD only; no form is sent. A part that fails is null.
 * @param pages of the scan, with their forms
 */
export async function askServer(work: ScanWork, pages: RknSite['pages']): Promise<NonNullable<RknChecks['site']>> {
  const url = new URL(work.scan.origin);
  const isAsked = url.protocol === 'https:' && !isTrusted(work);
  return {
    endpoints: await askEndpoints(work, pages),
    redirects_to_https: isAsked ? await redirectsToHttps(work, url.hostname) : null,
    accepts_legacy_tls: isAsked ? await acceptsLegacyTls(work, url) : null,
    mail_hosts: await readMailHosts(url.hostname),
  };
}

/**
 * Addresses that forms of a site send data to, ten at most. Those that robots.txt disallows are left out, as
 * is a form of method GET: its address is a page. An address with a query may identify one person, so it is
 * not requested.
 */
export function endpointsOf(
  forms: readonly Pick<SiteForm, 'form'>[],
  { origin, mayFetch }: { origin: string; mayFetch(url: string): boolean },
): string[] {
  const ownEndpoints = forms.flatMap(({ form: { action, method } }) => {
    const url = method === 'post' && action !== null ? URL.parse(action) : null;
    return url?.origin === origin ? [origin + url.pathname] : [];
  });
  return [...new Set(ownEndpoints)].filter(mayFetch).slice(0, maxEndpoints);
}

async function askEndpoints(work: ScanWork, pages: RknSite['pages']): Promise<RknSite['endpoints']> {
  const { origin, options, probe } = work.scan;
  if (!probe) throw new Error('a scan without a plan');
  const robots = robotsOf(probe);
  const mayFetch = (url: string) => options.ignore_robots || robots.isAllowed('AppPlatformBot', url);
  const answers = [];
  for (const url of endpointsOf(formsOf({ pages }), { origin, mayFetch })) {
    const { status, protection } = await work.gentleFetch(url, {
      method: 'HEAD',
      timeoutMs,
      origin: foreignOrigin,
      maxHops: 0,
    });
    const { allow_origin = null, allow_credentials = false } = protection ?? {};
    if (status !== null) answers.push({ url, allow_origin, allow_credentials });
  }
  return answers;
}

/**
 * Whether plain http of a host, on port 80, redirects to https. Without a server on port 80 there is no plain
 * http.
 * @returns null where it cannot be told
 */
export async function redirectsToHttps({ gentleFetch }: Prober, hostname: string): Promise<boolean | null> {
  const { failure, final_url } = await gentleFetch(`http://${hostname}/`, { timeoutMs, maxBytes: 65_536 });
  // A certificate that does not hold is a fault of its own.
  if (final_url.startsWith('https:')) return true;
  if (failure === null || failure.code === 'body_too_large') return false;
  return failure.code === 'connect' ? true : null;
}

/**
 * Refusals of the versions that were offered, by the server's alert or by the version that it chose (RFC 8446
 * §6.2). Any other failure, such as a reset, proves nothing about versions.
 */
const refusals =
  /^ERR_SSL_(?:TLSV1_ALERT_PROTOCOL_VERSION|TLSV1_ALERT_INSUFFICIENT_SECURITY|SSLV3_ALERT_HANDSHAKE_FAILURE|UNSUPPORTED_PROTOCOL)$/;

/**
 * Whether a server accepts TLS 1.0 or 1.1: one handshake with the address that the guard allowed, and no data
 * after it.
 * @returns null where it cannot be told
 */
export async function acceptsLegacyTls({ gentleFetch }: Prober, url: URL): Promise<boolean | null> {
  const { address } = await gentleFetch(url.href, { method: 'HEAD', timeoutMs, maxHops: 0 });
  if (address === null) return null;
  const servername = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port: Number(url.port) || 443,
      rejectUnauthorized: false,
      // A literal address is no server name (RFC 6066 §3).
      ...(isIP(servername) === 0 ? { servername } : {}),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const end = (answer: boolean | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), tlsMs);
    socket.once('secureConnect', () => end(true));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => end(refusals.test(code) ? false : null));
    socket.once('close', () => end(null));
  });
}

/**
 * Names of the mail servers of a domain, twenty at most.
 * @returns null if unknown; an empty list for a domain with a null MX (RFC 7505)
 */
export async function readMailHosts(
  hostname: string,
  resolver: Pick<Resolver, 'resolveMx'> = new Resolver({ timeout: dnsMs, tries: 1 }),
): Promise<string[] | null> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost') return null;
  try {
    const records = await resolver.resolveMx(hostname.replace(/^www\./, ''));
    return records
      .filter(({ exchange }) => exchange !== '' && exchange !== '.')
      .slice(0, 20)
      .map(({ exchange }) => exchange.slice(0, 253));
  } catch {
    return null;
  }
}
