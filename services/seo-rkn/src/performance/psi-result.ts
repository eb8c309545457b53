import type { PsiResult, PsiStrategy } from '@platform/contracts';
import { newId, requeue, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import { shownUrl } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { psi_results } from '../schema.ts';
import type { PsiRun } from './read-psi-answer.ts';

export type PsiRow = typeof psi_results.$inferSelect;

/** A measured page as administrators see it. */
export const toPsiResult = (row: PsiRow): z.input<typeof PsiResult> => ({
  id: row.id,
  url: shownUrl(row.url),
  strategy: row.strategy,
  state: row.state,
  error: row.error,
  score: row.score,
  field: row.field,
  lab: row.lab,
  top_audits: row.top_audits,
  requested_at: row.requested_at.toISOString(),
  measured_at: row.measured_at?.toISOString() ?? null,
});

/** What a measurement that did not fail makes of a row. */
export const measured = ({ score, field, lab, top_audits }: PsiRun, now: Date) => ({
  state: 'done' as const,
  error: null,
  tries: 0,
  measured_at: now,
  due_at: null,
  score,
  field,
  lab,
  top_audits,
});

/** Stores what a scan measured. A process that measures the same page writes nothing any more. */
export async function storeRun(
  tx: Tx,
  { site_id, url, strategy }: { site_id: string; url: string; strategy: PsiStrategy },
  run: PsiRun,
  now: Date,
): Promise<void> {
  const set = { id: newId(), requested_at: now, ...measured(run, now) };
  await tx
    .insert(psi_results)
    .values({ ...set, site_id, url, url_hash: hashUuid(url), strategy })
    .onConflictDoUpdate({
      target: [psi_results.site_id, psi_results.url_hash, psi_results.strategy],
      set: { ...set, ...requeue(psi_results, now) },
    });
}
