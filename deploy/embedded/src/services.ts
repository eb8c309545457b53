import { analyticsService } from '@platform/analytics';
import { billingService } from '@platform/billing';
import { catalogService } from '@platform/catalog';
import { cmsService } from '@platform/cms';
import { type UpstreamName, upstreamNames } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { identityService } from '@platform/identity';
import type { ServiceDefinition } from '@platform/runtime';
import { seoRknService } from '@platform/seo-rkn';
import { socialService } from '@platform/social';
import type { DeclaredReach } from './deployment-files.ts';

/** The code of each service of the contracts. The only file that imports services. */
const definitions: Record<UpstreamName, ServiceDefinition> = {
  analytics: analyticsService,
  billing: billingService,
  catalog: catalogService,
  cms: cmsService,
  identity: identityService,
  'seo-rkn': seoRknService,
  social: socialService,
};

/** Every service behind the gateway, in the order they start. */
export const services: readonly ServiceDefinition[] = upstreamNames.map((name) => definitions[name]);

/** Services with a schema, and a PostgreSQL role, of their own. */
export const schemaNames: readonly string[] = services
  .filter(({ migrations }) => migrations !== undefined)
  .map(({ contract }) => contract.name);

/** Services that each service asks, the gateway included, by the queries and commands that it declares. */
export const askedServices: ReadonlyMap<string, readonly string[]> = new Map(
  [gatewayService, ...services].map(({ contract, dependencies = [] }) => [
    contract.name,
    [...new Set(dependencies.map(({ subject }) => subject.split('.')[1] ?? ''))].sort(),
  ]),
);

/** The services whose events each service receives as a consumer or observer, without itself. */
export const heardServices: ReadonlyMap<string, readonly string[]> = new Map(
  [gatewayService, ...services].map(({ contract, consumes = {}, observes = [] }) => {
    const types = new Set([...Object.values(consumes), ...observes].map(({ type }) => type));
    const publishers = services.filter((other) =>
      Object.values(other.contract.events).some(({ type }) => types.has(type)),
    );
    return [
      contract.name,
      publishers
        .map((other) => other.contract.name)
        .filter((name) => name !== contract.name)
        .sort(),
    ];
  }),
);

/** What each service reaches beside NATS and its own schema, the gateway included. */
export const declaredReaches: ReadonlyMap<string, DeclaredReach> = new Map(
  [gatewayService, ...services].map(({ contract, usesKeyValue = false, internetPorts = [] }) => [
    contract.name,
    { redis: usesKeyValue, internetPorts },
  ]),
);

export { gatewayService };
