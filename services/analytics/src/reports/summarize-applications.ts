import type { ApplicationSummary } from '@platform/contracts';
import { hourMs } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { ReportedApplication } from '../application.ts';
import { type AskedRange, type DayRange, daysOf, previousRange, readRange } from '../calendar/range.ts';
import { readChannelRevenue } from '../rollups/count-money.ts';
import { type Count, type Counts, type DayCount, readCounts, readDayCounts } from '../rollups/read-counts.ts';
import { readHours } from '../rollups/read-hours.ts';
import { type ApplicationTotals, addTotals, metricsOf, moneyMetrics, readTotals } from './application-totals.ts';
import { readAsOf } from './as-of.ts';
import { toList } from './money.ts';
import { percent } from './percent.ts';
import { ranked } from './ranked.ts';

type Summary = z.input<typeof ApplicationSummary>;

const applicationsAtOnce = 4;
const longestHourly = 7;
const listedEvents = 100;
/** Dimensions of the lists of a summary. */
const dimensions = ['event', 'platform', 'country_code', 'channel', 'new_users', 'channel_revenue', 'channel_payers'];
type Dimension = (typeof dimensions)[number];

interface Parts {
  range: DayRange;
  current: ApplicationTotals;
  previous: ApplicationTotals;
  counts: Counts;
  days: DayCount[];
  hours: { hour: string; events: number; uniques: number }[];
}

/**
 * Summary of applications: one, or several added up, each by the days of its own time zone. Users of two
 * applications are never the same.
 * @param code of the one application that was asked for; null for all
 */
export async function summarizeApplications(
  app: App,
  applications: readonly ReportedApplication[],
  code: string | null,
  askedRange: AskedRange,
): Promise<Summary> {
  const now = app.clock.now();
  const timezone = code === null ? 'UTC' : (applications[0]?.timezone ?? 'UTC');
  const range = readRange(askedRange, timezone, now);
  const before = previousRange(range);
  const [as_of, parts] = await Promise.all([
    readAsOf(
      app,
      applications.map(({ id }) => id),
    ),
    // All applications have the same dates, in any time zone: each day in the sums has a row in the series.
    readAllParts(app, applications, { from: range.from, to: range.to }, now),
  ]);
  const current = addTotals(parts.map((part) => part.current));
  const previous = addTotals(parts.map((part) => part.previous));
  const days = daysOf(range);
  return {
    kind: 'application',
    application_code: code,
    from: range.from,
    to: range.to,
    timezone,
    as_of: as_of.toISOString(),
    previous: { from: before.from, to: before.to },
    metrics: metricsOf(current, previous, days.length),
    money: moneyMetrics(current, previous),
    channels: channelsOf(parts),
    ...sharesOf(parts, current.uniques),
    top_events: topEvents(parts),
    series: seriesOf(parts, days),
    hours: addHours(parts, now),
  };
}

/** Some of the applications at a time: the connections are there for events and other reports too. */
async function readAllParts(
  app: App,
  applications: readonly ReportedApplication[],
  askedRange: AskedRange,
  now: Date,
): Promise<Parts[]> {
  const parts: Parts[] = [];
  for (let at = 0; at < applications.length; at += applicationsAtOnce) {
    const portion = applications.slice(at, at + applicationsAtOnce);
    parts.push(...(await Promise.all(portion.map((application) => readParts(app, application, askedRange, now)))));
  }
  return parts;
}

async function readParts(
  app: App,
  { id, timezone }: ReportedApplication,
  askedRange: AskedRange,
  now: Date,
): Promise<Parts> {
  const range = readRange(askedRange, timezone, now);
  const isHourly = daysOf(range).length <= longestHourly;
  const [current, previous, counts, days, hours] = await Promise.all([
    readTotals(app, id, range, now),
    readTotals(app, id, previousRange(range), now),
    readCounts(app, id, range, dimensions),
    readDayCounts(app, id, range, ['', 'new_users', 'revenue', 'refunds']),
    isHourly ? readHours(app, id, range) : [],
  ]);
  return { range, current, previous, counts, days, hours };
}

/** Counts of a dimension over all parts, by value. */
function addValues(parts: readonly Parts[], dimension: Dimension): Map<string, Count> {
  const sums = new Map<string, Count>();
  for (const { counts } of parts) {
    for (const [value, { events, uniques }] of counts.get(dimension) ?? []) {
      const sum = sums.get(value);
      sums.set(value, { events: events + (sum?.events ?? 0), uniques: uniques + (sum?.uniques ?? 0) });
    }
  }
  return sums;
}

function channelsOf(parts: readonly Parts[]): Summary['channels'] {
  const active = addValues(parts, 'channel');
  const registered = addValues(parts, 'new_users');
  const payers = addValues(parts, 'channel_payers');
  const revenue = new Map<string, Map<string, number>>();
  for (const [value, { events: cents }] of addValues(parts, 'channel_revenue')) {
    const { channel, currency } = readChannelRevenue(value);
    revenue.set(channel, (revenue.get(channel) ?? new Map<string, number>()).set(currency, cents));
  }
  return [...new Set([...active.keys(), ...registered.keys(), ...payers.keys(), ...revenue.keys()])]
    .map((channel) => ({
      channel,
      new_users: registered.get(channel)?.events ?? 0,
      uniques: active.get(channel)?.uniques ?? 0,
      paying_users: payers.get(channel)?.uniques ?? 0,
      revenue: toList(revenue.get(channel) ?? new Map()),
    }))
    .sort((a, b) => b.uniques - a.uniques || b.new_users - a.new_users || (a.channel < b.channel ? -1 : 1));
}

function sharesOf(parts: readonly Parts[], uniques: number): Pick<Summary, 'countries' | 'platforms'> {
  const byUniques = (dimension: 'country_code' | 'platform') =>
    [...addValues(parts, dimension)]
      .map(([value, count]) => ({ value, uniques: count.uniques, share: percent(count.uniques, uniques) }))
      .sort((a, b) => b.uniques - a.uniques || (a.value < b.value ? -1 : 1));
  return {
    countries: byUniques('country_code').map(({ value, ...rest }) => ({ country_code: value || null, ...rest })),
    platforms: byUniques('platform').map(({ value, ...rest }) => ({ platform: value || null, ...rest })),
  };
}

const topEvents = (parts: readonly Parts[]): Summary['top_events'] =>
  ranked(addValues(parts, 'event'), 'events')
    .slice(0, listedEvents)
    .map(([event, count]) => ({ event, ...count }));

function seriesOf(parts: readonly Parts[], days: readonly string[]): Summary['series'] {
  const rows = new Map(
    days.map((date) => [
      date,
      {
        events: 0,
        uniques: 0,
        new_users: 0,
        payments_succeeded: 0,
        revenue: new Map<string, number>(),
        refunds: new Map<string, number>(),
      },
    ]),
  );
  for (const { day, dimension, value, events, uniques } of parts.flatMap((part) => part.days)) {
    const row = rows.get(day);
    if (!row) continue;
    if (dimension === 'new_users') row.new_users += events;
    else if (dimension === 'revenue') {
      row.payments_succeeded += uniques;
      addTo(row.revenue, value, events);
    } else if (dimension === 'refunds') addTo(row.refunds, value, events);
    else {
      row.events += events;
      row.uniques += uniques;
    }
  }
  return [...rows].map(([date, { revenue, refunds, ...counts }]) => ({
    date,
    ...counts,
    revenue: toList(revenue),
    refunds: toList(refunds),
  }));
}

const addTo = (sums: Map<string, number>, key: string, more: number): Map<string, number> =>
  sums.set(key, (sums.get(key) ?? 0) + more);

/** Every hour of the ranges that has begun, also those without events. */
function addHours(parts: readonly Parts[], now: Date): Summary['hours'] {
  const hours = new Map<string, { hour: string; events: number; uniques: number }>();
  for (const { range } of parts.filter(({ range }) => daysOf(range).length <= longestHourly)) {
    const end = Math.min(range.ends_at.getTime(), now.getTime());
    for (let at = Math.ceil(range.starts_at.getTime() / hourMs) * hourMs; at < end; at += hourMs) {
      const hour = new Date(at).toISOString();
      hours.set(hour, { hour, events: 0, uniques: 0 });
    }
  }
  for (const { hour, events, uniques } of parts.flatMap((part) => part.hours)) {
    const sum = hours.get(hour);
    hours.set(hour, { hour, events: events + (sum?.events ?? 0), uniques: uniques + (sum?.uniques ?? 0) });
  }
  return [...hours.values()].sort((a, b) => (a.hour < b.hour ? -1 : 1));
}
