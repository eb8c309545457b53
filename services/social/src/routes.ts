import type { social } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import {
  archiveAccount,
  createAccount,
  getAccount,
  listAccounts,
  putCredentials,
  updateAccount,
} from './accounts/manage-accounts.ts';
import { verifyAccount } from './accounts/verify-account.ts';
import { createPolicy, listPolicies } from './ad-law/manage-policies.ts';
import type { App } from './app.ts';
import { decideApproval } from './approvals/decide-approval.ts';
import { getApproval, listApprovals } from './approvals/read-approvals.ts';
import { submitVariant } from './approvals/submit-variant.ts';
import { readAttribution } from './attribution/read-attribution.ts';
import { archiveBrand, createBrand, getBrand, listBrands, updateBrand } from './brands/manage-brands.ts';
import { listChannels } from './channels/list-channels.ts';
import { openCover } from './covers/cover-files.ts';
import { readDashboard } from './dashboard/read-dashboard.ts';
import { createExperiment } from './experiments/create-experiment.ts';
import { getExperiment, listExperiments } from './experiments/read-experiments.ts';
import { startExperiment } from './experiments/start-experiment.ts';
import { stopExperiment } from './experiments/stop-experiment.ts';
import { createIdea, deleteIdea, getIdea, listIdeas, updateIdea } from './ideas/manage-ideas.ts';
import { eraseFoundPerson, erasePerson } from './inbox/erase-person.ts';
import { createItem, listInbox, updateItem } from './inbox/manage-items.ts';
import { pullInbox } from './inbox/pull-inbox.ts';
import { replyToItem } from './inbox/reply-item.ts';
import { createInsight, listInsights } from './insights/weekly-reports.ts';
import { listFound, updateFound } from './listening/manage-found.ts';
import { createQuery, deleteQuery, listQueries, updateQuery } from './listening/manage-queries.ts';
import { runBrandQueries } from './listening/run-queries.ts';
import { createMemory, deleteMemory, listMemory, updateMemory } from './memory/manage-memory.ts';
import { listAccountMetrics, listVariantMetrics } from './metrics/list-snapshots.ts';
import { pullMetrics } from './metrics/pull-metrics.ts';
import { confirmOauth } from './oauth/confirm-oauth.ts';
import { finishOauth } from './oauth/finish-oauth.ts';
import { startOauth } from './oauth/start-oauth.ts';
import { createOccasion, deleteOccasion, listOccasions } from './occasions/manage-occasions.ts';
import { generatePlan } from './plan/generate-plan.ts';
import { getPlanRun, listPlanRuns } from './plan/plan-run.ts';
import { deleteRemote, editRemote } from './publishing/change-remote.ts';
import { listAttempts } from './publishing/list-attempts.ts';
import { publishNow } from './publishing/publish-now.ts';
import { readHealth } from './publishing/read-health.ts';
import { resolvePost } from './publishing/resolve-post.ts';
import { retryPosts } from './publishing/retry-posts.ts';
import { cancelPost, schedulePost, unschedulePost } from './publishing/schedule-post.ts';
import { tick } from './publishing/tick.ts';
import { createSlot, deleteSlot, updateSlot } from './slots/manage-slots.ts';
import { readCalendar } from './slots/read-calendar.ts';
import { activateStrategy, updateStrategy } from './strategy/change-strategies.ts';
import { getDiscovery, putDiscovery } from './strategy/discovery.ts';
import { generateStrategy } from './strategy/generate-strategy.ts';
import { getStrategy, listStrategies } from './strategy/read-strategies.ts';
import { createContent, createVariant } from './variants/create-content.ts';
import { putCover, removeCover, updateVariant } from './variants/edit-variant.ts';
import { deleteVariant, getVariant, listRevisions, listVariants, previewVariant } from './variants/read-variants.ts';
import { receiveWebhook, verifyWebhook } from './webhooks/receive-webhook.ts';

/** One line for each endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof social> => ({
  listSocialBrands: ({ query }) => listBrands(app, query),
  createSocialBrand: ({ body, context }) => createBrand(app, body, context.admin),
  getSocialBrand: ({ params }) => getBrand(app, params.brand_id),
  updateSocialBrand: ({ params, body, if_match, context }) =>
    updateBrand(app, params.brand_id, body, { if_match, admin: context.admin }),
  deleteSocialBrand: ({ params, if_match }) => archiveBrand(app, params.brand_id, if_match),
  listSocialChannels: () => listChannels(app),
  listSocialChannelPolicies: ({ query }) => listPolicies(app, query),
  createSocialChannelPolicy: ({ body, context }) => createPolicy(app, body, context.admin),
  listSocialAccounts: ({ params, query, context }) => listAccounts(app, params.brand_id, query, context.admin),
  createSocialAccount: ({ params, body }) => createAccount(app, params.brand_id, body),
  getSocialAccount: ({ params, context }) => getAccount(app, params.account_id, context.admin),
  updateSocialAccount: ({ params, body, if_match }) => updateAccount(app, params.account_id, body, if_match),
  deleteSocialAccount: ({ params, if_match }) => archiveAccount(app, params.account_id, if_match),
  putSocialCredentials: ({ params, body, if_match }) => putCredentials(app, params.account_id, body, if_match),
  verifySocialAccount: ({ params }) => verifyAccount(app, params.account_id),
  startSocialOauth: ({ params, query, context }) => startOauth(app, params.provider, query.account_id, context.admin),
  confirmSocialOauth: ({ params, body, context }) =>
    confirmOauth(app, params.account_id, body.confirmation_code, context.admin),
  listSocialIdeas: ({ params, query }) => listIdeas(app, params.brand_id, query),
  createSocialIdea: ({ params, body }) => createIdea(app, params.brand_id, body),
  getSocialIdea: ({ params }) => getIdea(app, params.idea_id),
  updateSocialIdea: ({ params, body, if_match }) => updateIdea(app, params.idea_id, body, if_match),
  deleteSocialIdea: ({ params, if_match }) => deleteIdea(app, params.idea_id, if_match),
  createSocialContent: ({ params, body, context }) => createContent(app, params.brand_id, body, context.admin),
  createSocialVariant: ({ params, body, context }) => createVariant(app, params.idea_id, body, context.admin),
  listSocialVariants: ({ params, query }) => listVariants(app, params.brand_id, query),
  getSocialVariant: ({ params }) => getVariant(app, params.variant_id),
  updateSocialVariant: ({ params, body, if_match, context: { admin } }) =>
    updateVariant(app, params.variant_id, body, { if_match, admin }),
  deleteSocialVariant: ({ params, if_match }) => deleteVariant(app, params.variant_id, if_match),
  putSocialCover: ({ params, query, file, if_match, context: { admin } }) =>
    putCover(app, params.variant_id, file, { ...query, if_match, admin }),
  deleteSocialCover: ({ params, if_match, context: { admin } }) =>
    removeCover(app, params.variant_id, { if_match, admin }),
  previewSocialVariant: ({ params }) => previewVariant(app, params.variant_id),
  listSocialRevisions: ({ params, query }) => listRevisions(app, params.variant_id, query),
  openSocialCover: ({ params }) => openCover(app.coverFiles, params.name),
  readSocialCalendar: ({ params, query }) => readCalendar(app, params.brand_id, query),
  createSocialSlot: ({ params, body }) => createSlot(app, params.brand_id, body),
  updateSocialSlot: ({ params, body, if_match, context: { admin } }) =>
    updateSlot(app, params.slot_id, body, { if_match, admin }),
  deleteSocialSlot: ({ params, if_match }) => deleteSlot(app, params.slot_id, if_match),
  submitSocialVariant: ({ params, if_match, context }) =>
    submitVariant(app, params.variant_id, context.admin, if_match),
  listSocialApprovals: ({ params, query }) => listApprovals(app, params.brand_id, query),
  getSocialApproval: ({ params }) => getApproval(app, params.approval_id),
  decideSocialApproval: ({ params, body, context }) => decideApproval(app, params.approval_id, body, context.admin),
  publishSocialVariant: ({ params, if_match }) => publishNow(app, params.variant_id, if_match),
  scheduleSocialVariant: ({ params, body, if_match }) => schedulePost(app, params.variant_id, body, if_match),
  unscheduleSocialVariant: ({ params, if_match }) => unschedulePost(app, params.variant_id, if_match),
  cancelSocialVariant: ({ params, if_match }) => cancelPost(app, params.variant_id, if_match),
  resolveSocialVariant: ({ params, body, if_match }) => resolvePost(app, params.variant_id, body, if_match),
  listSocialAttempts: ({ params, query }) => listAttempts(app, params.variant_id, query),
  retrySocialVariants: ({ params, body }) => retryPosts(app, params.brand_id, body),
  editSocialRemote: ({ params, body, if_match, context: { admin } }) =>
    editRemote(app, params.variant_id, body, { if_match, admin }),
  deleteSocialRemote: ({ params, if_match, context: { admin } }) =>
    deleteRemote(app, params.variant_id, { if_match, admin }),
  getSocialDiscovery: ({ params }) => getDiscovery(app, params.brand_id),
  putSocialDiscovery: ({ params, body, if_match }) => putDiscovery(app, params.brand_id, body, if_match),
  listSocialStrategies: ({ params, query }) => listStrategies(app, params.brand_id, query),
  generateSocialStrategy: ({ params, body, context: { admin }, idempotency_key }) =>
    generateStrategy(app, params.brand_id, body, { email: admin.email, idempotency_key }),
  getSocialStrategy: ({ params }) => getStrategy(app, params),
  updateSocialStrategy: ({ params, body, if_match }) => updateStrategy(app, params, body, if_match),
  activateSocialStrategy: ({ params, body }) => activateStrategy(app, params.brand_id, body.version),
  listSocialOccasions: ({ params }) => listOccasions(app, params.brand_id),
  createSocialOccasion: ({ params, body }) => createOccasion(app, params.brand_id, body),
  deleteSocialOccasion: ({ params }) => deleteOccasion(app, params.occasion_id),
  listSocialMemory: ({ params, query }) => listMemory(app, params.brand_id, query),
  createSocialMemory: ({ params, body, context }) => createMemory(app, params.brand_id, body, context.admin),
  updateSocialMemory: ({ params, body, if_match }) => updateMemory(app, params.memory_id, body, if_match),
  deleteSocialMemory: ({ params, if_match }) => deleteMemory(app, params.memory_id, if_match),
  generateSocialPlan: ({ params, body, context }) => generatePlan(app, params.brand_id, body, context.admin),
  listSocialPlanRuns: ({ params, query }) => listPlanRuns(app, params.brand_id, query),
  getSocialPlanRun: ({ params }) => getPlanRun(app, params.run_id),
  getSocialAttribution: ({ params, query }) => readAttribution(app, params.brand_id, query),
  listSocialAccountMetrics: ({ params, query }) => listAccountMetrics(app, params.account_id, query),
  pullSocialMetrics: ({ params }) => pullMetrics(app, params),
  listSocialVariantMetrics: ({ params, query }) => listVariantMetrics(app, params.variant_id, query),
  listSocialInsights: ({ params, query }) => listInsights(app, params.brand_id, query),
  createSocialInsight: ({ params, body, context: { admin }, idempotency_key }) =>
    createInsight(app, params.brand_id, body, { email: admin.email, idempotency_key }),
  readSocialDashboard: ({ params, query }) => readDashboard(app, params.brand_id, query),
  listSocialExperiments: ({ params, query }) => listExperiments(app, params.brand_id, query),
  createSocialExperiment: ({ params, body, context }) => createExperiment(app, params.brand_id, body, context.admin),
  getSocialExperiment: ({ params }) => getExperiment(app, params.experiment_id),
  startSocialExperiment: ({ params }) => startExperiment(app, params.experiment_id),
  stopSocialExperiment: ({ params }) => stopExperiment(app, params.experiment_id),
  listSocialInbox: ({ params, query }) => listInbox(app, params.brand_id, query),
  createSocialInboxItem: ({ params, body }) => createItem(app, params.brand_id, body),
  pullSocialInbox: ({ params }) => pullInbox(app, params.brand_id),
  updateSocialInboxItem: ({ params, body, if_match }) => updateItem(app, params.item_id, body, if_match),
  eraseSocialPerson: ({ params, body, context }) =>
    erasePerson(app, params.item_id, { admin_id: context.admin.id, ...body }),
  replySocialInboxItem: ({ params, body, context }) => replyToItem(app, params.item_id, body, context.admin),
  verifySocialWebhook: ({ params, query }) => verifyWebhook(app, params, query),
  receiveSocialWebhook: ({ params, body, delivery }) => receiveWebhook(app, params, body, delivery),
  listSocialListening: ({ params, query }) => listFound(app, params.brand_id, query),
  createSocialListeningQuery: ({ params, body }) => createQuery(app, params.brand_id, body),
  listSocialListeningQueries: ({ params, query }) => listQueries(app, params.brand_id, query),
  runSocialListening: ({ params }) => runBrandQueries(app, params.brand_id),
  updateSocialListeningQuery: ({ params, body, if_match }) => updateQuery(app, params.query_id, body, if_match),
  deleteSocialListeningQuery: ({ params, if_match }) => deleteQuery(app, params.query_id, if_match),
  eraseSocialFoundPerson: ({ params, body, context }) =>
    eraseFoundPerson(app, params.item_id, { ...body, admin_id: context.admin.id }),
  updateSocialListeningItem: ({ params, body, if_match }) => updateFound(app, params.item_id, body, if_match),
  readSocialHealth: () => readHealth(app),
  tickSocial: () => tick(app),
  finishSocialOauth: ({ params, query }) => finishOauth(app, params.provider, query),
});
