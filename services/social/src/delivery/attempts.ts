import { defineStatement, runStatement, sha256, type Tx } from '@platform/runtime';
import type { PlannedRequest } from '../posts/planned-request.ts';
import type { attempts } from '../schema.ts';

type Row = typeof attempts.$inferSelect;

const begin = defineStatement({
  name: 'begin_attempts',
  text: `INSERT INTO social.attempts (id, variant_id, account_id, kind, content_hash, request_hash, approval_id, policy_id, started_at, sent_at)
    SELECT r.id, r.variant_id, r.account_id, r.kind, r.content_hash, r.request_hash, r.approval_id, r.policy_id, $2, r.sent_at
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, variant_id uuid, account_id uuid, kind text, content_hash text,
      request_hash text, approval_id uuid, policy_id uuid, sent_at timestamptz)
    ON CONFLICT (id) DO NOTHING`,
});
const mark = defineStatement({
  name: 'mark_sent',
  text: `UPDATE social.attempts a SET sent_at = $2 WHERE a.id = ANY($1::uuid[]) AND a.outcome IS NULL RETURNING a.id`,
});
const end = defineStatement({
  name: 'end_attempts',
  text: `UPDATE social.attempts a SET outcome = r.outcome, code = r.code, message = r.message, remote_id = r.remote_id, ended_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, outcome text, code text, message text, remote_id text)
    WHERE a.id = r.id AND a.outcome IS NULL RETURNING a.id`,
});
const resolve = defineStatement({
  name: 'resolve_attempts',
  text: `UPDATE social.attempts a SET resolution = r.resolution, remote_id = coalesce(r.remote_id, a.remote_id)
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, resolution text, remote_id text)
    WHERE a.id = r.id AND a.resolution IS NULL`,
});

/** SHA-256 of the requests of a post, as the preview shows them. */
export const hashRequests = (requests: readonly PlannedRequest[]): string => sha256(JSON.stringify(requests));

/** An attempt that begins; `sent_at` is null while only the requests before the deciding one may leave. */
export type BegunAttempt = Pick<Row, 'id' | 'variant_id' | 'account_id' | 'kind' | 'content_hash' | 'sent_at'> &
  Partial<Pick<Row, 'request_hash' | 'approval_id' | 'policy_id'>>;

/** Writes attempts that begin; one that created a container exists, and stays. */
export async function beginAttempts(tx: Tx, rows: readonly BegunAttempt[], now: Date): Promise<void> {
  await runStatement(tx, begin, [JSON.stringify(rows), now]);
}

/** Marks attempts as sent. Answers the ids of those that were still open. */
export async function markAttempts(tx: Tx, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await runStatement<{ id: string }>(tx, mark, [ids, now]);
  return new Set(rows.map(({ id }) => id));
}

/** Writes how attempts ended. Answers the ids of those that were still open: another process judged the others. */
export async function endAttempts(
  tx: Tx,
  ends: readonly (Partial<Pick<Row, 'outcome' | 'code' | 'message' | 'remote_id'>> & { id: string | null })[],
  now: Date,
): Promise<Set<string>> {
  if (ends.length === 0) return new Set();
  const { rows } = await runStatement<{ id: string }>(tx, end, [JSON.stringify(ends), now]);
  return new Set(rows.map(({ id }) => id));
}

/** Writes what became of uncertain attempts. */
export async function resolveAttempts(
  tx: Tx,
  resolved: readonly (Pick<Row, 'resolution' | 'remote_id'> & { id: string | null })[],
): Promise<void> {
  if (resolved.length > 0) await runStatement(tx, resolve, [JSON.stringify(resolved)]);
}
