import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import {
  ApplicationIdParams,
  CalendarDay,
  Code,
  FirstDay,
  LastDay,
  pageQuery,
  Timestamp,
  TimeZone,
  text,
  Uuid,
} from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { ApplicationSummary, Range, Share, SiteSummary } from './summaries.ts';

/** Longest range of a report, in days. */
export const maxReportDays = 366;

const rangeQuery = {
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxReportDays)
    .optional()
    .describe('Number of whole days up to and including today; 30 when both this and `from` are absent'),
  from: FirstDay.optional().describe(
    'First day, or a time in it; used with `to` and instead of `days`. Days are those of the time zone of the report',
  ),
  to: LastDay.optional().describe(
    'Last day, included; today when absent. A time stands for the day of the moment before it',
  ),
};
const application_code = Code.optional()
  .describe('Only this application; all of them when absent')
  .meta({ resource: 'application_code' });
const oneApplication = Code.describe('The application').meta({ resource: 'application_code' });
const format = z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows of the report as a file');

const stepName = text(100);

/** Facts of the platform's services that a funnel takes as steps. */
export const factSteps = ['user:registered', 'payment:succeeded', 'entitlement:granted', 'license:activated'] as const;

export const AnalyticsSettings = z
  .object({
    timezone: TimeZone.describe('Time zone of the days in reports'),
    retention_days: z.int().min(30).max(3_650).describe('Retention of single events; the totals of past days stay'),
  })
  .meta({ id: 'AnalyticsSettings' });

/** By name: PostgreSQL reads the sign of an offset such as `+05:30` the opposite way to ISO 8601. */
const NamedTimeZone = TimeZone.refine(
  (zone) => /^[A-Za-z]/.test(zone),
  'has to be the IANA name of a time zone, such as Europe/Moscow',
);

export const analyticsReportEndpoints = feature(
  'Reports',
  'Reports on events and payments, and the analytics settings of an application.',
  {
    getAnalyticsSummary: endpoint({
      method: 'GET',
      path: '/v1/analytics/summary',
      summary: 'Read the totals of an application, of all of them, or of a site',
      ...admin,
      streams: true,
      statementSeconds: 25,
      query: z.object({
        ...rangeQuery,
        application_code,
        cms_site_code: Code.optional().describe('A site instead of an application').meta({ resource: 'site_code' }),
        format,
      }),
      response: z.discriminatedUnion('kind', [ApplicationSummary, SiteSummary]),
      errors: ['application_not_found', 'site_not_found'],
    }),
    getAppVersions: endpoint({
      method: 'GET',
      path: '/v1/analytics/versions',
      summary: 'List the versions of the application in use',
      ...admin,
      streams: true,
      statementSeconds: 25,
      query: z.object({
        ...rangeQuery,
        application_code,
        platform: z.string().max(32).optional().describe('Only this platform'),
        format,
      }),
      response: z
        .object({
          ...Range,
          total_users: z.int().describe('A user on two platforms counts on both'),
          versions: z
            .array(
              z.object({
                platform: z.string().nullable().describe('Client platform'),
                app_version: z.string().nullable().describe('Version; null if the client sent none'),
                users: z.int().describe('Users whose latest event on this platform has this version'),
                share: Share,
                compared_as: z
                  .string()
                  .nullable()
                  .describe('Version as rules on `app_version` compare it; null if it matches no range'),
              }),
            )
            .describe('Most users first'),
        })
        .meta({ id: 'AppVersions' }),
      errors: ['application_not_found'],
    }),
    listAppVersionUsers: endpoint({
      method: 'GET',
      path: '/v1/analytics/versions/users',
      summary: 'List users with their app version, last seen first',
      ...admin,
      paginated: true,
      streams: true,
      statementSeconds: 25,
      query: z.object({
        ...pageQuery,
        ...rangeQuery,
        application_code,
        platform: z.string().max(32).optional().describe('Only this platform'),
        app_version: z.string().max(64).optional().describe('Only this version'),
        format,
      }),
      response: z
        .object({
          application_id: Uuid.describe('The application of the user'),
          user_id: Uuid.describe('The user'),
          platform: z.string().nullable().describe('Client platform'),
          app_version: z.string().nullable().describe('Version in the latest event on this platform'),
          last_event_at: Timestamp.describe('Time of the latest event on this platform'),
        })
        .meta({ id: 'AppVersionUser' }),
      errors: ['application_not_found'],
    }),
    listPaywallNoPurchase: endpoint({
      method: 'GET',
      path: '/v1/analytics/cohorts/paywall-no-purchase',
      summary: 'List users that saw a paywall and did not buy, last seen first',
      ...admin,
      paginated: true,
      streams: true,
      statementSeconds: 25,
      query: z.object({ ...pageQuery, ...rangeQuery, application_code, format }),
      response: z
        .object({
          application_id: Uuid.describe('The application of the user'),
          user_id: Uuid.describe('The user'),
          views: z.int().describe('Paywall views in the range'),
          first_viewed_at: Timestamp.describe('First time in the range'),
          last_viewed_at: Timestamp.describe('Last time in the range'),
          channel: z.string().describe('Acquisition source, `direct` without one'),
          registered_at: Timestamp.nullable().describe('When the user registered'),
        })
        .meta({ id: 'PaywallNoPurchaseUser' }),
      errors: ['application_not_found'],
    }),
    getFunnel: endpoint({
      method: 'GET',
      path: '/v1/analytics/funnel',
      summary: 'Count users that completed these steps in order',
      ...admin,
      streams: true,
      statementSeconds: 25,
      query: z.object({
        ...rangeQuery,
        application_code: oneApplication,
        steps: z
          .string()
          .transform((names) => names.split(','))
          .pipe(z.array(stepName).min(2).max(8))
          .describe(
            '2 to 8 steps, comma-separated, in order. A step is the name of an event that clients or back ends send, or a fact of the platform: `user:registered`, `payment:succeeded`, `entitlement:granted`, `license:activated`. No client can send a fact, and an event of such a name is none',
          )
          .meta({ example: 'app_opened,paywall_viewed,payment:succeeded' }),
        window_hours: z.coerce
          .number()
          .int()
          .min(1)
          .max(720)
          .default(24)
          .describe('Longest time from the first step to the last'),
        breakdown: z
          .enum(['platform', 'app_version', 'country_code', 'channel'])
          .optional()
          .describe(
            'Also split the counts by this property of the first step; a fact has the channel of its user, and a registration its platform and country',
          ),
        format,
      }),
      response: z
        .object({
          ...Range,
          window_hours: z.int().describe('Value from the request'),
          steps: z
            .array(
              z.object({
                event: z.string().describe('The step'),
                is_known: z
                  .boolean()
                  .describe(
                    'False for a step that is no fact and no event that the application has had: it may be misspelt',
                  ),
                users: z.int().describe('Users who reached this step'),
                share_of_first: Share,
                share_of_previous: Share,
              }),
            )
            .describe('In the order of the request'),
          breakdown: z
            .array(
              z.object({
                value: z.string().nullable().describe('Value of the first step'),
                users: z.array(z.int()).describe('Users who reached each step'),
              }),
            )
            .describe('At most 50 values, most users first; empty if not requested'),
        })
        .meta({ id: 'Funnel' }),
      errors: ['application_not_found'],
    }),
    getRetention: endpoint({
      method: 'GET',
      path: '/v1/analytics/retention',
      summary: 'Read the retention of registered users',
      ...admin,
      streams: true,
      statementSeconds: 25,
      query: z.object({
        ...rangeQuery,
        application_code: oneApplication,
        unit: z.enum(['day', 'week']).default('day').describe('Cohorts and columns are days or weeks'),
        periods: z.coerce.number().int().min(1).max(90).default(14).describe('Number of columns after the first'),
        format,
      }),
      response: z
        .object({
          ...Range,
          unit: z.enum(['day', 'week']).describe('Value from the request'),
          cohorts: z
            .array(
              z.object({
                start: CalendarDay.describe('First day of the cohort'),
                users: z.int().describe('Users who registered in it'),
                returned: z
                  .array(z.int().nullable())
                  .describe('Users with an event 0, 1, 2 … units later; null until that time is over'),
              }),
            )
            .describe('Every day or week of the range'),
        })
        .meta({ id: 'Retention' }),
      errors: ['application_not_found'],
    }),
    getIngestion: endpoint({
      method: 'GET',
      path: '/v1/analytics/ingestion',
      summary: 'Count stored, repeated and refused events',
      ...admin,
      query: z.object({ ...rangeQuery, application_code: oneApplication }),
      response: z
        .object({
          ...Range,
          days: z
            .array(
              z.object({
                date: CalendarDay.describe('Day of arrival (UTC)'),
                stored: z.int().describe('Stored'),
                duplicates: z.int().describe('Repeats of stored events'),
                rejected: z.record(z.string(), z.int()).describe('Refused events, by reason'),
                without_name: z.int().describe('Events counted as `(other)`: new names beyond the limit'),
              }),
            )
            .describe('Every day of the range'),
          sites: z
            .array(
              z.object({
                site_code: z.string().describe('Code of the site'),
                date: CalendarDay.describe('Day of arrival (UTC)'),
                stored_bytes: z.int().describe('Bytes of events that visitors sent'),
                over_budget: z.int().describe('Requests refused with 429 because the site used up its day'),
                budget_bytes: z.int().describe('Bytes that the site may store in a day'),
              }),
            )
            .describe('Sites of the application, for each day of the range with events of visitors'),
          event_names: z.int().describe('Distinct event names so far'),
          max_event_names: z.int().describe('Limit of distinct event names'),
        })
        .meta({ id: 'Ingestion' }),
      errors: ['application_not_found'],
    }),
    getAnalyticsSettings: endpoint({
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/analytics',
      summary: 'Read the analytics settings of an application',
      ...admin,
      params: ApplicationIdParams,
      response: AnalyticsSettings,
      errors: ['application_not_found'],
    }),
    setAnalyticsSettings: endpoint({
      method: 'PUT',
      path: '/v1/admin/applications/{application_id}/analytics',
      summary: 'Change the analytics settings of an application',
      description: 'After a change of the time zone, all days with stored single events are counted again.',
      ...adminWrites,
      params: ApplicationIdParams,
      body: AnalyticsSettings.extend({
        timezone: NamedTimeZone.describe('Name of the time zone of the days in reports'),
      })
        .partial()
        .strict()
        .meta({ id: 'AnalyticsSettingsChange' }),
      response: AnalyticsSettings,
      errors: ['application_not_found'],
    }),
  },
);
