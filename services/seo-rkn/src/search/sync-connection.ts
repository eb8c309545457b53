import { dayMs, hourMs, type Lease, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { and, asc, eq, inArray, isNotNull, lt, lte } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { search_connections, search_states } from '../schema.ts';
import { foldKeywords, replaceKeywords } from './keyword-rows.ts';
import type { ConnectionRow } from './search-console.ts';
import {
  type Days,
  type KeywordRow,
  maxKeywords,
  ProviderError,
  type SearchProviderClient,
} from './search-provider.ts';
import { dropOldRecrawls } from './send-recrawls.ts';
import { accessToken } from './tokens.ts';

type SyncLease = Lease<typeof search_connections>;

/** How long the work on a connection takes at most. */
const maxMs = 4 * minuteMs;
/** The quota of Google is a load of some minutes: its documentation says to wait a quarter of an hour. */
const quotaWaitMs = 15 * minuteMs;
const maxWaitMs = 6 * hourMs;
/** Google has complete numbers of a day two to three days later. */
const lagDays = 3;
const lastDays = 28;
/** Syncs that one tick asks for. */
const maxDue = 20;

/** Syncs of search consoles. After six failures in a row one waits for the next day. */
export const searchSyncKind = (app: AppParts): WorkKind<typeof search_connections> => ({
  name: 'search-sync',
  table: search_connections,
  key: search_connections.id,
  leaseMs: 5 * minuteMs,
  pollMs: app.timing.pollMs,
  isOpen: () => eq(search_connections.needs_reconnect, false),
  maxTries: 6,
  backoffMs: [1, 2, 4, 8, 16].map((minutes) => minutes * minuteMs),
  describe: ([row]) => ({ connection_id: row?.id }),
  run: (lease) => runSync(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { last_error: 'unreachable' }, rows);
  },
});

/** Reads search consoles in the background. */
export const createSearchSync = (app: AppParts) => new WorkRunner(app, searchSyncKind(app));

/** Requests the due syncs, and removes expired begun connections and old pages of the recrawl queue. */
export async function askForDueSyncs(app: Pick<App, 'db' | 'pool' | 'clock' | 'searchSync'>): Promise<number> {
  const now = app.clock.now();
  await app.db.delete(search_states).where(lt(search_states.expires_at, now));
  await dropOldRecrawls(app);
  const due = app.db
    .select({ id: search_connections.id })
    .from(search_connections)
    .where(
      and(
        lte(search_connections.next_sync_at, now),
        isNotNull(search_connections.property),
        eq(search_connections.needs_reconnect, false),
      ),
    )
    .orderBy(asc(search_connections.next_sync_at))
    .limit(maxDue);
  const orderedSyncs = await app.db
    .update(search_connections)
    .set({ due_at: now, next_sync_at: new Date(now.getTime() + dayMs), tries: 0 })
    // Of two ticks one asks.
    .where(and(inArray(search_connections.id, due), lte(search_connections.next_sync_at, now)))
    .returning({ id: search_connections.id });
  if (orderedSyncs.length > 0) app.searchSync.wake();
  return orderedSyncs.length;
}

async function runSync(app: AppParts, lease: SyncLease): Promise<void> {
  const { client } = app.searchProviders[lease.row.provider];
  const limit = AbortSignal.any([lease.signal, AbortSignal.timeout(maxMs)]);
  try {
    if (client === null) throw new ProviderError('client_refused', 'the platform has no client id and secret');
    await sync(app, client, lease, limit);
  } catch (error) {
    lease.signal.throwIfAborted();
    const failure = limit.aborted ? new ProviderError('unreachable', 'the sync took too long') : error;
    const connection_id = lease.row.id;
    if (!(failure instanceof ProviderError)) app.log.warn({ err: error, connection_id }, 'a sync failed');
    else app.log.info({ connection_id, error: failure.code, reason: failure.message }, 'a sync failed');
    await endFailed(app, lease, failure);
  }
}

/** Ends a sync that failed: retry with backoff, wait for the next daily sync, or reconnection needed. */
async function endFailed({ db }: AppParts, lease: SyncLease, error: unknown): Promise<void> {
  const last_error = error instanceof ProviderError && error.code !== 'code_refused' ? error.code : 'unreachable';
  if (last_error === 'access_refused' || last_error === 'renewal_lost')
    return void (await lease.finish(db, { needs_reconnect: true, last_error }));
  if (last_error !== 'quota_exceeded' && last_error !== 'unreachable')
    return void (await lease.finish(db, { last_error }));
  const quotaMs = last_error === 'quota_exceeded' ? quotaWaitMs * 2 ** (lease.row.tries - 1) : 0;
  const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  const afterMs = Math.min(Math.max(quotaMs, askedMs), maxWaitMs);
  const spent = await lease.retry(db, { afterMs, change: { last_error } });
  await lease.finish(db, { last_error }, spent);
}

/** The 28 days that end three days ago in the time zone of Google's days. */
export function syncedDays(now: Date): Days {
  const day = (back: number): string =>
    new Date(now.getTime() - back * dayMs).toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' });
  return { from: day(lagDays + lastDays - 1), to: day(lagDays) };
}

/** Properties and keywords of one connection, each written at once. */
async function sync(app: AppParts, client: SearchProviderClient, lease: SyncLease, signal: AbortSignal): Promise<void> {
  // What is stored of the tokens changes while they are renewed.
  const row = { ...lease.row };
  const { account, properties, access_token } = await readAccount(app, client, row);
  const { property } = row;
  if (property === null) return void (await lease.finish(app.db, { account, properties }));
  const access = { access_token, account, property };
  const readRows: KeywordRow[] = [];
  for await (const rows of client.readKeywords(access, syncedDays(app.clock.now()), signal)) {
    signal.throwIfAborted();
    readRows.push(...rows.slice(0, maxKeywords - readRows.length));
    if (readRows.length >= maxKeywords) break;
  }
  const folded = foldKeywords(readRows);
  const recrawl_quota = await client.readRecrawlQuota(access);
  await app.db.transaction(async (tx) => {
    const ended = await lease.finish(tx, {
      account,
      properties,
      recrawl_quota,
      last_error: null,
      last_sync_at: app.clock.now(),
      last_sync_rows: folded.length,
    });
    if (ended.length > 0) await replaceKeywords(tx, { site_id: row.site_id, source: row.provider }, folded);
  });
}

/** The account, with an access token that the API takes: one that it refuses is renewed once. */
async function readAccount(app: AppParts, client: SearchProviderClient, row: ConnectionRow) {
  const storedToken = await accessToken(app, client, row);
  try {
    return { access_token: storedToken, ...(await client.readAccount(storedToken)) };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'access_refused') throw error;
    const access_token = await accessToken(app, client, row, { isRefused: true });
    return { access_token, ...(await client.readAccount(access_token)) };
  }
}
