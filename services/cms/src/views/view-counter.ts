import { createHmac, randomBytes } from 'node:crypto';
import { cms } from '@platform/contracts';
import {
  boundedCache,
  createCalendar,
  dayMs,
  defineStatement,
  errorText,
  hourMs,
  runStatement,
} from '@platform/runtime';
import type { App } from '../app.ts';
import type { ViewCounter, ViewedArticle, Visitor } from './viewed-article.ts';

/** Memory for the latest visitors, in bytes: about 150,000 of them. The first ones leave first. */
const visitorBytes = 32 * 1024 * 1024;
/** Articles and days that wait for their write; views of more are lost while the database is down. */
const maxPending = 100_000;

/** A date ends so long after its day of UTC in the last time zone, UTC-12. */
const lastZoneMs = 12 * hourMs;
// An article that is deleted meanwhile has no views. Sorted, so that no two processes wait for each other.
const addViews = defineStatement({
  name: 'add_article_views',
  text: `
WITH counted AS (
  SELECT v.item_id, i.site_id, v.day, v.views
  FROM unnest($1::uuid[], $2::date[], $3::int[]) AS v (item_id, day, views)
  JOIN cms.items i ON i.id = v.item_id
  ORDER BY v.item_id, v.day FOR KEY SHARE OF i
), written AS (
  INSERT INTO cms.article_views AS a (item_id, site_id, day, views)
  SELECT item_id, site_id, day, views FROM counted
  ON CONFLICT (item_id, day) DO UPDATE SET views = a.views + EXCLUDED.views
)
SELECT c.site_id, c.day::text AS day, sum(c.views)::int AS views, s.application_id
FROM counted c JOIN cms.sites s ON s.id = c.site_id
GROUP BY c.site_id, c.day, s.application_id`,
});

interface CountedDay {
  site_id: string;
  day: string;
  views: number;
  application_id: string | null;
}

/**
 * Counts views of articles in memory and writes them after `flushSeconds`, in one statement. A visitor counts
 * once for an article and a day of its site, known by a digest with a salt of the date, which this process forgets when
 * the date is over in every time zone. A crash loses the views since the last write. A write whose answer is lost is written again: then its views
 * count twice.
 */
export function createViewCounter(
  { db, clock, emit, log }: Pick<App, 'db' | 'clock' | 'emit' | 'log'>,
  flushSeconds: number,
): ViewCounter {
  const dateIn = createCalendar();
  const saltsByDay = new Map<string, Buffer>();
  const recentViews = boundedCache<true>({ maxBytes: visitorBytes });
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  const saltOf = (day: string): Buffer => {
    const present = saltsByDay.get(day);
    if (present) return present;
    const now = clock.now().getTime();
    for (const past of saltsByDay.keys()) if (Date.parse(past) + dayMs + lastZoneMs <= now) saltsByDay.delete(past);
    const salt = randomBytes(32);
    saltsByDay.set(day, salt);
    return salt;
  };

  const isFirstView = ({ item_id }: ViewedArticle, day: string, { client_ip, user_agent }: Visitor): boolean => {
    const signs = JSON.stringify([item_id, client_ip, user_agent]);
    const visitor = createHmac('sha256', saltOf(day)).update(signs).digest('base64url').slice(0, 16);
    if (recentViews.get(visitor)) return false;
    recentViews.set(visitor, true);
    return true;
  };

  const put = (key: string, views: number): void => {
    if (pending.size >= maxPending && !pending.has(key)) return;
    pending.set(key, (pending.get(key) ?? 0) + views);
    if (!isStopped) timer ??= setTimeout(() => void flush(), flushSeconds * 1000);
  };

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    const takenViews = pending;
    pending = new Map();
    const rows = [...takenViews].map(([key, views]) => [...key.split(' '), views]);
    const values = [0, 1, 2].map((column) => rows.map((row) => row[column]));
    try {
      await db.transaction(async (tx) => {
        const counted = await runStatement<CountedDay & Record<string, unknown>>(tx, addViews, values);
        for (const { site_id, day, views, application_id } of counted.rows)
          await emit(
            tx,
            cms.events.articleViewsCounted,
            { site_id, day, views },
            { application_id, occurred_at: clock.now() },
          );
      });
    } catch (error) {
      for (const [key, views] of takenViews) put(key, views);
      log.warn({ reason: errorText(error) }, 'views of articles could not be written; they are retried');
    }
  };

  const flush = (): Promise<void> => {
    running = running.then(write);
    return running;
  };

  return {
    count(article, visitor) {
      const day = dateIn(clock.now(), article.timezone);
      if (!isFirstView(article, day, visitor)) return;
      put(`${article.item_id} ${day}`, 1);
    },
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}
