import { defineStatement, hourMs, runStatement, type Tx } from '@platform/runtime';

/**
 * Of two events at one moment the one with the later version counts, so that it does not matter in which
 * order they were seen. Users who are being erased come with their pseudonym, as soon as their events have
 * it.
 */
const statement = defineStatement({
  name: 'note_clients',
  text: `INSERT INTO analytics.user_clients AS known (application_id, user_id, platform, app_version, last_event_at)
         SELECT DISTINCT ON (user_id, coalesce(platform, '')) application_id, user_id, coalesce(platform, ''), app_version, occurred_at
         FROM analytics.events AS e WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3
         AND from_back_end IS NOT TRUE
         AND NOT EXISTS (SELECT FROM analytics.erasures WHERE erasures.user_id = e.user_id)
         ORDER BY user_id, coalesce(platform, ''), occurred_at DESC, coalesce(app_version, '') DESC
         ON CONFLICT (application_id, user_id, platform) DO UPDATE
         SET app_version = excluded.app_version, last_event_at = excluded.last_event_at
         WHERE (excluded.last_event_at, coalesce(excluded.app_version, '')) > (known.last_event_at, coalesce(known.app_version, ''))`,
});

/**
 * Records the latest event of each user on each platform, as far as these hours have a later one than is known.
 */
export async function recordClients(tx: Tx, applicationId: string, hours: readonly Date[]): Promise<void> {
  for (const [begin, end] of stretchesOf(hours)) await runStatement(tx, statement, [applicationId, begin, end]);
}

/** Hours that follow each other as one stretch of time. */
function stretchesOf(hours: readonly Date[]): [Date, Date][] {
  const stretches: [Date, Date][] = [];
  for (const hour of hours.toSorted((a, b) => a.getTime() - b.getTime())) {
    const last = stretches.at(-1);
    const end = new Date(hour.getTime() + hourMs);
    if (last && last[1] >= hour) last[1] = end;
    else stretches.push([hour, end]);
  }
  return stretches;
}
