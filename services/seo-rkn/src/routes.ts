import type { seoRkn } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import { adviseOnReport } from './ai/advise-on-report.ts';
import { getAiSettings, putAiSettings } from './ai/ai-settings.ts';
import { listAiUsage } from './ai/list-ai-usage.ts';
import { testAiSettings } from './ai/test-ai-settings.ts';
import type { App } from './app.ts';
import { decideCluster } from './clusters/decide-cluster.ts';
import { generateClusters } from './clusters/generate-clusters.ts';
import { listClusters } from './clusters/list-clusters.ts';
import { addCompetitors, listCompetitors, removeCompetitor } from './competitors/change-competitors.ts';
import { checkLegalDocument, type DocumentSlot, getDocumentCheck } from './document-check/check-legal-document.ts';
import { listIndexNow, submitIndexNow } from './indexnow/request-indexnow.ts';
import { getIssue } from './issues/get-issue.ts';
import { listIssues } from './issues/list-issues.ts';
import { listRules } from './issues/list-rules.ts';
import { listTasks } from './issues/list-tasks.ts';
import { updateIssue, updateIssues } from './issues/update-issues.ts';
import { importKeywords } from './keywords/import-keywords.ts';
import { listKeywords } from './keywords/list-keywords.ts';
import { getPage, listPages } from './pages/read-pages.ts';
import { listPsi, measurePsi } from './performance/request-psi.ts';
import { getReadiness, listReadiness, scoreItems } from './readiness/request-readiness.ts';
import { recheckIssue, recheckPages } from './rechecks/request-recheck.ts';
import { getDashboard } from './reports/get-dashboard.ts';
import { getVerdict } from './reports/get-verdict.ts';
import { listContent } from './reports/list-content.ts';
import { getHistory } from './reports/read-history.ts';
import { getDeveloperDoc, getReport, listReports } from './reports/read-reports.ts';
import { listRknIssues } from './rkn/issues/list-rkn-issues.ts';
import { getLatestRknScan, getRknDeveloperDoc, getRknScan } from './rkn/issues/read-rkn-results.ts';
import { recheckRknIssue } from './rkn/issues/recheck-rkn-issue.ts';
import { updateRknIssue } from './rkn/issues/update-rkn-issue.ts';
import { listRknRules } from './rkn/list-rules.ts';
import { getProfile, putProfile } from './rkn/profile.ts';
import { toRknScan } from './rkn/scans/rkn-scan.ts';
import { startRknScan } from './rkn/scans/start-rkn-scan.ts';
import { cancelScan, cancelScanOf } from './scans/cancel-scan.ts';
import { getScan, listScans, listScansOf } from './scans/read-scans.ts';
import { tick } from './scans/start-due-scans.ts';
import { startScan } from './scans/start-scan.ts';
import { askForSync, disconnect, setProperty } from './search/change-connection.ts';
import { confirmConnection, finishByCode } from './search/finish-connection.ts';
import { parkCode } from './search/park-code.ts';
import { getConsoles } from './search/search-console.ts';
import { startConnection } from './search/start-connection.ts';
import { getSettings, putSettings } from './settings/site-settings.ts';
import { createDigest, listDigests } from './work-plan/create-digest.ts';
import { generatePlan, getPlan } from './work-plan/generate-plan.ts';
import { getPlanDocument } from './work-plan/get-plan-document.ts';

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
  getAiSettings: () => getAiSettings(app),
  putAiSettings: ({ body, context }) => putAiSettings(app, body, context.admin),
  testAiSettings: () => testAiSettings(app),
  listAiUsage: () => listAiUsage(app),
  recheckSeoPages: ({ params, body }) => recheckPages(app, params.site_id, body),
  submitSeoIndexNow: ({ params, body }) => submitIndexNow(app, params.site_id, body),
  listSeoIndexNow: ({ params, query }) => listIndexNow(app, params.site_id, query),
  scoreBlogReadiness: ({ params, body }) => scoreItems(app, params.site_id, 'post', body),
  scoreKbReadiness: ({ params, body }) => scoreItems(app, params.site_id, 'article', body),
  listSeoReadiness: ({ params, query }) => listReadiness(app, params.site_id, query),
  getSeoReadiness: ({ params }) => getReadiness(app, params),
  measureSeoPsi: ({ params, body }) => measurePsi(app, params.site_id, body),
  listSeoPsi: ({ params, query }) => listPsi(app, params.site_id, query),
  recheckSeoIssue: ({ params }) => recheckIssue(app, params),
  listSeoReports: ({ params, query }) => listReports(app, params.site_id, query),
  getSeoReport: ({ params, query }) => getReport(app, params, query.locale),
  getSeoDeveloperDoc: ({ params, query }) => getDeveloperDoc(app, params, query.locale),
  adviseOnSeoReport: ({ params, query, idempotency_key }) => adviseOnReport(app, params, query.locale, idempotency_key),
  getSeoDashboard: ({ params, query }) => getDashboard(app, params.site_id, query),
  getSeoHistory: ({ params, query }) => getHistory(app, params.site_id, query.days),
  listSeoContent: ({ params, query }) => listContent(app, params.site_id, query),
  generateSeoWorkPlan: ({ params, query: { locale }, body, idempotency_key }) =>
    generatePlan(app, params.site_id, body, { locale, idempotency_key }),
  getSeoWorkPlan: ({ params, query }) => getPlan(app, params.site_id, query.locale),
  getSeoWorkPlanMarkdown: ({ params, query }) => getPlanDocument(app, params.site_id, query),
  createSeoDigest: ({ params, query, body }) => createDigest(app, params.site_id, body, query.locale),
  listSeoDigests: ({ params, query }) => listDigests(app, params.site_id, query),
  getSearchConsoles: ({ params }) => getConsoles(app, params.site_id),
  connectSearchConsole: ({ params, body, context }) => startConnection(app, params, body, context.admin),
  enterYandexSearchCode: ({ params, body, context }) => finishByCode(app, params.site_id, body.code, context.admin),
  confirmSearchConsole: ({ params, body, context }) =>
    confirmConnection(app, params, body.confirmation_code, context.admin),
  finishGoogleSearch: ({ query }) => parkCode(app, 'google', query),
  finishYandexSearch: ({ query }) => parkCode(app, 'yandex', query),
  setSearchProperty: ({ params, body }) => setProperty(app, params, body.property),
  syncSearchConsole: ({ params }) => askForSync(app, params),
  listKeywords: ({ params, query }) => listKeywords(app, params.site_id, query),
  importKeywords: ({ params, file }) => importKeywords(app, params.site_id, file),
  listClusters: ({ params, query }) => listClusters(app, params.site_id, query),
  generateClusters: ({ params }) => generateClusters(app, params.site_id),
  decideCluster: ({ params, body }) => decideCluster(app, params, body),
  listCompetitors: ({ params, query }) => listCompetitors(app, params.site_id, query),
  addCompetitors: ({ params, body }) => addCompetitors(app, params.site_id, body.origins),
  removeCompetitor: ({ params }) => removeCompetitor(app, params),
  disconnectSearchConsole: ({ params }) => disconnect(app, params),
  startRknScan: ({ params, body, context: { admin } }) =>
    startRknScan(app, params.site_id, { options: body, trigger: 'manual', admin }),
  listRknScans: ({ params, query }) => listScansOf(app, params.site_id, query, { kind: 'rkn', view: toRknScan }),
  getRknScan: ({ params, query }) => getRknScan(app, params, query.locale),
  cancelRknScan: ({ params }) => cancelScanOf(app, params, 'rkn', toRknScan),
  getRknDeveloperDoc: ({ params, query }) => getRknDeveloperDoc(app, params, query.locale),
  getLatestRknScan: ({ params, query }) => getLatestRknScan(app, params.site_id, query.locale),
  listRknIssues: ({ params, query }) => listRknIssues(app, params.site_id, query),
  updateRknIssue: ({ params, body, context }) => updateRknIssue(app, params, body, context.admin),
  recheckRknIssue: ({ params }) => recheckRknIssue(app, params),
  listRknRules: async ({ query }) => listRknRules(app, query),
  getRknProfile: ({ params }) => getProfile(app, params.site_id),
  putRknProfile: ({ params, body, if_match }) => putProfile(app, params.site_id, body, if_match),
  checkSiteDocument: ({ params, body, query: { locale }, context: { admin }, idempotency_key }) =>
    checkLegalDocument(app, ofSite(params), body, { locale, admin, idempotency_key }),
  getSiteDocumentCheck: ({ params, query }) => getDocumentCheck(app, ofSite(params), query),
  checkApplicationDocument: ({ params, body, query: { locale }, context: { admin }, idempotency_key }) =>
    checkLegalDocument(app, ofApplication(params), body, { locale, admin, idempotency_key }),
  getApplicationDocumentCheck: ({ params, query }) => getDocumentCheck(app, ofApplication(params), query),
  getSeoPage: ({ params, query }) => getPage(app, params, query.locale),
});

const ofSite = ({ site_id, kind }: { site_id: string; kind: string }): DocumentSlot => ({
  owner_type: 'cms_site',
  owner_id: site_id,
  kind,
});
const ofApplication = ({ application_id, kind }: { application_id: string; kind: string }): DocumentSlot => ({
  owner_type: 'application',
  owner_id: application_id,
  kind,
});
