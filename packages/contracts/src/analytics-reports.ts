import { z } from 'zod';
import { admin, adminWrites } from './admin-endpoints.ts';
import { ApplicationIdParams, Code, pageQuery, Timestamp, TimeZone, text, Uuid } from './fields.ts';
import { endpoint } from './kit.ts';

/** Longest range of a report, in days. */
export const maxReportDays = 366;

const Day = z.iso.date();
/** Within what every tool of ours can calculate with, some years of a report to either side included. */
const AskedDay = Day.refine((day) => day >= '1970-01-01' && day < '9000-01-01', 'not before 1970 or after 8999');
const rangeQuery = {
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxReportDays)
    .optional()
    .describe('Whole days up to and including today; 30 when neither this nor `from` is given'),
  from: AskedDay.optional().describe('First day, with `to` and without `days`'),
  to: AskedDay.optional().describe('Last day, included; today when absent'),
};
const application_code = Code.optional().describe('Only this application; all of them when absent');
const oneApplication = Code.describe('The application');
const format = z.enum(['json', 'csv']).default('json').describe('csv answers the rows of the report as a file');

const Metric = z
  .object({ value: z.number().describe('In the range'), previous: z.number().describe('In the range before') })
  .meta({ id: 'Metric', description: 'A number and what it was before; definitions in METRICS.md of analytics' });
const metric = (description: string) => Metric.describe(description);
const Share = z.number().describe('Part of all, in percent with two decimals');
const Country = z.string().nullable().describe('ISO 3166-1 alpha-2; null when it is not known');
const EventName = z.string().describe('Name of the event');
const Events = z.int().describe('How many there were');
const Users = z.int().describe('Different users');
const Visitors = z.int().describe('Different visitors of each day, summed');
const Views = z.int().describe('Page views');
const Money = z.object({ currency: z.string().describe('ISO 4217'), value: z.number().describe('Amount') });

const Range = {
  from: Day.describe('First day'),
  to: Day.describe('Last day, included'),
  timezone: z.string().describe('Whose days they are'),
  as_of: Timestamp.describe('Every event that was stored by then is counted'),
};

export const ApplicationSummary = z
  .object({
    kind: z.literal('application').describe('A summary of applications'),
    application_code: z.string().nullable().describe('Null for all applications together'),
    ...Range,
    previous: z.object({ from: Day.describe('First day'), to: Day.describe('Last day') }).describe('Compared with'),
    metrics: z
      .object({
        events: metric('Events'),
        uniques: metric('Different users'),
        dau: metric('Mean of the different users of each day'),
        wau: metric('Different users in the last 7 days'),
        mau: metric('Different users in the last 30 days'),
        stickiness: metric('dau ÷ mau'),
        new_users: metric('Users who registered'),
        active_devices: metric('Devices that are not revoked, at the end'),
        payments_started: metric('Payments created'),
        payments_succeeded: metric('Payments confirmed'),
        payments_canceled: metric('Payments canceled'),
        refunds_count: metric('Refunds that went through'),
        paying_users: metric('Different users with a confirmed payment'),
        conversion: metric('paying_users ÷ uniques'),
        checkout_conversion: metric('Share of the created payments that were confirmed'),
        active_subscriptions: metric('Users with a running paid period, at the end'),
        new_subscriptions: metric('Paid periods that continue no other'),
        renewed_subscriptions: metric('Paid periods that continue another'),
        ended_subscriptions: metric('Users whose last paid period ended'),
      })
      .describe('Counts'),
    money: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217'),
          revenue: metric('Confirmed payments'),
          refunds: metric('Money that went back'),
          net_revenue: metric('revenue − refunds'),
          arpu: metric('net_revenue ÷ uniques'),
          arpdau: metric('net_revenue ÷ the sum of the users of each day'),
        }),
      )
      .describe('One entry for each currency, by its code'),
    channels: z
      .array(
        z.object({
          channel: z.string().describe('Acquisition source of the user, `direct` without one'),
          new_users: z.int().describe('Registered in the range'),
          uniques: z.int().describe('Active in the range'),
          paying_users: z.int().describe('With a confirmed payment'),
          revenue: z.array(Money).describe('What they paid'),
        }),
      )
      .describe('Most active first'),
    countries: z.array(z.object({ country_code: Country, uniques: Users, share: Share })).describe('Most users first'),
    platforms: z
      .array(z.object({ platform: z.string().nullable().describe('Client platform'), uniques: Users, share: Share }))
      .describe('Most users first'),
    top_events: z.array(z.object({ event: EventName, events: Events, uniques: Users })).describe('At most 100'),
    series: z
      .array(
        z.object({
          date: Day.describe('The day'),
          events: Events,
          uniques: Users,
          new_users: z.int().describe('Registered on it'),
          payments_succeeded: z.int().describe('Payments confirmed on it'),
          revenue: z.array(Money).describe('What was paid'),
          refunds: z.array(Money).describe('What went back'),
        }),
      )
      .describe('Every day of the range'),
    hours: z
      .array(z.object({ hour: Timestamp.describe('Its beginning'), events: Events, uniques: Users }))
      .describe('Every hour of the range when it has at most 7 days, else empty'),
  })
  .meta({ id: 'ApplicationSummary' });

export const SiteSummary = z
  .object({
    kind: z.literal('site').describe('A summary of a site'),
    cms_site_code: z.string().describe('The site'),
    ...Range,
    previous: z.object({ from: Day.describe('First day'), to: Day.describe('Last day') }).describe('Compared with'),
    metrics: z
      .object({
        views: metric('Page views'),
        visitors: metric('Different visitors of each day, summed'),
        events: metric('All site events'),
      })
      .describe('Counts'),
    inventory: z
      .array(
        z.object({
          kind: z.string().describe('For example post, article, document'),
          published: z.int().describe('Published at the end of the range'),
        }),
      )
      .describe('What the site offers'),
    view_count: metric('Views of knowledge-base articles, as the cms counts them'),
    sources: z
      .array(z.object({ source: z.string().describe('Campaign source or host'), visitors: Visitors, views: Views }))
      .describe('Most visitors first'),
    top_pages: z
      .array(z.object({ path: z.string().describe('Path of the page'), views: Views, visitors: Visitors }))
      .describe('At most 100'),
    countries: z
      .array(z.object({ country_code: Country, visitors: Visitors, share: Share }))
      .describe('Most visitors first'),
    top_events: z.array(z.object({ event: EventName, events: Events, visitors: Visitors })).describe('At most 100'),
    series: z
      .array(z.object({ date: Day.describe('The day'), views: Views, visitors: Visitors }))
      .describe('Every day of the range'),
  })
  .meta({ id: 'SiteSummary' });

const stepName = text(100);

export const AnalyticsSettings = z
  .object({
    timezone: TimeZone.describe('Whose days reports count'),
    retention_days: z.int().min(30).max(3_650).describe('How long single events are kept; counted days stay'),
  })
  .meta({ id: 'AnalyticsSettings' });

/** By name: PostgreSQL reads the sign of an offset such as `+05:30` the opposite way to ISO 8601. */
const NamedTimeZone = TimeZone.refine((zone) => /^[A-Za-z]/.test(zone), 'the name of an IANA time zone');

export const analyticsReportEndpoints = {
  getAnalyticsSummary: endpoint({
    method: 'GET',
    path: '/v1/analytics/summary',
    summary: 'What happened in an application, in all of them, or on a site',
    ...admin,
    streams: true,
    statementSeconds: 25,
    query: z.object({
      ...rangeQuery,
      application_code,
      cms_site_code: Code.optional().describe('A site instead of an application'),
      format,
    }),
    response: z.discriminatedUnion('kind', [ApplicationSummary, SiteSummary]),
    errors: ['application_not_found', 'site_not_found'],
  }),
  getAppVersions: endpoint({
    method: 'GET',
    path: '/v1/analytics/versions',
    summary: 'Which versions of the application are in use',
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
              app_version: z.string().nullable().describe('Version; null when the client did not say'),
              users: z.int().describe('Users whose latest event there came from it'),
              share: Share,
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
    summary: 'Who uses which version, seen last first',
    ...admin,
    paginated: true,
    streams: true,
    statementSeconds: 25,
    query: z.object({
      ...pageQuery,
      ...rangeQuery,
      application_code: oneApplication,
      platform: z.string().max(32).optional().describe('Only this platform'),
      app_version: z.string().max(64).optional().describe('Only this version'),
      format,
    }),
    response: z
      .object({
        user_id: Uuid.describe('The user'),
        platform: z.string().nullable().describe('Client platform'),
        app_version: z.string().nullable().describe('Version of the latest event there'),
        last_event_at: Timestamp.describe('When that was'),
      })
      .meta({ id: 'AppVersionUser' }),
    errors: ['application_not_found'],
  }),
  listPaywallNoPurchase: endpoint({
    method: 'GET',
    path: '/v1/analytics/cohorts/paywall-no-purchase',
    summary: 'Who saw a paywall and did not buy, seen last first',
    ...admin,
    paginated: true,
    streams: true,
    statementSeconds: 25,
    query: z.object({ ...pageQuery, ...rangeQuery, application_code: oneApplication, format }),
    response: z
      .object({
        user_id: Uuid.describe('The user'),
        views: z.int().describe('How often in the range'),
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
    summary: 'How many users did these steps one after another',
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
        .describe('2 to 8 event names, comma-separated, in order'),
      window_hours: z.coerce.number().int().min(1).max(720).default(24).describe('From the first step to the last'),
      breakdown: z
        .enum(['platform', 'app_version', 'country_code', 'channel'])
        .optional()
        .describe('Also by this value of the first step'),
      format,
    }),
    response: z
      .object({
        ...Range,
        window_hours: z.int().describe('As asked'),
        steps: z
          .array(
            z.object({
              event: z.string().describe('The step'),
              users: z.int().describe('Users who came this far'),
              share_of_first: Share,
              share_of_previous: Share,
            }),
          )
          .describe('In the order that was asked for'),
        breakdown: z
          .array(
            z.object({
              value: z.string().nullable().describe('Value of the first step'),
              users: z.array(z.int()).describe('Users who came as far as each step'),
            }),
          )
          .describe('At most 50 values, most users first; empty unless asked for'),
      })
      .meta({ id: 'Funnel' }),
    errors: ['application_not_found'],
  }),
  getRetention: endpoint({
    method: 'GET',
    path: '/v1/analytics/retention',
    summary: 'How many of those who registered came back',
    ...admin,
    streams: true,
    statementSeconds: 25,
    query: z.object({
      ...rangeQuery,
      application_code: oneApplication,
      unit: z.enum(['day', 'week']).default('day').describe('Cohorts and columns are days or weeks'),
      periods: z.coerce.number().int().min(1).max(90).default(14).describe('How many columns after the first'),
      format,
    }),
    response: z
      .object({
        ...Range,
        unit: z.enum(['day', 'week']).describe('As asked'),
        cohorts: z
          .array(
            z.object({
              start: Day.describe('First day of the cohort'),
              users: z.int().describe('Users who registered in it'),
              returned: z
                .array(z.int().nullable())
                .describe('Users with an event 0, 1, 2 … units later; null while that time is not over'),
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
    summary: 'What became of the events that clients sent',
    ...admin,
    query: z.object({ ...rangeQuery, application_code: oneApplication }),
    response: z
      .object({
        ...Range,
        days: z
          .array(
            z.object({
              date: Day.describe('Day of arrival (UTC)'),
              stored: z.int().describe('Stored'),
              duplicates: z.int().describe('Were there already'),
              rejected: z.record(z.string(), z.int()).describe('Refused, by reason'),
              without_name: z.int().describe('Counted as `(other)`: a new name that found no room'),
            }),
          )
          .describe('Every day of the range'),
        event_names: z.int().describe('Different event names so far'),
        max_event_names: z.int().describe('How many there may be'),
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
    description: 'With another time zone every day is counted anew, as far back as single events are kept.',
    ...adminWrites,
    params: ApplicationIdParams,
    body: AnalyticsSettings.extend({ timezone: NamedTimeZone.describe('Whose days reports count, by name') })
      .partial()
      .strict()
      .meta({ id: 'AnalyticsSettingsChange' }),
    response: AnalyticsSettings,
    errors: ['application_not_found'],
  }),
} as const;
