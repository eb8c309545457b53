import { z } from 'zod';
import { clientEventEndpoints } from './analytics/client-events.ts';
import { eventNameEndpoints } from './analytics/event-names.ts';
import { analyticsQueries } from './analytics/queries.ts';
import { analyticsReportEndpoints } from './analytics/reports.ts';
import { Uuid } from './fields.ts';
import { event, service } from './kit.ts';

export const analytics = service({
  name: 'analytics',
  endpoints: { ...clientEventEndpoints, ...analyticsReportEndpoints, ...eventNameEndpoints },
  events: {
    eventNamesChanged: event(
      'event_names.changed',
      'An administrator changed the event names of an application or a site. Cached event names are stale.',
      z.object({ owner_id: Uuid.describe('Application or site') }),
    ),
  },
  queries: analyticsQueries,
  commands: {},
});
