import {
  dayMs,
  deleteInSteps,
  findRow,
  hourMs,
  type Lease,
  minuteMs,
  type WorkKind,
  WorkRunner,
} from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { recrawl_urls, search_connections } from '../schema.ts';
import { canRecrawl } from './order-recrawls.ts';
import { coversAddress } from './property.ts';
import type { ConnectionRow } from './search-console.ts';
import { type Access, ProviderError, type SearchProviderClient } from './search-provider.ts';
import { freshToken } from './tokens.ts';

type RecrawlRow = typeof recrawl_urls.$inferSelect;
type Sender = AppParts & Pick<App, 'searchSync'>;
type RecrawlLease = Lease<typeof recrawl_urls>;
type Recrawl = NonNullable<SearchProviderClient['recrawl']>;

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
 * Changed pages for the recrawl queue of Yandex. The stored access token is used while it holds: syncs alone renew
 * it. What goes wrong here changes nothing else of the connection.
 */
export const recrawlKind = (app: Sender): WorkKind<typeof recrawl_urls> => ({
  name: 'recrawl',
  table: recrawl_urls,
  key: recrawl_urls.id,
  // Longer than the calls of a batch take.
  leaseMs: 3 * minuteMs,
  pollMs: app.timing.pollMs,
  isEnabled: () => app.searchProviders.yandex.client?.recrawl !== undefined,
  isOpen: () => sql`EXISTS (SELECT FROM ${search_connections}
    WHERE ${search_connections.site_id} = ${recrawl_urls.site_id} AND ${canRecrawl})`,
  group: recrawl_urls.site_id,
  batch: 10,
  maxTries: backoffMs.length + 1,
  backoffMs,
  // Failures of ours are none of Yandex.
  forgivenMs: 3 * minuteMs,
  describe: ([row]) => ({ site_id: row?.site_id }),
  run: (lease) => sendRecrawls(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, {}, rows);
  },
});

/** Sends changed pages in the background. */
export const createRecrawlWork = (app: Sender) => new WorkRunner(app, recrawlKind(app));

async function sendRecrawls(app: Sender, lease: RecrawlLease): Promise<void> {
  const recrawl = app.searchProviders.yandex.client?.recrawl;
  const connection = await findRow(
    app.db,
    search_connections,
    and(eq(search_connections.site_id, lease.row.site_id), canRecrawl),
  );
  const access_token = connection ? freshToken(app, connection) : null;
  if (!recrawl || !connection?.property || access_token === null) {
    if (connection) await askForRenewal(app, connection);
    return void (await lease.postpone(app.db, { afterMs: renewalMs }));
  }
  const access = { access_token, account: connection.account, property: connection.property };
  for (const row of lease.rows) {
    lease.signal.throwIfAborted();
    const pauseMs = await sendRow(app, recrawl, { connection, access, lease, row });
    if (pauseMs !== null) return void (await lease.postpone(app.db, { afterMs: pauseMs }));
  }
}

/**
 * Sends one page.
 * @returns milliseconds that it and the others wait for; null when it is finished
 */
async function sendRow(
  app: Sender,
  recrawl: Recrawl,
  {
    connection,
    access,
    lease,
    row,
  }: { connection: ConnectionRow; access: Access; lease: RecrawlLease; row: RecrawlRow },
): Promise<number | null> {
  const property = connection.properties.find(({ id }) => id === access.property);
  if (!property || !coversAddress(property, new URL(row.url))) {
    await lease.finish(app.db, {}, [row]);
    return null;
  }
  try {
    const quotaLeft = await recrawl(access, row.url);
    await lease.finish(app.db, { sent_at: app.clock.now() }, [row]);
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
    const spent = await lease.retry(app.db, {}, [row]);
    await lease.finish(app.db, {}, spent);
    app.log.warn({ site_id: row.site_id, error: code, isLast: spent.length > 0 }, 'a page was not sent to Yandex');
    return null;
  }
}

/** A sync renews an access token that has ended. */
async function askForRenewal(app: Sender, { id }: ConnectionRow): Promise<void> {
  await app.db
    .update(search_connections)
    .set({ due_at: sql`coalesce(${search_connections.due_at}, ${app.clock.now().toISOString()}::timestamptz)` })
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

/** Deletes pages that waited for a week, and those that were sent a month ago, in steps. */
export async function dropOldRecrawls({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const table = '"seo-rkn".recrawl_urls';
  // Without a connection nothing takes them.
  await deleteInSteps(pool, { table, condition: 'due_at < $1', values: [before(maxWaitMs)] });
  await deleteInSteps(pool, { table, condition: 'due_at IS NULL AND changed_at < $1', values: [before(retentionMs)] });
}
