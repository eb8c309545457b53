import { sql } from 'drizzle-orm';
import { isListedBy, type Source, type Target } from './frontier.ts';
import { joinKnownPages, type KnownPage } from './known-pages.ts';
import type { ScanWork } from './scan-work.ts';

interface PlannedRow extends Record<string, unknown> {
  number: number;
  url: string;
  depth: number;
  source: Source;
  item_id: string | null;
  tries: number;
  not_before: string | null;
  known: KnownPage | null;
}

/** Targets of a scan, in the order of the crawl: the home page, listed pages, then links by depth. */
export interface TargetQueue {
  /** The next target; null when every address was fetched, or the scan has taken its share of pages. */
  next(): Promise<Target | null>;
  /** The result of a target is committed. */
  finish(target: Target): void;
  /** Addresses waited when the queue ended. */
  readonly isCut: boolean;
}

interface Refill {
  /** Targets in the buffer or on their way when the table was read. */
  heldBefore: number;
  /** When the next second try may begin. */
  soonest: Date | null;
}

/** Targets that the process holds; the table has the rest. */
const batchSize = 500;

/**
 * @param before scan whose pages may count again, null without one
 * @param limit pages that may still be fetched
 * @param end aborts when the crawl has to end
 */
export function openTargetQueue(
  { app, scan, signal }: ScanWork,
  before: string | null,
  limit: number,
  end: AbortSignal,
): TargetQueue {
  const buffer: Target[] = [];
  /** Targets in the buffer or on their way: the table still calls them planned. */
  const heldNumbers = new Set<number>();
  /** Targets that were finished while the table was read: the rows may call them planned. */
  let finishedMeanwhile = new Set<number>();
  let takenPages = 0;
  let isCut = false;
  let changed = Promise.withResolvers<void>();
  let refilling: Promise<Refill> | null = null;
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  signal.addEventListener('abort', wake, { once: true });
  end.addEventListener('abort', wake, { once: true });

  /** Fills the buffer. */
  async function refill(): Promise<Refill> {
    const heldBefore = heldNumbers.size;
    finishedMeanwhile = new Set();
    const isFull = takenPages >= limit;
    const now = app.clock.now();
    const order = isFull ? sql`state DESC, depth, number` : sql`state, depth, number`;
    const { rows } = await app.db.execute<PlannedRow>(sql`
      SELECT number, url, depth, source, item_id, tries, not_before,
        ${before === null ? sql`NULL` : sql`k.known`} AS known
      FROM (
        SELECT * FROM "seo-rkn".scan_urls WHERE scan_id = ${scan.id} AND state IN ('planned', 'retry')
        ORDER BY ${order} LIMIT ${batchSize + heldNumbers.size}) AS t
      ${before === null ? sql`` : joinKnownPages(before, now)}
      ORDER BY ${order}`);
    let soonest: Date | null = null;
    for (const { not_before, source, ...row } of rows) {
      if (heldNumbers.has(row.number) || finishedMeanwhile.has(row.number)) continue;
      if (isFull && row.tries === 0) {
        isCut = true;
        continue;
      }
      const due = not_before === null ? null : new Date(not_before);
      if (due !== null && due > now) {
        if (soonest === null || due < soonest) soonest = due;
        continue;
      }
      heldNumbers.add(row.number);
      buffer.push({ ...row, source, is_listed: isListedBy(source) });
    }
    return { heldBefore, soonest };
  }

  const waitFor = async (change: Promise<void>, until: Date | null): Promise<void> => {
    const timer = until === null ? null : setTimeout(wake, Math.max(10, until.getTime() - app.clock.now().getTime()));
    await change;
    if (timer) clearTimeout(timer);
  };

  return {
    get isCut() {
      return isCut;
    },
    async next() {
      for (;;) {
        signal.throwIfAborted();
        if (end.aborted) {
          isCut = true;
          return null;
        }
        const target = buffer.shift();
        if (target && target.tries === 0 && takenPages >= limit) {
          isCut = true;
          heldNumbers.delete(target.number);
          continue;
        }
        if (target) {
          // A second try of a page is not another page.
          if (target.tries === 0) takenPages += 1;
          return target;
        }
        // A change that comes while the table is read ends the wait below at once.
        const change = changed.promise;
        refilling ??= refill().finally(() => {
          refilling = null;
        });
        const { heldBefore, soonest } = await refilling;
        const isOver = heldBefore === 0 && heldNumbers.size === 0 && soonest === null;
        // Slots that wait check again: new targets, or at the end.
        if (buffer.length > 0 || isOver) wake();
        if (buffer.length > 0) continue;
        if (isOver) return null;
        await waitFor(change, soonest);
      }
    },
    finish({ number }) {
      heldNumbers.delete(number);
      finishedMeanwhile.add(number);
      wake();
    },
  };
}
