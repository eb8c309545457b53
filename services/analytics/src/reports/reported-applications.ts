import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { type DayRange, readRange } from '../calendar/range.ts';
import { listApplications } from './list-applications.ts';

/** An application of a report, with the range in the days of its own time zone. */
export interface RangeOfApplication {
  id: string;
  range: DayRange;
}

export interface ReportedRange {
  applications: RangeOfApplication[];
  /** The range of the whole report: of its one application, else in days of UTC. */
  range: DayRange;
  timezone: string;
}

/**
 * The applications of a report, each with its range: one by its code, all of them without a code.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function readReportedRange(
  app: Pick<App, 'ask' | 'db' | 'clock'>,
  code: string | undefined,
  askedRange: Parameters<typeof readRange>[0],
): Promise<ReportedRange> {
  const now = app.clock.now();
  const reported = code === undefined ? await listApplications(app) : [await findApplication(app, code)];
  const timezone = code === undefined ? 'UTC' : (reported[0]?.timezone ?? 'UTC');
  return {
    applications: reported.map((one) => ({ id: one.id, range: readRange(askedRange, one.timezone, now) })),
    range: readRange(askedRange, timezone, now),
    timezone,
  };
}

/** A row of a list that stands in the order of a moment, then of the user, latest first. */
interface ByMoment {
  micros: string;
  user_id: string;
}

/**
 * The first rows of several lists as one list in the same order. A user belongs to one application, so rows
 * of different lists never have the same position.
 */
export function mergeLists<Row extends ByMoment>(lists: readonly (readonly Row[])[], count: number): Row[] {
  if (lists.length === 1) return (lists[0] ?? []).slice(0, count);
  return lists
    .flat()
    .sort((a, b) => Number(b.micros) - Number(a.micros) || compare(b.user_id, a.user_id))
    .slice(0, count);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
