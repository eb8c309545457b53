import { type catalog, identity } from '@platform/contracts';
import { Answer, type Handlers } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';
import { requireApplication } from './applications/application.ts';
import { getAsset } from './applications/get-asset.ts';
import { getBranding } from './applications/get-branding.ts';
import { getIdentityProvider, setIdentityProvider } from './applications/identity-provider.ts';
import {
  createApplication,
  getApplication,
  listApplications,
  rotatePublicKey,
  updateApplication,
} from './applications/manage-applications.ts';
import { removeIcon, setIcon } from './applications/set-icon.ts';
import { createEntitlement, listEntitlements, updateEntitlement } from './entitlements/manage-entitlements.ts';
import { getMyEntitlements } from './grants/get-my-entitlements.ts';
import { grantEntitlements } from './grants/grant-entitlements.ts';
import { revokeGrant } from './grants/revoke-grant.ts';
import { tellPlace } from './grants/tell-place.ts';
import { activateLicenseKey } from './license-keys/activate-license-key.ts';
import { issueLicenseKeys } from './license-keys/issue-license-keys.ts';
import { listLicenseKeys } from './license-keys/read-license-keys.ts';
import { revokeLicenseKey } from './license-keys/revoke-license-key.ts';
import { createPaywall, listPaywalls, setPaywallItems, updatePaywall } from './paywalls/manage-paywalls.ts';
import { getPaywall } from './paywalls/public-paywall.ts';
import { createPlan, createPlanPrice, setPlanEntitlements, updatePlan, updatePlanPrice } from './plans/manage-plans.ts';
import { listPlans } from './plans/read-plans.ts';
import {
  deleteConfigParameter,
  parameterTarget,
  putConfigParameter,
  toConfigParameter,
} from './settings/config-parameters.ts';
import { createFeature, deleteFeature, flagTarget, toFeatureFlag, updateFeature } from './settings/feature-flags.ts';
import { listSettings, listSettingVersions, readSetting, rollBackSetting } from './settings/manage-settings.ts';
import {
  type Asker,
  type Client,
  evaluateFlag,
  evaluateFlags,
  getConfig,
  getFeatures,
} from './settings/read-settings.ts';

/** A resource with its version as ETag, to be sent back as If-Match. */
const withVersion = <T extends { version: number }>(data: T): Answer<T> =>
  new Answer(data, { headers: { etag: `"${data.version}"` } });

const client = ({
  platform,
  app_version,
}: {
  platform?: string | null | undefined;
  app_version?: string | null | undefined;
}): Client => ({
  platform: platform ?? null,
  app_version: app_version ?? null,
});

/** The subject of a flag evaluation: the holder of the token, or the key of the evaluation context. */
const asker = (
  {
    application,
    user,
    client_ip,
  }: { application: { id: string }; user?: { id: string } | undefined; client_ip: string },
  of: Client,
  named: { targetingKey?: string | null | undefined; country_code?: string | null | undefined } = {},
): Asker => ({
  ...of,
  application_id: application.id,
  user_id: user?.id ?? null,
  targeting_key: named.targetingKey ?? null,
  client_ip,
  country_code: named.country_code ?? null,
});

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof catalog> => {
  /** The caller sees its own change in the next public read here; other processes learn it from the event. */
  const thenForget = async <T>({ application_id }: { application_id: string }, change: Promise<T>): Promise<T> => {
    const result = await change;
    app.publicReads.invalidate(application_id);
    return result;
  };
  const settled = async <T>({ application_id }: { application_id: string }, change: Promise<T>): Promise<T> => {
    const result = await change;
    app.settings.invalidate(application_id);
    return result;
  };
  return {
    getPaywall: ({ params, context }) =>
      getPaywall(app, { application_id: context.application.id, paywall_code: params.paywall_code }),
    getBranding: ({ context }) => getBranding(app, context.application.id),
    getMyEntitlements: ({ context }) => {
      tellPlace(app, { application_id: context.application.id, user_id: context.user.id, ...context });
      return getMyEntitlements(app, { application: context.application, user_id: context.user.id });
    },
    getAsset: ({ params }) => getAsset(app, params.name),
    getSnapshotKeys: () => ({ keys: app.snapshots.keys.map((key) => ({ ...key })) }),

    getConfig: ({ query, context }) => getConfig(app, context.application.id, client(query)),
    getFeatures: ({ query, context }) => getFeatures(app, asker(context, client(query))),
    evaluateFlags: ({ body, context }) => evaluateFlags(app, asker(context, client(body.context), body.context)),
    evaluateFlag: ({ params, body, context }) =>
      evaluateFlag(app, asker(context, client(body.context), body.context), params.key),

    listConfig: ({ params, query }) => listSettings(app, { ...params, kind: 'config' }, query, toConfigParameter),
    getConfigParameter: async ({ params }) =>
      withVersion(toConfigParameter(await readSetting(app, parameterTarget(params)))),
    putConfigParameter: async ({ params, body, context, if_match }) =>
      withVersion(
        toConfigParameter(
          await settled(params, putConfigParameter(app, params, { admin: context.admin, if_match }, body)),
        ),
      ),
    deleteConfigParameter: ({ params, context, if_match }) =>
      settled(params, deleteConfigParameter(app, params, { admin: context.admin, if_match })).then(() => undefined),
    listConfigVersions: ({ params, query }) => listSettingVersions(app, parameterTarget(params), query),
    rollBackConfigParameter: async ({ params, body, context, if_match }) =>
      withVersion(
        toConfigParameter(
          await settled(
            params,
            rollBackSetting(
              app,
              parameterTarget(params),
              { admin: context.admin, if_match },
              body.version,
              toConfigParameter,
            ),
          ),
        ),
      ),

    listFeatures: ({ params, query }) => listSettings(app, { ...params, kind: 'feature' }, query, toFeatureFlag),
    createFeature: async ({ params, body: { code, ...definition }, context }) =>
      toFeatureFlag(
        await settled(
          params,
          createFeature(app, { ...params, code }, { admin: context.admin, if_match: null }, definition),
        ),
      ),
    getFeature: async ({ params }) => withVersion(toFeatureFlag(await readSetting(app, flagTarget(params)))),
    updateFeature: async ({ params, body, context, if_match }) =>
      withVersion(
        toFeatureFlag(await settled(params, updateFeature(app, params, { admin: context.admin, if_match }, body))),
      ),
    deleteFeature: ({ params, context, if_match }) =>
      settled(params, deleteFeature(app, params, { admin: context.admin, if_match })).then(() => undefined),
    listFeatureVersions: ({ params, query }) => listSettingVersions(app, flagTarget(params), query),
    rollBackFeature: async ({ params, body, context, if_match }) =>
      withVersion(
        toFeatureFlag(
          await settled(
            params,
            rollBackSetting(app, flagTarget(params), { admin: context.admin, if_match }, body.version, toFeatureFlag),
          ),
        ),
      ),

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
    revokeLicenseKey: ({ params, context }) => revokeLicenseKey(app, { ...params, admin_id: context.admin.id }),

    listApplications: ({ query }) => listApplications(app, query),
    createApplication: ({ body }) => createApplication(app, body),
    getApplication: ({ params }) => getApplication(app, params.application_id),
    updateApplication: ({ params, body }) => thenForget(params, updateApplication(app, params.application_id, body)),
    setApplicationIcon: ({ params, file }) => thenForget(params, setIcon(app, params.application_id, file)),
    deleteApplicationIcon: ({ params }) => thenForget(params, removeIcon(app, params.application_id)),
    rotatePublicKey: ({ params, body }) => rotatePublicKey(app, params.application_id, body.grace_hours),
    getIdentityProvider: ({ params }) => getIdentityProvider(app, params.application_id),
    setIdentityProvider: ({ params, body }) => setIdentityProvider(app, params.application_id, body),

    listEntitlements: ({ params, query }) => listEntitlements(app, params.application_id, query),
    createEntitlement: ({ params, body }) => thenForget(params, createEntitlement(app, params.application_id, body)),
    updateEntitlement: ({ params, body }) => thenForget(params, updateEntitlement(app, params, body)),

    listPlans: ({ params, query }) => listPlans(app, params.application_id, query),
    createPlan: ({ params, body }) => thenForget(params, createPlan(app, params.application_id, body)),
    updatePlan: ({ params, body }) => thenForget(params, updatePlan(app, params, body)),
    createPlanPrice: ({ params, body, context, idempotency_key }) =>
      thenForget(params, createPlanPrice(app, { ...params, admin_id: context.admin.id, idempotency_key }, body)),
    updatePlanPrice: ({ params, body }) => thenForget(params, updatePlanPrice(app, params, body)),
    setPlanEntitlements: ({ params, body }) => thenForget(params, setPlanEntitlements(app, params, body.codes)),

    listPaywalls: ({ params, query }) => listPaywalls(app, params.application_id, query),
    createPaywall: ({ params, body }) => thenForget(params, createPaywall(app, params.application_id, body)),
    updatePaywall: ({ params, body }) => thenForget(params, updatePaywall(app, params, body)),
    setPaywallItems: ({ params, body }) => thenForget(params, setPaywallItems(app, params, body)),

    grantEntitlements: async ({ params, body, context, idempotency_key }) => {
      await requireApplication(app.db, params.application_id);
      const { exists } = await app.ask(identity.queries.userExists, params);
      if (!exists) return fail('user_not_found');
      return grantEntitlements(app, { ...params, admin_id: context.admin.id, idempotency_key }, body);
    },
    revokeGrant: async ({ params, context }) => {
      await requireApplication(app.db, params.application_id);
      return revokeGrant(app, { ...params, admin_id: context.admin.id });
    },
  };
};
