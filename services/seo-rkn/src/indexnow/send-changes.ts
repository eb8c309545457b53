import { cms, type IndexNowReason } from '@platform/contracts';
import { type Database, dayMs, hourMs, minuteMs, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { indexnow_keys, indexnow_urls } from '../schema.ts';
import { findKey, isVerified, keyLocationOf, verifyKey } from './indexnow-key.ts';

type ChangeRow = typeof indexnow_urls.$inferSelect;
type Sender = Pick<App, 'db' | 'ask' | 'clock' | 'log' | 'safeFetch' | 'publicFetch' | 'settings' | 'timing'>;

/** Addresses in one call (https://www.indexnow.org/documentation). */
const maxUrls = 10_000;
const timeoutMs = 30_000;
const maxBytes = 65_536;
/** Longer than the key file and the call may take. */
const leaseMs = minuteMs;
/** Before the next try of a call that failed. */
const backoffMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs);
/** Pause that 429 asks for: addresses were taken for spam. */
const spamPauseMs = dayMs;
/** Between checks for a key file that is absent, and how long a change waits for it. */
const keyPauseMs = hourMs;
const maxWaitMs = 7 * dayMs;
/** Backoff after search engines refused a key that the site serves: they have to read its key file first. */
const refusedKeyMs = [1, 2, 6, 24].map((hours) => hours * hourMs);

/** Announces changes in the background. */
export const createIndexNow = (app: Sender): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'indexnow',
    pollMs: app.timing.pollMs,
    async claim() {
      const now = app.clock.now();
      const [first] = await app.db
        .select({ site_id: indexnow_urls.site_id })
        .from(indexnow_urls)
        .where(and(eq(indexnow_urls.state, 'pending'), lte(indexnow_urls.due_at, now), isFree(now)))
        .orderBy(asc(indexnow_urls.due_at))
        .limit(1);
      if (!first) return null;
      const rows = await claimChanges(app, app.db, first.site_id, lte(indexnow_urls.due_at, now));
      return rows.length === 0 ? null : rows;
    },
    run: async (rows) => void (await sendChanges(app, rows)),
  });

/** Condition: no process sends the change now. */
const isFree = (now: Date) => or(isNull(indexnow_urls.lease_until), lt(indexnow_urls.lease_until, now));

/**
 * Claims pending changes of a site with a lease, without those that another process sends. Their due times do
 * not change.
 */
export async function claimChanges(
  { clock }: Pick<Sender, 'clock'>,
  db: Database | Tx,
  site_id: string,
  which: SQL | undefined,
): Promise<ChangeRow[]> {
  const now = clock.now();
  const freeIds = db
    .select({ id: indexnow_urls.id })
    .from(indexnow_urls)
    .where(and(eq(indexnow_urls.site_id, site_id), eq(indexnow_urls.state, 'pending'), isFree(now), which))
    .orderBy(asc(indexnow_urls.due_at))
    .limit(maxUrls)
    .for('update', { skipLocked: true });
  return db
    .update(indexnow_urls)
    .set({ lease_until: new Date(now.getTime() + leaseMs), attempt: sql`${indexnow_urls.attempt} + 1` })
    .where(inArray(indexnow_urls.id, freeIds))
    .returning();
}

export interface SentChanges {
  sent: number;
  accepted: number;
}
type Change = Partial<typeof indexnow_urls.$inferInsert>;

/**
 * Announces changes of one site that this process holds. A call without an answer is sent again: search
 * engines take an address twice.
 * @returns how many were sent, and how many of them accepted
 */
export async function sendChanges(app: Sender, rows: readonly ChangeRow[]): Promise<SentChanges> {
  const none = { sent: 0, accepted: 0 };
  const [first] = rows;
  if (!first) return none;
  const now = app.clock.now();
  const { site } = await app.ask(cms.queries.describeSite, { id: first.site_id });
  const key = await findKey(app.db, first.site_id);
  const origin = site?.website_url ? new URL(site.website_url).origin : null;
  if (!key || origin === null) {
    await finish(app, rows, { state: 'failed', reason: 'website_url_missing' });
    return none;
  }
  const [ownRows, foreignRows] = partition(rows, ({ url }) => URL.parse(url)?.origin === origin);
  await finish(app, foreignRows, { state: 'failed', reason: 'other_host' });
  if (ownRows.length === 0) return none;
  if (key.not_before !== null && key.not_before > now) {
    await finish(app, ownRows, { due_at: key.not_before, reason: 'too_many' });
    return none;
  }
  if (!isVerified(key, origin, now) && !(await verifyKey(app, key, origin))) {
    await waitForKeyFile(app, ownRows, now);
    return none;
  }
  const http_status = await callIndexNow(app, origin, key.key, ownRows);
  const pause = keyChange(http_status, now);
  if (pause) await app.db.update(indexnow_keys).set(pause).where(eq(indexnow_keys.site_id, first.site_id));
  for (const tries of new Set(ownRows.map((row) => row.tries))) {
    const same = ownRows.filter((row) => row.tries === tries);
    await finish(app, same, { http_status, ...outcomeOf(http_status, tries, now) });
  }
  return { sent: ownRows.length, accepted: isAccepted(http_status) ? ownRows.length : 0 };
}

function partition<T>(rows: readonly T[], test: (row: T) => boolean): [T[], T[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}

/** Changes wait for an absent key file, a week at most. */
async function waitForKeyFile(app: Sender, rows: readonly ChangeRow[], now: Date): Promise<void> {
  const reason = 'key_file_missing';
  const [oldRows, youngRows] = partition(rows, ({ changed_at }) => now.getTime() - changed_at.getTime() > maxWaitMs);
  await finish(app, oldRows, { state: 'failed', reason });
  const tries = sql`greatest(${indexnow_urls.tries}, 1)`;
  await finish(app, youngRows, { due_at: new Date(now.getTime() + keyPauseMs), tries, reason });
}

const isAccepted = (http_status: number | null): boolean => http_status === 200 || http_status === 202;

/** What an answer says about the key of the site; null for nothing. */
function keyChange(http_status: number | null, now: Date): Partial<typeof indexnow_keys.$inferInsert> | null {
  if (http_status === 403) return { verified_at: null };
  return http_status === 429 ? { not_before: new Date(now.getTime() + spamPauseMs) } : null;
}

/**
 * What an answer makes of a change (https://www.indexnow.org/documentation). Every failure but 429 ends: a
 * change is given up behind the last pause, and begins again when its page changes again.
 * @param http_status null without an answer
 * @param tries failures in a row before this answer
 */
export function outcomeOf(http_status: number | null, tries: number, now: Date): Change {
  if (isAccepted(http_status)) return { state: 'accepted', sent_at: now, tries: 0, reason: null };
  if (http_status === 429) return { due_at: new Date(now.getTime() + spamPauseMs), reason: 'too_many' };
  if (http_status === 403) return nextTry('key_refused', refusedKeyMs[tries], tries, now);
  if (http_status !== null && http_status < 500) return { state: 'failed', reason: 'refused' };
  return nextTry('unreachable', backoffMs[tries], tries, now);
}

const nextTry = (reason: IndexNowReason, pauseMs: number | undefined, tries: number, now: Date): Change => ({
  reason,
  tries: tries + 1,
  ...(pauseMs === undefined ? { state: 'failed' } : { due_at: new Date(now.getTime() + pauseMs) }),
});

/** @returns the HTTP status; null without an answer */
async function callIndexNow(app: Sender, origin: string, key: string, rows: readonly ChangeRow[]) {
  const { host } = new URL(origin);
  const urlList = rows.map(({ url }) => url);
  const body = JSON.stringify({ host, key, keyLocation: keyLocationOf(origin, key), urlList });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  try {
    const call = { method: 'POST', headers, body, timeoutMs, maxBytes } as const;
    return (await app.safeFetch(app.settings.INDEXNOW_URL, call)).status;
  } catch {
    return null;
  }
}

/** Writes what became of changes, but of those that changed again meanwhile. */
async function finish(
  { db }: Pick<Sender, 'db'>,
  rows: readonly ChangeRow[],
  set: Omit<Change, 'tries'> & { tries?: number | SQL },
): Promise<void> {
  if (rows.length === 0) return;
  const heldRows = rows.map(({ id, attempt }) => ({ id, attempt }));
  await db
    .update(indexnow_urls)
    .set({ lease_until: null, ...set })
    .where(
      sql`(${indexnow_urls.id}, ${indexnow_urls.attempt}) IN (
        SELECT id, attempt FROM jsonb_to_recordset(${JSON.stringify(heldRows)}::jsonb) AS r(id uuid, attempt int))`,
    );
}
