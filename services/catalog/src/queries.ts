import type { catalog } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { getApplicationFacts, resolveApplication } from './applications/resolve-application.ts';
import { isPlanCovered } from './grants/is-plan-covered.ts';
import { listEntitledUsers } from './grants/list-entitled-users.ts';
import { ownsForLifetime } from './grants/owns-for-lifetime.ts';
import { listUserGrants } from './grants/read-grants.ts';
import { getPriceOffer } from './plans/read-plans.ts';

export const queries = (app: App): QueryHandlers<typeof catalog> => ({
  resolveApplication: async (by) => ({ application: await resolveApplication(app, by) }),
  getApplicationFacts: async ({ application_id }) => ({ application: await getApplicationFacts(app, application_id) }),
  getPriceOffer: async (key) => ({ offer: await getPriceOffer(app, key) }),
  isPlanCovered: async (wanted) => ({ covered: await isPlanCovered(app, wanted) }),
  ownsForLifetime: async (wanted) => ({ owned: await ownsForLifetime(app, wanted) }),
  listEntitledUsers: (input) => listEntitledUsers(app, input),
  listUserGrants: async (user) => ({ grants: await listUserGrants(app, user) }),
});
