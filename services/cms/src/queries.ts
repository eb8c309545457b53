import type { cms } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { listLinkedSites, resolveSite } from './sites/resolve-site.ts';

/** Queries for other services. */
export const queries = (app: App): QueryHandlers<typeof cms> => ({
  resolveSite: async (by) => ({ site: await resolveSite(app, by) }),
  listLinkedSites: async ({ application_id }) => ({ sites: await listLinkedSites(app, application_id) }),
});
