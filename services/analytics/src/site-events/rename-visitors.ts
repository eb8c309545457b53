import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { allowMinutes } from '../rollups/allow-minutes.ts';

const statement = defineStatement({
  name: 'rename_visitors',
  text: `UPDATE analytics.site_events AS e SET visitor_id = erased.pseudonym
         FROM unnest($2::uuid[], $3::uuid[]) AS erased (user_id, pseudonym)
         WHERE e.occurred_at >= $1::date::timestamp AT TIME ZONE 'UTC' AND e.occurred_at < ($1::date + 7)::timestamp AT TIME ZONE 'UTC'
         AND e.visitor_id = erased.user_id`,
});

/**
 * Puts pseudonyms in the place of erased users in the events of sites of one week. Visitors that are no users
 * have no names.
 */
export const renameVisitors = (
  { db }: Pick<App, 'db'>,
  week: string,
  erased: readonly { user_id: string; pseudonym: string }[],
): Promise<void> =>
  db.transaction(async (tx) => {
    await allowMinutes(tx);
    const ids = [erased.map(({ user_id }) => user_id), erased.map(({ pseudonym }) => pseudonym)];
    await runStatement(tx, statement, [week, ...ids]);
  });
