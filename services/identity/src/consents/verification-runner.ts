import { runInBackground, runInScope } from '@platform/runtime';
import type { App } from '../app.ts';
import { claimRun, type HeldRun, LostLeaseError, leaseSeconds } from './verification-run.ts';
import type { VerificationRunner } from './verification-work.ts';
import { type WalkPace, walkLedger } from './walk-ledger.ts';

/** How a process walks, and how often it says that it still does. */
type RunnerPace = Partial<WalkPace> & {
  /** Milliseconds between two renewals of the lease. */
  renewMs?: number;
};

type Walker = Pick<App, 'db' | 'pool' | 'clock' | 'log' | 'evidence'>;

/** Seconds that one of its reads may take. */
const statementSeconds = 10;

/**
 * Claims verifications with a lease (`FOR UPDATE SKIP LOCKED`) and walks each for a slice of some seconds, so that a
 * long ledger does not hold up a short one. A run whose process died is taken over at its checkpoint when the lease ends.
 * @param pace of the walk, where it is not the common one
 */
export function createVerificationRunner(app: Walker, pace: RunnerPace = {}): VerificationRunner {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isAsked = false;
      const heldRun = await claimRun(app);
      if (heldRun) await walkHeldRun(app, heldRun, { ...pace, signal: stopping.signal });
      else if (!isAsked) return;
    }
  }

  return {
    wake() {
      isAsked = true;
      if (stopping.signal.aborted || running) return;
      running = runInBackground(work)
        .catch((error: unknown) =>
          app.log.warn({ err: error }, 'verifications of consent ledgers wait: they are retried'),
        )
        .finally(() => {
          running = null;
        });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function walkHeldRun(app: Walker, heldRun: HeldRun, pace: RunnerPace & { signal: AbortSignal }): Promise<void> {
  // The connections of reports are apart from those of users.
  const scope = { request_id: heldRun.run.id, reports: { statementSeconds } };
  // Reads wait for a connection as long as it takes.
  const renewal = setInterval(
    () => {
      heldRun.renew().catch((error: unknown) => {
        if (!(error instanceof LostLeaseError))
          app.log.warn({ err: error }, 'the lease of a verification could not be renewed');
      });
    },
    pace.renewMs ?? (leaseSeconds * 1000) / 3,
  ).unref();
  try {
    await runInScope(scope, () => walkLedger(app, heldRun, pace));
  } catch (error) {
    if (error instanceof LostLeaseError) {
      app.log.warn({ err: error }, 'a verification of a consent ledger lost its lease to another process');
      return;
    }
    // Where the write fails too, the lease ends by itself and any process goes on at the checkpoint.
    const giveUp = pace.signal.aborted && error === pace.signal.reason ? heldRun.putBack() : heldRun.postpone(error);
    await giveUp.catch((failure: unknown) =>
      app.log.warn({ err: failure }, 'a verification of a consent ledger waits for the end of its lease'),
    );
  } finally {
    clearInterval(renewal);
  }
}
