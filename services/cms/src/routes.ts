import { cms } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { assetRoutes } from './assets/routes.ts';
import { bannerRoutes } from './banners/routes.ts';
import { changelogRoutes } from './changelog/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { getInsights } from './insights/get-insights.ts';
import { knowledgeBaseRoutes } from './knowledge-base/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { publicRoutes } from './public/routes.ts';
import { listRedirects } from './redirects/all-redirects.ts';
import { createRedirect, deleteRedirect } from './redirects/manage-redirects.ts';
import { createSite } from './sites/create-site.ts';
import { getSite, listSites, readPublicSite } from './sites/read-sites.ts';
import { listSiteKeys, revokeSiteKey, rotateSiteKey, updateSiteKey } from './sites/site-keys.ts';
import { updateSite } from './sites/update-site.ts';
import { supportRoutes } from './support/routes.ts';
import { taxonomyRoutes } from './taxonomy/routes.ts';
import { transferRoutes } from './transfer/routes.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof cms> => ({
  readSite: ({ context }) => readPublicSite(app, context.site.id),
  readApplicationSite: ({ context }) => readPublicSite(app, context.site.id),
  readSiteBranding: ({ context }) => readPublicSite(app, context.site.id, cms.endpoints.readSiteBranding),
  readApplicationSiteBranding: ({ context }) => readPublicSite(app, context.site.id, cms.endpoints.readSiteBranding),
  listSites: ({ query, context: { admin } }) => listSites(app, query, admin.application_ids),
  createSite: ({ body }) => createSite(app, body),
  getSite: ({ params }) => getSite(app, params.site_id),
  updateSite: ({ params, body, if_match }) => updateSite(app, params.site_id, body, if_match),
  rotateSiteKey: ({ params, body }) => rotateSiteKey(app, params.site_id, body),
  listSiteKeys: ({ params, query }) => listSiteKeys(app, params.site_id, query),
  updateSiteKey: ({ params, body }) => updateSiteKey(app, params, body.valid_until),
  revokeSiteKey: ({ params }) => revokeSiteKey(app, params),
  listRedirects: ({ params, query }) => listRedirects(app, params.site_id, query),
  createRedirect: ({ params, body }) => createRedirect(app, params.site_id, body),
  deleteRedirect: ({ params }) => deleteRedirect(app, params.site_id, params.redirect_id),
  ...assetRoutes(app),
  ...contentRoutes(app),
  getContentInsights: ({ params, query }) => getInsights(app, params, query),
  ...taxonomyRoutes(app),
  ...knowledgeBaseRoutes(app),
  ...publicRoutes(app),
  ...documentRoutes(app),
  ...downloadRoutes(app),
  ...changelogRoutes(app),
  ...bannerRoutes(app),
  ...transferRoutes(app),
  ...leadRoutes(app),
  ...mailRoutes(app),
  ...newsletterRoutes(app),
  ...supportRoutes(app),
});
