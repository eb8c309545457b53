import { dayMs, hourMs, minuteMs, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
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

type Syncer = Pick<App, 'db' | 'ask' | 'clock' | 'sealer' | 'log' | 'searchProviders' | 'timing'>;

/** How long a process holds a connection, and how long its work takes at most. */
const leaseMs = 5 * minuteMs;
const maxMs = 4 * minuteMs;
/** Failures in a row after which a sync waits for the next day. */
const maxFailures = 6;
/** The quota of Google is a load of some minutes: its documentation says to wait a quarter of an hour. */
const quotaWaitMs = 15 * minuteMs;
const maxWaitMs = 6 * hourMs;
/** Google has complete numbers of a day two to three days later. */
const lagDays = 3;
const lastDays = 28;
/** Syncs that one tick asks for. */
const maxDue = 20;

/** Syncs of search consoles in the background: one process works on a connection at a time. */
export const createSearchSync = (app: Syncer): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'search-sync',
    pollMs: app.timing.pollMs,
    claim: () => claimSync(app),
    run: (row, signal) => runSync(app, row, signal),
  });

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
    .limit(maxDue)
    .for('update', { skipLocked: true });
  const orderedSyncs = await app.db
    .update(search_connections)
    .set({ asked_at: now, next_sync_at: new Date(now.getTime() + dayMs), failures: 0, not_before: null })
    .where(inArray(search_connections.id, due))
    .returning({ id: search_connections.id });
  if (orderedSyncs.length > 0) app.searchSync.wake();
  return orderedSyncs.length;
}

/** The connection that waits longest, with a lease. */
async function claimSync({ db, clock }: Syncer): Promise<ConnectionRow | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const [row] = await tx
      .select()
      .from(search_connections)
      .where(
        and(
          isNotNull(search_connections.asked_at),
          eq(search_connections.needs_reconnect, false),
          or(isNull(search_connections.not_before), lte(search_connections.not_before, now)),
          or(isNull(search_connections.lease_until), lt(search_connections.lease_until, now)),
        ),
      )
      .orderBy(asc(search_connections.asked_at), asc(search_connections.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    const [claimedRow] = await tx
      .update(search_connections)
      .set({ lease_until: new Date(now.getTime() + leaseMs), attempt: row.attempt + 1 })
      .where(eq(search_connections.id, row.id))
      .returning();
    return claimedRow ?? null;
  });
}

/** Changes the row while this process still works on it; whether it does. */
async function updateHeld(tx: Pick<Tx, 'update'>, row: ConnectionRow, set: Partial<ConnectionRow>): Promise<boolean> {
  const heldRows = await tx
    .update(search_connections)
    .set({ ...set, lease_until: null })
    .where(and(eq(search_connections.id, row.id), eq(search_connections.attempt, row.attempt)))
    .returning({ id: search_connections.id });
  return heldRows.length > 0;
}

async function runSync(app: Syncer, row: ConnectionRow, stopping: AbortSignal): Promise<void> {
  const { client } = app.searchProviders[row.provider];
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(maxMs)]);
  try {
    if (client === null) throw new ProviderError('client_refused', 'the platform has no client id and secret');
    await sync(app, client, row, limit);
  } catch (error) {
    if (stopping.aborted) return void (await updateHeld(app.db, row, {}));
    const failure = limit.aborted ? new ProviderError('unreachable', 'the sync took too long') : error;
    if (!(failure instanceof ProviderError)) app.log.warn({ err: error, connection_id: row.id }, 'a sync failed');
    else app.log.info({ connection_id: row.id, error: failure.code, reason: failure.message }, 'a sync failed');
    await updateHeld(app.db, row, afterFailure(row, failure, app.clock.now()));
  }
}

/**
 * The state of a connection after a failure: retry with backoff, wait for the next daily sync, or
 * reconnection needed.
 */
export function afterFailure(
  { failures: before }: Pick<ConnectionRow, 'failures'>,
  error: unknown,
  now: Date,
): Partial<ConnectionRow> {
  const code = error instanceof ProviderError && error.code !== 'code_refused' ? error.code : 'unreachable';
  if (code === 'access_refused' || code === 'renewal_lost')
    return { needs_reconnect: true, asked_at: null, not_before: null, failures: 0, last_error: code };
  const failures = before + 1;
  const isWorthwhile = code === 'quota_exceeded' || code === 'unreachable';
  if (!isWorthwhile || failures >= maxFailures)
    return { asked_at: null, not_before: null, failures: 0, last_error: code };
  const least = code === 'quota_exceeded' ? quotaWaitMs : minuteMs;
  const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(least * 2 ** before, askedMs), maxWaitMs);
  return { failures, not_before: new Date(now.getTime() + waitMs), last_error: code };
}

/** The 28 days that end three days ago in the time zone of Google's days. */
export function syncedDays(now: Date): Days {
  const day = (back: number): string =>
    new Date(now.getTime() - back * dayMs).toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' });
  return { from: day(lagDays + lastDays - 1), to: day(lagDays) };
}

/** Properties and keywords of one connection, each written at once. */
async function sync(app: Syncer, client: SearchProviderClient, row: ConnectionRow, signal: AbortSignal): Promise<void> {
  const { account, properties, access_token } = await readAccount(app, client, row);
  const { property } = row;
  if (property === null) {
    await updateHeld(app.db, row, { account, properties, asked_at: null, failures: 0 });
    return;
  }
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
    const isHeld = await updateHeld(tx, row, {
      account,
      properties,
      recrawl_quota,
      asked_at: null,
      not_before: null,
      failures: 0,
      last_error: null,
      last_sync_at: app.clock.now(),
      last_sync_rows: folded.length,
    });
    if (isHeld) await replaceKeywords(tx, { site_id: row.site_id, source: row.provider }, folded);
  });
}

/** The account, with an access token that the API takes: one that it refuses is renewed once. */
async function readAccount(app: Syncer, client: SearchProviderClient, row: ConnectionRow) {
  const storedToken = await accessToken(app, client, row);
  try {
    return { access_token: storedToken, ...(await client.readAccount(storedToken)) };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'access_refused') throw error;
    const access_token = await accessToken(app, client, row, { isRefused: true });
    return { access_token, ...(await client.readAccount(access_token)) };
  }
}
