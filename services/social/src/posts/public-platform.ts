import { isIP } from 'node:net';
import { isPublicAddress } from '@platform/runtime';

/** Names that no public resolver resolves (RFC 6761, RFC 6762). */
const localNames = /(^|\.)(localhost|local|internal|test|invalid|example)$/;

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/**
 * Whether a channel outside can fetch from an address of this platform: https, and no name or address of a
 * private network.
 * @param address `PUBLIC_API_URL`
 */
export function isPublicPlatform(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? isPublicAddress(host) : host.includes('.') && !localNames.test(host);
}

/**
 * Whether a channel can fetch files from this platform. A local emulator reaches a local platform; a real
 * channel needs a public address.
 * @param channelUrl base address of the API of the channel
 * @param address `PUBLIC_API_URL`
 */
export function reachesPlatform(channelUrl: string, address: string): boolean {
  const hosts = [channelUrl, address].map((url) => URL.parse(url)?.hostname ?? '');
  return hosts.every(isLoopback) || isPublicPlatform(address);
}
