import type { IssueType, RuleLocale, SeoDigest } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { newId, type PageQuery, readPageRows, type Tx, toPage } from '@platform/runtime';
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { readSummary } from '../issues/summary.ts';
import { countTasks } from '../reports/get-dashboard.ts';
import { requireSite } from '../scans/require-site.ts';
import { digests, scans } from '../schema.ts';
import { type DigestNumbers, type TypeCount, toDigest } from './digest.ts';

type Digest = z.input<typeof SeoDigest>;

const dayMs = 86_400_000;
const maxTypes = 5;
const maxNext = 3;

/**
 * Sums up what happened at a site in the last days, and stores it.
 * @throws `site_not_found`
 */
export async function createDigest(
  app: Pick<App, 'db' | 'ask' | 'clock' | 'audit'>,
  site_id: string,
  { days }: { days: number },
  locale: RuleLocale,
): Promise<Digest> {
  const site = await requireSite(app, site_id);
  const created_at = app.clock.now();
  const since = new Date(created_at.getTime() - days * dayMs);
  return app.db.transaction(async (tx) => {
    const row = { id: newId(), site_id, created_at, days, numbers: await readNumbers(tx, site_id, since) };
    await tx.insert(digests).values(row);
    const after = { id: row.id, days };
    await app.audit.record(tx, { before: null, after, application_id: site.application_id });
    return toDigest(row, locale);
  });
}

async function readNumbers(tx: Tx, site_id: string, since: Date): Promise<DigestNumbers> {
  const isJudged = and(eq(scans.site_id, site_id), eq(scans.kind, 'seo'), isNotNull(scans.verdict));
  const judgedScans = tx.select({ verdict: scans.verdict, finished_at: scans.finished_at }).from(scans);
  const within = await judgedScans.where(and(isJudged, gte(scans.finished_at, since))).orderBy(desc(scans.id));
  const [before] = await tx
    .select({ verdict: scans.verdict })
    .from(scans)
    .where(and(isJudged, lt(scans.finished_at, since)))
    .orderBy(desc(scans.id))
    .limit(1);
  const { rows } = await tx.execute<{ issue_type: IssueType; to_status: string; by: string; count: number }>(sql`
    SELECT i.issue_type, c.to_status, c.by, count(*)::int AS count
    FROM "seo-rkn".issue_changes c JOIN "seo-rkn".issues i ON i.id = c.issue_id
    WHERE i.site_id = ${site_id} AND i.kind = 'seo' AND c.at >= ${since.toISOString()}
    GROUP BY 1, 2, 3`);
  const tasks = await readSummary(tx, site_id);
  const { open, critical, high } = countTasks(tasks, 0);
  const sum = (list: readonly { count: number }[]) => list.reduce((total, { count }) => total + count, 0);
  const to = (status: string) => rows.filter(({ to_status }) => to_status === status);
  const [newest] = within;
  return {
    scans: within.length,
    score: (newest ?? before)?.verdict?.score ?? null,
    score_before: (before ?? within.at(-1))?.verdict?.score ?? null,
    opened: sum(to('open')),
    resolved: sum(to('resolved')),
    ignored: sum(to('ignored')),
    resolved_by_people: sum(to('resolved').filter(({ by }) => by === 'person')),
    open,
    critical,
    high,
    top_opened: topTypes(to('open')),
    top_resolved: topTypes(to('resolved')),
    next: tasks.slice(0, maxNext).map(({ issue_type, pages }) => ({ issue_type, count: pages })),
  };
}

/** Types with the most changes, the most first. */
function topTypes(rows: readonly TypeCount[]): TypeCount[] {
  const counts = new Map<IssueType, number>();
  for (const { issue_type, count } of rows) counts.set(issue_type, (counts.get(issue_type) ?? 0) + count);
  return [...counts]
    .map(([issue_type, count]) => ({ issue_type, count }))
    .sort((left, right) => right.count - left.count || (left.issue_type < right.issue_type ? -1 : 1))
    .slice(0, maxTypes);
}

/**
 * One page of the digests of a site, newest first.
 * @throws `site_not_found`
 */
export async function listDigests(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor, locale }: PageQuery & { locale: RuleLocale },
): Promise<Page<Digest>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db, digests, { site_id }, { limit, cursor });
  return toPage(rows, limit, (row) => toDigest(row, locale));
}
