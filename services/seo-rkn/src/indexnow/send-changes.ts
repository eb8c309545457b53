import { cms } from '@platform/contracts';
import { dayMs, hourMs, minuteMs } from '@platform/runtime';
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
/** Between looks for a key file that is absent, and how long a change waits for it. */
const keyPauseMs = hourMs;
const maxWaitMs = 7 * dayMs;

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
      const rows = await claimChanges(app, first.site_id, lte(indexnow_urls.due_at, now));
      return rows.length === 0 ? null : rows;
    },
    run: async (rows) => void (await sendChanges(app, rows)),
  });

/** Condition: no process sends the change now. */
const isFree = (now: Date) => or(isNull(indexnow_urls.lease_until), lt(indexnow_urls.lease_until, now));

/** Takes pending changes of a site that no other process sends, with a lease. */
export async function claimChanges(app: Pick<Sender, 'db' | 'clock'>, site_id: string, which: SQL | undefined) {
  const now = app.clock.now();
  const taken = app.db
    .select({ id: indexnow_urls.id })
    .from(indexnow_urls)
    .where(and(eq(indexnow_urls.site_id, site_id), eq(indexnow_urls.state, 'pending'), isFree(now), which))
    .orderBy(asc(indexnow_urls.due_at))
    .limit(maxUrls)
    .for('update', { skipLocked: true });
  return app.db
    .update(indexnow_urls)
    .set({ lease_until: new Date(now.getTime() + leaseMs), attempt: sql`${indexnow_urls.attempt} + 1` })
    .where(inArray(indexnow_urls.id, taken))
    .returning();
}

/**
 * Announces changes of one site that this process holds. A call without an answer is sent again: search
 * engines take an address twice.
 * @returns how many were sent, and how many of them accepted
 */
export async function sendChanges(
  app: Sender,
  rows: readonly ChangeRow[],
): Promise<{ sent: number; accepted: number }> {
  const none = { sent: 0, accepted: 0 };
  const [first] = rows;
  if (!first) return none;
  const now = app.clock.now();
  const later = (ms: number) => ({ due_at: new Date(now.getTime() + ms) });
  const { site } = await app.ask(cms.queries.describeSite, { id: first.site_id });
  const key = await findKey(app.db, first.site_id);
  const origin = site?.website_url ? new URL(site.website_url).origin : null;
  if (!key || origin === null) return settle(app, rows, { state: 'failed' }, none);
  if (key.not_before !== null && key.not_before > now) return settle(app, rows, { due_at: key.not_before }, none);
  if (!isVerified(key, origin, now) && !(await verifyKey(app, key, origin))) {
    const isTooOld = ({ changed_at }: ChangeRow) => now.getTime() - changed_at.getTime() > maxWaitMs;
    await settle(app, rows.filter(isTooOld), { state: 'failed' }, none);
    return settle(
      app,
      rows.filter((row) => !isTooOld(row)),
      { ...later(keyPauseMs), tries: 1 },
      none,
    );
  }
  const isOwn = ({ url }: ChangeRow) => URL.parse(url)?.origin === origin;
  await settle(
    app,
    rows.filter((row) => !isOwn(row)),
    { state: 'failed' },
    none,
  );
  const own = rows.filter(isOwn);
  if (own.length === 0) return none;
  const http_status = await callIndexNow(app, origin, key.key, own);
  const sent = { sent: own.length, accepted: 0 };
  if (http_status === 200 || http_status === 202) {
    const accepted = { state: 'accepted' as const, http_status, sent_at: now, tries: 0 };
    return settle(app, own, accepted, { ...sent, accepted: own.length });
  }
  if (http_status === 403) {
    await app.db.update(indexnow_keys).set({ verified_at: null }).where(eq(indexnow_keys.site_id, first.site_id));
    return settle(app, own, { http_status, ...later(keyPauseMs) }, sent);
  }
  if (http_status === 429) {
    const not_before = new Date(now.getTime() + spamPauseMs);
    await app.db.update(indexnow_keys).set({ not_before }).where(eq(indexnow_keys.site_id, first.site_id));
    return settle(app, own, { http_status, due_at: not_before }, sent);
  }
  if (http_status !== null && http_status < 500) return settle(app, own, { state: 'failed', http_status }, sent);
  for (const tries of new Set(own.map((row) => row.tries))) {
    const pause = backoffMs[tries];
    const next = pause === undefined ? { state: 'failed' as const } : later(pause);
    await settle(
      app,
      own.filter((row) => row.tries === tries),
      { http_status, tries: tries + 1, ...next },
      sent,
    );
  }
  return sent;
}

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
async function settle<T>(
  { db }: Pick<Sender, 'db'>,
  rows: readonly ChangeRow[],
  set: Partial<typeof indexnow_urls.$inferInsert>,
  result: T,
): Promise<T> {
  if (rows.length === 0) return result;
  const held = rows.map(({ id, attempt }) => ({ id, attempt }));
  await db
    .update(indexnow_urls)
    .set({ lease_until: null, ...set })
    .where(
      sql`(${indexnow_urls.id}, ${indexnow_urls.attempt}) IN (
        SELECT id, attempt FROM jsonb_to_recordset(${JSON.stringify(held)}::jsonb) AS r(id uuid, attempt int))`,
    );
  return result;
}
