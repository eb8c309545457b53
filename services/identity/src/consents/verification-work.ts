import { runInScope, type WorkKind, type WorkPlatform } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ledger_verifications } from '../schema.ts';
import { openRun } from './verification-run.ts';
import { type WalkPace, walkLedger } from './walk-ledger.ts';

/** Seconds that one of its reads may take. */
const statementSeconds = 10;
const pauseMs = 10_000;

/**
 * Verifications of ledgers, one at a time in each process, and each for a slice of some seconds: a long ledger does not
 * hold up a short one. A run whose process died is taken over at its checkpoint when the lease ends. A claim puts the
 * run behind others: one that ends its process does not come first again. A run never ends without a result: an
 * operator has to act after ten failures in a row.
 * @param pace of the walk, where it is not the common one
 */
export const verificationKind = (
  app: WorkPlatform & Pick<App, 'pool' | 'evidence'>,
  pace: Partial<WalkPace> = {},
): WorkKind<typeof ledger_verifications> => ({
  name: 'verifications',
  table: ledger_verifications,
  key: ledger_verifications.id,
  leaseMs: 30_000,
  pollMs: 5_000,
  maxTries: 10,
  backoffMs: [pauseMs],
  onClaim: (now) => ({
    due_at: now,
    started_at: sql`coalesce(${ledger_verifications.started_at}, ${now.toISOString()}::timestamptz)`,
  }),
  describe: ([row]) => ({ owner_type: row?.owner_type, owner_id: row?.owner_id }),
  // The connections of reports are apart from those of users, and reads wait for one as long as it takes.
  run: (lease) =>
    runInScope({ request_id: lease.row.id, reports: { statementSeconds } }, async () =>
      walkLedger(app, await openRun(app, lease), { ...pace, signal: lease.signal }),
    ),
  async giveUp(tx, { lease, rows, error }) {
    for (const { owner_type, owner_id, tries } of rows)
      app.log.error({ err: error, owner_type, owner_id, tries }, 'the verification of a consent ledger keeps failing');
    await lease.finish(tx, { due_at: new Date(app.clock.now().getTime() + pauseMs) }, rows);
  },
});
