import type { analytics } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from './app.ts';

/** One line per endpoint: unpack and call. No SQL, no rules. */
export const routes = (_app: App): Handlers<typeof analytics> => ({
  recordEvent: () => fail('service_unavailable'),
  recordEvents: () => fail('service_unavailable'),
  getAnalyticsSummary: () => fail('service_unavailable'),
  getAppVersions: () => fail('service_unavailable'),
  listAppVersionUsers: () => fail('service_unavailable'),
  listPaywallNoPurchase: () => fail('service_unavailable'),
  getFunnel: () => fail('service_unavailable'),
  getRetention: () => fail('service_unavailable'),
  getIngestion: () => fail('service_unavailable'),
  getAnalyticsSettings: () => fail('service_unavailable'),
  setAnalyticsSettings: () => fail('service_unavailable'),
});
