import { analyticsReportEndpoints } from './analytics-reports.ts';
import { clientEventEndpoints } from './client-events.ts';
import { service } from './kit.ts';

export const analytics = service({
  name: 'analytics',
  endpoints: { ...clientEventEndpoints, ...analyticsReportEndpoints },
  events: {},
  queries: {},
});
