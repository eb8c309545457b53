import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isAllowed } from '../../scans/host-rights.ts';
import type { ScanWork } from '../../scans/scan-work.ts';
import { foreignOrigin } from '../judge/hosting-rules.ts';
import { formsOf, type RknSite } from '../judge/rkn-site.ts';
import type { RknChecks } from './rkn-checks.ts';

const timeoutMs = 10_000;
const dnsMs = 3_000;
const tlsMs = 5_000;
const maxEndpoints = 10;

/** Whether an operator allowed the host of a scan: then plain http is not the fault of the site. */
export const isTrusted = ({ app, scan }: Pick<ScanWork, 'app' | 'scan'>): boolean =>
  isAllowed(app.config.SAFE_FETCH_ALLOWED_HOSTS, new URL(scan.origin));

/** Asks the server what no page tells; GET and HEAD alone, no form is sent. A part that fails is null. */
export async function askServer(work: ScanWork, pages: RknSite['pages']): Promise<NonNullable<RknChecks['site']>> {
  const url = new URL(work.scan.origin);
  const isAsked = url.protocol === 'https:' && !isTrusted(work);
  return {
    endpoints: await askEndpoints(work, pages),
    redirects_to_https: isAsked ? await redirectsToHttps(work, url) : null,
    accepts_legacy_tls: isAsked ? await acceptsLegacyTls(work, url) : null,
    mail_hosts: await readMailHosts(url.hostname),
  };
}

async function askEndpoints(work: ScanWork, pages: RknSite['pages']): Promise<RknSite['endpoints']> {
  const forms = formsOf({ pages } as RknSite);
  const own = forms.flatMap(({ form }) => (form.action?.startsWith(`${work.scan.origin}/`) ? [form.action] : []));
  const answers = [];
  for (const url of [...new Set(own)].slice(0, maxEndpoints)) {
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

async function redirectsToHttps(work: ScanWork, { host }: URL): Promise<boolean | null> {
  const { failure, final_url } = await work.gentleFetch(`http://${host}/`, { timeoutMs, maxBytes: 65_536 });
  if (failure !== null && failure.code !== 'body_too_large') return failure.code === 'connect' ? true : null;
  return final_url.startsWith('https:');
}

/** One handshake with the address that the guard let through; nothing is sent behind it. */
async function acceptsLegacyTls(work: ScanWork, url: URL): Promise<boolean | null> {
  const { address } = await work.gentleFetch(url.href, { method: 'HEAD', timeoutMs, maxHops: 0 });
  if (address === null) return null;
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host: address, port: 443, servername: url.hostname, rejectUnauthorized: false },
      ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    });
    const end = (answer: boolean | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), tlsMs);
    socket.once('secureConnect', () => end(true));
    // The server refuses the version, or closes the connection: both are a no.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(/SSL|ALERT|ECONNRESET|EPROTO/.test(`${error.code} ${error.message}`) ? false : null),
    );
  });
}

async function readMailHosts(hostname: string): Promise<string[] | null> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost') return null;
  try {
    const found = await new Resolver({ timeout: dnsMs, tries: 1 }).resolveMx(hostname.replace(/^www\./, ''));
    return found.slice(0, 20).map(({ exchange }) => exchange.slice(0, 253));
  } catch {
    return null;
  }
}
