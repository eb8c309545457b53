import { mapInSlices } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Robots, RobotsAgent } from '../crawl/robots.ts';
import type { Alternate } from '../crawl/sitemap-file.ts';
import type { PageInput, PageItem, PageOrigin } from '../issues/site-input.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { PageAnswer } from '../schema.ts';
import { isListedBy } from './frontier.ts';
import type { PublishedItem } from './seeds.ts';

/** A page of a scan as the rules take it, with its number in the graph of links. */
export interface StoredPage {
  number: number;
  out_links: number[];
  input: PageInput;
}

interface Row extends Record<string, unknown> {
  number: number;
  url: string;
  source: string;
  in_sitemap: boolean;
  item_id: string | null;
  depth: number;
  tries: number;
  alternates: readonly Alternate[] | null;
  /** Null for an address that robots.txt refuses. */
  page_id: string | null;
  final_url: string;
  status: number | null;
  answer: PageAnswer;
  facts: PageFacts | null;
  rendered: PageFacts | null;
  bytes: number;
  out_links: number[];
}

/** Pages in one statement: their facts are a few kilobytes each. */
const batchSize = 100;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A published item as the rules take it. */
export const toPageItem = ({ id, kind, locale, slug, revision, published_at, fields }: PublishedItem): PageItem => ({
  id,
  kind,
  locale,
  slug,
  title: text(fields.title) ?? '',
  meta_title: text(fields.meta_title),
  meta_description: text(fields.meta_description),
  cover_alt: text(fields.cover_alt),
  body: null,
  revision: String(revision),
  published_at: Date.parse(published_at),
});

/** Every page of a scan, in the order of discovery, and every listed address that robots.txt refuses. */
export async function* readPageInputs(
  { db }: Pick<App, 'db'>,
  scan_id: string,
  robots: Robots,
  items: ReadonlyMap<string, PageItem>,
): AsyncGenerator<StoredPage> {
  for (let last = -1; ; ) {
    const { rows } = await db.execute<Row>(sql`
      SELECT u.number, u.url, u.source, u.in_sitemap, u.item_id, u.depth, u.tries, u.alternates, p.id AS page_id, p.final_url,
        p.status, p.answer, p.facts, p.rendered, coalesce(p.bytes, 0) AS bytes, coalesce(p.out_links, '{}') AS out_links
      FROM "seo-rkn".scan_urls u LEFT JOIN "seo-rkn".pages p ON p.scan_id = u.scan_id AND p.number = u.number
      WHERE u.scan_id = ${scan_id} AND u.number > ${last}
        AND (p.id IS NOT NULL OR (u.state = 'skipped' AND u.source <> 'link'))
      ORDER BY u.number LIMIT ${batchSize}`);
    yield* await mapInSlices(rows, (row) => toStoredPage(row, robots, items));
    last = rows.at(-1)?.number ?? last;
    if (rows.length < batchSize) return;
  }
}

/** Product tokens that have to be allowed to read a page. */
const agents: RobotsAgent[] = ['*', 'Googlebot', 'Yandex'];

function toStoredPage(row: Row, robots: Robots, items: ReadonlyMap<string, PageItem>): StoredPage {
  const { number, url, source, in_sitemap, item_id, depth, status, answer } = row;
  const isLate = source === 'recheck';
  const sources: PageOrigin[] = source === 'issue' || isLate ? ['link'] : [source as PageOrigin];
  if (in_sitemap && source !== 'sitemap') sources.push('sitemap');
  if (item_id !== null && source !== 'cms') sources.push('cms');
  const failure = answer?.failure ?? null;
  const isTooComplex = failure?.code === 'page_too_complex';
  const fetched =
    row.page_id === null
      ? null
      : {
          url,
          final_url: row.final_url,
          hops: answer.hops,
          status,
          headers: answer.headers,
          timings: answer.timings,
          bytes: row.bytes,
          address: null,
          failure: isTooComplex ? null : failure,
        };
  return {
    number,
    out_links: row.out_links,
    input: {
      url_key: url,
      url,
      fetched,
      facts: row.facts,
      rendered: answer?.render?.state === 'rendered' ? row.rendered : null,
      sources,
      sitemap_hreflang: row.alternates ?? [],
      depth,
      is_too_complex: isTooComplex,
      retried: row.tries > 1 && fetched !== null ? { status: fetched.status, failure: fetched.failure } : null,
      // Stored pages are older than a page that a recheck added: that none links to it says nothing.
      is_listed: isListedBy(source) || in_sitemap || (item_id !== null && !isLate),
      robots_allowed: agents.every((agent) => robots.isAllowed(agent, url)),
      item: item_id === null ? null : (items.get(item_id) ?? null),
    },
  };
}
