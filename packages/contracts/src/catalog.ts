import { applicationEndpoints, applicationEvents, applicationQueries } from './catalog/applications.ts';
import { customerGrantCommands, customerImportEndpoints } from './catalog/customers.ts';
import { entitlementEndpoints } from './catalog/entitlements.ts';
import { featureEndpoints } from './catalog/feature-flags.ts';
import { grantCommands, grantEndpoints, grantEvents, grantQueries } from './catalog/grants.ts';
import { identityProviderEndpoints } from './catalog/identity-provider.ts';
import { licenseBatchEndpoints } from './catalog/license-batches.ts';
import { licenseKeyEndpoints, licenseKeyEvents } from './catalog/license-keys.ts';
import { paywallEndpoints } from './catalog/paywalls.ts';
import { planBackfillEndpoints } from './catalog/plan-backfills.ts';
import { planEndpoints, planEvents, planQueries } from './catalog/plans.ts';
import { publicKeyCommands, publicKeyEndpoints } from './catalog/public-keys.ts';
import { configEndpoints } from './catalog/remote-config.ts';
import { settingsEvents } from './catalog/settings.ts';
import { userTermQueries } from './catalog/user-terms.ts';
import { service } from './kit.ts';

/** Applications and what they sell: plans, paywalls, licenses, and what users were granted. */
export const catalog = service({
  name: 'catalog',
  endpoints: {
    ...applicationEndpoints,
    ...publicKeyEndpoints,
    ...identityProviderEndpoints,
    ...configEndpoints,
    ...featureEndpoints,
    ...entitlementEndpoints,
    ...planEndpoints,
    ...planBackfillEndpoints,
    ...paywallEndpoints,
    ...grantEndpoints,
    ...customerImportEndpoints,
    ...licenseBatchEndpoints,
    ...licenseKeyEndpoints,
  },
  events: { ...applicationEvents, ...licenseKeyEvents, ...settingsEvents, ...planEvents, ...grantEvents },
  queries: { ...applicationQueries, ...planQueries, ...grantQueries, ...userTermQueries },
  commands: { ...publicKeyCommands, ...grantCommands, ...customerGrantCommands },
});
