import type { App } from '../app.ts';
import type { MetricsReader } from './channel-calls.ts';
import { takeMembers } from './take-members.ts';
import { takeSnapshots } from './take-snapshots.ts';

export interface MetricsReport {
  posts: number;
  accounts: number;
  /** Readings of accounts that their channel did not answer. */
  failed: number;
}

/**
 * Reads the numbers of channels that are due: of posts, then of accounts.
 * @param options.budgetMs after this time nothing more is begun
 */
export async function takeMetrics(
  app: MetricsReader & { works: Pick<App['works'], 'snapshots'> },
  { budgetMs }: { budgetMs: number },
): Promise<MetricsReport> {
  const until = performance.now() + budgetMs;
  const { posts, failed } = await takeSnapshots(app, { budgetMs });
  const members = await takeMembers(app, { budgetMs: Math.max(0, until - performance.now()) });
  return { posts, accounts: members.accounts, failed: failed + members.failed };
}
