import { type Lease, LostLeaseError, newId, runInScope } from '@platform/runtime';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ledger_verifications } from '../schema.ts';
import { emptyChain } from './chain.ts';
import { holdsCheckpoint, signCheckpoint } from './checkpoint-token.ts';

export type VerificationRow = typeof ledger_verifications.$inferSelect;

/** A verification that this process has claimed. Its writes go through the lease, and run on the main pool. */
export interface HeldRun {
  run: VerificationRow;
  /**
   * Writes a checkpoint, signed, and renews the lease. Tries count from the last checkpoint on.
   * @throws LostLeaseError
   */
  save(change: Partial<VerificationRow>): Promise<void>;
  /**
   * Writes the result; of its scope it is the one that stays. A verification that was requested since this one began
   * waits from then on: this one has not read the records as they were at the request.
   * @throws LostLeaseError
   */
  finish(result: Partial<VerificationRow> & Pick<VerificationRow, 'scope'>): Promise<void>;
  /** Ends the slice: any process may go on at the checkpoint, after ledgers that wait longer. */
  putBack(): Promise<void>;
}

const atBeginning = {
  scope: 'whole',
  from_seq: null,
  target_seq: null,
  target_hash: null,
  seq: 0,
  hash: emptyChain.hash,
  signed_heads: 0,
} as const;

/** The next moment of the clock, behind every result of the owner: clocks of processes differ. */
const endOf = ({ owner_type, owner_id }: VerificationRow, now: Date) =>
  sql<Date>`greatest(${now.toISOString()}::timestamptz, (
    SELECT max(o.finished_at) + interval '1 millisecond' FROM identity.ledger_verifications AS o
     WHERE o.owner_type = ${owner_type} AND o.owner_id = ${owner_id}))`;

/**
 * Opens a claimed run at its checkpoint. A run whose checkpoint is not the one that was written begins anew, and
 * reads every record.
 */
export async function openRun(
  app: Pick<App, 'db' | 'clock' | 'log' | 'evidence'>,
  lease: Lease<typeof ledger_verifications>,
): Promise<HeldRun> {
  const { row } = lease;
  const { owner_type, owner_id } = row;
  const isAsWritten = row.from_seq === null || (await holdsCheckpoint(app, row));
  if (!isAsWritten)
    app.log.warn({ owner_type, owner_id }, 'the checkpoint of a verification was altered: the verification restarts');
  const run = isAsWritten ? row : { ...row, ...atBeginning };
  /** As it stands in the database, for the records that this process has read. */
  let state = run;
  const sign = async (change: Partial<VerificationRow>) => {
    state = { ...state, ...change };
    return { ...change, checkpoint_token: await signCheckpoint(app, state) };
  };
  // The walk reads on the connections of reports.
  const onMainPool = <T>(write: () => Promise<T>): Promise<T> =>
    runInScope({ request_id: run.id, isBackground: true }, write);
  return {
    run,
    save: (change) => onMainPool(async () => lease.require(app.db, { ...(await sign(change)), tries: 1 })),
    finish: (result) =>
      onMainPool(() =>
        app.db.transaction(async (tx) => {
          const finished_at = endOf(run, app.clock.now());
          const [finished] = await lease.finish(tx, { ...(await sign(result)), finished_at });
          if (!finished) throw new LostLeaseError('verifications');
          await tx
            .delete(ledger_verifications)
            .where(
              and(
                eq(ledger_verifications.owner_type, owner_type),
                eq(ledger_verifications.owner_id, owner_id),
                eq(ledger_verifications.scope, result.scope),
                isNotNull(ledger_verifications.finished_at),
                ne(ledger_verifications.id, run.id),
              ),
            );
          const { again_scope: scope, again_at } = finished;
          if (scope && again_at)
            await tx
              .insert(ledger_verifications)
              .values({ id: newId(), owner_type, owner_id, scope, requested_at: again_at, due_at: again_at });
        }),
      ),
    putBack: () => onMainPool(async () => void (await lease.postpone(app.db, { afterMs: 0 }))),
  };
}
