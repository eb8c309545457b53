import { type analytics, maxEventNames } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { daysOf, readRange } from '../calendar/range.ts';
import { siteBudgetBytes } from '../site-events/site-budget.ts';
import { overBudget, storedBytes } from './ingest-counts.ts';
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
  const [sites, counted, names] = await Promise.all([
    readSiteUsage(app, application.id, range),
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
    sites,
    event_names: names.rows[0]?.names ?? 0,
    max_event_names: maxEventNames,
  };
}

/** Bytes that the visitors of the sites of an application stored, by site and day, and what was refused. */
async function readSiteUsage(app: App, applicationId: string, { from, to }: { from: string; to: string }) {
  const linked = [...(await app.siteIngest.sites.linkedTo(applicationId))];
  const codes = new Map(linked.map(([code, id]) => [id, code]));
  const { rows } = await app.pool.query<{ site_id: string; day: string; bytes: string; over_budget: string }>(
    `SELECT application_id AS site_id, to_char(day, 'YYYY-MM-DD') AS day,
       coalesce(sum(count) FILTER (WHERE outcome = $4), 0) AS bytes,
       coalesce(sum(count) FILTER (WHERE outcome = $5), 0) AS over_budget
     FROM analytics.ingest_counts
     WHERE application_id = ANY($1::uuid[]) AND day BETWEEN $2 AND $3 AND outcome IN ($4, $5)
     GROUP BY 1, 2 ORDER BY 2, 1`,
    [[...codes.keys()], from, to, storedBytes, overBudget],
  );
  return rows.map(({ site_id, day, bytes, over_budget }) => ({
    site_code: codes.get(site_id) ?? '',
    date: day,
    stored_bytes: Number(bytes),
    over_budget: Number(over_budget),
    budget_bytes: siteBudgetBytes(app),
  }));
}
