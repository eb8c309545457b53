import type { Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { nextProbe, type Step, stepAfter } from '../publishing/next-step.ts';
import { recordSteps } from '../publishing/record-steps.ts';
import { accounts, attempts, brands, inbox_replies, variants } from '../schema.ts';

const maxAccounts = 200;
const unsent = 'its process crashed before the send';
const unanswered = 'its process died before the channel answered';

/**
 * Ends the leases of processes that died. What had `sent_at` may be published: it is uncertain, and never
 * sent again. What had none was not sent: it is due again.
 * @returns how many posts became uncertain
 */
export async function recoverLeases(app: Pick<App, 'db' | 'clock' | 'emit' | 'log'>): Promise<number> {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const dead = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(lte(accounts.publishing_until, now))
      .orderBy(accounts.id)
      .limit(maxAccounts)
      .for('no key update', { skipLocked: true });
    if (dead.length === 0) return 0;
    const ids = dead.map(({ id }) => id);
    const written = await recordSteps(app, tx, await lostSteps(tx, ids, now), now);
    await endChanges(tx, ids, now);
    await endLostReplies(tx, ids, now);
    await tx.update(accounts).set({ publishing_until: null }).where(inArray(accounts.id, ids));
    const uncertain = written.filter(({ fields }) => fields.state === 'uncertain').length;
    app.log.warn({ accounts: ids.length, uncertain }, 'a process crashed while it published; its leases expired');
    return uncertain;
  });
}

async function lostSteps(tx: Tx, ids: string[], now: Date): Promise<Step[]> {
  const rows = await tx
    .select({ variant: variants, account: accounts, brand: brands, sent_at: attempts.sent_at })
    .from(variants)
    .innerJoin(accounts, eq(accounts.id, variants.account_id))
    .innerJoin(brands, eq(brands.id, variants.brand_id))
    .innerJoin(attempts, eq(attempts.id, variants.attempt_id))
    .where(and(inArray(variants.account_id, ids), eq(variants.state, 'publishing'), isNull(attempts.outcome)));
  return rows.map(({ sent_at, ...post }) => {
    const [name, message] = sent_at === null ? (['abandoned', unsent] as const) : (['uncertain', unanswered] as const);
    const failure = { code: 'lease_ended', message, retryAfterMs: null, movedTo: null };
    const { attempt_id, media } = post.variant;
    const outcome = { kind: 'failed', class: name, failure, media } as const;
    return stepAfter({ ...post, attempt_id }, outcome, { now, sentAt: sent_at, quotaEnd: null });
  });
}

/** Edits and deletions of published posts that a process left. */
async function endChanges(tx: Tx, ids: string[], now: Date): Promise<void> {
  const isLost = and(
    inArray(attempts.account_id, ids),
    isNull(attempts.outcome),
    inArray(attempts.kind, ['edit', 'delete']),
  );
  await tx
    .update(attempts)
    .set({ outcome: 'uncertain', code: 'lease_ended', message: unanswered, ended_at: now })
    .where(isLost);
}

/** Replies that a process left. */
async function endLostReplies(tx: Tx, ids: string[], now: Date): Promise<void> {
  const isOpen = and(inArray(inbox_replies.account_id, ids), eq(inbox_replies.state, 'sending'));
  const ended = { code: 'lease_ended', ended_at: now } as const;
  await tx
    .update(inbox_replies)
    .set({ ...ended, state: 'failed', outcome: 'abandoned', message: unsent })
    .where(and(isOpen, isNull(inbox_replies.sent_at)));
  await tx
    .update(inbox_replies)
    .set({ ...ended, state: 'uncertain', outcome: 'uncertain', message: unanswered, due_at: nextProbe(now, 0, now) })
    .where(and(isOpen, isNotNull(inbox_replies.sent_at)));
}
