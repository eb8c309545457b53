import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type FetchPageOptions, fetchPage } from '../crawl/fetch-page.ts';
import type { Fetched, FetchedHeaders } from '../crawl/fetched.ts';
import { factsFormat } from '../pages/facts-format.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { type PageAnswer, scans } from '../schema.ts';
import type { ScanWork } from './scan-work.ts';

/** An answer, and where the server said that its page did not change, the facts of the previous scan. */
export interface Answered {
  fetched: Fetched;
  reused: { facts: PageFacts; read_at: Date } | null;
}

/** A page of the previous scan whose facts may count again; its answer has a validator. */
export interface KnownPage {
  id: string;
  answer: PageAnswer;
  bytes: number;
}

/** A server that always says 304 is asked for a whole page after this time. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Id of the newest scan of the site with a verdict, whose pages answer for themselves; null without one. */
export async function findScanBefore({ app, scan }: ScanWork): Promise<string | null> {
  const [row] = await app.db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.site_id, scan.site_id),
        eq(scans.origin, scan.origin),
        isNotNull(scans.verdict),
        eq(scans.is_pruned, false),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Fetches a page with a conditional request (RFC 9110 §13), so that only a page that changed since the
 * previous scan is transferred. After a 304 the page is fetched whole if its facts are absent, are from
 * another version of the reader, or depend on changed headers.
 * @param known the page in the previous scan; null fetches the whole page
 * @returns an answer 200 with the previous facts in place of a 304
 * @throws the reason of the signal
 */
export async function fetchChanged(
  work: ScanWork,
  known: KnownPage | null,
  url: string,
  options: FetchPageOptions,
): Promise<Answered> {
  const { etag = null, last_modified = null } = known?.answer.headers ?? {};
  const fetched = await fetchPage(work.fetch, url, { ...options, etag, last_modified });
  if (fetched.status !== 304 || fetched.failure !== null) return { fetched, reused: null };
  const isUnchanged = known !== null && fetched.hops.length === 0 && saysSame(known.answer.headers, fetched.headers);
  const facts = isUnchanged ? await readFactsOf(work, known.id) : null;
  if (!isUnchanged || facts === null) return { fetched: await fetchPage(work.fetch, url, options), reused: null };
  return {
    fetched: { ...fetched, status: 200, bytes: known.bytes, headers: updated(known.answer.headers, fetched.headers) },
    reused: { facts, read_at: new Date(known.answer.read_at ?? 0) },
  };
}

/**
 * The pages of the previous scan, for a statement about `scan_urls AS t`: a `LEFT JOIN` that gives the column
 * `known`, a {@link KnownPage} or null. Pages without a validator are excluded: they are fetched whole.
 * @param before id of {@link findScanBefore}
 * @param now the present time; facts older than 30 days do not count
 */
export function joinKnownPages(before: string, now: Date): SQL {
  const oldest = new Date(now.getTime() - maxAgeMs).toISOString();
  return sql`
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', p.id, 'answer', p.answer, 'bytes', p.bytes) AS known
      FROM "seo-rkn".scan_urls u JOIN "seo-rkn".pages p ON p.scan_id = u.scan_id AND p.number = u.number
      WHERE u.scan_id = ${before} AND u.url_hash = t.url_hash AND p.status = 200 AND p.facts IS NOT NULL
        AND p.answer ->> 'facts_format' = ${factsFormat} AND p.answer ->> 'read_at' > ${oldest}
        AND coalesce(p.answer #>> '{headers,etag}', p.answer #>> '{headers,last_modified}') IS NOT NULL
      LIMIT 1) AS k ON true`;
}

async function readFactsOf({ app }: ScanWork, id: string): Promise<PageFacts | null> {
  const { rows } = await app.db.execute<{ facts: PageFacts | null }>(
    sql`SELECT facts FROM "seo-rkn".pages WHERE id = ${id}`,
  );
  return rows[0]?.facts ?? null;
}

/**
 * Whether headers of a 304 leave the facts as they are: some are made of headers. A server that sends these
 * with a page and not with its 304 may as well have removed them.
 */
export function saysSame(before: FetchedHeaders, now: FetchedHeaders): boolean {
  const madeOf = ({ robots, link, content_security_policy }: FetchedHeaders) =>
    JSON.stringify([robots, link, content_security_policy]);
  return madeOf(before) === madeOf(now) && (now.content_type === null || before.content_type === now.content_type);
}

/** The stored headers with those of the 304 (RFC 9111 §3.2). */
const updated = (before: FetchedHeaders, now: FetchedHeaders): FetchedHeaders => {
  const fresh = Object.entries(now).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...before, ...Object.fromEntries(fresh), content_length: before.content_length ?? null };
};
