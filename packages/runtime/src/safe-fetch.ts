import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';

/** An address that a user configured may not be reached, or did not answer as it must. */
export class SafeFetchError extends Error {
  readonly reason: 'address_refused' | 'too_large' | 'redirected' | 'unreachable';
  constructor(reason: SafeFetchError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SafeFetchError';
    this.reason = reason;
  }
}

export interface SafeFetchOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  maxBytes?: number;
}

export interface SafeResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface SafeFetch {
  (url: string, options?: SafeFetchOptions): Promise<SafeResponse>;
  close(): Promise<void>;
}

/** All of IPv6 that IANA gives out as global unicast; the rest is reserved, mapped, translated or local. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * IETF protocol assignments: Teredo, benchmarking, ORCHID and anycast relays (IANA special-purpose registry).
 */
const protocolAssignments = ipaddr.IPv6.parseCIDR('2001::/23');
/**
 * Platform services of Azure (DNS, health probes, agent), at the same public address in every virtual
 * network.
 */
const azurePlatform = '168.63.129.16';

/**
 * Whether an IP address is on the public internet: not loopback, private, link-local, metadata, multicast,
 * reserved, or an IPv4 address inside an IPv6 one, by the special-purpose registries of IANA (RFC 6890).
 */
export function isPublicAddress(address: string): boolean {
  // Node's reading is the strict one: three numbers are no address to it.
  if (isIP(address) === 0) return false;
  // In hexadecimal, because ipaddr.js takes `::8.8.8.8` (IPv4-compatible) for `::ffff:8.8.8.8` (IPv4-mapped).
  const text = isIP(address) === 6 ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : address;
  if (text === undefined || !ipaddr.isValid(text)) return false;
  const parsed = ipaddr.process(text);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString() !== azurePlatform;
  return parsed.match(globalUnicast) && !parsed.match(protocolAssignments);
}

/** Finds every address of a name. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const systemLookup: Lookup = (hostname, options, callback) => dnsLookup(hostname, { ...options, all: true }, callback);

/**
 * Fetches addresses that users configure. It refuses anything inside the network, checks the very address it
 * connects to (so a name that resolves differently the second time gains nothing), never follows redirects,
 * and bounds time and size.
 * @param allowedHosts `host:port` pairs inside the network that an operator trusts; `host:*` names every port
 */
export function createSafeFetch(allowedHosts: readonly string[] = [], lookup: Lookup = systemLookup): SafeFetch {
  const allowed = new Set(allowedHosts);
  const refuse = (host: string) => new SafeFetchError('address_refused', `${host} is not a public address`);
  const refuseHost = (pair: string) =>
    new SafeFetchError(
      'address_refused',
      `${pair} is not a public address; an operator allows it with SAFE_FETCH_ALLOWED_HOSTS=${pair}`,
    );

  const publicOnly = new Agent({
    connect: {
      timeout: 5_000,
      lookup: (hostname, options, callback) => {
        lookup(hostname, options, (error, addresses) => {
          if (error) return callback(error, '', 0);
          const bad = addresses.find(({ address }) => !isPublicAddress(address));
          const first = addresses[0];
          if (bad || !first) return callback(refuse(hostname), '', 0);
          // undici asks for one or for all addresses, depending on the happy-eyeballs setting.
          return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
        });
      },
    },
  });
  const trusted = new Agent({ connect: { timeout: 5_000 } });

  const safeFetch = async (address: string, options: SafeFetchOptions = {}): Promise<SafeResponse> => {
    const url = URL.parse(address);
    if (!url) throw new SafeFetchError('address_refused', 'this is not an address');
    if (url.username !== '' || url.password !== '')
      throw new SafeFetchError('address_refused', 'credentials in an address are not allowed');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const pair = `${url.hostname}:${port}`;
    const isAllowed = allowed.has(pair) || allowed.has(`${url.hostname}:*`);
    if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw refuseHost(pair);

    const timeoutMs = options.timeoutMs ?? 5_000;
    const maxBytes = options.maxBytes ?? 1_048_576;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const asked = request(url, {
        method: options.method ?? 'GET',
        headers: options.headers,
        body: options.body,
        dispatcher: isAllowed ? trusted : publicOnly,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal,
      });
      const response = await unlessAborted(asked, signal);
      // Leaving a body early makes it emit an error, which would end the process without a listener.
      response.body.on('error', () => {});
      if (response.statusCode >= 300 && response.statusCode < 400) {
        response.body.destroy();
        throw new SafeFetchError('redirected', `${url.host} answered with a redirect, which is not followed`);
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) {
          response.body.destroy();
          throw new SafeFetchError('too_large', `${url.host} answered more than ${maxBytes} bytes`);
        }
        chunks.push(chunk);
      }
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
    } catch (cause) {
      // The lookup knows no port.
      if (cause instanceof SafeFetchError) throw cause.reason === 'address_refused' ? refuseHost(pair) : cause;
      throw new SafeFetchError('unreachable', `${url.host} did not answer`, cause);
    }
  };
  return Object.assign(safeFetch, {
    close: async () => {
      // The caller no longer waits for an answer; a pending connection would delay the stop for seconds.
      await Promise.all([publicOnly.destroy(), trusted.destroy()]);
    },
  });
}

/**
 * undici notices a signal only once it is connected; a slow name server or a silent address must not take
 * longer.
 */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
