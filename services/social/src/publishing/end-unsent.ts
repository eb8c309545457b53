import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { VariantRow } from '../variants/variant.ts';
import type { Verdict } from './may-publish.ts';

const endPosts = defineStatement({
  name: 'social_end_unsent',
  text: `WITH ended AS (
      UPDATE social.variants v SET state = r.state, due_at = NULL, last_error = r.last_error, version = v.version + 1, updated_at = $2
      FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, state text, last_error jsonb) WHERE v.id = r.id RETURNING v.id, v.state)
    UPDATE social.slots s SET state = ended.state, updated_at = $2 FROM ended WHERE s.variant_id = ended.id`,
});

/** Posts that are too late, or may not be sent at all: nothing is called for them. */
export async function endUnsent(
  tx: Tx,
  posts: readonly { variant: VariantRow; verdict: Verdict }[],
  now: Date,
): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ variant: { id }, verdict }) => {
    const at = now.toISOString();
    if (verdict.kind === 'refuse')
      return {
        id,
        state: 'failed',
        last_error: { class: 'refused', code: verdict.code, message: verdict.message, at },
      };
    const message = 'its time passed before it could be sent';
    return { id, state: 'missed', last_error: { class: 'missed', code: 'too_late', message, at } };
  });
  await runStatement(tx, endPosts, [JSON.stringify(rows), now]);
}
