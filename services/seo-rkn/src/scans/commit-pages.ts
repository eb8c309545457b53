import { createSlices, type Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { Fetched } from '../crawl/fetched.ts';
import { factsFormat } from '../pages/facts-format.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { Frontier, Target } from './frontier.ts';
import { insertDiscovered } from './frontier.ts';
import type { ScanRow } from './scan.ts';
import { pageWritten, type ScanWork } from './scan-work.ts';
import { storable, toStorableJson } from './storable-json.ts';

/** What became of a target: a page, or a second try later. */
export type FetchedPage =
  | {
      target: Target;
      page: {
        id: string;
        answer: Omit<Fetched, 'body'>;
        facts: PageFacts | null;
        /** The reader gave up. */
        is_too_complex: boolean;
        /** When the request began. */
        fetched_at: Date;
        /** When its content came: before, where the server says that it did not change. */
        read_at: Date;
      };
      /** Addresses that it leads to. */
      links: readonly string[];
    }
  | { target: Target; retryAt: Date };

export interface PageCommitter {
  /**
   * Resolves when the page and the addresses on it are committed. Pages of one moment share a transaction.
   */
  commit(page: FetchedPage): Promise<void>;
}

interface Waiting {
  page: FetchedPage;
  committed: PromiseWithResolvers<void>;
}

/** Pages in one transaction. */
const maxBatch = 50;
/** A page waits as long for others that share its transaction. */
const gatherMs = 20;

/**
 * A commit begins when a quarter of the request slots wait for it, or a short time after the first page. The
 * other slots keep the page reader busy meanwhile.
 */
export function createPageCommitter(work: ScanWork, frontier: Frontier): PageCommitter {
  const enough = Math.ceil(work.scan.options.concurrency / 4);
  let queue: Waiting[] = [];
  let isCommitting = false;
  let timer: NodeJS.Timeout | null = null;

  async function run(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    isCommitting = true;
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    try {
      await writePages(
        work,
        frontier,
        batch.map(({ page }) => page),
      );
      for (const { committed } of batch) committed.resolve();
    } catch (error) {
      for (const { committed } of [...batch, ...queue]) committed.reject(error);
      queue = [];
    }
    isCommitting = false;
    schedule();
  }
  function schedule(): void {
    if (isCommitting || queue.length === 0) return;
    if (queue.length >= enough) void run();
    else timer ??= setTimeout(() => void run(), gatherMs);
  }

  return {
    commit(page) {
      const committed = Promise.withResolvers<void>();
      queue.push({ page, committed });
      schedule();
      return committed.promise;
    },
  };
}

const isFailed = ({ status, answer }: PageRow): boolean => answer.failure !== null || status === null || status >= 500;

/**
 * Writes a batch of pages. A recheck may have been faster: facts of a later request stay, and an address that
 * it removed from the scan stays removed.
 */
async function writePages(work: ScanWork, frontier: Frontier, batch: readonly FetchedPage[]): Promise<void> {
  const { app, scan } = work;
  const rows: PageRow[] = [];
  for (const entry of batch) if ('page' in entry) rows.push(await toRow(entry, frontier));
  const finishedRows = batch.map((entry) =>
    'page' in entry
      ? { number: entry.target.number, state: 'done', tries: entry.target.tries + 1, not_before: null }
      : { number: entry.target.number, state: 'retry', tries: entry.target.tries + 1, not_before: entry.retryAt },
  );
  const progress = {
    pages_done: scan.pages_done + rows.length,
    pages_planned: frontier.planned(),
    failed: scan.failed + rows.filter(isFailed).length,
    skipped: frontier.skipped(),
    traps: storable(frontier.traps.skipped()),
    ...pageWritten,
  };
  const discovered = frontier.takeDiscovered();
  await app.db.transaction(async (tx) => {
    await work.lease.require(tx, progress);
    // The statements are pipelined.
    await Promise.all([
      insertDiscovered(tx, scan.id, discovered),
      insertPages(tx, scan, rows),
      finishUrls(tx, scan.id, finishedRows),
    ]);
  });
  Object.assign(scan, progress);
}

type PageRow = Awaited<ReturnType<typeof toRow>>;

// These two statements are planned at each call: a cached plan from the time when a large scan was small
// reads all of its rows.

const insertPages = (tx: Tx, { id, site_id }: ScanRow, rows: readonly PageRow[]) =>
  tx.execute(sql`
    INSERT INTO "seo-rkn".pages (id, scan_id, site_id, number, url, final_url, status, answer, facts, bytes, title,
      words, item_id, is_listed, out_links, fetched_at)
    SELECT id, ${id}::uuid, ${site_id}::uuid, number, url, final_url, status, answer, facts, bytes, title,
      words, item_id, is_listed, out_links, fetched_at
    FROM jsonb_to_recordset(${toStorableJson(rows)}::jsonb) AS r(id uuid, number int, url text, final_url text,
      status smallint, answer jsonb, facts jsonb, bytes int, title text, words int, item_id uuid, is_listed boolean,
      out_links int[], fetched_at timestamptz)
    WHERE NOT EXISTS (SELECT FROM "seo-rkn".scan_urls AS u
      WHERE u.scan_id = ${id} AND u.number = r.number AND u.skip_reason = 'gone')
    ON CONFLICT (scan_id, number) DO UPDATE SET (final_url, status, answer, facts, bytes, title, words, out_links,
      fetched_at) = (excluded.final_url, excluded.status, excluded.answer, excluded.facts, excluded.bytes,
      excluded.title, excluded.words, excluded.out_links, excluded.fetched_at)
    WHERE pages.fetched_at <= excluded.fetched_at`);

const finishUrls = (tx: Tx, scanId: string, finishedRows: readonly object[]) =>
  tx.execute(sql`
    UPDATE "seo-rkn".scan_urls AS u SET state = r.state, tries = r.tries, not_before = r.not_before
    FROM jsonb_to_recordset(${JSON.stringify(finishedRows)}::jsonb) AS r(number int, state text, tries smallint,
      not_before timestamptz)
    WHERE u.scan_id = ${scanId} AND u.number = r.number AND u.skip_reason IS DISTINCT FROM 'gone'`);

async function toRow({ target, page, links }: Extract<FetchedPage, { page: unknown }>, frontier: Frontier) {
  const { answer, facts } = page;
  const depth = target.depth + 1;
  // A page that only an open issue leads to is judged, and leads nowhere.
  const isFollowed = target.source !== 'issue';
  const numbers: number[] = [];
  const slices = createSlices();
  for (const url of links) {
    // A page may have thousands of links, and robots.txt thousands of rules.
    if (slices.isOver()) await slices.next();
    const number = isFollowed ? frontier.add(url, { depth, source: 'link' }) : frontier.find(url);
    if (number !== null) numbers.push(number);
  }
  const { hops, headers, timings } = answer;
  const readMarks = facts === null ? {} : { facts_format: factsFormat, read_at: page.read_at.toISOString() };
  const failure = page.is_too_complex ? { code: 'page_too_complex', detail: '' } : answer.failure;
  return {
    id: page.id,
    number: target.number,
    url: target.url,
    final_url: answer.final_url,
    status: answer.status,
    answer: { hops, headers, timings, failure, ...readMarks },
    facts,
    bytes: answer.bytes,
    title: facts?.titles[0] ?? null,
    words: facts?.words ?? null,
    item_id: target.item_id,
    is_listed: target.is_listed,
    out_links: [...new Set(numbers)],
    fetched_at: page.fetched_at.toISOString(),
  };
}
