import type { ScanOptions } from '@platform/contracts';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { Robots } from '../crawl/robots.ts';
import type { Alternate } from '../crawl/sitemap-file.ts';
import { createTrapGuard, shortKey, type TrapGuard } from '../crawl/traps.ts';
import { urlKey } from '../crawl/url-key.ts';
import { matchesWildcard, type Wildcard, wildcardOf } from '../crawl/wildcard.ts';
import { hashUuid } from '../hash-uuid.ts';
import { bareHost } from '../pages/page-facts.ts';
import type { KnownPage } from './known-pages.ts';
import type { ScanWork } from './scan-work.ts';
import { toStorableJson } from './storable-json.ts';

/** An address that waits for its fetch. */
export interface Target {
  number: number;
  /** URL key. */
  url: string;
  depth: number;
  source: Source;
  is_listed: boolean;
  item_id: string | null;
  /** Fetches that failed before. */
  tries: number;
  /** The page in the previous scan, where its facts may count again. */
  known: KnownPage | null;
}

export type Source = 'home' | 'cms' | 'sitemap' | 'issue' | 'link' | 'recheck';

/** A new address, on its way into the table. */
export interface Discovered {
  number: number;
  url_hash: string;
  url: string;
  state: 'planned' | 'skipped';
  depth: number;
  source: Source;
  in_sitemap: boolean;
  item_id: string | null;
  skip_reason: string | null;
  alternates: readonly Alternate[] | null;
}

/** Addresses of a scan: the table has all of them, the process their numbers. */
export interface Frontier {
  /** Number of an address that is known. */
  find(url: string): number | null;
  /**
   * Number of a known address. Adds an unknown address that is in scope, also if robots.txt disallows it.
   * Null for an address out of scope.
   */
  add(
    url: string,
    from: {
      depth: number;
      source: Source;
      in_sitemap?: boolean;
      item_id?: string | null;
      alternates?: readonly Alternate[] | null;
    },
  ): number | null;
  /** Addresses since the last call, for the commit of the pages that they are on. */
  takeDiscovered(): Discovered[];
  /** Addresses that are planned or fetched. */
  planned(): number;
  skipped(): Record<string, number>;
  traps: TrapGuard;
}

/** Whether the site itself names the address, beyond links of its pages. */
export const isListedBy = (source: string): boolean => source === 'home' || source === 'cms' || source === 'sitemap';

/** Addresses that a scan records, for each page that it may fetch. */
const discoveredPerPage = 10;

/** Whether the options of a scan let it fetch a path; `*` stands for any characters. */
export function createPathFilter({ include, exclude }: Pick<ScanOptions, 'include' | 'exclude'>) {
  const included = include.map(wildcardOf);
  const excluded = exclude.map(wildcardOf);
  const isLike = (patterns: readonly Wildcard[], path: string) =>
    patterns.some((pattern) => matchesWildcard(pattern, path, true));
  return (path: string): boolean => (included.length === 0 || isLike(included, path)) && !isLike(excluded, path);
}

interface StoredUrl extends Record<string, unknown> {
  number: number;
  url: string;
  state: string;
  source: Source;
}

/** Rows in one statement of the read after a crash. */
const batchSize = 10_000;

/**
 * Opens the frontier of a scan. After a crash it reads the addresses that are known, in their order, so
 * that the trap guard counts as it did before.
 */
export async function openFrontier({ app, scan }: ScanWork, robots: Robots): Promise<Frontier> {
  const { options } = scan;
  const site = bareHost(new URL(scan.origin).host);
  const numbers = new Map<string, number>();
  const traps = createTrapGuard({ maxPages: options.max_pages, skipped: scan.traps ?? [] });
  const skipped: Record<string, number> = { ...scan.skipped };
  const mayFetchPath = createPathFilter(options);
  const maxKnown = options.max_pages * discoveredPerPage;
  let discovered: Discovered[] = [];
  let last = -1;
  let planned = 0;

  for (;;) {
    const { rows } = await app.db.execute<StoredUrl>(sql`
      SELECT number, url, state, source FROM "seo-rkn".scan_urls
      WHERE scan_id = ${scan.id} AND number > ${last} ORDER BY number LIMIT ${batchSize}`);
    for (const { number, url, state, source } of rows) {
      numbers.set(url, number);
      last = number;
      if (state === 'skipped') continue;
      planned += 1;
      traps.admit(url, { isListed: isListedBy(source) });
    }
    if (rows.length < batchSize) break;
  }
  const refused = new Set<number>();
  const wasRefused = (reason: string, url: string): boolean => refused.has(shortKey(`${reason} ${url}`));
  /** Counts an address once, however many links lead to it. The process that takes over counts again. */
  const skip = (reason: string, url: string, key = reason): null => {
    if (wasRefused(key, url)) return null;
    if (refused.size < maxKnown) refused.add(shortKey(`${key} ${url}`));
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    return null;
  };
  const addDiscovered = (address: Omit<Discovered, 'number' | 'url_hash'>): number => {
    last += 1;
    numbers.set(address.url, last);
    discovered.push({ ...address, number: last, url_hash: hashUuid(address.url) });
    return last;
  };

  return {
    traps,
    planned: () => planned,
    skipped: () => ({ ...skipped }),
    takeDiscovered() {
      const takenRows = discovered;
      discovered = [];
      return takenRows;
    },
    find: (address) => numbers.get(urlKey(address, robots.cleanParams) ?? '') ?? null,
    add(address, { depth, source, in_sitemap = false, item_id = null, alternates = null }) {
      const url = urlKey(address, robots.cleanParams);
      if (url === null) return null;
      const known = numbers.get(url);
      if (known !== undefined) return known;
      const { host, pathname } = new URL(url);
      if (bareHost(host) !== site) return null;
      if (depth > options.max_depth) return skip('depth', url);
      if (numbers.size >= maxKnown) return skip('too_many', url);
      if (!mayFetchPath(pathname)) return skip('path', url);
      const about = { url, depth, source, item_id, in_sitemap, alternates };
      // It stays in the table: a listed address that robots.txt refuses is a finding.
      if (!options.ignore_robots && !robots.isAllowed('AppPlatformBot', url)) {
        skip('robots', url);
        return addDiscovered({ ...about, state: 'skipped', skip_reason: 'robots' });
      }
      const isListed = isListedBy(source);
      // A trap stays one, so the guard counts its addresses once.
      if (!isListed && wasRefused('trap', url)) return null;
      const trap = traps.admit(url, { isListed });
      if (trap !== null) return skip(trap, url, 'trap');
      planned += 1;
      return addDiscovered({ ...about, state: 'planned', skip_reason: null });
    },
  };
}

const insertUrls = defineStatement({
  name: 'insert_urls',
  text: `INSERT INTO "seo-rkn".scan_urls
      (scan_id, number, url_hash, url, state, depth, source, in_sitemap, item_id, skip_reason, alternates)
    SELECT $1::uuid, number, url_hash, url, state, depth, source, in_sitemap, item_id, skip_reason, alternates
    FROM jsonb_to_recordset($2::jsonb) AS r(number int, url_hash uuid, url text, state text, depth smallint,
      source text, in_sitemap boolean, item_id uuid, skip_reason text, alternates jsonb)`,
});

/** Writes new addresses, in the transaction of the pages that they are on. */
export async function insertDiscovered(tx: Tx, scanId: string, rows: readonly Discovered[]): Promise<void> {
  if (rows.length > 0) await runStatement(tx, insertUrls, [scanId, toStorableJson(rows)]);
}
