import type { IssueStatus, IssueType } from '@platform/contracts';
import { newId, type Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { Evidence, Finding } from './finding.ts';
import { type Recording, resolveIssues, toIssueRows, upsertIssues } from './record-findings.ts';

export interface RecheckRecording extends Recording {
  /** Pages with new facts, by URL key. */
  changed: readonly { url: string; is_gone: boolean }[];
}

interface Known extends Record<string, unknown> {
  id: string;
  fingerprint: string;
  issue_type: IssueType;
  variant: string;
  subject: string;
  url: string;
  evidence: Evidence;
  status: IssueStatus;
  related: string[] | null;
  is_of_scan: boolean;
}

/** Types that compare a page with its item of the cms. */
const comparesItem: readonly IssueType[] = ['cms_field_ignored', 'cms_item_not_live'];

/**
 * Records what new facts of some pages change in the findings of the last scan, in a transaction that holds
 * the issues of the site. Issues
 * about other pages open and are resolved as well, where these facts decide them; the status that an
 * administrator gave to such an issue stays.
 */
export async function recordRecheck(
  tx: Tx,
  about: RecheckRecording,
  findings: readonly Finding[],
): Promise<{ opened: number; resolved: number }> {
  const rows = toIssueRows(about.site_id, findings);
  const foundFingerprints = new Set(rows.map(({ fingerprint }) => fingerprint));
  const { rows: issues } = await tx.execute<Known>(sql`
    SELECT id, fingerprint, issue_type, variant, subject, status, url, evidence, evidence -> 'related' AS related,
      last_scan_id = ${about.scan_id} AS is_of_scan
    FROM "seo-rkn".issues
    WHERE site_id = ${about.site_id} AND kind = 'seo'
      AND (status = 'open' OR fingerprint = ANY (${sql.param([...foundFingerprints])}::uuid[]))`);
  const known = new Map(issues.map((issue) => [issue.fingerprint, issue]));
  const changed = new Map(about.changed.map(({ url, is_gone }) => [url, is_gone]));
  const isAbout = (subject: string, related: readonly string[] | null | undefined): boolean =>
    changed.has(subject) || (related ?? []).some((url) => changed.has(url));

  const seenRows = rows.filter(({ fingerprint, issue_type, subject, evidence }) => {
    const issue = known.get(fingerprint);
    if (isAbout(subject, evidence.related)) return true;
    // Stored facts of another page are older than its item: the recheck of that page compares them.
    if (issue === undefined) return !comparesItem.includes(issue_type as IssueType);
    return isAbout(subject, issue.related);
  });
  const opened = await upsertIssues(tx, about, seenRows);
  const goneIssues = issues
    .filter(({ fingerprint, status }) => status === 'open' && !foundFingerprints.has(fingerprint))
    .filter((issue) => {
      if (changed.get(issue.subject)) return true;
      const isDecided = isAbout(issue.subject, issue.related) || issue.is_of_scan;
      return isDecided && about.isJudged({ ...issue, variant: issue.variant || null });
    })
    .map(({ id }) => ({ id, change_id: newId() }));
  await resolveIssues(tx, about, goneIssues);
  return { opened, resolved: goneIssues.length };
}
