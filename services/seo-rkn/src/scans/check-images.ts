import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Fetched } from '../crawl/fetched.ts';
import type { ImageCheck } from '../issues/site-input.ts';
import type { CheckProgress } from './check-progress.ts';
import { robotsOf } from './probe-site.ts';
import { runAll } from './run-all.ts';
import type { ScanWork } from './scan-work.ts';

const maxImages = 500;
/** Requests at once, on different hosts. */
const maxAtOnce = 8;
const timeoutMs = 10_000;
/** Time of one round: images that are left are unverified. */
const roundMs = 180_000;
/** A server that does not know ranges sends the whole image: no more of it is read. */
const maxBytes = 65_536;

/**
 * Asks for the images of the pages of a scan, those of the site first, in the order of the pages. An image
 * that is broken is asked for twice. robots.txt holds for those of the site.
 */
export async function checkImages(
  work: ScanWork,
  urls: readonly string[],
  progress: CheckProgress,
): Promise<ImageCheck[]> {
  const { app, signal } = work;
  const outcomes = new Map<string, ImageCheck>();
  for (const url of urls) outcomes.set(url, unverified(url));
  const ask = (portion: readonly string[]) =>
    runAll(portion, { signal, atOnce: maxAtOnce, ms: roundMs }, async (url, end) => {
      outcomes.set(url, await checkImage(work, url, end));
      await progress.done();
    });
  await ask(urls.filter((url) => mayAsk(work, url)));
  const broken = [...outcomes.values()].filter(({ outcome }) => outcome === 'broken').map(({ url }) => url);
  if (broken.length > 0) {
    await sleep(app.timing.retryMs, undefined, { signal });
    for (const url of broken) outcomes.set(url, unverified(url));
    progress.plan(broken.length);
    await ask(broken);
  }
  return [...outcomes.values()];
}

const unverified = (url: string): ImageCheck => ({ url, outcome: 'unverified', detail: '' });

/** Absolute addresses, each once; references that begin with a slash are those of the host of their page. */
export async function readImageUrls({ app, scan }: ScanWork): Promise<string[]> {
  const { rows } = await app.db.execute<{ url: string }>(sql`
    SELECT url FROM (
      SELECT url, min(number) AS first FROM (
        SELECT p.number, CASE WHEN left(i ->> 'src', 1) = '/'
          THEN substring(p.final_url FROM '^https?://[^/?#]+') || (i ->> 'src') ELSE i ->> 'src' END AS url
        FROM "seo-rkn".pages p, jsonb_array_elements(coalesce(p.rendered, p.facts) -> 'images') AS i
        WHERE p.scan_id = ${scan.id} AND p.facts IS NOT NULL) AS found
      WHERE url ~ '^https?://' GROUP BY url) AS images
    ORDER BY substring(url FROM '^https?://(?:www\\.)?([^/?#]+)') <> ${scan.host}, first, url LIMIT ${maxImages}`);
  return rows.map(({ url }) => url);
}

function mayAsk({ scan }: ScanWork, url: string): boolean {
  if (scan.options.ignore_robots || !scan.probe || URL.parse(url)?.origin !== scan.origin) return true;
  return robotsOf(scan.probe).isAllowed('AppPlatformBot', url);
}

/** HEAD; GET of the first bytes where that does not say that the image is there. */
async function checkImage({ gentleFetch }: ScanWork, url: string, signal: AbortSignal): Promise<ImageCheck> {
  const head = await gentleFetch(url, { method: 'HEAD', timeoutMs, signal });
  const isThere = imageOutcome(head) === 'ok' && Number(head.headers.content_length ?? 0) > 0;
  const answer = isThere ? head : await gentleFetch(url, { range: 'bytes=0-1023', timeoutMs, maxBytes, signal });
  const isEmpty = !isThere && answer.failure === null && answer.bytes === 0 && imageOutcome(answer) === 'ok';
  return { url, outcome: isEmpty ? 'broken' : imageOutcome(answer), detail: isEmpty ? '0 bytes' : detailOf(answer) };
}

type Answer = Pick<Fetched, 'status' | 'failure' | 'headers'>;

const isImage = (contentType: string | null): boolean => contentType === null || /^\s*image\//i.test(contentType);

/** What the answer of an image proves, its length aside. */
export function imageOutcome({ status, failure, headers }: Answer): ImageCheck['outcome'] {
  // A long image is one.
  if (failure !== null && failure.code !== 'body_too_large') return 'unverified';
  if (status === null) return 'unverified';
  if (status === 404 || status === 410 || status >= 500) return 'broken';
  // No byte of it is there (RFC 9110 §15.5.17).
  if (status === 416) return 'broken';
  if (status !== 200 && status !== 206) return 'unverified';
  return isImage(headers.content_type) ? 'ok' : 'broken';
}

const detailOf = ({ status, headers }: Answer): string =>
  status === 200 || status === 206 ? (headers.content_type ?? '').slice(0, 100) : String(status ?? '');
