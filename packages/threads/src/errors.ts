/** The call took more time or memory than it may; its thread has ended. */
export class ThreadLimitError extends Error {
  readonly limit: 'time' | 'memory';
  constructor(name: string, limit: 'time' | 'memory') {
    super(`${name} ${limit === 'time' ? 'takes too long' : 'needs too much memory'}`);
    this.name = 'ThreadLimitError';
    this.limit = limit;
  }
}

/** Too many calls wait already. */
export class ThreadBusyError extends Error {
  constructor(name: string) {
    super(`too many calls wait for ${name}`);
    this.name = 'ThreadBusyError';
  }
}
