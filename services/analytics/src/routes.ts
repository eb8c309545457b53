import type { analytics } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';
import { readIngestion } from './ingest/read-ingestion.ts';
import { recordEvent, recordEvents } from './ingest/record-events.ts';
import { getAppVersions } from './reports/get-app-versions.ts';
import { getFunnel } from './reports/get-funnel.ts';
import { getRetention } from './reports/get-retention.ts';
import { getSummary } from './reports/get-summary.ts';
import { createHeavyReports } from './reports/heavy-reports.ts';
import { listAppVersionUsers } from './reports/list-app-version-users.ts';
import { listPaywallNoPurchase } from './reports/list-paywall-no-purchase.ts';
import { changeSettings, getSettings } from './settings/change-settings.ts';
import { recordSiteEvents } from './site-events/record-site-events.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof analytics> => {
  const reports = { ...app, heavy: createHeavyReports(app) };
  return {
    recordEvent: (request) => recordEvent(app, request),
    recordEvents: (request) => recordEvents(app, request),
    recordSiteEvents: (request) => recordSiteEvents(app, request),
    getAnalyticsSummary: ({ query }) => getSummary(app, query),
    getAppVersions: ({ query }) => getAppVersions(reports, query),
    listAppVersionUsers: ({ query }) => listAppVersionUsers(reports, query),
    listPaywallNoPurchase: ({ query }) => listPaywallNoPurchase(reports, query),
    getFunnel: ({ query }) => getFunnel(reports, query),
    getRetention: ({ query }) => getRetention(reports, query),
    getIngestion: (request) => readIngestion(app, request),
    getAnalyticsSettings: ({ params }) => getSettings(app, params.application_id),
    setAnalyticsSettings: ({ params, body }) => changeSettings(app, params.application_id, body),
  };
};
