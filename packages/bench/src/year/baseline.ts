import type pg from 'pg';

/**
 * The same events in one table without partitions or counted days, with the index that products on PostgreSQL
 * alone have (application, time), asked for the same figures.
 */
export async function makeBaseline(client: pg.Client): Promise<void> {
  await client.query('DROP TABLE IF EXISTS bench.events');
  await client.query('CREATE TABLE bench.events AS SELECT * FROM analytics.events');
  await client.query('CREATE INDEX ON bench.events (application_id, occurred_at)');
  await client.query('VACUUM (ANALYZE) bench.events');
}

/** The event part of a summary, by counting: whole range and the one before, each day, each value. In ms. */
export const summaryOfBaseline = (client: pg.Client, applicationId: string, days: number, to: string) =>
  timed(async () => {
    const bounds = [applicationId, days, to];
    const within = `application_id = $1 AND occurred_at >= $3::timestamptz + interval '1 day' - $2 * interval '1 day' AND occurred_at < $3::timestamptz + interval '1 day'`;
    const before = `application_id = $1 AND occurred_at >= $3::timestamptz + interval '1 day' - 2 * $2 * interval '1 day' AND occurred_at < $3::timestamptz + interval '1 day' - $2 * interval '1 day'`;
    for (const range of [within, before])
      await client.query(`SELECT count(*), count(DISTINCT user_id) FROM bench.events WHERE ${range}`, bounds);
    await client.query(
      `SELECT date_trunc('day', occurred_at, 'UTC'), count(*), count(DISTINCT user_id) FROM bench.events WHERE ${within} GROUP BY 1`,
      bounds,
    );
    for (const column of ['event', 'platform', 'country_code'])
      await client.query(
        `SELECT ${column}, count(*), count(DISTINCT user_id) FROM bench.events WHERE ${within} GROUP BY 1`,
        bounds,
      );
  });

/**
 * The funnel in SQL, as one writes it by hand: each step the first one after the step before. In
 * milliseconds.
 */
export const funnelOfBaseline = (
  client: pg.Client,
  { applicationId, days, to, steps }: { applicationId: string; days: number; to: string; steps: string[] },
) =>
  timed(async () => {
    const [first, ...rest] = steps;
    const from = `$3::timestamptz + interval '1 day'`;
    const parts = [
      `s0 AS (SELECT user_id, min(occurred_at) AS at FROM bench.events WHERE application_id = $1 AND event = $4
              AND occurred_at >= ${from} - $2 * interval '1 day' AND occurred_at < ${from} GROUP BY 1)`,
      ...rest.map(
        (_, step) => `s${step + 1} AS (
          SELECT e.user_id, min(e.occurred_at) AS at FROM s${step} AS before JOIN bench.events AS e ON e.user_id = before.user_id
          WHERE e.application_id = $1 AND e.event = $${step + 5} AND e.occurred_at >= before.at AND e.occurred_at < before.at + interval '24 hours'
          AND e.occurred_at >= ${from} - $2 * interval '1 day' AND e.occurred_at < ${from} GROUP BY 1)`,
      ),
    ];
    await client.query(
      `WITH ${parts.join(', ')} SELECT ${steps.map((_, step) => `(SELECT count(*) FROM s${step})`).join(', ')}`,
      [applicationId, days, to, first, ...rest],
    );
  });

/** The median of three, after one that warms the caches; a query over three seconds is measured once. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
    if (times[0] !== undefined && times[0] > 3_000) return times[0];
  }
  return times.slice(1).sort((a, b) => a - b)[1] ?? 0;
}
