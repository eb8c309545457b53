import { Turns } from '@platform/runtime';

/** The bulkhead of public lists that carry texts: each takes megabytes of memory while it is made. */
export interface LongReads {
  /**
   * Makes a list when its turn comes. Turns go round the sites, and one site has one list at a time.
   * @throws AppError `service_unavailable` with `Retry-After` when too many lists wait
   */
  run<T>(siteId: string, work: () => Promise<T>): Promise<T>;
}

/** Makes the bulkhead of a process. */
export function createLongReads(): LongReads {
  const turns = new Turns({
    atOnce: 2,
    ofOneKey: 1,
    waiting: 64,
    waitMs: 5_000,
    retryAfterSeconds: 2,
    message: 'Too many lists with texts are read: try again in a moment.',
    refusal: 'service_unavailable',
  });
  return { run: (siteId, work) => turns.run({ key: siteId }, work) };
}
