import type { leadEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { eraseLeads } from './erase-leads.ts';
import type { Client } from './lead-content.ts';
import { getLeadSettings, putLeadSettings } from './lead-settings.ts';
import { listLeads } from './list-leads.ts';
import { deleteLead, getLead, updateLead } from './manage-lead.ts';
import { submitLead } from './submit-lead.ts';

type Endpoints = typeof leadEndpoints;

const clientOf = ({ client_ip, user_agent }: Client): Client => ({ client_ip, user_agent });

/** Forms of sites. */
export const leadRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  submitLead: ({ body, context, origin }) =>
    submitLead(app, { site: context.site, body, client: clientOf(context), origin }),
  submitApplicationLead: ({ body, context, origin }) =>
    submitLead(app, { site: context.site, body, client: clientOf(context), origin }),
  getLeadSettings: ({ params }) => getLeadSettings(app, params.site_id),
  putLeadSettings: ({ params, body, if_match }) => putLeadSettings(app, params.site_id, body, if_match),
  listLeads: ({ params, query }) => listLeads(app, params.site_id, query),
  searchLeads: ({ params, body }) => listLeads(app, params.site_id, body),
  getLead: ({ params }) => getLead(app, params),
  updateLead: ({ params, body, if_match }) => updateLead(app, params, body.state, if_match),
  deleteLead: async ({ params, if_match, context }) =>
    void (await deleteLead(app, params, { admin_id: context.admin.id, ifMatch: if_match })),
  eraseLeads: ({ params, body }) => eraseLeads(app, params.site_id, body),
});
