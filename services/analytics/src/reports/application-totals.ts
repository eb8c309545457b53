import type { ApplicationSummary } from '@platform/contracts';
import { DateTime } from 'luxon';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { DayRange } from '../calendar/range.ts';
import {
  type Count,
  type Counts,
  type DayCount,
  readCounts,
  readCountsAndUnion,
  readDayCounts,
} from '../rollups/read-counts.ts';
import { addMoney, type MoneyByCurrency, perHead, toAmount } from './money.ts';
import { percent } from './percent.ts';
import { readActiveDevices } from './read-devices.ts';
import { readActiveSubscriptions } from './read-subscriptions.ts';

/** Everything of a range that may be added up over applications, and from which the metrics follow. */
export interface ApplicationTotals {
  events: number;
  uniques: number;
  /** The different users of each day, summed. */
  user_days: number;
  /** The same of the last 30 days of the range. */
  recent_user_days: number;
  wau: number;
  mau: number;
  new_users: number;
  active_devices: number;
  payments_started: number;
  /** Of the started ones, whenever it was. */
  started_and_succeeded: number;
  payments_succeeded: number;
  payments_canceled: number;
  refunds_count: number;
  paying_users: number;
  active_or_paying_users: number;
  active_subscriptions: number;
  new_subscriptions: number;
  renewed_subscriptions: number;
  ended_subscriptions: number;
  revenue: MoneyByCurrency;
  refunds: MoneyByCurrency;
}

type Sums = Omit<ApplicationTotals, 'revenue' | 'refunds'>;

const nothing: Sums = {
  events: 0,
  uniques: 0,
  user_days: 0,
  recent_user_days: 0,
  wau: 0,
  mau: 0,
  new_users: 0,
  active_devices: 0,
  payments_started: 0,
  started_and_succeeded: 0,
  payments_succeeded: 0,
  payments_canceled: 0,
  refunds_count: 0,
  paying_users: 0,
  active_or_paying_users: 0,
  active_subscriptions: 0,
  new_subscriptions: 0,
  renewed_subscriptions: 0,
  ended_subscriptions: 0,
};

const mauDays = 30;
const totalled = ['', 'new_users', 'revenue', 'refunds', 'payers', 'payments', 'subscriptions'];

/** @param now a range that ends later counts as far as it has gone */
export async function readTotals(app: App, id: string, range: DayRange, now: Date): Promise<ApplicationTotals> {
  const until = range.ends_at < now ? range.ends_at : now;
  const [{ counts, unitedUniques }, days, wau, mau, active_subscriptions, active_devices] = await Promise.all([
    readCountsAndUnion(app, id, range, { dimensions: totalled, united: ['', 'payers'] }),
    readDayCounts(app, id, range, ['']),
    readCounts(app, id, lastDays(range, 7), ['']),
    readCounts(app, id, lastDays(range, mauDays), ['']),
    readActiveSubscriptions(app, id, until),
    readActiveDevices(app, id, until),
  ]);
  const events = (dimension: string, value: string) => counts.get(dimension)?.get(value)?.events ?? 0;
  const uniques = (of: Counts, dimension: string) => of.get(dimension)?.get('')?.uniques ?? 0;
  const money = (dimension: string) =>
    new Map([...(counts.get(dimension) ?? [])].map(([currency, { events: cents }]) => [currency, cents]));
  const eachValue = (dimension: string, of: keyof Count) =>
    [...(counts.get(dimension)?.values() ?? [])].reduce((sum, count) => sum + count[of], 0);
  return {
    events: events('', ''),
    uniques: uniques(counts, ''),
    user_days: usersOf(days),
    recent_user_days: usersOf(days.filter(({ day }) => day >= lastDays(range, mauDays).from)),
    wau: uniques(wau, ''),
    mau: uniques(mau, ''),
    new_users: eachValue('new_users', 'events'),
    active_devices,
    payments_started: events('payments', 'started'),
    started_and_succeeded: events('payments', 'started_and_succeeded'),
    payments_succeeded: eachValue('revenue', 'uniques'),
    payments_canceled: events('payments', 'canceled'),
    refunds_count: eachValue('refunds', 'uniques'),
    paying_users: uniques(counts, 'payers'),
    active_or_paying_users: unitedUniques,
    active_subscriptions,
    new_subscriptions: events('subscriptions', 'new'),
    renewed_subscriptions: events('subscriptions', 'renewed'),
    ended_subscriptions: events('subscriptions', 'ended'),
    revenue: money('revenue'),
    refunds: money('refunds'),
  };
}

/** The different users of each day, summed. */
const usersOf = (days: readonly DayCount[]): number => days.reduce((sum, day) => sum + day.uniques, 0);

/** The last days of a range, also where it has fewer. */
const lastDays = ({ to }: DayRange, days: number): Pick<DayRange, 'from' | 'to'> => ({
  from:
    DateTime.fromISO(to, { zone: 'UTC' })
      .minus({ days: days - 1 })
      .toISODate() ?? to,
  to,
});

/** Totals of several applications as one: each user belongs to one application. */
export function addTotals(all: readonly ApplicationTotals[]): ApplicationTotals {
  const sums = { ...nothing };
  for (const name of Object.keys(nothing) as (keyof Sums)[]) for (const totals of all) sums[name] += totals[name];
  return {
    ...sums,
    revenue: addMoney(all.map(({ revenue }) => revenue)),
    refunds: addMoney(all.map(({ refunds }) => refunds)),
  };
}

type Metrics = z.input<typeof ApplicationSummary>['metrics'];
type MoneyMetrics = z.input<typeof ApplicationSummary>['money'];

const mean = (sum: number, count: number): number => (count === 0 ? 0 : Math.round((sum / count) * 100) / 100);

/** The metrics of METRICS.md from the totals of a range of `days` days and of the one before. */
export function metricsOf(current: ApplicationTotals, previous: ApplicationTotals, days: number): Metrics {
  const withPrevious = (of: (totals: ApplicationTotals) => number) => ({ value: of(current), previous: of(previous) });
  const dau = (totals: ApplicationTotals) => mean(totals.user_days, days);
  return {
    events: withPrevious((totals) => totals.events),
    uniques: withPrevious((totals) => totals.uniques),
    dau: withPrevious(dau),
    wau: withPrevious((totals) => totals.wau),
    mau: withPrevious((totals) => totals.mau),
    // Both of the same days, and of the whole mean, not of its two decimals.
    stickiness: withPrevious((totals) => percent(totals.recent_user_days / Math.min(days, mauDays), totals.mau)),
    new_users: withPrevious((totals) => totals.new_users),
    active_devices: withPrevious((totals) => totals.active_devices),
    payments_started: withPrevious((totals) => totals.payments_started),
    payments_succeeded: withPrevious((totals) => totals.payments_succeeded),
    payments_canceled: withPrevious((totals) => totals.payments_canceled),
    refunds_count: withPrevious((totals) => totals.refunds_count),
    paying_users: withPrevious((totals) => totals.paying_users),
    active_or_paying_users: withPrevious((totals) => totals.active_or_paying_users),
    conversion: withPrevious((totals) => percent(totals.paying_users, totals.active_or_paying_users)),
    checkout_conversion: withPrevious((totals) => percent(totals.started_and_succeeded, totals.payments_started)),
    active_subscriptions: withPrevious((totals) => totals.active_subscriptions),
    new_subscriptions: withPrevious((totals) => totals.new_subscriptions),
    renewed_subscriptions: withPrevious((totals) => totals.renewed_subscriptions),
    ended_subscriptions: withPrevious((totals) => totals.ended_subscriptions),
  };
}

/** The money of both ranges, in each currency that either has. */
export function moneyMetrics(current: ApplicationTotals, previous: ApplicationTotals): MoneyMetrics {
  const currencies = new Set<string>();
  for (const { revenue, refunds } of [current, previous])
    for (const sums of [revenue, refunds]) for (const currency of sums.keys()) currencies.add(currency);
  const centsOf = (sums: MoneyByCurrency, currency: string) => sums.get(currency) ?? 0;
  return [...currencies].sort().map((currency) => {
    const withPrevious = (of: (totals: ApplicationTotals) => number) => ({
      value: of(current),
      previous: of(previous),
    });
    const net = (totals: ApplicationTotals) => centsOf(totals.revenue, currency) - centsOf(totals.refunds, currency);
    return {
      currency,
      revenue: withPrevious((totals) => toAmount(centsOf(totals.revenue, currency))),
      refunds: withPrevious((totals) => toAmount(centsOf(totals.refunds, currency))),
      net_revenue: withPrevious((totals) => toAmount(net(totals))),
      arpu: withPrevious((totals) => perHead(net(totals), totals.active_or_paying_users)),
      arpdau: withPrevious((totals) => perHead(net(totals), totals.user_days)),
    };
  });
}
