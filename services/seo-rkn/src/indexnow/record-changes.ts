import { afterCommit, minuteMs, newId, type Tx } from '@platform/runtime';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { hashUuid } from '../hash-uuid.ts';
import { indexnow_urls } from '../schema.ts';
import { findKey } from './indexnow-key.ts';

type ChangeWriter = Pick<App, 'clock' | 'indexNow'>;

/** Changes of an address within this time are announced once. */
const debounceMs = 10 * minuteMs;
/** A change that no recheck releases is announced behind the last of its fetches. */
const longestRecheckMs = 400_000;
const shortDelayMs = 5_000;

/** Milliseconds from a change to its announcement, unless a recheck releases it before. */
export const announceDelay = (isRechecked: boolean): number => (isRechecked ? longestRecheckMs : shortDelayMs);

/**
 * Records that the content behind addresses changed. A site without a key announces nothing.
 * @param urls addresses of the site
 * @param isRechecked a recheck of them runs: they are announced when the site shows the change
 */
export async function recordChanges(
  app: ChangeWriter,
  tx: Tx,
  site_id: string,
  { urls, isRechecked }: { urls: readonly string[]; isRechecked: boolean },
): Promise<void> {
  if (urls.length === 0 || !(await findKey(tx, site_id))) return;
  const due_at = new Date(app.clock.now().getTime() + announceDelay(isRechecked));
  await writeChanges(app, tx, { site_id, urls, due_at, isAsked: false });
}

/**
 * Writes changed addresses, each once, to be announced at a time, but not twice within ten minutes.
 * @param isAsked a person names them: an address that is on its way in this moment is not sent a second time
 */
export async function writeChanges(
  { clock }: Pick<ChangeWriter, 'clock'>,
  tx: Tx,
  { site_id, urls, due_at, isAsked }: { site_id: string; urls: readonly string[]; due_at: Date; isAsked: boolean },
): Promise<void> {
  const now = clock.now();
  const unlessSent = isAsked ? sql`WHERE u.lease_until IS NULL OR u.lease_until < ${now.toISOString()}` : sql``;
  const rows = [...new Set(urls)].map((url) => ({ id: newId(), url_hash: hashUuid(url), url }));
  await tx.execute(sql`
    INSERT INTO "seo-rkn".indexnow_urls AS u (id, site_id, url_hash, url, state, changed_at, due_at)
    SELECT id, ${site_id}::uuid, url_hash, url, 'pending', ${now.toISOString()}, ${due_at.toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, url_hash uuid, url text)
    ON CONFLICT (site_id, url_hash) DO UPDATE SET id = excluded.id, state = 'pending', changed_at = excluded.changed_at,
      tries = 0, lease_fence = u.lease_fence + 1, lease_until = NULL, reason = NULL,
      due_at = greatest(excluded.due_at, u.sent_at + make_interval(secs => ${debounceMs / 1000}))
    ${unlessSent}`);
}

/** Announces changes now that the site shows them, and forgets those that search engines are not to see. */
export async function releaseChanges(
  { clock, indexNow }: ChangeWriter,
  tx: Tx,
  site_id: string,
  { shown, hidden }: { shown: readonly string[]; hidden: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const isWaiting = (urls: readonly string[]) =>
    and(
      eq(indexnow_urls.site_id, site_id),
      eq(indexnow_urls.state, 'pending'),
      eq(indexnow_urls.tries, 0),
      gt(indexnow_urls.due_at, now),
      inArray(indexnow_urls.url_hash, urls.map(hashUuid)),
    );
  if (shown.length > 0)
    await tx
      .update(indexnow_urls)
      .set({
        due_at: sql`greatest(${now.toISOString()}::timestamptz,
          ${indexnow_urls.sent_at} + make_interval(secs => ${debounceMs / 1000}))`,
      })
      .where(isWaiting(shown));
  if (hidden.length > 0) await tx.delete(indexnow_urls).where(isWaiting(hidden));
  afterCommit(tx, () => indexNow.wake());
}
