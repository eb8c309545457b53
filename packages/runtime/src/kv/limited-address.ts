import ipaddr from 'ipaddr.js';

/** An IPv6 customer owns a whole /64 and would otherwise have an allowance for each of its addresses. */
export function limitedAddress(address: string): string {
  if (!address.includes(':')) return address;
  return ipaddr.isValid(address) ? ipaddr.parse(address).toByteArray().slice(0, 8).join('.') : address;
}
