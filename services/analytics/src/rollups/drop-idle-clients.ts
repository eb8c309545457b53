import { maxReportDays } from '@platform/contracts';
import { dayMs, deleteInSteps } from '@platform/runtime';
import type { App } from '../app.ts';

/** The longest range of a report, and the days by which time zones and the day of today make it longer. */
const keptDays = maxReportDays + 2;

/**
 * Removes the latest client of users without an event in the range of any report: no report shows it, and
 * their next event notes it again.
 */
export async function dropIdleClients({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  await deleteInSteps(pool, 'analytics.user_clients', 'last_event_at < $1', [before]);
}
