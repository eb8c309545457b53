import { defineStatement, errorText, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { NameCounts } from './ingest-state.ts';

const flushAfterMs = 30_000;
/** Names that are counted at once; the list shows less of the others. */
const maxHeld = 50_000;

/**
 * Rows are locked in one order, so that no two processes wait for each other. A name that was removed stays
 * removed.
 */
const add = defineStatement({
  name: 'add_event_name_counts',
  text: `WITH counted AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS c (application_id, event, events)
  ), locked AS (
    SELECT n.application_id, n.event, c.events FROM analytics.event_names AS n JOIN counted AS c USING (application_id, event)
    ORDER BY 1, 2 FOR UPDATE OF n
  )
  UPDATE analytics.event_names AS n SET events = n.events + l.events, last_seen_at = greatest(n.last_seen_at, $4::timestamptz)
  FROM locked AS l WHERE l.application_id = n.application_id AND l.event = n.event`,
});

/** In memory, written every half a minute: a crash loses the last of it. */
export function createNameCounts({ db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>): NameCounts {
  /** By owner, then by name. */
  let counts = new Map<string, Map<string, number>>();
  let heldNames = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    const rows = [...counts].flatMap(([owner, names]) => [...names].map(([name, count]) => ({ owner, name, count })));
    counts = new Map();
    heldNames = 0;
    const columns = [rows.map(({ owner }) => owner), rows.map(({ name }) => name), rows.map(({ count }) => count)];
    await runStatement(db, add, [...columns, clock.now()]);
  };
  const flush = (): Promise<void> => {
    writing = writing
      .then(write)
      .catch((error) => log.warn({ reason: errorText(error) }, 'some events are missing in the list of event names'));
    return writing;
  };
  return {
    add(owner_id, events, nameOf) {
      const names = counts.get(owner_id) ?? new Map<string, number>();
      counts.set(owner_id, names);
      for (const event of events) {
        const name = nameOf(event);
        const count = names.get(name);
        if (count === undefined) {
          if (heldNames >= maxHeld) continue;
          heldNames += 1;
        }
        names.set(name, (count ?? 0) + 1);
      }
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
    flush,
    stop: flush,
  };
}
