import { schedules, serviceNames, upstreamNames } from '@platform/contracts';
import { natsAccounts } from '@platform/runtime';
import { chartSettings } from './chart-settings.ts';
import type { DeploymentFacts } from './deployment-files.ts';
import { askedServices, declaredReaches, gatewayService, heardServices, schemaNames, services } from './services.ts';
import { optionalSettings } from './settings.ts';

/** Facts about the deployment of today's services. */
export const deploymentFacts: DeploymentFacts = {
  asked: askedServices,
  heard: heardServices,
  natsAccounts: natsAccounts([gatewayService, ...services]),
  services: serviceNames,
  upstreams: upstreamNames,
  schemas: schemaNames,
  schedules,
  reaches: declaredReaches,
  settings: optionalSettings,
  settingRules: chartSettings,
};
