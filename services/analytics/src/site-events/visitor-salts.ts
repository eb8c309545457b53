import { randomBytes } from 'node:crypto';
import { dayMs, defineStatement, hourMs, runStatement } from '@platform/runtime';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { dateOf } from '../ingest/weeks.ts';
import type { VisitorSalts } from './site-ingest-state.ts';

/** A date ends so long after its day of UTC in the last time zone, UTC-12. */
const lastZoneMs = 12 * hourMs;
/** For so long a process whose clock is behind may still need the salt of a date that is over. */
const overlapMs = hourMs;
const retainedMs = lastZoneMs + overlapMs;

/** The first process inserts the salt; the others wait for that row and read it. */
const take = defineStatement({
  name: 'take_visitor_salt',
  text: `INSERT INTO analytics.visitor_salts AS s (day, salt) VALUES ($1, $2)
         ON CONFLICT (day) DO UPDATE SET salt = s.salt RETURNING salt`,
});
const destroy = defineStatement({
  name: 'destroy_visitor_salts',
  text: 'DELETE FROM analytics.visitor_salts WHERE day < $1',
});

/** One random salt for a date, the same in every process, asked for once by each. */
export function createVisitorSalts({ db, clock }: Pick<App, 'db' | 'clock'>): VisitorSalts {
  // Entries expire by themselves, also in a process that gets no more requests.
  const saltsByDay = new LRUCache<string, Promise<Buffer>>({ max: 5, ttl: dayMs, ttlAutopurge: true });

  const load = async (day: string): Promise<Buffer> => {
    const { rows } = await runStatement<{ salt: Buffer }>(db, take, [day, randomBytes(32)]);
    const [row] = rows;
    if (!row) throw new Error('the salt of the day was not created');
    return row.salt;
  };

  return {
    of(day) {
      const present = saltsByDay.get(day);
      if (present) return present;
      const loading = load(day);
      const end = Date.parse(day) + dayMs + retainedMs;
      saltsByDay.set(day, loading, { ttl: Math.max(1, Math.min(end - clock.now().getTime(), 2 * dayMs + retainedMs)) });
      loading.catch(() => saltsByDay.delete(day));
      return loading;
    },
  };
}

/**
 * Destroys a salt an hour after its date is over in every time zone: then no visitor can be recognised any more, by us
 * neither.
 */
export async function destroyVisitorSalts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await runStatement(db, destroy, [dateOf(clock.now().getTime() - retainedMs)]);
}
