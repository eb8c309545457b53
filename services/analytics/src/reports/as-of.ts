import { defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';

const statement = defineStatement({
  name: 'read_as_of',
  text: 'SELECT min(noted_at) AS noted_at FROM analytics.stale_hours WHERE owner_id = ANY($1)',
});

/** Up to when everything that was stored is counted: now, or the moment of the oldest thing that is not. */
export async function readAsOf({ db, clock }: Pick<App, 'db' | 'clock'>, ownerIds: readonly string[]): Promise<Date> {
  const { rows } = await runStatement<{ noted_at: Date | null }>(db, statement, [ownerIds]);
  return rows[0]?.noted_at ?? clock.now();
}
