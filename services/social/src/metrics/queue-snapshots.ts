import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { Step } from '../publishing/next-step.ts';
import { firstDue } from './snapshot-ages.ts';

const queue = defineStatement({
  name: 'queue_snapshots',
  text: `INSERT INTO social.metric_queue (variant_id, account_id, remote_id, published_at, due_at)
    SELECT variant_id, account_id, remote_id, published_at, due_at
    FROM jsonb_to_recordset($1::jsonb) AS r (variant_id uuid, account_id uuid, remote_id text, published_at timestamptz, due_at timestamptz)
    ON CONFLICT (variant_id) DO NOTHING`,
});

/** Queues the snapshots of posts that are published, in the transaction that makes it known. */
export async function queueSnapshots(tx: Tx, steps: readonly Step[]): Promise<void> {
  const rows = steps.flatMap(({ variant, account, fields: { state, remote_id, published_at } }) =>
    state === 'published' && remote_id !== null && published_at !== null
      ? [{ variant_id: variant.id, account_id: account.id, remote_id, published_at, due_at: firstDue(published_at) }]
      : [],
  );
  if (rows.length > 0) await runStatement(tx, queue, [JSON.stringify(rows)]);
}
