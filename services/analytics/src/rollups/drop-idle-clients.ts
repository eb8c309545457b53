import { maxReportDays } from '@platform/contracts';
import { dayMs, deleteInSteps } from '@platform/runtime';
import type { App } from '../app.ts';

/** The longest range of a report, plus one day for time zones and one for the present day. */
const retainedDays = maxReportDays + 2;

/**
 * Removes the latest client of users without an event in the longest range of a report: no report shows it,
 * and the next event of the user writes it again.
 */
export async function dropIdleClients({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - retainedDays * dayMs);
  await deleteInSteps(pool, { table: 'analytics.user_clients', condition: 'last_event_at < $1', values: [before] });
}
