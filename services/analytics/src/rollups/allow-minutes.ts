import { raiseStatementTimeout, type Tx } from '@platform/runtime';

/**
 * Lets the statements of a transaction take longer than what a request waits for: jobs that read a week of
 * events.
 */
export const allowMinutes = (tx: Tx): Promise<void> => raiseStatementTimeout(tx, 600);
