export * from './analytics/client-events.ts';
export * from './analytics/event-names.ts';
export * from './analytics/queries.ts';
export * from './analytics/reports.ts';
export { ApplicationSummary, SiteSummary } from './analytics/summaries.ts';
export * from './analytics.ts';
export * from './audit.ts';
export * from './billing/shops.ts';
export * from './billing.ts';
export * from './body-limits.ts';
export * from './catalog/applications.ts';
export * from './catalog/customers.ts';
export * from './catalog/entitlement-snapshot.ts';
export * from './catalog/entitlements.ts';
export * from './catalog/feature-flags.ts';
export * from './catalog/grants.ts';
export * from './catalog/identity-provider.ts';
export * from './catalog/license-batches.ts';
export * from './catalog/license-keys.ts';
export * from './catalog/paywalls.ts';
export * from './catalog/plan-backfills.ts';
export * from './catalog/plans.ts';
export * from './catalog/price-limits.ts';
export * from './catalog/public-keys.ts';
export * from './catalog/remote-config.ts';
export { JsonValue, maxJsonOfParameter, SettingVersion } from './catalog/settings.ts';
export * from './catalog/user-terms.ts';
export * from './catalog.ts';
export * from './client.ts';
export * from './cms/assets.ts';
export * from './cms/banners.ts';
export * from './cms/blog.ts';
export * from './cms/changelog.ts';
export * from './cms/content.ts';
export * from './cms/content-messages.ts';
export * from './cms/discovery.ts';
export * from './cms/documents.ts';
export * from './cms/downloads.ts';
export * from './cms/fields.ts';
export * from './cms/generate-fields.ts';
export * from './cms/insights.ts';
export * from './cms/knowledge-base.ts';
export * from './cms/leads.ts';
export * from './cms/mails.ts';
export * from './cms/newsletter.ts';
export * from './cms/redirects.ts';
export * from './cms/site-keys.ts';
export * from './cms/sites.ts';
export * from './cms/slug-limits.ts';
export * from './cms/support.ts';
export * from './cms/taxonomy.ts';
export * from './cms/texts.ts';
export * from './cms/transfer.ts';
export * from './cms/transfer-limits.ts';
export * from './cms/views.ts';
export * from './cms.ts';
export * from './errors.ts';
export * from './gateway.ts';
export * from './identity/admin-api-keys.ts';
export * from './identity/admin-users.ts';
export * from './identity/admins.ts';
export * from './identity/audit-log.ts';
export * from './identity/consent-messages.ts';
export * from './identity/consents.ts';
export * from './identity/customers.ts';
export * from './identity/devices.ts';
export * from './identity/erasures.ts';
export * from './identity/legal-documents.ts';
export * from './identity/logins.ts';
export * from './identity/site-consents.ts';
export * from './identity/users.ts';
export * from './identity/withdrawals.ts';
export * from './identity.ts';
export * from './inn.ts';
export * from './kit.ts';
export { exampleOf } from './openapi/examples.ts';
export * from './openapi.ts';
export * from './platform.ts';
export * from './rate-classes.ts';
export * from './resources.ts';
export * from './route-table.ts';
export { maxListedFailures } from './row-failure.ts';
export * from './schedules.ts';
export * from './seo-rkn/ai.ts';
export * from './seo-rkn/ai-messages.ts';
export * from './seo-rkn/competitors.ts';
export * from './seo-rkn/dashboard.ts';
export * from './seo-rkn/document-check.ts';
export * from './seo-rkn/indexnow.ts';
export * from './seo-rkn/issue-types.ts';
export * from './seo-rkn/issues.ts';
export * from './seo-rkn/keywords.ts';
export * from './seo-rkn/pages.ts';
export * from './seo-rkn/psi.ts';
export * from './seo-rkn/readiness.ts';
export * from './seo-rkn/rechecks.ts';
export * from './seo-rkn/reports.ts';
export * from './seo-rkn/rkn-codes.ts';
export * from './seo-rkn/rkn-law.ts';
export * from './seo-rkn/rkn-scans.ts';
export * from './seo-rkn/rkn-settings.ts';
export * from './seo-rkn/scans.ts';
export * from './seo-rkn/search.ts';
export * from './seo-rkn/work-plan.ts';
export * from './seo-rkn.ts';
export * from './service-names.ts';
export * from './social/accounts.ts';
export * from './social/approvals.ts';
export * from './social/attribution.ts';
export * from './social/brands.ts';
export * from './social/channel-policies.ts';
export * from './social/channels.ts';
export { Acknowledgement, ApprovalReason, PersonReason } from './social/check.ts';
export * from './social/dashboard.ts';
export * from './social/discovery.ts';
export * from './social/experiments.ts';
export {
  LocalTime,
  OauthChannel,
  SocialChannel,
} from './social/fields.ts';
export * from './social/ideas.ts';
export * from './social/inbox.ts';
export * from './social/insights.ts';
export * from './social/listening.ts';
export * from './social/memory.ts';
export * from './social/metrics.ts';
export * from './social/oauth.ts';
export * from './social/occasions.ts';
export * from './social/plan.ts';
export * from './social/publishing.ts';
export * from './social/remote.ts';
export * from './social/slots.ts';
export {
  type Cadence,
  PlanSourceKind,
  SocialStrategy,
  SocialStrategyChanges,
  type StrategyRubric,
  StrategyState,
  socialStrategyEndpoints,
} from './social/strategies.ts';
export * from './social/tick.ts';
export {
  Advertiser,
  Button,
  maxCoverBytes,
  SocialVariant,
  socialVariantEndpoints,
  VariantState,
} from './social/variants.ts';
export * from './social/webhooks.ts';
export * from './social.ts';
export * from './version.ts';
