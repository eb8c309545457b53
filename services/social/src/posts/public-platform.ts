import { isIP } from 'node:net';
import { isPublicAddress } from '@platform/runtime';

/** Names that no public resolver answers (RFC 6761, RFC 6762). */
const localNames = /(^|\.)(localhost|local|internal|test|invalid|example)$/;

/**
 * Whether a channel outside can fetch from an address of this platform: https, and no name or address of an
 * inner network. Pure.
 * @param address `PUBLIC_API_URL`
 */
export function isPublicPlatform(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !localNames.test(host);
}
