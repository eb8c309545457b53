import { lookup as dnsLookup } from 'node:dns';
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

/** Whether an IP address is on the public internet: not loopback, private, link-local, metadata, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast';
}

/**
 * Fetches addresses that users configure. It refuses anything inside the network, checks the very address it connects to
 * (so a name that resolves differently the second time gains nothing), never follows redirects, and bounds time and size.
 * @param allowedHosts `host:port` pairs inside the network that an operator trusts
 */
export function createSafeFetch(allowedHosts: readonly string[] = []): SafeFetch {
  const allowed = new Set(allowedHosts);
  const refuse = (host: string) => new SafeFetchError('address_refused', `${host} is not a public address`);

  const publicOnly = new Agent({
    connect: {
      timeout: 5_000,
      lookup: (hostname, options, callback) => {
        dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
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
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(address);
    if (url.username !== '' || url.password !== '')
      throw new SafeFetchError('address_refused', 'credentials in an address are not allowed');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const isAllowed = allowed.has(`${host}:${port}`);
    if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw refuse(host);

    const timeoutMs = options.timeoutMs ?? 5_000;
    const maxBytes = options.maxBytes ?? 1_048_576;
    try {
      const response = await request(url, {
        method: options.method ?? 'GET',
        headers: options.headers,
        body: options.body,
        dispatcher: isAllowed ? trusted : publicOnly,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      });
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
      if (cause instanceof SafeFetchError) throw cause;
      throw new SafeFetchError('unreachable', `${url.host} did not answer`, cause);
    }
  };
  return Object.assign(safeFetch, {
    close: async () => {
      await Promise.all([publicOnly.close(), trusted.close()]);
    },
  });
}
