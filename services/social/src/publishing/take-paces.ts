import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { AccountRow } from '../accounts/account.ts';
import { circuitKey, circuitOf, type PaceRow, type PaceRule, paceRules, takePace } from './pace.ts';

const lockRows = defineStatement({
  name: 'social_lock_paces',
  text: `INSERT INTO social.paces (key) SELECT * FROM unnest($1::text[]) AS key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING key, arrives_at, blocked_until, failures`,
});
const readCircuits = defineStatement({
  name: 'social_read_circuits',
  text: `SELECT key, arrives_at, blocked_until, failures FROM social.paces WHERE key = ANY($1::text[])`,
});
const storeArrivals = defineStatement({
  name: 'social_keep_paces',
  text: `UPDATE social.paces p SET arrives_at = r.arrives_at FROM jsonb_to_recordset($1::jsonb) AS r (key text, arrives_at timestamptz)
    WHERE p.key = r.key`,
});

/**
 * Takes the pace of a post for each account that has it now. The rows of paces are locked to the end of the
 * transaction, so processes never take the same moment.
 * @param accounts locked accounts, each for one post
 * @param rulesOf the limits that a call of an account counts for
 * @returns those that may send, and until when the others wait
 */
export async function takePaces(
  tx: Tx,
  accounts: readonly AccountRow[],
  now: Date,
  rulesOf: (account: AccountRow) => PaceRule[] = paceRules,
): Promise<{ ready: AccountRow[]; paused: { id: string; paced_until: Date }[] }> {
  if (accounts.length === 0) return { ready: [], paused: [] };
  const rules = accounts.map((account) => ({ account, rules: rulesOf(account) }));
  const keys = [...new Set(rules.flatMap((one) => one.rules.map(({ key }) => key)))];
  const circuits = [...new Set(accounts.map(({ channel }) => circuitKey(channel)))];
  const [locked, broken] = await Promise.all([
    runStatement<PaceRow & Record<string, unknown>>(tx, lockRows, [keys]),
    runStatement<PaceRow & Record<string, unknown>>(tx, readCircuits, [circuits]),
  ]);
  const rows = new Map<string, PaceRow>([...locked.rows, ...broken.rows].map((row) => [row.key, row]));
  const changed = new Set<string>();
  const probing = new Set<string>();
  const ready: AccountRow[] = [];
  const paused: { id: string; paced_until: Date }[] = [];
  for (const { account, rules: accountRules } of rules) {
    const circuit = rows.get(circuitKey(account.channel));
    const state = circuitOf(circuit, now);
    // A channel that was out of reach gets one post to try with.
    const isHeld = state === 'open' || (state === 'half_open' && probing.has(account.channel));
    const grants = accountRules.map((rule) => ({ rule, ...takePace(rowOf(rows, rule.key), rule, now) }));
    const waits = grants.map(({ at }) => at.getTime());
    const probeMs = isHeld ? Math.max(circuit?.blocked_until?.getTime() ?? 0, now.getTime() + 1_000) : 0;
    const at = Math.max(now.getTime(), probeMs, ...waits);
    if (at > now.getTime()) {
      paused.push({ id: account.id, paced_until: new Date(at) });
      continue;
    }
    if (state === 'half_open') probing.add(account.channel);
    for (const { rule, next } of grants) {
      rows.set(rule.key, { ...rowOf(rows, rule.key), arrives_at: next });
      changed.add(rule.key);
    }
    ready.push(account);
  }
  if (changed.size > 0) {
    const arrivals = [...changed].map((key) => ({ key, arrives_at: rows.get(key)?.arrives_at }));
    await runStatement(tx, storeArrivals, [JSON.stringify(arrivals)]);
  }
  return { ready, paused };
}

const rowOf = (rows: Map<string, PaceRow>, key: string): PaceRow =>
  rows.get(key) ?? { key, arrives_at: null, blocked_until: null, failures: 0 };
