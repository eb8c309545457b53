import { AppError, allowSeconds, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';

/** Reads single events for a report; no more at once than the service can bear. */
export interface HeavyReports {
  /**
   * Runs `work` in a transaction that sees one moment, with a statement timeout of its own, as soon as it is its turn.
   * @throws AppError `service_unavailable` when its turn does not come within some seconds
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** At once in a process: the connections that are left are for reports that read what is counted, and for events. */
const atOnce = 2;
const longestWaitMs = 5_000;
/** Less than the gateway waits. */
const statementSeconds = 25;
/** After about so long one of them is done. */
const retryAfterSeconds = 5;

const seeOneMoment = { name: 'see_one_moment', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' };
/** Compiling one of these statements takes longer than it saves. */
const setLimits = {
  name: 'set_limits_of_report',
  text: "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)",
};

/** What a report says that could not be made now. */
const busy = (message: string, cause?: unknown) =>
  new AppError('service_unavailable', { message, retryAfterSeconds, cause });

/** Lets heavy reports of this process run one after another, as they came. */
export function createHeavyReports(
  { db }: Pick<App, 'db'>,
  { waitMs = longestWaitMs }: { waitMs?: number } = {},
): HeavyReports {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(busy('Too many reports are being made; try again in some seconds.'));
      }, waitMs);
      waiting.push(begin);
    });

  return {
    async run(work) {
      // Who leaves hands the place over, so `running` stays as it is.
      if (running >= atOnce) await turn();
      else running += 1;
      try {
        return await db.transaction(async (tx) => {
          await Promise.all([
            runStatement(tx, seeOneMoment, []),
            runStatement(tx, setLimits, []),
            allowSeconds(tx, statementSeconds),
          ]);
          return await work(tx);
        });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
