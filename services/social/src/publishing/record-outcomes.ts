import { createGroupLoader, dayMs, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { type AccountRow, keepCredentials, openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { gaveUp } from '../channels/channel-http.ts';
import { accounts } from '../schema.ts';
import type { ClaimedPost } from './claim-due.ts';
import { type NextStep, nextStep, type Outcome } from './next-step.ts';
import { circuitFailures, circuitKey, circuitMs, tokenKey } from './pace.ts';
import { recordSteps, type Step } from './record-steps.ts';
import { restartLate } from './restart-late.ts';

export type Recorder = Pick<App, 'db' | 'clock' | 'emit' | 'sealer' | 'channels' | 'metrics'>;

export interface Sent {
  post: ClaimedPost;
  outcome: Outcome;
}

const release = defineStatement({
  name: 'social_release_accounts',
  text: `UPDATE social.accounts a SET publishing_until = NULL, paced_until = greatest(a.paced_until, r.paced_until)
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, fence int, paced_until timestamptz)
    WHERE a.id = r.id AND a.publishing_fence = r.fence`,
});
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
const firstOfDay = defineStatement({
  name: 'social_first_of_day',
  text: `SELECT min(published_at) AS first FROM social.variants WHERE account_id = $1 AND published_at > $2`,
});

/**
 * Makes the function that writes how tries ended, those of several accounts in one transaction: the leases end
 * with it. A result that comes after its lease, and after another process judged the attempt, changes nothing.
 */
export function createRecordOutcome(app: Recorder) {
  return createGroupLoader<Sent, NextStep>({
    groupOf: () => 'all',
    size: 100,
    waiting: 10_000,
    load: (sent) =>
      app.db.transaction(async (tx) => {
        const now = app.clock.now();
        const next: { one: Sent; step: NextStep }[] = [];
        for (const one of sent) next.push({ one, step: await decide(tx, one, now) });
        await releaseAccounts(tx, next);
        await recordSteps(app, tx, next.map(toStep), now);
        for (const { one } of next) await changeAccount(app, tx, one, now);
        await keepPaces(tx, sent, now);
        return next.map(({ step }) => step);
      }),
  });
}

async function decide(tx: Tx, { post, outcome }: Sent, now: Date): Promise<NextStep> {
  const isQuota = outcome.kind === 'failed' && outcome.class === 'quota';
  const quotaEnd = isQuota ? await endOfQuota(tx, post.account.id, now) : null;
  return nextStep(post.variant, outcome, { now, sentAt: post.sentAt, quotaEnd });
}

/** When the first post of the last 24 hours leaves the window of the quota. */
async function endOfQuota(tx: Tx, account_id: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await runStatement<{ first: Date | null }>(tx, firstOfDay, [account_id, since]);
  const first = rows[0]?.first;
  return first ? new Date(first.getTime() + dayMs) : null;
}

const toStep = ({ one: { post, outcome }, step }: { one: Sent; step: NextStep }): Step => {
  const failure = outcome.kind === 'failed' ? outcome.failure : { code: null, message: null };
  const remote_id = outcome.kind === 'published' ? outcome.post.id : null;
  const { code, message } = failure;
  return {
    ...{ variant: post.variant, account: post.account, brand: post.brand, attempt_id: post.attempt_id },
    ...{ from: 'publishing', fields: step.fields },
    attempt: step.outcome === null ? {} : { outcome: step.outcome, code, message, remote_id },
  };
};

async function releaseAccounts(tx: Tx, next: readonly { one: Sent; step: NextStep }[]): Promise<void> {
  const rows = next.map(({ one: { post, outcome }, step }) => {
    const isQuota = outcome.kind === 'failed' && outcome.class === 'quota';
    return { id: post.account.id, fence: post.fence, paced_until: isQuota ? step.fields.due_at : null };
  });
  await runStatement(tx, release, [JSON.stringify(rows)]);
  await restartLate(
    tx,
    rows.flatMap(({ id, paced_until }) =>
      paced_until === null ? [] : [{ account_id: id, token: null, until: paced_until }],
    ),
  );
}

/** An account that its channel refuses needs other credentials; a chat that moved has another id. */
async function changeAccount(app: Recorder, tx: Tx, { post: { account }, outcome }: Sent, now: Date): Promise<void> {
  if (outcome.kind !== 'failed') return;
  const { failure } = outcome;
  const isSame = and(eq(accounts.id, account.id), eq(accounts.credential_version, account.credential_version));
  if (outcome.class === 'auth') {
    const last_error = { code: failure.code, message: failure.message, at: now.toISOString() };
    const set = { state: 'needs_reconnect', last_error, check_at: null, refresh_at: null, updated_at: now } as const;
    await tx
      .update(accounts)
      .set({ ...set, version: account.version + 1 })
      .where(and(isSame, eq(accounts.state, 'active')));
  }
  if (outcome.class === 'moved' && failure.movedTo !== null)
    await tx
      .update(accounts)
      .set(moved(app, account, failure.movedTo, now))
      .where(isSame);
}

function moved(app: Recorder, account: AccountRow, remote_id: string, now: Date): Partial<AccountRow> {
  const credentials = openCredentials(app, account) ?? {};
  return {
    ...keepCredentials(app, account, app.channels[account.channel], { ...credentials, chat_id: remote_id }),
    ...{ remote_id, remote: account.remote && { ...account.remote, id: remote_id } },
    ...{ version: account.version + 1, updated_at: now },
  };
}

const throttledMs = 60_000;

/** Throttled tokens wait; channels out of reach open their circuit, and one that answers closes it. */
async function keepPaces(tx: Tx, sent: readonly Sent[], now: Date): Promise<void> {
  const blocked: { key: string; blocked_until: Date }[] = [];
  const failures = new Map<string, number>();
  const answered = new Set<string>();
  for (const { post, outcome } of sent) {
    const circuit = circuitKey(post.account.channel);
    const isUnsent = outcome.kind === 'failed' && outcome.class === 'not_sent';
    if (isUnsent && outcome.failure.code !== gaveUp) failures.set(circuit, (failures.get(circuit) ?? 0) + 1);
    else if (!isUnsent) answered.add(circuit);
    if (outcome.kind !== 'failed' || outcome.class !== 'throttled') continue;
    const ms = outcome.failure.retryAfterMs ?? throttledMs;
    blocked.push({ key: tokenKey(post.account), blocked_until: new Date(now.getTime() + ms) });
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
