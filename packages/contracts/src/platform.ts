import { analytics } from './analytics.ts';
import { billing } from './billing.ts';
import { catalog } from './catalog.ts';
import { cms } from './cms.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import type { ServiceContract } from './kit.ts';

/** Every service of the platform. The gateway's table, OpenAPI and the client are made from this list. */
export const platform = { gateway, identity, catalog, billing, cms, analytics } as const satisfies Record<
  string,
  ServiceContract
>;
export type ServiceName = keyof typeof platform;
