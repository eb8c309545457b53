import { type analytics, maxEventNames } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { daysOf, readRange } from '../calendar/range.ts';
import { withoutName } from './refusals.ts';

interface CountRow {
  day: string;
  outcome: string;
  count: string;
}

/**
 * Outcomes of the events that clients of an application sent, by day of arrival in UTC. Other processes may
 * hold back the last two seconds.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function readIngestion(
  app: App,
  { query }: EndpointRequest<(typeof analytics)['endpoints']['getIngestion']>,
) {
  const now = app.clock.now();
  const range = readRange(query, 'UTC', now);
  const application = await findApplication(app, query.application_code);
  await app.ingest.counts.flush();
  const [counted, names] = await Promise.all([
    app.pool.query<CountRow>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, outcome, count FROM analytics.ingest_counts
       WHERE application_id = $1 AND day BETWEEN $2 AND $3`,
      [application.id, range.from, range.to],
    ),
    app.pool.query<{ names: number }>(
      'SELECT count(*)::int AS names FROM analytics.event_names WHERE application_id = $1 AND merged_into IS NULL',
      [application.id],
    ),
  ]);
  const days = new Map(
    daysOf(range).map((date) => [
      date,
      { date, stored: 0, duplicates: 0, rejected: {} as Record<string, number>, without_name: 0 },
    ]),
  );
  for (const { day, outcome, count } of counted.rows) {
    const of = days.get(day);
    if (!of) continue;
    if (outcome === 'stored') of.stored = Number(count);
    else if (outcome === 'duplicate') of.duplicates = Number(count);
    else if (outcome === withoutName) of.without_name = Number(count);
    else of.rejected[outcome] = Number(count);
  }
  return {
    from: range.from,
    to: range.to,
    timezone: range.timezone,
    as_of: now.toISOString(),
    days: [...days.values()],
    event_names: names.rows[0]?.names ?? 0,
    max_event_names: maxEventNames,
  };
}
