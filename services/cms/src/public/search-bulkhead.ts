import type { Tx } from '@platform/runtime';

/** The bulkhead of searches: other reads never wait for one. */
export interface SearchTurns {
  /**
   * Runs the statements of a search in one read transaction when its turn comes. Turns go round the sites,
   * and one site has one search at a time.
   * @throws AppError `service_unavailable` with `Retry-After` when too many searches wait, or when one of its
   * statements takes too long
   */
  run<T>(siteId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}
