import type { Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { endLostReplies } from '../inbox/end-lost-replies.ts';
import { accounts, attempts, brands, variants } from '../schema.ts';
import { nextStep } from './next-step.ts';
import { recordSteps } from './record-steps.ts';
import type { Step } from './step.ts';

const maxAccounts = 200;

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
  return rows.map(({ variant, account, brand, sent_at }) => {
    const lost = sent_at === null ? 'abandoned' : 'uncertain';
    const message =
      sent_at === null ? 'its process crashed before the send' : 'its process died before the channel answered';
    const failure = { code: 'lease_ended', message, retryAfterMs: null, movedTo: null };
    const outcome = { kind: 'failed', class: lost, failure, media: variant.media } as const;
    const { fields } = nextStep(variant, outcome, { now, sentAt: sent_at, quotaEnd: null });
    return {
      variant,
      account,
      brand,
      attempt_id: variant.attempt_id,
      from: 'publishing',
      fields,
      attempt: { outcome: lost, code: failure.code, message },
    };
  });
}

/** Edits and deletions of published posts that a process left. */
async function endChanges(tx: Tx, ids: string[], now: Date): Promise<void> {
  const isLost = and(
    inArray(attempts.account_id, ids),
    isNull(attempts.outcome),
    inArray(attempts.kind, ['edit', 'delete']),
  );
  await tx.update(attempts).set({ outcome: 'uncertain', code: 'lease_ended', ended_at: now }).where(isLost);
}
