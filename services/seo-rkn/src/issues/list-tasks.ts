import type { RuleLocale, SeoTask } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl } from '../crawl/url-key.ts';
import { requireSite } from '../scans/require-site.ts';
import { severityOf, toShownEvidence } from './issue.ts';
import { estimateEffort, type TaskRow } from './read-tasks.ts';
import { ruleOf } from './rules.ts';
import { readSummary } from './summary.ts';

/** Issues in `issue_ids` and `sample_urls`. */
const shownSamples = 10;

export type Task = z.output<typeof SeoTask>;

/**
 * Open issues of a site by type, variant and owner, the largest gain first.
 * @throws `site_not_found`
 */
export async function listTasks(app: Pick<App, 'db' | 'ask'>, site_id: string, locale: RuleLocale): Promise<Task[]> {
  await requireSite(app, site_id);
  return (await readSummary(app.db, site_id)).map((row) => toTask(row, locale));
}

/** A task with the texts of its rule. */
export function toTask(row: TaskRow, locale: RuleLocale): Task {
  const variant = row.variant === '' ? null : row.variant;
  const { title, where, steps, acceptance } = ruleOf(row.issue_type, variant, locale, row.owner);
  const { issue_type, owner, pages, stale, gain } = row;
  return {
    issue_type,
    variant,
    title,
    owner,
    where,
    severity: severityOf(row.weight),
    pages,
    stale,
    effort: estimateEffort(row),
    gain,
    steps,
    acceptance,
    issue_ids: row.samples.slice(0, shownSamples).map(({ id }) => id),
    sample_urls: row.samples.slice(0, shownSamples).map(({ url }) => shownUrl(url)),
    samples: row.samples.map(({ id, url, evidence }) => ({
      issue_id: id,
      url: shownUrl(url),
      evidence: evidence ? toShownEvidence(evidence) : null,
    })),
  };
}
