import type { analytics } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';
import { readIngestion } from './ingest/read-ingestion.ts';
import { recordEvent, recordEvents } from './ingest/record-events.ts';
import { getSummary } from './reports/get-summary.ts';
import { changeSettings, getSettings } from './settings/change-settings.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof analytics> => ({
  recordEvent: (request) => recordEvent(app, request),
  recordEvents: (request) => recordEvents(app, request),
  getAnalyticsSummary: ({ query }) => getSummary(app, query),
  getAppVersions: () => fail('service_unavailable'),
  listAppVersionUsers: () => fail('service_unavailable'),
  listPaywallNoPurchase: () => fail('service_unavailable'),
  getFunnel: () => fail('service_unavailable'),
  getRetention: () => fail('service_unavailable'),
  getIngestion: (request) => readIngestion(app, request),
  getAnalyticsSettings: ({ params }) => getSettings(app, params.application_id),
  setAnalyticsSettings: ({ params, body }) => changeSettings(app, params.application_id, body),
});
