import { defineStatement, newId, runInScope, runStatement } from '@platform/runtime';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ledger_verifications } from '../schema.ts';

export type VerificationRow = typeof ledger_verifications.$inferSelect;
type Keeper = Pick<App, 'db' | 'clock' | 'log'>;

/** How long a run stays with a process that says nothing. A checkpoint renews the lease. */
const leaseSeconds = 30;
/** How long a run waits after a failure. */
const pauseSeconds = 10;
/** Failures in a row after which an operator has to look. */
const manyFailures = 10;

/** Another process has the run, or a request replaced it. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError';
}

/** A verification that this process has claimed. Its writes compare the lease, and run on the main pool. */
export interface HeldRun {
  run: VerificationRow;
  /** Writes a checkpoint and renews the lease. @throws LostLeaseError */
  save(change: Partial<VerificationRow>): Promise<void>;
  /** Writes the result; of its scope it is the one that stays. @throws LostLeaseError */
  finish(result: Partial<VerificationRow> & Pick<VerificationRow, 'scope'>): Promise<void>;
  /** Ends the turn: any process may go on at the checkpoint, after ledgers that wait longer. */
  putBack(): Promise<void>;
  /** Ends the turn after a failure: the run is taken again some seconds later. */
  postpone(error: unknown): Promise<void>;
}

const claim = defineStatement({
  name: 'claim_verification',
  text: `UPDATE identity.ledger_verifications
       SET lease_id = $1, leased_until = $2::timestamptz + make_interval(secs => ${leaseSeconds}),
           started_at = coalesce(started_at, $2)
     WHERE id = (SELECT id FROM identity.ledger_verifications
                  WHERE finished_at IS NULL AND (leased_until IS NULL OR leased_until <= $2)
                  ORDER BY worked_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
});

/** Claims the run that has waited longest, or whose process died; null without one. */
export async function claimRun(app: Keeper): Promise<HeldRun | null> {
  const lease_id = newId();
  const { rows } = await runStatement<{ id: string }>(app.db, claim, [lease_id, app.clock.now()]);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const isMine = and(eq(ledger_verifications.id, id), eq(ledger_verifications.lease_id, lease_id));
  const [run] = await app.db.select().from(ledger_verifications).where(isMine);
  return run ? hold(app, run, isMine) : null;
}

function hold(app: Keeper, run: VerificationRow, isMine: ReturnType<typeof and>): HeldRun {
  const until = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
  const write = async (change: Partial<VerificationRow>, db: Pick<App['db'], 'update'> = app.db) => {
    const rows = await db
      .update(ledger_verifications)
      .set(change)
      .where(isMine)
      .returning({ id: ledger_verifications.id });
    if (rows.length === 0) throw new LostLeaseError(`verification ${run.id} has another holder`);
  };
  const onMainPool = <T>(work: () => Promise<T>): Promise<T> => runInScope({ request_id: run.id }, work);
  const ended = () => ({ lease_id: null, worked_at: app.clock.now() });
  return {
    run,
    save: (change) => onMainPool(() => write({ ...change, failures: 0, leased_until: until(leaseSeconds) })),
    finish: (result) =>
      onMainPool(() =>
        app.db.transaction(async (tx) => {
          await write({ ...result, ...ended(), leased_until: null, finished_at: app.clock.now() }, tx);
          await tx
            .delete(ledger_verifications)
            .where(
              and(
                eq(ledger_verifications.owner_type, run.owner_type),
                eq(ledger_verifications.owner_id, run.owner_id),
                eq(ledger_verifications.scope, result.scope),
                isNotNull(ledger_verifications.finished_at),
                ne(ledger_verifications.id, run.id),
              ),
            );
        }),
      ),
    putBack: () => onMainPool(() => write({ ...ended(), leased_until: null })),
    async postpone(error) {
      const failures = run.failures + 1;
      const about = { err: error, owner_type: run.owner_type, owner_id: run.owner_id, failures };
      if (failures % manyFailures === 0) app.log.error(about, 'the verification of a consent ledger keeps failing');
      else app.log.warn(about, 'the verification of a consent ledger failed and is tried again');
      await onMainPool(() => write({ ...ended(), failures, leased_until: until(pauseSeconds) }));
    },
  };
}
