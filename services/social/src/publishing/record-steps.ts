import { social } from '@platform/contracts';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { endAttempts, resolveAttempts } from '../delivery/attempts.ts';
import { queueSnapshots } from '../metrics/queue-snapshots.ts';
import type { Step } from './next-step.ts';

const moveVariants = defineStatement({
  name: 'move_variants',
  text: `UPDATE social.variants v SET state = r.state, due_at = r.due_at, late_from = r.late_from, errors = r.errors,
      last_error = r.last_error, attempt_id = r.attempt_id, media = r.media, tries = r.tries, lease_until = NULL, lease_fence = v.lease_fence + 1, absences = r.absences,
      published_at = r.published_at, remote_id = r.remote_id, remote_url = r.remote_url, version = v.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, from_state text, seen_attempt uuid, state text, due_at timestamptz,
      late_from timestamptz, errors int, last_error jsonb, attempt_id uuid, media jsonb, tries int, absences int,
      published_at timestamptz, remote_id text, remote_url text)
    WHERE v.id = r.id AND v.state = r.from_state AND v.attempt_id IS NOT DISTINCT FROM r.seen_attempt RETURNING v.id`,
});
const moveSlots = defineStatement({
  name: 'move_slots',
  text: `UPDATE social.slots s SET state = r.state, version = s.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS r (variant_id uuid, state text)
    WHERE s.variant_id = r.variant_id AND s.state <> r.state`,
});
const useIdeas = defineStatement({
  name: 'use_ideas',
  text: `UPDATE social.ideas i SET state = 'used', version = i.version + 1, updated_at = $2
    WHERE i.id = ANY($1::uuid[]) AND i.state <> 'used'`,
});

/**
 * Writes steps of posts: attempt, post, slot and idea, and the event of those that are published. A step of
 * an attempt that has an outcome, or of a post that is in another state, changes nothing.
 * @returns the steps that were written
 */
export async function recordSteps(
  { emit }: Pick<App, 'emit'>,
  tx: Tx,
  steps: readonly Step[],
  now: Date,
): Promise<Step[]> {
  const ending = steps.filter(({ attempt, attempt_id }) => attempt.outcome && attempt_id);
  const ends = ending.map(({ attempt_id, attempt }) => ({ id: attempt_id, ...attempt }));
  const ended = await endAttempts(tx, ends, now);
  const validSteps = steps.filter((step) => !ending.includes(step) || ended.has(step.attempt_id ?? ''));
  if (validSteps.length === 0) return [];
  const rows = validSteps.map(({ variant, attempt_id, from, fields }) => ({
    ...fields,
    id: variant.id,
    from_state: from,
    seen_attempt: attempt_id,
  }));
  const moved = await runStatement<{ id: string }>(tx, moveVariants, [JSON.stringify(rows), now]);
  const isMoved = new Set(moved.rows.map(({ id }) => id));
  const written = validSteps.filter(({ variant }) => isMoved.has(variant.id));
  const resolved = written.flatMap(({ attempt_id, attempt: { resolution, remote_id } }) =>
    resolution ? [{ id: attempt_id, resolution, remote_id: remote_id ?? null }] : [],
  );
  await Promise.all([
    resolveAttempts(tx, resolved),
    finishSlots(tx, written, now),
    finishIdeas(tx, written, now),
    queueSnapshots(tx, written),
  ]);
  for (const step of written) if (step.fields.state === 'published') await announce(emit, tx, step, now);
  return written;
}

async function finishSlots(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const rows = steps.flatMap(({ variant, fields: { state } }) =>
    state === 'published' || state === 'failed' ? [{ variant_id: variant.id, state }] : [],
  );
  if (rows.length > 0) await runStatement(tx, moveSlots, [JSON.stringify(rows), now]);
}

async function finishIdeas(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const ids = new Set(steps.flatMap(({ variant, fields }) => (fields.state === 'published' ? [variant.idea_id] : [])));
  if (ids.size > 0) await runStatement(tx, useIdeas, [[...ids].toSorted(), now]);
}

async function announce(
  emit: App['emit'],
  tx: Tx,
  { variant, account, brand, fields }: Step,
  now: Date,
): Promise<void> {
  const { remote_id, remote_url, published_at } = fields;
  await emit(
    tx,
    social.events.socialPostPublished,
    {
      variant_id: variant.id,
      brand_id: brand.id,
      account_id: account.id,
      idea_id: variant.idea_id,
      channel: account.channel,
      campaign: brand.code,
      ref: variant.ref,
      remote_id,
      url: remote_url,
      published_at: (published_at ?? now).toISOString(),
    },
    { application_id: brand.application_id, occurred_at: now },
  );
}
