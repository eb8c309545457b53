import type { Cadence } from '@platform/contracts';
import type { WeekTime } from '../metrics/best-times.ts';
import { weekdayOf } from '../metrics/hours.ts';
import { weekOf } from '../plan/choose-times.ts';

/** Posts that a strategy asks for on a day, without times in a blackout. */
export function wantedOn(
  date: string,
  cadence: readonly Cadence[],
  {
    blackouts,
    bestTimesOf,
  }: { blackouts: readonly { from: string; to: string }[]; bestTimesOf: (account_id: string) => readonly WeekTime[] },
): number {
  const times = cadence.flatMap((one) => weekOf(one, bestTimesOf(one.account_id)));
  return times.filter(({ weekday, at }) => {
    const local = `${date}T${at}`;
    return weekday === weekdayOf(date) && !blackouts.some(({ from, to }) => from <= local && local < to);
  }).length;
}
