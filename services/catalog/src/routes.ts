import { type catalog, identity } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';
import { requireApplication } from './applications/application.ts';
import { getBranding } from './applications/get-branding.ts';
import { getIdentityProvider, setIdentityProvider } from './applications/identity-provider.ts';
import {
  createApplication,
  getApplication,
  listApplications,
  rotatePublicKey,
  updateApplication,
} from './applications/manage-applications.ts';
import { createEntitlement, listEntitlements, updateEntitlement } from './entitlements/manage-entitlements.ts';
import { getMyEntitlements } from './grants/get-my-entitlements.ts';
import { grantEntitlements } from './grants/grant-entitlements.ts';
import { revokeGrant } from './grants/revoke-grant.ts';
import { createPaywall, listPaywalls, setPaywallItems, updatePaywall } from './paywalls/manage-paywalls.ts';
import { getPaywall } from './paywalls/public-paywall.ts';
import { createPlan, createPlanPrice, setPlanEntitlements, updatePlan, updatePlanPrice } from './plans/manage-plans.ts';
import { listPlans } from './plans/read-plans.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof catalog> => {
  /** Whoever made a change sees it in the next public read here; other processes learn it from the event. */
  const thenForget = async <T>({ application_id }: { application_id: string }, change: Promise<T>): Promise<T> => {
    const result = await change;
    app.publicReads.invalidate(application_id);
    return result;
  };
  return {
    getPaywall: ({ params, context }) =>
      getPaywall(app, { application_id: context.application.id, paywall_code: params.paywall_code }),
    getBranding: ({ context }) => getBranding(app, context.application.id),
    getMyEntitlements: ({ context }) =>
      getMyEntitlements(app, { application: context.application, user_id: context.user.id }),
    getSnapshotKeys: () => ({ keys: app.snapshots.keys.map((key) => ({ ...key })) }),

    listApplications: ({ query }) => listApplications(app, query),
    createApplication: ({ body }) => createApplication(app, body),
    getApplication: ({ params }) => getApplication(app, params.application_id),
    updateApplication: ({ params, body }) => thenForget(params, updateApplication(app, params.application_id, body)),
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
