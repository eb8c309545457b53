import { cutText } from '@platform/contracts/cut-text';
import { type SafeFetch, SafeFetchError, type SafeResponseHead } from '@platform/runtime';
import type { Fetched, FetchedHeaders, FetchFailure, Hop, ProtectionHeaders, SentCookie } from './fetched.ts';

/** How the crawler introduces itself; its product token in robots.txt is `AppPlatformBot`. */
export const userAgent = 'Mozilla/5.0 (compatible; AppPlatformBot/1.0)';

export interface FetchPageOptions {
  method?: 'GET' | 'HEAD';
  /** Limit of the decoded body; 5 MiB without it. */
  maxBytes?: number;
  /** Redirects that are followed; 10 without it. */
  maxHops?: number;
  /** Limit of the whole, all redirects together; 15 s without it. */
  timeoutMs?: number;
  /**
   * Validators of an earlier answer of this URL: the answer may be 304. Redirect targets are asked without
   * them.
   */
  etag?: string | null;
  last_modified?: string | null;
  /** Value of `Range`: the answer may be 206, a part of the body. */
  range?: string;
  /** Value of `Origin`: which other sites may read the answer. */
  origin?: string;
  signal?: AbortSignal;
  /** Whether the target of a redirect may be asked; where not, the redirect itself is the answer. */
  mayFollow?: (url: string) => boolean;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Fetches a URL and follows its redirects. Each hop is a guarded call of its own, so a redirect into the
 * network is refused as a link to it is. Without cookies.
 * @returns what came of it; a failure is a result. After a failure the timings of a call without an answer
 * are the time that it took
 * @throws the reason of the signal, and nothing else
 */
export async function fetchPage(
  safeFetch: SafeFetch,
  address: string,
  options: FetchPageOptions = {},
): Promise<Fetched> {
  const deadline = performance.now() + (options.timeoutMs ?? 15_000);
  const maxHops = options.maxHops ?? 10;
  const hops: Hop[] = [];
  const seen = new Set<string>();
  let current = withoutFragment(address);

  for (;;) {
    seen.add(current);
    const { location, ...answer } = await ask(safeFetch, current, {
      options,
      deadline,
      isFirst: hops.length === 0,
    });
    const fetched: Fetched = { url: address, final_url: current, hops, ...answer };
    if (answer.failure || !redirects.has(answer.status ?? 0)) return fetched;

    const fail = (code: FetchFailure['code'], detail: string): Fetched => ({
      ...fetched,
      body: null,
      bytes: 0,
      failure: { code, detail },
    });
    if (location === null) return fail('bad_redirect', 'no Location');
    const target = URL.parse(location, current);
    if (!target) return fail('bad_redirect', 'the Location header is not an address');
    if (target.protocol !== 'https:' && target.protocol !== 'http:')
      return fail('bad_redirect', `the Location header has the scheme ${cutText(target.protocol, 20)}`);
    const next = withoutFragment(target.href);
    hops.push({ url: current, status: answer.status ?? 0, location: next });
    if (seen.has(next)) return fail('redirect_loop', `after ${hops.length} redirects`);
    if (hops.length > maxHops) return fail('too_many_redirects', `more than ${maxHops}`);
    if (options.mayFollow?.(next) === false) return { ...fetched, final_url: next };
    current = next;
  }
}

type Answer = Omit<Fetched, 'url' | 'final_url' | 'hops'> & { location: string | null };

interface HopOptions {
  options: FetchPageOptions;
  /** On the monotonic clock (`performance.now()`). */
  deadline: number;
  /** Validators are sent to the first address only, not behind a redirect. */
  isFirst: boolean;
}

async function ask(safeFetch: SafeFetch, url: string, { options, deadline, isFirst }: HopOptions): Promise<Answer> {
  const method = options.method ?? 'GET';
  const started = performance.now();
  try {
    const { body, ...head } = await safeFetch(url, {
      method,
      headers: {
        'user-agent': userAgent,
        accept,
        ...(isFirst ? validators(options) : {}),
        ...(options.origin === undefined ? {} : { origin: options.origin }),
        ...(options.range === undefined ? {} : { range: options.range, 'accept-encoding': 'identity' }),
      },
      maxBytes: options.maxBytes ?? 5 * 1_048_576,
      timeoutMs: Math.max(1, Math.ceil(deadline - started)),
      signal: options.signal,
      redirect: 'return',
      decode: true,
      webPortsOnly: true,
    });
    const hasBody = method === 'GET' && head.status !== 304;
    return { ...ofHead(head), failure: null, bytes: body.length, body: hasBody ? body : null };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SafeFetchError)) throw error;
    const failure: FetchFailure = { code: failureCode(error.code), detail: error.detail };
    const elapsed = Math.round(performance.now() - started);
    const head = error.head ?? {
      status: null,
      headers: {},
      address: null,
      timings: { connect_ms: null, ttfb_ms: elapsed, total_ms: elapsed },
    };
    return { ...ofHead(head), failure, bytes: 0, body: null };
  }
}

/** Code points that a header may carry; a server may have sent others. */
const sendable = /^[\x20-\x7e]{1,1000}$/;

function validators({ etag, last_modified }: FetchPageOptions): Record<string, string> {
  return {
    ...(etag && sendable.test(etag) ? { 'if-none-match': etag } : {}),
    ...(last_modified && sendable.test(last_modified) ? { 'if-modified-since': last_modified } : {}),
  };
}

function failureCode(code: SafeFetchError['code']): FetchFailure['code'] {
  if (code === 'too_large') return 'body_too_large';
  return code === 'redirected' ? 'bad_redirect' : code;
}

const withoutFragment = (address: string): string => {
  const url = URL.parse(address);
  if (!url) return address;
  url.hash = '';
  return url.href;
};

const present = <Name extends string>(name: Name, value: string | null) =>
  (value === null ? {} : { [name]: cutText(value, 300) }) as { [N in Name]?: string };

/** Name and flags of a `Set-Cookie` line (RFC 6265 §5.2). */
function readCookie(line: string): SentCookie {
  const [pair = '', ...attributes] = line.split(';');
  const names = new Map(
    attributes.map((one) => [one.split('=', 1)[0]?.trim().toLowerCase() ?? '', one.split('=')[1] ?? '']),
  );
  return {
    name: cutText((pair.split('=', 1)[0] ?? '').trim(), 100),
    secure: names.has('secure'),
    http_only: names.has('httponly'),
    same_site: names.get('samesite')?.trim().toLowerCase().slice(0, 10) ?? null,
  };
}

const securityHeaders = ['x-content-type-options', 'x-frame-options'];

function ofHead(head: Omit<SafeResponseHead, 'status'> & { status: number | null }) {
  const all = (name: string): string[] => [head.headers[name] ?? []].flat();
  const first = (name: string): string | null => all(name)[0] ?? null;
  const headers: FetchedHeaders = {
    content_type: first('content-type'),
    robots: all('x-robots-tag'),
    link: all('link'),
    etag: first('etag'),
    last_modified: first('last-modified'),
    retry_after: first('retry-after'),
    content_security_policy: first('content-security-policy'),
    set_cookie: all('set-cookie').length > 0,
    strict_transport_security: first('strict-transport-security'),
    content_length: first('content-length'),
    security: securityHeaders.filter((name) => first(name) !== null),
  };
  const protection: ProtectionHeaders = {
    ...present('cache_control', first('cache-control')),
    ...present('allow_origin', first('access-control-allow-origin')),
    ...present('server', first('server')),
    ...(first('access-control-allow-credentials') === 'true' ? { allow_credentials: true } : {}),
    ...(all('set-cookie').length > 0 ? { cookies: all('set-cookie').slice(0, 20).map(readCookie) } : {}),
  };
  const { status, address, timings } = head;
  return { status, headers, protection, timings, address, location: first('location') };
}
