import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
