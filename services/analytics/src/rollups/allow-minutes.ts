import { runStatement, type Tx } from '@platform/runtime';

const statement = { name: 'allow_minutes', text: "SELECT set_config('statement_timeout', '10min', true)" };

/** Lets the statements of a transaction take longer than what a request waits for: jobs that read a week of events. */
export const allowMinutes = async (tx: Tx): Promise<void> => {
  await runStatement(tx, statement, []);
};
