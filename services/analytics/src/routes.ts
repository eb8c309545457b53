import type { analytics } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { allowEventName } from './event-names/allow-event-name.ts';
import { listEventNames } from './event-names/list-event-names.ts';
import { mergeEventNames } from './event-names/merge-event-names.ts';
import { removeEventName } from './event-names/remove-event-name.ts';
import { readIngestion } from './ingest/read-ingestion.ts';
import { recordBackEndEvents } from './ingest/record-back-end-events.ts';
import { recordEvent, recordEvents } from './ingest/record-events.ts';
import { getAppVersions } from './reports/get-app-versions.ts';
import { getFunnel } from './reports/get-funnel.ts';
import { getRetention } from './reports/get-retention.ts';
import { getSummary } from './reports/get-summary.ts';
import { listAppVersionUsers } from './reports/list-app-version-users.ts';
import { listPaywallNoPurchase } from './reports/list-paywall-no-purchase.ts';
import { changeSettings, getSettings } from './settings/change-settings.ts';
import { recordSiteEvents } from './site-events/record-site-events.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof analytics> => ({
  recordEvent: (request) => recordEvent(app, request),
  recordEvents: (request) => recordEvents(app, request),
  recordBackEndEvents: (request) => recordBackEndEvents(app, request),
  recordSiteEvents: (request) => recordSiteEvents(app, request),
  getAnalyticsSummary: ({ query }) => getSummary(app, query),
  getAppVersions: ({ query }) => getAppVersions(app, query),
  listAppVersionUsers: ({ query }) => listAppVersionUsers(app, query),
  listPaywallNoPurchase: ({ query }) => listPaywallNoPurchase(app, query),
  getFunnel: ({ query }) => getFunnel(app, query),
  getRetention: ({ query }) => getRetention(app, query),
  getIngestion: (request) => readIngestion(app, request),
  listEventNames: ({ params, query }) => listEventNames(app, params, query),
  allowEventName: ({ params }) => allowEventName(app, params),
  mergeEventNames: ({ params, body }) => mergeEventNames(app, params, body),
  removeEventName: async ({ params }) => void (await removeEventName(app, params)),
  listSiteEventNames: ({ params, query }) => listEventNames(app, params, query),
  allowSiteEventName: ({ params }) => allowEventName(app, params),
  mergeSiteEventNames: ({ params, body }) => mergeEventNames(app, params, body),
  removeSiteEventName: async ({ params }) => void (await removeEventName(app, params)),
  getAnalyticsSettings: ({ params }) => getSettings(app, params.application_id),
  setAnalyticsSettings: ({ params, body }) => changeSettings(app, params.application_id, body),
});
