import type { Cadence, PlanSkipReason } from '@platform/contracts';
import { dayMs, minuteMs } from '@platform/runtime';
import type { WeekTime } from '../metrics/best-times.ts';
import { weekdayOf } from '../metrics/hours.ts';
import { toLocalTime, toMoment } from '../posts/local-time.ts';
import { bestTimes } from '../strategy/goal-table.ts';

/** Maximum of posts of an account on one day in the time zone of its brand. */
const maxADay = 5;
const leadMs = 30 * minuteMs;

export interface TakenTime {
  at: Date;
  local_time: string;
}

export interface Times {
  free: TakenTime[];
  skipped: { at: Date; reason: PlanSkipReason }[];
}

export interface PlanTimeRules {
  timezone: string;
  min_gap_min: number;
  blackouts: readonly { from: string; to: string }[];
}

/** The first and the last moment of a plan; the last one is excluded. */
export function horizonOf(now: Date, days: number): { from: Date; to: Date } {
  const from = new Date(now.getTime() + leadMs);
  return { from, to: new Date(from.getTime() + days * dayMs) };
}

/**
 * The times of a week: the given ones, then the best of the other times.
 * @param best times of a week, the best first
 */
export function weekOf(
  { per_week, times }: Pick<Cadence, 'per_week' | 'times'>,
  best: readonly WeekTime[],
): Cadence['times'] {
  const key = ({ weekday, at }: Cadence['times'][number]) => `${weekday} ${at}`;
  const givenTimes = new Set(times.map(key));
  const isFull = (weekday: number, chosen: Cadence['times']) =>
    chosen.filter((time) => time.weekday === weekday).length >= maxADay;
  const chosen = [...times];
  for (const time of best)
    if (chosen.length < per_week && !givenTimes.has(key(time)) && !isFull(time.weekday, chosen)) chosen.push(time);
  return chosen;
}

const nextDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** What limits the times of an account. */
export interface TimeChoice {
  /** The first and the last moment; the last one is excluded. */
  horizon: { from: Date; to: Date };
  rules: PlanTimeRules;
  /** The present slots of the account, including those just before and after these days. */
  taken: readonly TakenTime[];
  /** Times of a week for posts without a time in the cadence, the best first. */
  best?: readonly WeekTime[];
}

/**
 * The free times of an account in the days of a plan: the times of its cadence outside blackouts, with the
 * minimum gap to other slots, at most five a day.
 */
export function chooseTimes(
  cadence: Pick<Cadence, 'per_week' | 'times'>,
  { horizon, rules, taken, best = bestTimes }: TimeChoice,
): Times {
  const { timezone, min_gap_min, blackouts } = rules;
  const free: Times['free'] = [];
  const skipped: Times['skipped'] = [];
  const all = [...taken];
  const takenMoments = new Set(taken.map(({ at }) => at.getTime()));
  const aDay = new Map<string, number>();
  const dayOf = (local: string) => local.slice(0, 10);
  for (const { local_time } of taken) aDay.set(dayOf(local_time), (aDay.get(dayOf(local_time)) ?? 0) + 1);

  for (const at of momentsOf(weekOf(cadence, best), horizon, timezone)) {
    // A slot at exactly this time already fulfils the cadence.
    if (takenMoments.has(at.getTime())) continue;
    const local_time = toLocalTime(at, timezone);
    const gap = min_gap_min * minuteMs;
    const day = dayOf(local_time);
    const reason: PlanSkipReason | null = blackouts.some((one) => one.from <= local_time && local_time < one.to)
      ? 'blackout'
      : all.some((other) => Math.abs(other.at.getTime() - at.getTime()) < gap)
        ? 'occupied'
        : (aDay.get(day) ?? 0) >= maxADay
          ? 'day_full'
          : null;
    if (reason !== null) {
      skipped.push({ at, reason });
      continue;
    }
    free.push({ at, local_time });
    all.push({ at, local_time });
    aDay.set(day, (aDay.get(day) ?? 0) + 1);
  }
  return { free, skipped };
}

/** The moments of the times of a week between two moments, in their order, each once. */
function momentsOf(week: Cadence['times'], { from, to }: { from: Date; to: Date }, timezone: string): Date[] {
  const moments = new Set<number>();
  const last = toLocalTime(to, timezone).slice(0, 10);
  for (let date = toLocalTime(from, timezone).slice(0, 10); date <= last; date = nextDate(date, 1))
    for (const { weekday, at } of week)
      if (weekday === weekdayOf(date)) moments.add(toMoment(`${date}T${at}`, timezone).getTime());
  return [...moments]
    .filter((at) => at >= from.getTime() && at < to.getTime())
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at));
}
