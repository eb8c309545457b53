import { afterCommit, dayMs, newId, requeue, type Tx } from '@platform/runtime';
import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { hashUuid } from '../hash-uuid.ts';
import { recrawl_urls, search_connections } from '../schema.ts';

type RecrawlWriter = Pick<App, 'clock' | 'recrawlWork'>;

/** A page goes into the queue of Yandex once a day at most: its quota is one of days. */
const onceMs = dayMs;

/** Condition: a connection that can send pages to the recrawl queue. Yandex alone has one. */
export const canRecrawl = and(
  eq(search_connections.provider, 'yandex'),
  eq(search_connections.needs_reconnect, false),
  isNotNull(search_connections.property),
);

/**
 * Orders that pages of a site go into the recrawl queue of Yandex. A site without a connected property orders
 * nothing.
 * @param urls addresses of the site
 * @param due_at when they are sent, unless {@link releaseRecrawls} comes before
 */
export async function orderRecrawls(
  { clock }: Pick<RecrawlWriter, 'clock'>,
  tx: Tx,
  site_id: string,
  { urls, due_at }: { urls: readonly string[]; due_at: Date },
): Promise<void> {
  if (urls.length === 0) return;
  const [connection] = await tx
    .select({ id: search_connections.id })
    .from(search_connections)
    .where(and(eq(search_connections.site_id, site_id), canRecrawl));
  if (!connection) return;
  const now = clock.now();
  const rows = [...new Set(urls)].map((url) => ({
    id: newId(),
    site_id,
    url_hash: hashUuid(url),
    url,
    changed_at: now,
    due_at,
  }));
  await tx
    .insert(recrawl_urls)
    .values(rows)
    .onConflictDoUpdate({
      target: [recrawl_urls.site_id, recrawl_urls.url_hash],
      set: {
        changed_at: now,
        ...requeue(recrawl_urls, due_at),
        due_at: sql`greatest(excluded.due_at, ${recrawl_urls.sent_at} + make_interval(secs => ${onceMs / 1000}))`,
      },
    });
}

/** Lets pages go now that the site shows them, and forgets those that search engines are not to see. */
export async function releaseRecrawls(
  { clock, recrawlWork }: RecrawlWriter,
  tx: Tx,
  site_id: string,
  { shown, hidden }: { shown: readonly string[]; hidden: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const change = (urls: readonly string[], due_at: SQL | null) =>
    tx
      .update(recrawl_urls)
      .set({ due_at })
      .where(
        and(
          eq(recrawl_urls.site_id, site_id),
          eq(recrawl_urls.tries, 0),
          gt(recrawl_urls.due_at, now),
          inArray(recrawl_urls.url_hash, urls.map(hashUuid)),
        ),
      );
  const sentBefore = sql`${recrawl_urls.sent_at} + make_interval(secs => ${onceMs / 1000})`;
  if (shown.length > 0) await change(shown, sql`greatest(${now.toISOString()}::timestamptz, ${sentBefore})`);
  if (hidden.length > 0) await change(hidden, null);
  afterCommit(tx, () => recrawlWork.wake());
}
