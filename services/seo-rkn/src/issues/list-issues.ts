import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  cursorId,
  cursorNumber,
  dayOf,
  defineCursor,
  invalidField,
  isBehind,
  toPage,
} from '@platform/runtime';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { urlKey } from '../crawl/url-key.ts';
import { requireSite } from '../scans/require-site.ts';
import { issues } from '../schema.ts';
import { groupIssues } from './group-issues.ts';
import { type IssueRow, type IssueView, toIssue, weightOf } from './issue.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listSeoIssues>['query'];
type Filter = Omit<Query, 'limit' | 'cursor' | 'format' | 'locale' | 'group_by'>;
type Reader = Pick<App, 'db' | 'ask' | 'clock'>;

const columns = [
  'id',
  'status',
  'severity',
  'issue_type',
  'variant',
  'title',
  'url',
  'owner',
  'where',
  'measured',
  'threshold',
  'selector',
  'snippet',
  'affected_pages',
  'related',
  'stale',
  'first_seen_at',
  'last_seen_at',
  'reopened_count',
  'item_id',
] as const;

/** Issues in one statement of an export. */
const batchSize = 1_000;

/**
 * One page of the issues of a site, the heaviest first, or groups of issues, or all matching issues as CSV.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function listIssues(
  app: Reader,
  site_id: string,
  { limit, cursor, format, locale, group_by, ...filter }: Query,
): Promise<Page<IssueView> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  if (format === 'csv' && group_by !== undefined)
    invalidField('group_by', 'is for pages: an export has every issue, leave the grouping out');
  const isGrouped = group_by !== undefined;
  const after = isGrouped ? null : weightCursor.parse(cursor);
  const isAsked = issueCondition(site_id, filter);
  const site = await requireSite(app, site_id);
  if (format === 'csv') {
    const day = dayOf(app.clock.now(), site.timezone);
    return csvFile(`issues-${site.code}-${day}.csv`, columns, readRows(app, isAsked, locale));
  }
  if (isGrouped) return groupIssues(app.db, isAsked, { group_by, limit, cursor, locale });
  const rows = await readBatch(app, isAsked, after, limit + 1);
  return toPage(rows, limit, (row) => toIssue(row, locale), weightCursorOf);
}

/** Issues that a filter names, as a condition. */
export const issueCondition = (
  site_id: string,
  { status, issue_type, severity, owner, origin, item_id, url }: Filter,
): SQL | undefined =>
  and(
    columnsEqual(issues, { site_id, kind: 'seo', status, issue_type, owner, origin, item_id }),
    severity === undefined ? undefined : eq(issues.weight, weightOf(severity) as IssueRow['weight']),
    url === undefined ? undefined : eq(issues.url, urlKey(url) ?? url),
  );

/** The weight and the id. */
export const weightCursor = defineCursor([cursorNumber(99), cursorId]);

/** The cursor behind an issue. */
export const weightCursorOf = ({ weight, id }: Pick<IssueRow, 'weight' | 'id'>): string =>
  weightCursor.print([weight, id]);

/** Issues behind a position, the heaviest first. */
export const readBatch = (
  app: Pick<App, 'db'>,
  isAsked: SQL | undefined,
  after: readonly [weight: number, id: string] | null,
  limit: number,
) =>
  app.db
    .select()
    .from(issues)
    .where(and(isAsked, isBehind(issues.weight, issues.id, after)))
    .orderBy(desc(issues.weight), asc(issues.id))
    .limit(limit);

async function* readRows(app: Reader, isAsked: SQL | undefined, locale: Query['locale']) {
  for (let last: IssueRow | undefined; ; ) {
    const rows = await readBatch(app, isAsked, last ? [last.weight, last.id] : null, batchSize);
    yield rows.map((row) => {
      const { evidence, ...issue } = toIssue(row, locale);
      const { measured = null, threshold = null, selector = null, snippet = null, pages = null, related } = evidence;
      const others = related?.join('\n') ?? null;
      return { ...issue, measured, threshold, selector, snippet, affected_pages: pages, related: others };
    });
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}
