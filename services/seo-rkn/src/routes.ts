import type { seoRkn } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { getIssue } from './issues/get-issue.ts';
import { listIssues } from './issues/list-issues.ts';
import { listRules } from './issues/list-rules.ts';
import { listTasks } from './issues/list-tasks.ts';
import { updateIssue, updateIssues } from './issues/update-issues.ts';
import { getPage, listPages } from './pages/read-pages.ts';
import { getVerdict } from './reports/get-verdict.ts';
import { cancelScan } from './scans/cancel-scan.ts';
import { getScan, listScans } from './scans/read-scans.ts';
import { tick } from './scans/start-due-scans.ts';
import { startScan } from './scans/start-scan.ts';
import { getSettings, putSettings } from './settings/site-settings.ts';

/** One line for each endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof seoRkn> => ({
  startSeoScan: ({ params, body, context: { admin } }) =>
    startScan(app, params.site_id, { options: body, trigger: 'manual', admin }),
  listSeoScans: ({ params, query }) => listScans(app, params.site_id, query),
  getSeoScan: ({ params }) => getScan(app, params),
  cancelSeoScan: ({ params }) => cancelScan(app, params),
  getSeoSettings: ({ params }) => getSettings(app, params.site_id),
  putSeoSettings: ({ params, body, context }) => putSettings(app, params.site_id, body, context.admin),
  runSeoTick: () => tick(app),
  listSeoIssues: ({ params, query }) => listIssues(app, params.site_id, query),
  summarizeSeoIssues: ({ params, query }) => listTasks(app, params.site_id, query.locale),
  updateSeoIssues: ({ params, body, context }) => updateIssues(app, params.site_id, body, context.admin),
  getSeoIssue: ({ params, query }) => getIssue(app, params, query.locale),
  updateSeoIssue: ({ params, body, context }) => updateIssue(app, params, body, context.admin),
  listSeoRules: async ({ query }) => listRules(query.locale),
  getSeoVerdict: ({ params, query }) => getVerdict(app, params.site_id, query.locale),
  listSeoPages: ({ params, query }) => listPages(app, params.site_id, query),
  getSeoPage: ({ params, query }) => getPage(app, params, query.locale),
});
