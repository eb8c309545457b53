import { maxEventNames, otherEventName } from '@platform/contracts';
import { AppError, defineStatement, errorText, runStatement } from '@platform/runtime';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import type { EventNames, StoredNames } from './ingest-state.ts';
import type { NewNameLimits } from './new-name-limits.ts';

/** So many requests may wait for names of theirs to be recorded; each holds its events in memory. */
const maxWaiting = 500;
const tooMany = 'More events with new names arrive than can be noted; send them again later.';
/** Names of all owners in memory, in bytes. */
const rememberedBytes = 32 * 1_048_576;
const bytesOfName = 250;
/** After this time names are read again behind the requests, in case the word of a change was lost. */
const freshMs = 60_000;

export const lockEventNames = defineStatement({
  name: 'lock_event_names',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('analytics.event_names.' || $1, 0))`,
});

/**
 * Answers every name that the owner has then. Clients make up names as long as there are fewer than `$4`,
 * merged ones aside.
 */
const recordNamesStatement = defineStatement({
  name: 'note_event_names',
  text: `WITH known AS (SELECT event, merged_into FROM analytics.event_names WHERE application_id = $1::uuid),
    noted AS (
      INSERT INTO analytics.event_names (application_id, event, first_seen_at)
      SELECT $1::uuid, wanted.event, $3::timestamptz FROM unnest($2::text[]) WITH ORDINALITY AS wanted (event, place)
      WHERE wanted.event NOT IN (SELECT event FROM known)
      ORDER BY wanted.place LIMIT greatest(0, $4::int - (SELECT count(*) FROM known WHERE merged_into IS NULL))
      RETURNING event, NULL::text
    )
    SELECT event, merged_into FROM known UNION ALL SELECT * FROM noted`,
});
const readNamesStatement = defineStatement({
  name: 'read_event_names',
  text: 'SELECT event, merged_into FROM analytics.event_names WHERE application_id = $1',
});

interface KnownNames {
  stored: StoredNames;
  /** Names that take room. */
  size: number;
  readAt: number;
}

type Row = { event: string; merged_into: string | null };

const knownOf = (rows: readonly Row[]): KnownNames => ({
  stored: new Map(rows.map(({ event, merged_into }) => [event, merged_into ?? event])),
  size: rows.filter(({ merged_into }) => merged_into === null).length,
  readAt: performance.now(),
});

/**
 * Event names are what reports are broken down by, so clients may make up a thousand for an application and
 * no more: one that puts an id into the name must not make a row of every report. Names are remembered by the
 * process, and recorded one transaction at a time for each owner, so that the limit is exact. One user and one
 * address may add few names an hour.
 */
export function createEventNames(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  limits: NewNameLimits,
  limit: number = maxEventNames,
): EventNames {
  const remembered = new LRUCache<string, KnownNames>({
    maxSize: rememberedBytes,
    sizeCalculation: ({ stored }) => (stored.size + 1) * bytesOfName,
  });
  const changes = new LRUCache<string, number>({ max: 10_000 });
  const refreshing = new Set<string>();
  const recording = new Map<string, Promise<unknown>>();
  let waiting = 0;

  /** A read from before a change is answered and not cached. */
  const remember = async (owner_id: string, work: Promise<KnownNames>): Promise<KnownNames> => {
    const change = changes.get(owner_id);
    const known = await work;
    if (changes.get(owner_id) === change) remembered.set(owner_id, known);
    return known;
  };
  const load = (owner_id: string): Promise<KnownNames> =>
    remember(
      owner_id,
      runStatement<Row & object>(db, readNamesStatement, [owner_id]).then(({ rows }) => knownOf(rows)),
    );
  const recordNames = (owner_id: string, names: readonly string[]): Promise<KnownNames> =>
    remember(
      owner_id,
      db.transaction(async (tx) => {
        // A statement of its own: what the next one sees begins after the wait.
        const locked = runStatement(tx, lockEventNames, [owner_id]);
        const recorded = runStatement<Row & object>(tx, recordNamesStatement, [owner_id, names, clock.now(), limit]);
        const [, { rows }] = await Promise.all([locked, recorded]);
        return knownOf(rows);
      }),
    );
  /** A crowd must not wait for names that it has already. */
  const refresh = (owner_id: string): void => {
    if (refreshing.has(owner_id)) return;
    refreshing.add(owner_id);
    load(owner_id)
      .catch((error) => log.warn({ reason: errorText(error) }, 'event names could not be reloaded'))
      .finally(() => refreshing.delete(owner_id));
  };

  /** One change per owner at a time in a process: waiting callers find the names of the previous one. */
  const alone = async (owner_id: string, isDone: () => boolean, work: () => Promise<KnownNames>): Promise<void> => {
    for (let running = recording.get(owner_id); running; running = recording.get(owner_id)) {
      if (isDone()) return;
      if (waiting >= maxWaiting) throw new AppError('service_unavailable', { message: tooMany, retryAfterSeconds: 2 });
      waiting += 1;
      // Fails the waiting callers with the previous one: the same failure would only reach them later.
      await running.finally(() => (waiting -= 1));
    }
    if (isDone()) return;
    const running = work();
    recording.set(owner_id, running);
    await running.finally(() => recording.delete(owner_id));
  };

  return {
    async resolveNames(owner_id, names, sender) {
      const suffices = (known: KnownNames): boolean => {
        if (known.size >= limit) return true;
        for (const name of names) if (!known.stored.has(name)) return false;
        return true;
      };
      const isEnough = (): boolean => {
        const known = remembered.peek(owner_id);
        return known !== undefined && suffices(known);
      };
      let known = remembered.get(owner_id);
      if (!known) {
        await alone(
          owner_id,
          () => remembered.has(owner_id),
          () => load(owner_id),
        );
        known = remembered.get(owner_id) ?? (await load(owner_id));
      }
      if (performance.now() - known.readAt > freshMs) refresh(owner_id);
      const before = known;
      if (!suffices(known)) {
        const unknown = [...names].filter((name) => name !== otherEventName && !before.stored.has(name));
        const granted = await limits.take(owner_id, unknown, sender);
        let recorded: KnownNames | undefined;
        const recordGranted = async () => {
          recorded = await recordNames(owner_id, granted);
          return recorded;
        };
        if (granted.length > 0) await alone(owner_id, isEnough, recordGranted);
        known = recorded ?? remembered.get(owner_id) ?? before;
      }
      return known.stored;
    },
    forget(owner_id) {
      changes.set(owner_id, (changes.get(owner_id) ?? 0) + 1);
      remembered.delete(owner_id);
    },
  };
}
