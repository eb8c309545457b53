import { runInScope } from '@platform/runtime';
import type { App } from '../app.ts';
import { claimRun, type HeldRun, LostLeaseError } from './verification-run.ts';
import { type WalkPace, walkLedger } from './walk-ledger.ts';

/** Verifies ledgers in the background, one at a time in each process. */
export interface VerificationRunner {
  /** Begins to work when nothing else runs here. */
  wake(): void;
  /** Leaves what runs to another process, or to the next start. */
  stop(): Promise<void>;
}

type Walker = Pick<App, 'db' | 'pool' | 'clock' | 'log' | 'evidence'>;

/** Seconds that one of its reads may take. */
const statementSeconds = 10;

/**
 * Claims verifications with a lease (`FOR UPDATE SKIP LOCKED`) and walks each for a turn of some seconds, so that a
 * long ledger does not hold up a short one. A run whose process died is taken over at its checkpoint when the lease ends.
 * @param pace of the walk, where it is not the common one
 */
export function createVerificationRunner(app: Walker, pace: Partial<WalkPace> = {}): VerificationRunner {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isAsked = false;
      const held = await claimRun(app);
      if (held) await walkHeld(app, held, { ...pace, signal: stopping.signal });
      else if (!isAsked) return;
    }
  }

  return {
    wake() {
      isAsked = true;
      if (stopping.signal.aborted || running) return;
      running = work()
        .catch((error: unknown) => app.log.warn({ err: error }, 'verifications of consent ledgers wait'))
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

async function walkHeld(app: Walker, held: HeldRun, pace: Partial<WalkPace> & { signal: AbortSignal }): Promise<void> {
  // The connections of reports are apart from those of users.
  const scope = { request_id: held.run.id, reports: { statementSeconds } };
  try {
    await runInScope(scope, () => walkLedger(app, held, pace));
  } catch (error) {
    if (error instanceof LostLeaseError) return;
    if (pace.signal.aborted && error === pace.signal.reason) return void (await held.putBack().catch(() => {}));
    await held.postpone(error).catch(() => {});
  }
}
