import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { AccountRow } from '../accounts/account.ts';
import { gaveUp } from '../channels/channel-http.ts';
import type { Outcome } from './next-step.ts';
import { circuitFailures, circuitKey, circuitMs, tokenKey } from './pace.ts';
import { restartLate } from './restart-late.ts';

/** A request to a channel that ended. */
export interface Ended {
  account: AccountRow;
  /** `answered`: a read request, which has no outcome for a post. */
  outcome: Outcome | { kind: 'answered' };
}

const blockPaces = defineStatement({
  name: 'social_block_paces',
  text: `INSERT INTO social.paces (key, blocked_until)
    SELECT key, max(blocked_until) FROM jsonb_to_recordset($1::jsonb) AS r (key text, blocked_until timestamptz) GROUP BY key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET blocked_until = greatest(paces.blocked_until, excluded.blocked_until)`,
});
const countFailures = defineStatement({
  name: 'social_count_failures',
  text: `INSERT INTO social.paces (key, failures, blocked_until)
      SELECT key, failures, CASE WHEN failures >= $2 THEN $3::timestamptz END
      FROM jsonb_to_recordset($1::jsonb) AS r (key text, failures int) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET failures = paces.failures + excluded.failures,
      blocked_until = CASE WHEN paces.failures + excluded.failures >= $2 THEN $3::timestamptz ELSE paces.blocked_until END`,
});
const closeCircuits = defineStatement({
  name: 'social_close_circuits',
  text: `UPDATE social.paces SET failures = 0, blocked_until = NULL WHERE key = ANY($1::text[]) AND failures > 0`,
});
const throttledMs = 60_000;

/**
 * Updates rate limits and circuit breakers: a throttled token waits, failures of an unreachable channel open
 * its circuit, and an answer closes it.
 */
export async function recordPaces(tx: Tx, ended: readonly Ended[], now: Date): Promise<void> {
  const blocked: { key: string; blocked_until: Date }[] = [];
  const failures = new Map<string, number>();
  const answered = new Set<string>();
  for (const { account, outcome } of ended) {
    const circuit = circuitKey(account.channel);
    const isUnsent = outcome.kind === 'failed' && outcome.class === 'not_sent';
    if (isUnsent && outcome.failure.code !== gaveUp) failures.set(circuit, (failures.get(circuit) ?? 0) + 1);
    else if (!isUnsent) answered.add(circuit);
    if (outcome.kind !== 'failed' || outcome.class !== 'throttled') continue;
    const ms = outcome.failure.retryAfterMs ?? throttledMs;
    blocked.push({ key: tokenKey(account), blocked_until: new Date(now.getTime() + ms) });
  }
  if (blocked.length > 0) await runStatement(tx, blockPaces, [JSON.stringify(blocked)]);
  await restartLate(
    tx,
    blocked.map(({ key, blocked_until }) => ({ account_id: null, token: key, until: blocked_until })),
  );
  const open = [...answered].filter((key) => !failures.has(key));
  if (open.length > 0) await runStatement(tx, closeCircuits, [open]);
  if (failures.size === 0) return;
  const counted = [...failures].map(([key, count]) => ({ key, failures: count }));
  const until = new Date(now.getTime() + circuitMs);
  await runStatement(tx, countFailures, [JSON.stringify(counted), circuitFailures, until]);
}
