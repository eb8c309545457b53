import { type Database, runStatement, type Tx } from '@platform/runtime';

const readOneMoment = { name: 'see_one_moment', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' };
/** Compiling one of these statements takes longer than it saves. */
const setLimits = {
  name: 'set_limits_of_report',
  text: "SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)",
};

/**
 * Runs a report that reads single events in a read-only transaction that sees one moment. The runtime bounds
 * how many reports run at once and what a statement may take (`statementSeconds` of the endpoint).
 */
export const seeOneMoment = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await Promise.all([runStatement(tx, readOneMoment, []), runStatement(tx, setLimits, [])]);
    return work(tx);
  });
