import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hourMs, type Log } from '@platform/runtime';
import ipaddr from 'ipaddr.js';

/** Finds the address of a client behind known proxies. */
export type ClientIp = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

const warnedMs = hourMs;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The address of the caller: the peer itself, or, when the peer is a trusted proxy, the right-most address of
 * `X-Forwarded-For` that is not one. Never the left-most: that is whatever the client wrote.
 * @param trusted addresses or networks in CIDR notation
 * @param log warned, at most once an hour, when an `X-Forwarded-For` arrives and no proxy is trusted: behind
 * a proxy that was
 *   forgotten, all callers count as one
 */
export function createClientIp(trusted: readonly string[], log: Pick<Log, 'warn'>): ClientIp {
  const networks = trusted.map((entry): Network => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  const isTrusted = (address: string): boolean => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
  };

  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnOfForgottenProxy = (): void => {
    if (performance.now() - warnedAt < warnedMs) return;
    warnedAt = performance.now();
    log.warn('X-Forwarded-For arrives and TRUSTED_PROXIES is empty: behind a proxy, all callers count as one address');
  };

  return (req) => {
    const peer = normalize(req.socket.remoteAddress ?? '');
    if (networks.length === 0) {
      if (req.headers['x-forwarded-for'] !== undefined) warnOfForgottenProxy();
      return peer;
    }
    if (!isTrusted(peer)) return peer;
    const header = req.headers['x-forwarded-for'];
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
    for (let at = hops.length - 1; at >= 0; at -= 1) {
      const hop = hops[at] ?? '';
      // A proxy writes addresses; anything else was written by the client, so the last address that was real
      // counts. isIP, because ipaddr.js also reads `1` and `0x7f.1` as addresses.
      if (isIP(hop) === 0) return canonical(hops[at + 1] ?? peer);
      if (!isTrusted(hop)) return canonical(hop);
    }
    return canonical(hops[0] || peer);
  };
}

/** Canonical spelling of an address: a rate limit by address must count `2001:DB8::1` as `2001:db8::1`. */
const canonical = (address: string): string => ipaddr.process(address).toString();

/**
 * The same for an address from the operating system, which differs only in `::ffff:10.0.0.1` for `10.0.0.1`.
 */
const normalize = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
