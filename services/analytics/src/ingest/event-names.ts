import { maxEventNames } from '@platform/contracts';
import { AppError, runStatement } from '@platform/runtime';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';

/** So many requests may wait for names of theirs to be noted; each holds its events in memory. */
const maxWaiting = 500;
const tooMany = 'More events with new names arrive than can be noted; send them again later.';

export interface EventNames {
  /**
   * Which of these names an application may use: those it has, and new ones as far as there is room. New ones are noted
   * before this resolves.
   * @throws AppError `service_unavailable` when they cannot be noted now, or too many requests wait for that
   */
  claim(application_id: string, names: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

const lock = {
  name: 'lock_event_names',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('analytics.event_names.' || $1, 0))`,
};

/** Answers every name that the application has then: at most as many as there may be. */
const note = {
  name: 'note_event_names',
  text: `WITH known AS (SELECT event FROM analytics.event_names WHERE application_id = $1::uuid),
    noted AS (
      INSERT INTO analytics.event_names (application_id, event, first_seen_at)
      SELECT $1::uuid, wanted.event, $3::timestamptz FROM unnest($2::text[]) WITH ORDINALITY AS wanted (event, place)
      WHERE wanted.event NOT IN (SELECT event FROM known)
      ORDER BY wanted.place LIMIT greatest(0, $4::int - (SELECT count(*) FROM known))
      RETURNING event
    )
    SELECT event FROM known UNION ALL SELECT event FROM noted`,
};

/**
 * Event names are what reports are broken down by, so an application may have a thousand and no more: a client that puts
 * an id into the name must not make a row of every report. Names are remembered by the process, and noted one
 * transaction at a time for each application, so that the limit is exact. A name that was noted stays, and so does the
 * knowledge that there is no room, until the process starts anew: the runbook says how to remove names that somebody made up.
 */
export function createEventNames({ db, clock }: Pick<App, 'db' | 'clock'>, limit: number = maxEventNames): EventNames {
  const known = new LRUCache<string, ReadonlySet<string>>({ max: 1_000 });
  const noting = new Map<string, Promise<unknown>>();
  let waiting = 0;

  const load = (application_id: string, names: readonly string[]): Promise<ReadonlySet<string>> =>
    db.transaction(async (tx) => {
      // A statement of its own: what the next one sees begins after the wait.
      const locked = runStatement(tx, lock, [application_id]);
      const noted = runStatement<{ event: string }>(tx, note, [application_id, names, clock.now(), limit]);
      const [, { rows }] = await Promise.all([locked, noted]);
      return new Set(rows.map(({ event }) => event));
    });

  return {
    async claim(application_id, names) {
      // One after another within the process: those who wait find what the one before has noted.
      for (let running = noting.get(application_id); running; running = noting.get(application_id)) {
        if (isEnough(known.get(application_id), names, limit)) break;
        if (waiting >= maxWaiting)
          throw new AppError('service_unavailable', { message: tooMany, retryAfterSeconds: 2 });
        waiting += 1;
        // What the one before failed of, those who wait would only fail of later.
        await running.finally(() => (waiting -= 1));
      }
      const present = known.get(application_id);
      if (present && isEnough(present, names, limit)) return present;
      const work = load(application_id, [...names]);
      noting.set(application_id, work);
      try {
        const loaded = await work;
        known.set(application_id, loaded);
        return loaded;
      } finally {
        noting.delete(application_id);
      }
    },
  };
}

/** Whether what is remembered answers for these names: they are all known, or no other can be. */
const isEnough = (known: ReadonlySet<string> | undefined, names: ReadonlySet<string>, limit: number): boolean =>
  known !== undefined && (known.size >= limit || [...names].every((name) => known.has(name)));
