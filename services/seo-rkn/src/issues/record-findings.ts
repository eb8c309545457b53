import type { IssueType, RknCertainty } from '@platform/contracts';
import { newId, type Tx } from '@platform/runtime';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { hashUuid } from '../hash-uuid.ts';
import { toStorableJson } from '../scans/storable-json.ts';
import { issues } from '../schema.ts';
import type { Evidence, Finding } from './finding.ts';
import { ownerOf, ruleCatalogue } from './rules.ts';

/** What the findings of a scan are recorded for. */
export interface Recording {
  site_id: string;
  scan_id: string;
  by: 'scan' | 'recheck';
  now: Date;
  /** Whether the scan could detect that an issue is gone. */
  isJudged(issue: SeenBefore): boolean;
  /** Which issues it is about; those of audits without it. */
  kind?: 'seo' | 'rkn';
  rule_version?: string;
  /** Fingerprints that count as seen, where the scan recorded its findings before: a recheck of it. */
  seen?: readonly string[];
  /** What it cannot judge stays as it is, and is not `stale`. */
  leavesUnjudged?: boolean;
}

/** An open issue that was not found now. */
export interface SeenBefore {
  issue_type: IssueType;
  variant: string | null;
  subject: string;
  url: string;
  evidence: Evidence;
}

export interface Recorded {
  found: number;
  opened: number;
  resolved: number;
  stale: number;
}

/** Rows in one statement. */
const batchSize = 2_000;

/** The key of the one row that an issue has for ever: site, type, variant and subject. */
export function fingerprintOf(
  site_id: string,
  { issue_type, variant, subject }: Pick<Finding, 'issue_type' | 'variant' | 'subject'>,
): string {
  return hashUuid(JSON.stringify([site_id, issue_type, variant ?? '', subject]));
}

/**
 * Brings the issues of a site up to date with the findings of a scan, in a transaction that holds the issues
 * of the site. A finding opens a
 * new issue, or one that was resolved; an ignored one stays ignored. An open issue that was not found is
 * resolved where the scan could judge it, else stale.
 */
export async function recordFindings(tx: Tx, about: Recording, findings: readonly Finding[]): Promise<Recorded> {
  const counts = { found: 0, opened: 0 };
  const known = new Set<string>();
  // Rows of a batch are let go before the next ones are made: a large site has tens of thousands.
  for (let from = 0; from < findings.length; from += batchSize) {
    const newRows = toIssueRows(about.site_id, findings.slice(from, from + batchSize));
    const rows = newRows.filter(({ fingerprint }) => !known.has(fingerprint));
    for (const { fingerprint } of rows) known.add(fingerprint);
    counts.found += rows.length;
    counts.opened += await upsertIssues(tx, about, rows);
  }
  return { ...counts, ...(await closeUnseen(tx, about)) };
}

/** The same for findings that are rows already. */
export async function recordRows(tx: Tx, about: Recording, rows: readonly IssueValues[]): Promise<Recorded> {
  const opened = await upsertIssues(tx, about, rows);
  return { found: rows.length, opened, ...(await closeUnseen(tx, about)) };
}

/** A finding on its way into the table. */
export type IssueValues = Omit<Finding, 'issue_type' | 'affected'> & {
  /** Type of an audit, or code of a rule about personal data. */
  issue_type: string;
  id: string;
  change_id: string;
  fingerprint: string;
  certainty?: RknCertainty;
};

/** Findings as rows, each fingerprint once: the first finding counts. */
export function toIssueRows(site_id: string, findings: readonly Finding[]): IssueValues[] {
  const rows = new Map<string, IssueValues>();
  for (const { affected: _, ...finding } of findings) {
    const fingerprint = fingerprintOf(site_id, finding);
    const { origin } = ruleCatalogue.rules[finding.issue_type];
    const owner = ownerOf(finding.issue_type, finding.item_id);
    const row = { ...finding, id: newId(), change_id: newId(), fingerprint, origin, owner };
    if (!rows.has(fingerprint)) rows.set(fingerprint, row);
  }
  return [...rows.values()];
}

/**
 * Inserts new issues, and opens resolved ones again. A scan also stores them as its snapshot.
 * @returns how many are open now and were not before
 */
export async function upsertIssues(tx: Tx, about: Recording, rows: readonly IssueValues[]): Promise<number> {
  let opened = 0;
  for (let from = 0; from < rows.length; from += batchSize)
    opened += await upsertBatch(tx, about, rows.slice(from, from + batchSize));
  return opened;
}

async function upsertBatch(
  tx: Tx,
  { site_id, scan_id, by, now, kind = 'seo', rule_version = ruleCatalogue.rule_version }: Recording,
  rows: readonly IssueValues[],
): Promise<number> {
  const at = now.toISOString();
  const { rows: changes } = await tx.execute(sql`
    WITH seen AS (
      SELECT * FROM jsonb_to_recordset(${toStorableJson(rows)}::jsonb) AS r(id uuid, change_id uuid, fingerprint uuid,
        issue_type text, variant text, origin text, owner text, weight smallint, subject text, url text, evidence jsonb,
        item_id uuid, certainty text)
    ), before AS (
      SELECT i.fingerprint, i.status FROM "seo-rkn".issues i JOIN seen ON seen.fingerprint = i.fingerprint
      ORDER BY i.id FOR UPDATE OF i
    ), written AS (
      INSERT INTO "seo-rkn".issues AS i (id, site_id, kind, certainty, fingerprint, issue_type, variant, origin, owner, status, weight,
        subject, url, evidence, item_id, rule_version, first_seen_at, last_seen_at, last_scan_id)
      SELECT id, ${site_id}, ${kind}, certainty, seen.fingerprint, issue_type, coalesce(variant, ''), origin, owner, 'open', weight, subject,
        url, evidence, item_id, ${rule_version}, ${at}, ${at}, ${scan_id}
      FROM seen LEFT JOIN before ON before.fingerprint = seen.fingerprint
      ON CONFLICT (fingerprint) DO UPDATE SET
        variant = excluded.variant, owner = excluded.owner, certainty = excluded.certainty, weight = excluded.weight, url = excluded.url, evidence = excluded.evidence,
        item_id = excluded.item_id, rule_version = excluded.rule_version, last_seen_at = excluded.last_seen_at,
        last_scan_id = excluded.last_scan_id, stale = false,
        reopened_count = i.reopened_count + (i.status = 'resolved')::int,
        resolved_at = CASE i.status WHEN 'resolved' THEN NULL ELSE i.resolved_at END,
        resolved_by = CASE i.status WHEN 'resolved' THEN NULL ELSE i.resolved_by END,
        status = CASE i.status WHEN 'resolved' THEN 'open' ELSE i.status END
      RETURNING i.id, i.fingerprint, i.weight
    ), snapshot AS (
      INSERT INTO "seo-rkn".scan_findings (scan_id, issue_id, weight)
      SELECT ${scan_id}, id, weight FROM written WHERE ${by} = 'scan'
    )
    INSERT INTO "seo-rkn".issue_changes (id, issue_id, at, from_status, to_status, by, scan_id)
    SELECT seen.change_id, written.id, ${at}, before.status, 'open', ${by}, ${scan_id}
    FROM written JOIN seen ON seen.fingerprint = written.fingerprint
      LEFT JOIN before ON before.fingerprint = written.fingerprint
    WHERE before.status IS NULL OR before.status = 'resolved'
    RETURNING id`);
  return changes.length;
}

async function closeUnseen(tx: Tx, about: Recording): Promise<Pick<Recorded, 'resolved' | 'stale'>> {
  const { id, issue_type, variant, subject, url, evidence } = issues;
  const counts = { resolved: 0, stale: 0 };
  for (let last: string | null = null; ; ) {
    const rows: (SeenBefore & { id: string; variant: string })[] = await tx
      .select({ id, issue_type, variant, subject, url, evidence })
      .from(issues)
      .where(
        and(
          eq(issues.site_id, about.site_id),
          eq(issues.status, 'open'),
          eq(issues.kind, about.kind ?? 'seo'),
          about.seen === undefined
            ? ne(issues.last_scan_id, about.scan_id)
            : sql`${issues.fingerprint} <> ALL (${sql.param([...about.seen])}::uuid[])`,
          last === null ? undefined : gt(issues.id, last),
        ),
      )
      .orderBy(asc(issues.id))
      .limit(batchSize)
      .for('update');
    const isGone = (row: (typeof rows)[number]) => about.isJudged({ ...row, variant: row.variant || null });
    const goneRows = rows.filter(isGone).map((row) => ({ id: row.id, change_id: newId() }));
    const unknown = rows.filter((row) => !isGone(row)).map((row) => row.id);
    counts.resolved += goneRows.length;
    counts.stale += unknown.length;
    await resolveIssues(tx, about, goneRows);
    if (unknown.length > 0 && !about.leavesUnjudged)
      await tx.execute(sql`
        UPDATE "seo-rkn".issues SET stale = true WHERE id = ANY (${sql.param(unknown)}::uuid[])`);
    last = rows.at(-1)?.id ?? null;
    if (rows.length < batchSize) return counts;
  }
}

/** Resolves issues that are open. */
export async function resolveIssues(
  tx: Tx,
  { scan_id, by, now }: Recording,
  goneRows: readonly { id: string; change_id: string }[],
): Promise<void> {
  if (goneRows.length === 0) return;
  const at = now.toISOString();
  await tx.execute(sql`
    WITH gone AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(goneRows)}::jsonb) AS r(id uuid, change_id uuid)),
    resolved AS (
      UPDATE "seo-rkn".issues AS i SET status = 'resolved', resolved_at = ${at}, resolved_by = ${by}, stale = false
      FROM gone WHERE i.id = gone.id RETURNING i.id
    )
    INSERT INTO "seo-rkn".issue_changes (id, issue_id, at, from_status, to_status, by, scan_id)
    SELECT change_id, gone.id, ${at}, 'open', 'resolved', ${by}, ${scan_id}
    FROM gone JOIN resolved ON resolved.id = gone.id`);
}
