import { analytics } from './analytics.ts';
import { billing } from './billing.ts';
import { catalog } from './catalog.ts';
import { cms } from './cms.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import type { ServiceContract } from './kit.ts';
import { seoRkn } from './seo-rkn.ts';
import { social } from './social.ts';

/**
 * The one list of services. The gateway's table and its addresses, OpenAPI, the client, the embedded process,
 * the deployment files and the tests are made from it. The order is the order in which services start.
 */
export const platform = {
  gateway,
  identity,
  catalog,
  billing,
  cms,
  analytics,
  'seo-rkn': seoRkn,
  social,
} as const satisfies Record<string, ServiceContract>;
export type ServiceName = keyof typeof platform;
export type UpstreamName = Exclude<ServiceName, 'gateway'>;

export const serviceNames = Object.keys(platform) as ServiceName[];

/** Every service behind the gateway. */
export const upstreamNames = serviceNames.filter((name): name is UpstreamName => name !== gateway.name);
