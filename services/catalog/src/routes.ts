import type { catalog } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { getAsset } from './applications/get-asset.ts';
import { getBranding } from './applications/get-branding.ts';
import { getIdentityProvider, setIdentityProvider } from './applications/identity-provider.ts';
import {
  archiveApplication,
  createApplication,
  getApplication,
  listApplications,
  updateApplication,
} from './applications/manage-applications.ts';
import { listPublicKeys, revokePublicKey, rotatePublicKey, updatePublicKey } from './applications/public-keys.ts';
import { removeIcon, setIcon } from './applications/set-icon.ts';
import { importCustomers } from './customers/import-customers.ts';
import {
  archiveEntitlement,
  createEntitlement,
  getEntitlement,
  listEntitlements,
  updateEntitlement,
} from './entitlements/manage-entitlements.ts';
import { getMyEntitlements } from './grants/get-my-entitlements.ts';
import { getSubjectEntitlements } from './grants/get-subject-entitlements.ts';
import { grantEntitlements } from './grants/grant-entitlements.ts';
import { restoreGrant, revokeGrant } from './grants/revoke-grant.ts';
import { activateLicenseKey } from './license-keys/activate-license-key.ts';
import { issueLicenseKeys } from './license-keys/issue-license-keys.ts';
import {
  getLicenseBatch,
  listLicenseBatches,
  revokeLicenseBatch,
  updateLicenseBatch,
} from './license-keys/license-batches.ts';
import { getLicenseKey, listLicenseKeys } from './license-keys/read-license-keys.ts';
import { revokeLicenseKey } from './license-keys/revoke-license-key.ts';
import {
  archivePaywall,
  createPaywall,
  getPaywallById,
  listPaywalls,
  setPaywallItems,
  updatePaywall,
} from './paywalls/manage-paywalls.ts';
import { getPaywall } from './paywalls/public-paywall.ts';
import {
  archivePlan,
  archivePlanPrice,
  createPlan,
  createPlanPrice,
  setPlanEntitlements,
  updatePlan,
  updatePlanPrice,
} from './plans/manage-plans.ts';
import { getPlanBackfill, listPlanBackfills } from './plans/plan-backfills.ts';
import { getPlan, listPlans } from './plans/read-plans.ts';
import {
  deleteConfigParameter,
  getConfigParameter,
  listConfigParameters,
  listConfigParameterVersions,
  putConfigParameter,
  rollBackConfigParameter,
} from './settings/config-parameters.ts';
import {
  createFeature,
  deleteFeature,
  getFeature,
  listFeatures,
  listFeatureVersions,
  rollBackFeature,
  updateFeature,
} from './settings/feature-flags.ts';
import { askerOf, clientOf, evaluateFlag, evaluateFlags, getConfig, getFeatures } from './settings/read-settings.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof catalog> => ({
  getPaywall: ({ params, context }) =>
    getPaywall(app, { application_id: context.application.id, paywall_code: params.paywall_code }),
  getBranding: ({ context }) => getBranding(app, context.application.id),
  getMyEntitlements: ({ context }) => getMyEntitlements(app, { ...context, user_id: context.user.id }),
  getAsset: ({ params }) => getAsset(app, params.name),
  getSnapshotKeys: () => ({ keys: app.snapshots.keys.map((key) => ({ ...key })) }),

  getConfig: ({ query, context }) => getConfig(app, context.application.id, clientOf(query)),
  getFeatures: ({ query, context }) => getFeatures(app, askerOf(context, query)),
  evaluateFlags: ({ body, context }) => evaluateFlags(app, askerOf(context, body.context)),
  evaluateFlag: ({ params, body, context }) => evaluateFlag(app, askerOf(context, body.context), params.key),

  listConfig: ({ params, query }) => listConfigParameters(app, params, query),
  getConfigParameter: ({ params }) => getConfigParameter(app, params),
  putConfigParameter: ({ params, body, context: { admin }, if_match }) =>
    putConfigParameter(app, params, { admin, if_match }, body),
  deleteConfigParameter: async ({ params, context: { admin }, if_match }) =>
    void (await deleteConfigParameter(app, params, { admin, if_match })),
  listConfigVersions: ({ params, query }) => listConfigParameterVersions(app, params, query),
  rollBackConfigParameter: ({ params, body, context: { admin }, if_match }) =>
    rollBackConfigParameter(app, params, { admin, if_match }, body.version),

  listFeatures: ({ params, query }) => listFeatures(app, params, query),
  createFeature: ({ params, body: { code, ...definition }, context: { admin } }) =>
    createFeature(app, { ...params, code }, { admin, if_match: null }, definition),
  getFeature: ({ params }) => getFeature(app, params),
  updateFeature: ({ params, body, context: { admin }, if_match }) =>
    updateFeature(app, params, { admin, if_match }, body),
  deleteFeature: async ({ params, context: { admin }, if_match }) =>
    void (await deleteFeature(app, params, { admin, if_match })),
  listFeatureVersions: ({ params, query }) => listFeatureVersions(app, params, query),
  rollBackFeature: ({ params, body, context: { admin }, if_match }) =>
    rollBackFeature(app, params, { admin, if_match }, body.version),

  activateLicenseKey: ({ body, context }) =>
    activateLicenseKey(app, {
      application: context.application,
      user_id: context.user.id,
      client_ip: context.client_ip,
      key: body.key,
      installation_id: body.installation_id ?? null,
    }),
  issueLicenseKeys: ({ params, body, context }) =>
    issueLicenseKeys(app, { ...params, admin_id: context.admin.id }, body),
  listLicenseKeys: ({ params, query }) => listLicenseKeys(app, params.application_id, query),
  getLicenseKey: ({ params }) => getLicenseKey(app, params),
  listLicenseBatches: ({ params, query }) => listLicenseBatches(app, params.application_id, query),
  getLicenseBatch: ({ params }) => getLicenseBatch(app, params),
  updateLicenseBatch: ({ params, body, if_match }) => updateLicenseBatch(app, params, body, if_match),
  revokeLicenseBatch: ({ params, body, context, if_match }) =>
    revokeLicenseBatch(app, params, { reason: body.reason, admin_id: context.admin.id }, if_match),
  revokeLicenseKey: ({ params, context, body }) =>
    revokeLicenseKey(app, { ...params, admin_id: context.admin.id, reason: body.reason }),

  listApplications: ({ query, context: { admin } }) => listApplications(app, query, admin.application_ids),
  createApplication: ({ body }) => createApplication(app, body),
  getApplication: ({ params }) => getApplication(app, params.application_id),
  updateApplication: ({ params, body, if_match, context: { admin } }) =>
    updateApplication(app, params.application_id, body, { admin, ifMatch: if_match }),
  archiveApplication: ({ params, query, if_match }) =>
    archiveApplication(app, params.application_id, { confirm: query.confirm, ifMatch: if_match }),
  setApplicationIcon: ({ params, file, if_match }) => setIcon(app, params.application_id, file, if_match),
  deleteApplicationIcon: ({ params, if_match }) => removeIcon(app, params.application_id, if_match),
  rotatePublicKey: ({ params, body }) => rotatePublicKey(app, params.application_id, body.grace_hours),
  listPublicKeys: ({ params, query }) => listPublicKeys(app, params.application_id, query),
  updatePublicKey: ({ params, body }) => updatePublicKey(app, params, body.valid_until),
  revokePublicKey: ({ params }) => revokePublicKey(app, params),
  getIdentityProvider: ({ params }) => getIdentityProvider(app, params.application_id),
  setIdentityProvider: ({ params, body, if_match }) => setIdentityProvider(app, params.application_id, body, if_match),

  importCustomers: ({ params, query, context, file }) =>
    importCustomers(app, { ...params, ...query, admin_id: context.admin.id }, file),
  getSubjectEntitlements: ({ params, query }) => getSubjectEntitlements(app, { ...params, ...query }),
  listEntitlements: ({ params, query }) => listEntitlements(app, params.application_id, query),
  createEntitlement: ({ params, body }) => createEntitlement(app, params.application_id, body),
  getEntitlement: ({ params }) => getEntitlement(app, params),
  updateEntitlement: ({ params, body, if_match }) => updateEntitlement(app, params, body, if_match),
  archiveEntitlement: ({ params, if_match }) => archiveEntitlement(app, params, if_match),

  listPlans: ({ params, query }) => listPlans(app, params.application_id, query),
  createPlan: ({ params, body }) => createPlan(app, params.application_id, body),
  getPlan: ({ params }) => getPlan(app, params),
  updatePlan: ({ params, body, if_match }) => updatePlan(app, params, body, if_match),
  archivePlan: ({ params, if_match }) => archivePlan(app, params, if_match),
  createPlanPrice: ({ params, body, context, idempotency_key }) =>
    createPlanPrice(app, { ...params, admin_id: context.admin.id, idempotency_key }, body),
  updatePlanPrice: ({ params, body, if_match }) => updatePlanPrice(app, params, body, if_match),
  archivePlanPrice: ({ params, if_match }) => archivePlanPrice(app, params, if_match),
  setPlanEntitlements: ({ params, body, context, if_match }) =>
    setPlanEntitlements(app, { ...params, admin_id: context.admin.id }, body, if_match),
  listPlanBackfills: ({ params, query }) => listPlanBackfills(app, params, query),
  getPlanBackfill: ({ params }) => getPlanBackfill(app, params),

  listPaywalls: ({ params, query }) => listPaywalls(app, params.application_id, query),
  createPaywall: ({ params, body }) => createPaywall(app, params.application_id, body),
  getPaywallById: ({ params }) => getPaywallById(app, params),
  updatePaywall: ({ params, body, if_match }) => updatePaywall(app, params, body, if_match),
  archivePaywall: ({ params, if_match }) => archivePaywall(app, params, if_match),
  setPaywallItems: ({ params, body, if_match }) => setPaywallItems(app, params, body, if_match),

  grantEntitlements: ({ params, body, context, idempotency_key }) =>
    grantEntitlements(app, { ...params, admin_id: context.admin.id, idempotency_key }, body),
  revokeGrant: ({ params, context }) => revokeGrant(app, { ...params, admin_id: context.admin.id }, null),
  revokeGrantForReason: ({ params, context, body }) =>
    revokeGrant(app, { ...params, admin_id: context.admin.id }, body.reason),
  restoreGrant: ({ params, context, body }) =>
    restoreGrant(app, { ...params, admin_id: context.admin.id }, body.reason),
});
