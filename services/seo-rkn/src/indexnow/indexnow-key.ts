import { randomBytes } from 'node:crypto';
import { type Database, findRow, hourMs, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { fetchPage } from '../crawl/fetch-page.ts';
import type { Fetched } from '../crawl/fetched.ts';
import { fetchOf } from '../crawl/site-fetch.ts';
import { indexnow_keys } from '../schema.ts';

export type IndexNowKey = typeof indexnow_keys.$inferSelect;

/** How long a key file that was read counts. */
const verifiedMs = 24 * hourMs;
const timeoutMs = 10_000;
const maxBytes = 65_536;

/** The key of a site; null before its settings were first read. */
export async function findKey(db: Database | Tx, site_id: string): Promise<IndexNowKey | null> {
  const row = await findRow(db, indexnow_keys, { site_id });
  return row ?? null;
}

/** The key of a site, made at the first call: 32 hexadecimal digits. */
export async function ensureKey({ db, clock }: Pick<App, 'db' | 'clock'>, site_id: string): Promise<IndexNowKey> {
  const known = await findKey(db, site_id);
  if (known) return known;
  const key = randomBytes(16).toString('hex');
  await db.insert(indexnow_keys).values({ site_id, key, created_at: clock.now() }).onConflictDoNothing();
  const storedKey = await findKey(db, site_id);
  if (!storedKey) throw new Error('a key without a row');
  return storedKey;
}

/** Where search engines read the key of a site. */
export const keyLocationOf = (origin: string, key: string): string => `${origin}/${key}.txt`;

/** Whether the key file of the site was read within the last day. */
export const isVerified = ({ verified_origin, verified_at }: IndexNowKey, origin: string, now: Date): boolean =>
  verified_origin === origin && verified_at !== null && now.getTime() - verified_at.getTime() < verifiedMs;

/** Whether an answer is the key file of a site: a redirect to another host proves nothing about this one. */
export const holdsKey = (
  { status, final_url, body }: Pick<Fetched, 'status' | 'final_url' | 'body'>,
  origin: string,
  key: string,
): boolean =>
  status === 200 && new URL(final_url).host === new URL(origin).host && body?.toString('utf8').trim() === key;

/** Reads the key file of a site, and records whether it holds the key. Not to be called in a transaction. */
export async function verifyKey(
  app: Pick<App, 'db' | 'clock' | 'safeFetch' | 'publicFetch'>,
  { site_id, key }: Pick<IndexNowKey, 'site_id' | 'key'>,
  origin: string,
): Promise<boolean> {
  const answer = await fetchPage(fetchOf(app, origin), keyLocationOf(origin, key), {
    timeoutMs,
    maxBytes,
    maxHops: 2,
  });
  const isKey = holdsKey(answer, origin, key);
  await app.db
    .update(indexnow_keys)
    .set(isKey ? { verified_origin: origin, verified_at: app.clock.now() } : { verified_at: null })
    .where(eq(indexnow_keys.site_id, site_id));
  return isKey;
}
