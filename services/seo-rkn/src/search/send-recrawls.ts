import { dayMs, deleteInSteps, hourMs, minuteMs } from '@platform/runtime';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { recrawl_urls, search_connections } from '../schema.ts';
import { canRecrawl } from './order-recrawls.ts';
import { coversAddress } from './property.ts';
import type { ConnectionRow } from './search-console.ts';
import { type Access, ProviderError, type SearchProviderClient } from './search-provider.ts';
import { freshToken } from './tokens.ts';

type RecrawlRow = typeof recrawl_urls.$inferSelect;
type Sender = Pick<App, 'db' | 'clock' | 'log' | 'sealer' | 'searchProviders' | 'searchSync' | 'timing'>;
type Recrawl = NonNullable<SearchProviderClient['recrawl']>;

/** Pages that one process sends in a batch, and longer than their calls take. */
const maxBatch = 10;
const leaseMs = 3 * minuteMs;
/** Before the next try of a call that failed. */
const backoffMs = [1, 5, 30].map((minutes) => minutes * minuteMs);
/** Between checks whether the quota of the day is another one: the API does not say when its day begins. */
const quotaPauseMs = hourMs;
/** While a sync renews the token. */
const renewalMs = minuteMs;
/** How long a page waits at most, and how long its last time is retained. */
const maxWaitMs = 7 * dayMs;
const retentionMs = 30 * dayMs;

/**
 * Sends changed pages to the recrawl queue of Yandex in the background. The stored access token is used while
 * it holds: syncs alone renew it. What goes wrong here changes nothing else of the connection.
 */
export const createRecrawlWork = (app: Sender): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'recrawl',
    pollMs: app.timing.pollMs,
    claim: () => claimRecrawls(app),
    run: (rows) => sendRecrawls(app, rows),
  });

/** Due pages of the site that waits longest, with a lease. */
async function claimRecrawls({ db, clock, searchProviders }: Sender): Promise<RecrawlRow[] | null> {
  if (!searchProviders.yandex.client?.recrawl) return null;
  const now = clock.now();
  const isDue = and(
    lte(recrawl_urls.due_at, now),
    or(isNull(recrawl_urls.lease_until), lt(recrawl_urls.lease_until, now)),
  );
  const [first] = await db
    .select({ site_id: recrawl_urls.site_id })
    .from(recrawl_urls)
    .innerJoin(search_connections, and(eq(search_connections.site_id, recrawl_urls.site_id), canRecrawl))
    .where(isDue)
    .orderBy(asc(recrawl_urls.due_at))
    .limit(1);
  if (!first) return null;
  const freeIds = db
    .select({ id: recrawl_urls.id })
    .from(recrawl_urls)
    .where(and(eq(recrawl_urls.site_id, first.site_id), isDue))
    .orderBy(asc(recrawl_urls.due_at))
    .limit(maxBatch)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(recrawl_urls)
    .set({ lease_until: new Date(now.getTime() + leaseMs), attempt: sql`${recrawl_urls.attempt} + 1` })
    .where(inArray(recrawl_urls.id, freeIds))
    .returning();
  return rows.length === 0 ? null : rows;
}

async function sendRecrawls(app: Sender, rows: readonly RecrawlRow[]): Promise<void> {
  const [first] = rows;
  const recrawl = app.searchProviders.yandex.client?.recrawl;
  if (!first || !recrawl) return;
  const [connection] = await app.db
    .select()
    .from(search_connections)
    .where(and(eq(search_connections.site_id, first.site_id), canRecrawl));
  const access_token = connection ? freshToken(app, connection) : null;
  if (!connection?.property || access_token === null) {
    if (connection) await askForRenewal(app, connection);
    return finish(app, rows, { due_at: later(app, renewalMs) });
  }
  const access = { access_token, account: connection.account, property: connection.property };
  for (const [at, row] of rows.entries()) {
    const pauseMs = await sendRow(app, recrawl, { connection, access, row });
    if (pauseMs !== null) return finish(app, rows.slice(at), { due_at: later(app, pauseMs) });
  }
}

/**
 * Sends one page.
 * @returns milliseconds that it and the others wait for; null when it is finished
 */
async function sendRow(
  app: Sender,
  recrawl: Recrawl,
  { connection, access, row }: { connection: ConnectionRow; access: Access; row: RecrawlRow },
): Promise<number | null> {
  const property = connection.properties.find(({ id }) => id === access.property);
  if (!property || !coversAddress(property, new URL(row.url))) {
    await finish(app, [row], { due_at: null });
    return null;
  }
  try {
    const quotaLeft = await recrawl(access, row.url);
    await finish(app, [row], { due_at: null, sent_at: app.clock.now(), tries: 0 });
    await storeQuota(app, connection, quotaLeft);
    return null;
  } catch (error) {
    const { code, retryAfterMs } = error instanceof ProviderError ? error : { code: null, retryAfterMs: null };
    if (code === null) throw error;
    if (code === 'quota_exceeded') {
      await storeQuota(app, connection, 0);
      return Math.max(quotaPauseMs, retryAfterMs ?? 0);
    }
    if (code === 'access_refused') await askForRenewal(app, connection);
    const pauseMs = backoffMs[row.tries];
    app.log.warn({ site_id: row.site_id, error: code, isLast: pauseMs === undefined }, 'a page was not sent to Yandex');
    const due_at = pauseMs === undefined ? null : later(app, pauseMs);
    await finish(app, [row], { due_at, tries: row.tries + 1 });
    return null;
  }
}

const later = ({ clock }: Pick<Sender, 'clock'>, ms: number): Date => new Date(clock.now().getTime() + ms);

/** A sync renews an access token that has ended. */
async function askForRenewal(app: Sender, { id }: ConnectionRow): Promise<void> {
  await app.db
    .update(search_connections)
    .set({ asked_at: sql`coalesce(${search_connections.asked_at}, ${app.clock.now().toISOString()})` })
    .where(eq(search_connections.id, id));
  app.searchSync.wake();
}

/** Shows administrators what is left of the quota; null where Yandex did not say. */
async function storeQuota({ db }: Pick<Sender, 'db'>, { id }: ConnectionRow, quotaLeft: number | null): Promise<void> {
  if (quotaLeft === null) return;
  await db
    .update(search_connections)
    .set({ recrawl_quota: sql`jsonb_set(${search_connections.recrawl_quota}, '{left}', ${String(quotaLeft)}::jsonb)` })
    .where(eq(search_connections.id, id));
}

/** Writes what became of pages, but of those that changed again meanwhile. */
async function finish(
  { db }: Pick<Sender, 'db'>,
  rows: readonly RecrawlRow[],
  set: Partial<typeof recrawl_urls.$inferInsert>,
): Promise<void> {
  const isHeld = or(...rows.map(({ id, attempt }) => and(eq(recrawl_urls.id, id), eq(recrawl_urls.attempt, attempt))));
  await db
    .update(recrawl_urls)
    .set({ lease_until: null, ...set })
    .where(isHeld);
}

/** Deletes pages that waited for a week, and those that were sent a month ago, in steps. */
export async function dropOldRecrawls({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const table = '"seo-rkn".recrawl_urls';
  // Without a connection nothing takes them.
  await deleteInSteps(pool, { table, condition: 'due_at < $1', values: [before(maxWaitMs)] });
  await deleteInSteps(pool, { table, condition: 'due_at IS NULL AND changed_at < $1', values: [before(retentionMs)] });
}
