import type { ScanOptions, ScanOptionsPatch } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { fail, hostPairOf, isPublicAddress, refuseRole } from '@platform/runtime';
import type { z } from 'zod';

/** Milliseconds between requests, and pages, that a host is not asked for without proof. */
const gentleIntervalMs = 100;
const gentlePages = 5_000;

/** Whether options burden no host. */
export const isGentle = ({
  interval_ms = gentleIntervalMs,
  ignore_robots = false,
  max_pages = 0,
}: z.output<typeof ScanOptionsPatch>): boolean =>
  interval_ms >= gentleIntervalMs && !ignore_robots && max_pages <= gentlePages;

/** Whether an operator allowed a host, or its site is proven. */
export const isAllowed = (hosts: readonly string[], url: URL): boolean =>
  hosts.includes(hostPairOf(url)) || hosts.includes(`${url.hostname}:*`);

/**
 * Refuses an address that no scan can fetch. Names are checked when they are resolved; a literal address
 * and a port are known before.
 * @param hosts that an operator allowed
 * @throws AppError `address_refused`
 */
export function requireAddress(hosts: readonly string[], url: URL): void {
  if (isAllowed(hosts, url)) return;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = /^[\d.]+$|:/.test(literal);
  if (url.port !== '' || (isLiteral && !isPublicAddress(literal))) fail('address_refused');
}

/**
 * Refuses options that may burden a host, unless an administrator asks for a proven host.
 * @param hosts that an operator allowed, or that a search console of the site proves
 * @param url of the site; null without one
 * @throws AppError `forbidden`, `host_not_verified`
 */
export function requireRight(
  hosts: readonly string[],
  url: URL | null,
  options: z.output<typeof ScanOptionsPatch>,
  { role }: Pick<AdminContext, 'role'>,
): void {
  if (isGentle(options)) return;
  if (role === 'staff') refuseRole('admin', role, 'An audit with these options');
  if (url === null || !isAllowed(hosts, url)) fail('host_not_verified');
}

/** Options of a scan without those that may burden a host that no operator allowed. */
export function gentleOptions(hosts: readonly string[], url: URL, options: ScanOptions): ScanOptions {
  if (isAllowed(hosts, url)) return options;
  return {
    ...options,
    ignore_robots: false,
    interval_ms: Math.max(options.interval_ms, gentleIntervalMs),
    max_pages: Math.min(options.max_pages, gentlePages),
  };
}
