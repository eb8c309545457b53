import pg from 'pg';

/**
 * Counts the statements that this process sends from now on and whose text contains `words`.
 * @returns the count so far, and `stop`, which ends the counting
 */
export function countStatements(words: string): { count: () => number; stop: () => void } {
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  let sent = 0;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (text.includes(words)) sent += 1;
    return query.apply(this, args);
  };
  return {
    count: () => sent,
    stop: () => {
      prototype.query = query;
    },
  };
}
