import type { RuleLocale, SeoPage, SeoPageWithFacts, seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  cursorId,
  cursorNumber,
  dayOf,
  defineCursor,
  fail,
  invalidField,
  toPage,
} from '@platform/runtime';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl } from '../crawl/url-key.ts';
import { toIssue } from '../issues/issue.ts';
import type { RenderFailure } from '../render/render-page.ts';
import { findJudgedScan } from '../reports/judged-scan.ts';
import { requireSite } from '../scans/require-site.ts';
import { issues, pages } from '../schema.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listSeoPages>['query'];
type Reader = Pick<App, 'db' | 'ask' | 'clock'>;
type PageView = z.input<typeof SeoPage>;

/** Columns of a list: facts of thousands of pages would be megabytes. */
const listed = {
  id: pages.id,
  scan_id: pages.scan_id,
  number: pages.number,
  url: pages.url,
  final_url: pages.final_url,
  status: pages.status,
  bytes: pages.bytes,
  title: pages.title,
  words: pages.words,
  item_id: pages.item_id,
  is_listed: pages.is_listed,
  is_indexable: pages.is_indexable,
  depth: pages.depth,
  inlink_count: pages.inlink_count,
  page_score: pages.page_score,
  issue_count: pages.issue_count,
  failure: sql<string | null>`${pages.answer} #>> '{failure,code}'`,
  ttfb_ms: sql<number | null>`round((${pages.answer} #>> '{timings,ttfb_ms}')::numeric)::int`,
  is_unchanged: sql<boolean>`coalesce((${pages.answer} ->> 'read_at')::timestamptz < ${pages.fetched_at}, false)`,
  is_rendered: sql<boolean>`coalesce(${pages.answer} #>> '{render,state}' = 'rendered', false)`,
  render_failure: sql<RenderFailure | null>`${pages.answer} #>> '{render,failure}'`,
  fetched_at: pages.fetched_at,
};

const csvColumns = [
  'url',
  'final_url',
  'status',
  'failure',
  'is_indexable',
  'is_listed',
  'depth',
  'title',
  'words',
  'ttfb_ms',
  'bytes',
  'page_score',
  'issue_count',
  'inlink_count',
  'item_id',
  'is_unchanged',
  'is_rendered',
  'render_failure',
  'fetched_at',
] as const;

/** Pages in one statement of an export. */
const batchSize = 1_000;

type ListedRow = Awaited<ReturnType<typeof readBatch>>[number];

const toPageView = ({ number: _, ...row }: ListedRow): PageView => ({
  ...row,
  url: shownUrl(row.url),
  final_url: shownUrl(row.final_url),
  fetched_at: row.fetched_at.toISOString(),
});

/** The scan and the number of the page. */
const pageCursor = defineCursor([cursorId, cursorNumber(999_999_999)]);

/**
 * One page of the pages of the last scan, in the order of the crawl, or as CSV all that the query names.
 * Empty before the first scan has ended.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function listPages(
  app: Reader,
  site_id: string,
  { limit, cursor, format, ...filter }: Query,
): Promise<Page<PageView> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  const [scanOfCursor, after = -1] = pageCursor.parse(cursor) ?? [];
  const site = await requireSite(app, site_id);
  // The pages of a list are those of one scan, although another one ends meanwhile.
  const scan_id = scanOfCursor ?? (await findJudgedScan(app.db, site_id))?.id ?? null;
  if (format === 'csv') {
    const day = dayOf(app.clock.now(), site.timezone);
    return csvFile(`pages-${site.code}-${day}.csv`, csvColumns, readRows(app, site_id, scan_id, filter));
  }
  const rows = scan_id === null ? [] : await readBatch(app, { site_id, scan_id, ...filter, after, limit: limit + 1 });
  return toPage(rows, limit, toPageView, (row) => pageCursor.print([row.scan_id, row.number]));
}

type Filter = Pick<Query, 'indexable' | 'status'>;

interface BatchOrder extends Filter {
  site_id: string;
  scan_id: string;
  /** Number of the last page before; -1 for the first batch. */
  after: number;
  limit: number;
}

const readBatch = ({ db }: Pick<App, 'db'>, { site_id, scan_id, indexable, status, after, limit }: BatchOrder) =>
  db
    .select(listed)
    .from(pages)
    .where(and(columnsEqual(pages, { site_id, scan_id, is_indexable: indexable, status }), gt(pages.number, after)))
    .orderBy(asc(pages.number))
    .limit(limit);

async function* readRows(app: Reader, site_id: string, scan_id: string | null, filter: Filter) {
  if (scan_id === null) return;
  for (let last = -1; ; ) {
    const rows = await readBatch(app, { site_id, scan_id, ...filter, after: last, limit: batchSize });
    yield rows.map(toPageView);
    last = rows.at(-1)?.number ?? last;
    if (rows.length < batchSize) return;
  }
}

/**
 * A page with its facts, issues and links to it.
 * @throws AppError `site_not_found`, `page_not_found`
 */
export async function getPage(
  app: Reader,
  { site_id, page_id }: { site_id: string; page_id: string },
  locale: RuleLocale,
): Promise<z.input<typeof SeoPageWithFacts>> {
  await requireSite(app, site_id);
  const [row] = await app.db
    .select({
      ...listed,
      answer: pages.answer,
      facts: pages.facts,
      rendered: pages.rendered,
      inlinkNumbers: pages.inlinks,
    })
    .from(pages)
    .where(and(eq(pages.id, page_id), eq(pages.site_id, site_id)));
  const { answer, facts, rendered, inlinkNumbers, ...page } = row ?? fail('page_not_found');
  const [openIssues, inlinks] = await Promise.all([
    app.db
      .select()
      .from(issues)
      .where(
        and(
          eq(issues.site_id, site_id),
          eq(issues.kind, 'seo'),
          eq(issues.url, page.url),
          ne(issues.status, 'resolved'),
        ),
      )
      .orderBy(asc(issues.id)),
    app.db
      .select({ url: pages.url })
      .from(pages)
      .where(and(eq(pages.scan_id, page.scan_id), inArray(pages.number, inlinkNumbers)))
      .orderBy(asc(pages.number)),
  ]);
  const hops = answer.hops.map(({ url, status, location }) => ({
    url: shownUrl(url),
    status,
    location: shownUrl(location),
  }));
  return {
    ...toPageView(page),
    hops,
    facts: facts as Record<string, unknown> | null,
    rendered_facts: page.is_rendered ? (rendered as Record<string, unknown> | null) : null,
    issues: openIssues.map((issue) => toIssue(issue, locale)),
    inlinks: inlinks.map(({ url }) => shownUrl(url)),
  };
}
