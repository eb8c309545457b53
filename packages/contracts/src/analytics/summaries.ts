import { z } from 'zod';
import { CalendarDay, Timestamp } from '../fields.ts';

/** The summaries of applications and sites, and the fields that other reports have too. */

const Metric = z
  .object({
    value: z.number().describe('Value in the range'),
    previous: z.number().describe('Value in the previous range'),
  })
  .meta({
    id: 'Metric',
    description: 'A number and its value in the previous range; defined in METRICS.md of analytics',
  });
const metric = (description: string) => Metric.describe(description);
export const Share = z.number().describe('Share of the total, in percent with two decimals, at most 100');
const Country = z.string().nullable().describe('ISO 3166-1 alpha-2; null when it is not known');
const EventName = z.string().describe('Name of the event');
const Events = z.int().describe('Number of events');
const Users = z.int().describe('Distinct users');
const Visitors = z.int().describe('Sum of the distinct visitors of each day');
const Views = z.int().describe('Page views');
const Money = z
  .object({ currency: z.string().describe('ISO 4217'), value: z.number().describe('Amount') })
  .meta({ id: 'Money' });

export const Range = {
  from: CalendarDay.describe('First day'),
  to: CalendarDay.describe('Last day, included'),
  timezone: z.string().describe('Time zone of the days'),
  as_of: Timestamp.describe('All events that were stored before this time are counted'),
};

const PreviousRange = z
  .object({ from: CalendarDay.describe('First day'), to: CalendarDay.describe('Last day') })
  .meta({ id: 'PreviousRange' });

export const ApplicationSummary = z
  .object({
    kind: z.literal('application').describe('A summary of applications'),
    application_code: z.string().nullable().describe('Null for all applications together'),
    ...Range,
    previous: PreviousRange.describe('Previous range, for comparison'),
    metrics: z
      .object({
        events: metric('Events'),
        uniques: metric('Distinct users with an event of a client: the active users'),
        dau: metric('Mean of the distinct users of each day'),
        wau: metric('Distinct users in the last 7 days'),
        mau: metric('Distinct users in the last 30 days'),
        stickiness: metric(
          'Mean of the distinct users of each of the last 30 days ÷ mau, in percent with two decimals',
        ),
        new_users: metric('Users who registered'),
        active_devices: metric('Devices that are not revoked, at the end'),
        payments_started: metric('Payments created'),
        payments_succeeded: metric('Payments confirmed'),
        payments_canceled: metric('Payments canceled'),
        refunds_count: metric('Completed refunds'),
        paying_users: metric('Distinct users with a confirmed payment'),
        active_or_paying_users: metric('Distinct users who were active or paid'),
        conversion: metric('paying_users ÷ active_or_paying_users, in percent with two decimals'),
        checkout_conversion: metric('Created payments that were confirmed, in percent of all with two decimals'),
        active_subscriptions: metric('Users with a running paid period, at the end'),
        new_subscriptions: metric('Paid periods that do not continue another one'),
        renewed_subscriptions: metric('Paid periods that continue another one'),
        ended_subscriptions: metric('Users whose last paid period ended'),
      })
      .describe('Counts'),
    money: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217'),
          revenue: metric('Confirmed payments'),
          refunds: metric('Refunded amount'),
          net_revenue: metric('revenue − refunds'),
          arpu: metric('net_revenue ÷ active_or_paying_users'),
          arpdau: metric('net_revenue ÷ the sum of the users of each day'),
        }),
      )
      .describe('One entry for each currency, by its code'),
    channels: z
      .array(
        z.object({
          channel: z.string().describe('Acquisition source of the user, `direct` without one'),
          new_users: z.int().describe('Users who registered in the range'),
          uniques: z.int().describe('Users who were active in the range'),
          paying_users: z.int().describe('Users with a confirmed payment'),
          revenue: z.array(Money).describe('Amounts that these users paid'),
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
          date: CalendarDay.describe('The day'),
          events: Events,
          uniques: Users,
          new_users: z.int().describe('Users who registered on this day'),
          payments_succeeded: z.int().describe('Payments confirmed on this day'),
          revenue: z.array(Money).describe('Paid amount'),
          refunds: z.array(Money).describe('Refunded amount'),
        }),
      )
      .describe('Every day of the range'),
    hours: z
      .array(z.object({ hour: Timestamp.describe('Start of the hour'), events: Events, uniques: Users }))
      .describe(
        'Every hour of a range of at most 7 days that has begun, also one without events; empty for a longer range',
      ),
  })
  .meta({ id: 'ApplicationSummary' });

export const SiteSummary = z
  .object({
    kind: z.literal('site').describe('A summary of a site'),
    cms_site_code: z.string().describe('The site'),
    ...Range,
    previous: PreviousRange.describe('Previous range, for comparison'),
    metrics: z
      .object({
        views: metric('Page views'),
        visitors: metric('Sum of the distinct visitors of each day'),
        events: metric('All site events'),
      })
      .describe('Counts'),
    inventory: z
      .array(
        z.object({
          kind: z.string().describe('For example post, article, document'),
          published: z.int().describe('Published now'),
        }),
      )
      .nullable()
      .describe(
        'Published content of the site; kinds without published items are absent. Null while the cms does not answer',
      ),
    view_count: Metric.nullable().describe(
      'Views of knowledge-base articles as the cms counts them: once per visitor, article and day. Null while the cms does not answer',
    ),
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
      .array(z.object({ date: CalendarDay.describe('The day'), views: Views, visitors: Visitors }))
      .describe('Every day of the range'),
  })
  .meta({ id: 'SiteSummary' });
