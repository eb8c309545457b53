import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/**
 * An address that a request may be sent to, checked by its text. A host name is checked when it is resolved.
 */
export interface CheckedAddress {
  url: URL;
  /** `host:port`. */
  pair: string;
  /** An operator trusts it: it may be inside the network. */
  isAllowed: boolean;
}

/**
 * Checks the text of an address.
 * @param allowed `host:port` pairs inside the network that an operator trusts; `host:*` names every port
 * @param webPortsOnly refuses other ports than 80 and 443, except on allowed hosts
 * @throws SafeFetchError `address_refused`
 */
export function checkAddress(address: string, allowed: ReadonlySet<string>, webPortsOnly: boolean): CheckedAddress {
  const refused = (message: string) => new SafeFetchError('address_refused', message);
  const url = URL.parse(address);
  if (!url) throw refused('this is not an address');
  if (url.username !== '' || url.password !== '') throw refused('credentials in an address are not allowed');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(`${address} is not a public address`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const pair = hostPairOf(url);
  const isAllowed = allowed.has(pair) || allowed.has(`${url.hostname}:*`);
  // Node asks no lookup for a literal IP address, so the guard of the agent does not see it.
  if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw refused(notPublic(pair));
  if (!isAllowed && webPortsOnly && !/:(80|443)$/.test(pair)) throw refused(`${pair} is neither port 80 nor 443`);
  return { url, pair, isAllowed };
}

/** `host:port` of an address, as an operator allows it. */
export const hostPairOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

/** Message for an address inside the network. */
export const notPublic = (pair: string): string =>
  `${pair} is not a public address; an operator allows it with SAFE_FETCH_ALLOWED_HOSTS=${pair}`;
