import type { cms } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { getInventory, listContentPage, listContentSources } from './content/answer-queries.ts';
import { checkTargets } from './content/check-targets.ts';
import { listReadinessTexts } from './content/readiness-texts.ts';
import { getConsentCoverage } from './leads/consent-coverage.ts';
import { findSubject } from './leads/find-subject.ts';
import { describeSite, listLinkedSites, resolveSite } from './sites/resolve-site.ts';
import { getTicketOwner } from './support/get-ticket.ts';
import { sumArticleViews } from './views/sum-views.ts';

/** Queries for other services. */
export const queries = (app: App): QueryHandlers<typeof cms> => ({
  resolveSite: async (by) => ({ site: await resolveSite(app, by) }),
  describeSite: async ({ id }) => ({ site: await describeSite(app, id) }),
  listLinkedSites: async ({ application_id }) => ({ sites: await listLinkedSites(app, application_id) }),
  checkTargets: (input) => checkTargets(app, input),
  listContentPage: (input) => listContentPage(app, input),
  listReadinessTexts: (input) => listReadinessTexts(app, input),
  listContentSources: (input) => listContentSources(app, input),
  getInventory: (input) => getInventory(app, input),
  getConsentCoverage: (input) => getConsentCoverage(app, input),
  findLeadSubject: async (input) => ({ subject_id: await findSubject(app, input) }),
  getTicketOwner: async ({ ticket_id }) => ({ application_id: await getTicketOwner(app, ticket_id) }),
  sumArticleViews: (input) => sumArticleViews(app, input),
});
