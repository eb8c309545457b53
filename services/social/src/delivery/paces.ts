import { dayMs, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { AccountRow } from '../accounts/account.ts';
import { gaveUp } from '../channels/channel-http.ts';
import { type Failed, type OrderKind, throttledMs } from './outcome.ts';
import {
  circuitFailures,
  circuitKey,
  circuitMs,
  circuitOf,
  type PaceRow,
  paceRules,
  takePace,
  tokenKey,
} from './pace.ts';

const lockRows = defineStatement({
  name: 'lock_paces',
  text: `INSERT INTO social.paces (key) SELECT * FROM unnest($1::text[]) AS key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING key, arrives_at, blocked_until, failures`,
});
const readCircuits = defineStatement({
  name: 'read_circuits',
  text: `SELECT key, arrives_at, blocked_until, failures FROM social.paces WHERE key = ANY($1::text[])`,
});
const storeArrivals = defineStatement({
  name: 'keep_paces',
  text: `UPDATE social.paces p SET arrives_at = r.arrives_at FROM jsonb_to_recordset($1::jsonb) AS r (key text, arrives_at timestamptz)
    WHERE p.key = r.key`,
});

/** An account that may send nothing before a time: by its pace, or by the open circuit of its channel. */
export interface Pause {
  id: string;
  paced_until: Date;
  isOutOfReach: boolean;
}

/**
 * Takes the pace of one order for each account that has it now. The rows of paces are locked to the end of the
 * transaction, so processes never take the same moment.
 * @param accounts locked accounts
 * @returns those that may send, and until when the others wait
 */
export async function takePaces(
  tx: Tx,
  accounts: readonly AccountRow[],
  kind: OrderKind,
  now: Date,
): Promise<{ ready: AccountRow[]; paused: Pause[] }> {
  if (accounts.length === 0) return { ready: [], paused: [] };
  const rules = accounts.map((account) => ({ account, rules: paceRules(account, kind) }));
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
  const paused: Pause[] = [];
  for (const { account, rules: accountRules } of rules) {
    const circuit = rows.get(circuitKey(account.channel));
    const state = circuitOf(circuit, now);
    // A channel that was out of reach gets one order to try with.
    const isHeld = state === 'open' || (state === 'half_open' && probing.has(account.channel));
    const grants = accountRules.map((rule) => ({ rule, ...takePace(rowOf(rows, rule.key), rule, now) }));
    const waits = grants.map(({ at }) => at.getTime());
    const probeMs = isHeld ? Math.max(circuit?.blocked_until?.getTime() ?? 0, now.getTime() + 1_000) : 0;
    const at = Math.max(now.getTime(), probeMs, ...waits);
    if (at > now.getTime()) {
      paused.push({ id: account.id, paced_until: new Date(at), isOutOfReach: isHeld });
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

/** An order, or a read request, that ended at its channel. */
export interface Ended {
  account: AccountRow;
  outcome: Failed | { kind: 'published' | 'waiting' | 'done' | 'answered' };
}

const blockPaces = defineStatement({
  name: 'block_paces',
  text: `INSERT INTO social.paces (key, blocked_until)
    SELECT key, max(blocked_until) FROM jsonb_to_recordset($1::jsonb) AS r (key text, blocked_until timestamptz) GROUP BY key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET blocked_until = greatest(paces.blocked_until, excluded.blocked_until)`,
});
const countFailures = defineStatement({
  name: 'count_failures',
  text: `INSERT INTO social.paces (key, failures, blocked_until)
      SELECT key, failures, CASE WHEN failures >= $2 THEN $3::timestamptz END
      FROM jsonb_to_recordset($1::jsonb) AS r (key text, failures int) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET failures = paces.failures + excluded.failures,
      blocked_until = CASE WHEN paces.failures + excluded.failures >= $2 THEN $3::timestamptz ELSE paces.blocked_until END`,
});
const closeCircuits = defineStatement({
  name: 'close_circuits',
  text: `UPDATE social.paces SET failures = 0, blocked_until = NULL WHERE key = ANY($1::text[]) AND failures > 0`,
});

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
  const waits = blocked.map(({ key: token, blocked_until: until }) => ({ token, until }));
  await restartLate(tx, waits);
  const open = [...answered].filter((key) => !failures.has(key));
  if (open.length > 0) await runStatement(tx, closeCircuits, [open]);
  if (failures.size === 0) return;
  const counted = [...failures].map(([key, count]) => ({ key, failures: count }));
  const until = new Date(now.getTime() + circuitMs);
  await runStatement(tx, countFailures, [JSON.stringify(counted), circuitFailures, until]);
}

/** A wait that a channel imposes on an account, or on all accounts of a token. */
export interface ImposedWait {
  account_id?: string;
  /** Key of the pace of a token. */
  token?: string;
  until: Date;
}

const restart = defineStatement({
  name: 'restart_late',
  text: `UPDATE social.variants v SET late_from = h.until
    FROM (SELECT p.id, r.until FROM jsonb_to_recordset($1::jsonb) AS r (account_id uuid, token text, until timestamptz)
      JOIN social.accounts a ON a.id = r.account_id OR 'token:' || a.channel || ':' || a.credential_hash = r.token
      JOIN social.variants p ON p.account_id = a.id
      WHERE p.state = 'scheduled' AND p.due_at < r.until AND p.late_from < r.until
      FOR UPDATE OF p SKIP LOCKED) AS h
    WHERE v.id = h.id`,
});

/**
 * For posts that are due while their channel makes them wait, lateness counts from the end of that wait. A
 * post that another transaction is changing is skipped, because that change sets the start itself.
 */
export async function restartLate(tx: Tx, waits: readonly ImposedWait[]): Promise<void> {
  if (waits.length > 0) await runStatement(tx, restart, [JSON.stringify(waits)]);
}

const postsOfDay = defineStatement({
  name: 'posts_of_day',
  text: `SELECT account_id, count(*)::int AS posts, min(published_at) AS oldest FROM social.variants
    WHERE account_id = ANY($1::uuid[]) AND published_at > $2 GROUP BY account_id`,
});

/** How many posts accounts published in the last 24 hours, and when the first of them leaves this window. */
export async function readDays(
  tx: Tx,
  accounts: readonly Pick<AccountRow, 'id'>[],
  now: Date,
): Promise<Map<string, { posts: number; end: Date }>> {
  if (accounts.length === 0) return new Map();
  const since = new Date(now.getTime() - dayMs);
  const ids = accounts.map(({ id }) => id);
  const { rows } = await runStatement<{ account_id: string; posts: number; oldest: Date }>(tx, postsOfDay, [
    ids,
    since,
  ]);
  const endOf = (oldest: Date) => new Date(oldest.getTime() + dayMs);
  return new Map(rows.map(({ account_id, posts, oldest }) => [account_id, { posts, end: endOf(oldest) }]));
}
