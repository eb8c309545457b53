import { cms, type IndexNowReason } from '@platform/contracts';
import { dayMs, hourMs, type Lease, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { indexnow_keys, indexnow_urls } from '../schema.ts';
import { findKey, isVerified, keyLocationOf, verifyKey } from './indexnow-key.ts';
import type { SentChanges } from './sent-changes.ts';

type ChangeRow = typeof indexnow_urls.$inferSelect;
type ChangeLease = Lease<typeof indexnow_urls>;
/** Addresses in one call (https://www.indexnow.org/documentation). */
const maxUrls = 10_000;
const timeoutMs = 30_000;
const maxBytes = 65_536;
/** Before the next try of a call that failed. */
const backoffMs = [1, 5, 30, 120, 720].map((minutes) => minutes * minuteMs);
/** Pause that 429 asks for: addresses were taken for spam. */
const spamPauseMs = dayMs;
/** Between checks for a key file that is absent, and how long a change waits for it. */
const keyPauseMs = hourMs;
const maxWaitMs = 7 * dayMs;
/** Backoff after search engines refused a key that the site serves: they have to read its key file first. */
const refusedKeyMs = [1, 2, 6, 24].map((hours) => hours * hourMs);

/** Announcements of changes to search engines: one call for the changes of a site. */
export const indexNowKind = (app: AppParts): WorkKind<typeof indexnow_urls, SentChanges> => ({
  name: 'indexnow',
  table: indexnow_urls,
  key: indexnow_urls.id,
  // Longer than the key file and the call may take.
  leaseMs: minuteMs,
  pollMs: app.timing.pollMs,
  isOpen: () => eq(indexnow_urls.state, 'pending'),
  group: indexnow_urls.site_id,
  batch: maxUrls,
  maxTries: backoffMs.length + 1,
  backoffMs,
  // Failures of the cms or of the database are none of the search engines.
  forgivenMs: minuteMs,
  describe: ([row]) => ({ site_id: row?.site_id }),
  run: (lease) => sendChanges(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { state: 'failed', reason: 'unreachable' }, rows);
  },
});

/** Announces changes in the background. */
export const createIndexNow = (app: AppParts) => new WorkRunner(app, indexNowKind(app));

/**
 * Announces changes of one site. A call without an answer is sent again: search engines take an address twice.
 * @returns how many were sent, and how many of them accepted
 */
async function sendChanges(app: AppParts, lease: ChangeLease): Promise<SentChanges> {
  const none = { sent: 0, accepted: 0 };
  const { db } = app;
  const { site_id } = lease.row;
  const now = app.clock.now();
  const { site } = await app.ask(cms.queries.describeSite, { id: site_id });
  const key = await findKey(db, site_id);
  const origin = site?.website_url ? new URL(site.website_url).origin : null;
  if (!key || origin === null) {
    await lease.finish(db, { state: 'failed', reason: 'website_url_missing' });
    return none;
  }
  const [ownRows, foreignRows] = partition(lease.rows, ({ url }) => URL.parse(url)?.origin === origin);
  await lease.finish(db, { state: 'failed', reason: 'other_host' }, foreignRows);
  if (ownRows.length === 0) return none;
  if (key.not_before !== null && key.not_before > now) {
    const afterMs = key.not_before.getTime() - now.getTime();
    await lease.postpone(db, { afterMs, change: { reason: 'too_many' } });
    return none;
  }
  if (!isVerified(key, origin, now) && !(await verifyKey(app, key, origin))) {
    await waitForKeyFile(app, lease, now);
    return none;
  }
  const http_status = await callIndexNow(app, { origin, key: key.key }, ownRows, lease.signal);
  lease.signal.throwIfAborted();
  const pause = keyChange(http_status, now);
  if (pause) await db.update(indexnow_keys).set(pause).where(eq(indexnow_keys.site_id, site_id));
  await endChanges(app, lease, http_status);
  return { sent: ownRows.length, accepted: isAccepted(http_status) ? ownRows.length : 0 };
}

function partition<T>(rows: readonly T[], test: (row: T) => boolean): [T[], T[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}

/** Changes wait for an absent key file, a week at most. */
async function waitForKeyFile({ db }: AppParts, lease: ChangeLease, now: Date): Promise<void> {
  const reason = 'key_file_missing';
  const isOld = ({ changed_at }: ChangeRow) => now.getTime() - changed_at.getTime() > maxWaitMs;
  await lease.finish(db, { state: 'failed', reason }, lease.open.filter(isOld));
  // A page that shows the change later does not release it: it waits for the file.
  const tries = sql`greatest(${indexnow_urls.tries} - 1, 1)`;
  await lease.postpone(db, { afterMs: keyPauseMs, change: { reason, tries } });
}

const isAccepted = (http_status: number | null): boolean => http_status === 200 || http_status === 202;

/** What an answer says about the key of the site; null for nothing. */
function keyChange(http_status: number | null, now: Date): Partial<typeof indexnow_keys.$inferInsert> | null {
  if (http_status === 403) return { verified_at: null };
  return http_status === 429 ? { not_before: new Date(now.getTime() + spamPauseMs) } : null;
}

/**
 * Writes what an answer makes of changes (https://www.indexnow.org/documentation). A change is given up behind the
 * last pause, and begins again when its page changes again.
 * @param http_status null without an answer
 */
async function endChanges({ db, clock }: AppParts, lease: ChangeLease, http_status: number | null): Promise<void> {
  const fail = (reason: IndexNowReason, rows = lease.open) =>
    lease.finish(db, { state: 'failed', http_status, reason }, rows);
  if (isAccepted(http_status)) {
    await lease.finish(db, { state: 'accepted', sent_at: clock.now(), http_status, reason: null });
  } else if (http_status === 429) {
    await lease.postpone(db, { afterMs: spamPauseMs, change: { http_status, reason: 'too_many' } });
  } else if (http_status === 403) {
    for (const [tries, rows] of Map.groupBy(lease.open, (row) => row.tries)) {
      const afterMs = refusedKeyMs[tries - 1];
      if (afterMs === undefined) await fail('key_refused', rows);
      else await lease.retry(db, { afterMs, change: { http_status, reason: 'key_refused' } }, rows);
    }
  } else if (http_status !== null && http_status < 500) {
    await fail('refused');
  } else {
    await fail('unreachable', await lease.retry(db, { change: { http_status, reason: 'unreachable' } }));
  }
}

/** @returns the HTTP status; null without an answer */
async function callIndexNow(
  app: AppParts,
  { origin, key }: { origin: string; key: string },
  rows: readonly ChangeRow[],
  signal: AbortSignal,
): Promise<number | null> {
  const { host } = new URL(origin);
  const urlList = rows.map(({ url }) => url);
  const body = JSON.stringify({ host, key, keyLocation: keyLocationOf(origin, key), urlList });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  try {
    const call = { method: 'POST', headers, body, timeoutMs, maxBytes, signal } as const;
    return (await app.safeFetch(app.settings.INDEXNOW_URL, call)).status;
  } catch {
    return null;
  }
}
