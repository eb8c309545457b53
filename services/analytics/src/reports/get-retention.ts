import type { analytics } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile, dayBefore, dayOf } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { type DayRange, daysOf, mondayOf, readRange } from '../calendar/range.ts';
import { readAsOf } from './as-of.ts';
import { readReturns } from './read-returns.ts';

type Contract = typeof analytics.endpoints.getRetention;
type Retention = z.input<Contract['response']>;

/**
 * Cohorts by registration, and how many of their users had an event so many days or weeks later.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function getRetention(
  app: Pick<App, 'ask' | 'db' | 'clock'>,
  { application_code, unit, periods, format, ...askedRange }: EndpointRequest<Contract>['query'],
): Promise<Retention | StreamedBody> {
  const application = await findApplication(app, application_code);
  const now = app.clock.now();
  const { timezone } = application;
  const range = readRange(askedRange, timezone, now);
  const step = unit === 'day' ? 1 : 7;
  const { from, to } = unit === 'day' ? range : wholeWeeks(range);
  // Every day that a cohort or a return of it may begin with, so that the table computes no date.
  const days = daysOf({ from, to: dayBefore(to, -periods * step) });
  const lengthOfRange = days.length - periods * step;
  const [as_of, { users, returns }] = await Promise.all([
    readAsOf(app, [application.id]),
    readReturns(app, application, { unit, from, to, last: days.at(-1) ?? to, now }),
  ]);
  const today = dayOf(now, timezone);
  const cohorts = [];
  for (let first = 0; first < lengthOfRange; first += step) {
    const start = days[first] ?? '';
    const returned = Array.from({ length: periods + 1 }, (_, period) => {
      const begin = first + period * step;
      // Not over yet: its last day is today or later.
      const isOver = (days[begin + step - 1] ?? today) < today;
      return isOver ? (returns.get(`${start} ${days[begin]}`) ?? 0) : null;
    });
    cohorts.push({ start, users: users.get(start) ?? 0, returned });
  }
  if (format === 'csv') return asCsv(`retention-${application_code}-${to}.csv`, cohorts, periods);
  return { from, to, timezone, as_of: as_of.toISOString(), unit, cohorts };
}

/** The weeks that have a day of the range, from the first Monday to the last Sunday. */
const wholeWeeks = ({ from, to }: DayRange): Pick<DayRange, 'from' | 'to'> => ({
  from: mondayOf(from),
  to: dayBefore(mondayOf(to), -6),
});

function asCsv(name: string, cohorts: Retention['cohorts'], periods: number): StreamedBody {
  const numbers = Array.from({ length: periods + 1 }, (_, period) => String(period));
  const rows = cohorts.map(({ start, users, returned }) => ({
    start,
    users,
    ...Object.fromEntries(returned.map((count, period) => [String(period), count])),
  }));
  return csvFile(name, ['start', 'users', ...numbers] as never, [rows]);
}
