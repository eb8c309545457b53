import type { ListeningSource } from '@platform/contracts';
import { errorText, type Lease, minuteMs, type WorkKind } from '@platform/runtime';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { brands, listening_queries } from '../schema.ts';
import type { Failure, ListeningReport } from './listening-report.ts';
import type { QueryRow } from './query.ts';
import { type FoundText, SourceError, searchChannel, searchFeed, searchInbox } from './sources.ts';
import { storeFound } from './store-found.ts';

const everyMs = 15 * minuteMs;

type Requester = Pick<App, 'db' | 'clock' | 'settings' | 'works'>;

const afterPeriod = (now: Date): Date => new Date(now.getTime() + everyMs);

/** Listening queries, each after its period. Brands take turns. With `SOCIAL_INBOX` off they run for a call only. */
export const queryKind = (app: AppParts): WorkKind<typeof listening_queries, ListeningReport> => ({
  name: 'listening',
  table: listening_queries,
  key: listening_queries.id,
  leaseMs: 2 * minuteMs,
  pollMs: app.settings.SOCIAL_INBOX === 'off' ? null : app.timing.claimEveryMs,
  isOpen: () =>
    inArray(
      listening_queries.brand_id,
      app.db.select({ id: brands.id }).from(brands).where(isNull(brands.archived_at)),
    ),
  group: listening_queries.brand_id,
  maxTries: 3,
  backoffMs: [everyMs],
  describe: ([row]) => ({ query_id: row?.id }),
  run: (lease) => runQuery(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { due_at: afterPeriod(app.clock.now()) }, rows);
  },
});

/**
 * Runs the listening queries that are due.
 * @param options.budgetMs after this time no more are begun
 */
export const runQueries = async (app: Requester, { budgetMs }: { budgetMs: number }): Promise<ListeningReport> =>
  app.settings.SOCIAL_INBOX === 'off' ? { new: 0, errors: [] } : sum(await app.works.queries.runDue({ budgetMs }));

/**
 * Runs the queries of a brand now, due or not, also with `SOCIAL_INBOX` off. A query that another process works on, or
 * this one by itself, runs once: it is counted, and what it finds is in the report of that run.
 * @returns `running` is the number of queries that still run
 * @throws `brand_not_found`
 */
export async function runBrandQueries(
  app: Requester,
  brand_id: string,
): Promise<ListeningReport & { running: number }> {
  await requireBrand(app.db, brand_id);
  const isOfBrand = eq(listening_queries.brand_id, brand_id);
  const reports = await app.works.queries.runDue({ budgetMs: 40_000, only: isOfBrand, isEarly: true });
  const running = await app.db.$count(
    listening_queries,
    and(isOfBrand, gt(listening_queries.lease_until, app.clock.now())),
  );
  return { ...sum(reports), running };
}

const sum = (reports: readonly ListeningReport[]): ListeningReport => ({
  new: reports.reduce((total, report) => total + report.new, 0),
  errors: reports.flatMap(({ errors }) => errors),
});

interface Call {
  source: ListeningSource;
  url: string | null;
  search(): Promise<FoundText[]>;
}

const callsOf = (app: AppParts, query: QueryRow): Call[] =>
  query.sources.flatMap((source): Call[] => {
    switch (source) {
      case 'inbox':
        return [{ source, url: null, search: () => searchInbox(app, query) }];
      case 'rss':
        return query.feed_urls.map((url) => ({ source, url, search: () => searchFeed(app, query, url) }));
      case 'vk_search':
        return [{ source, url: null, search: () => searchChannel(app, query, 'vk') }];
      default:
        source satisfies 'threads_search';
        return [{ source, url: null, search: () => searchChannel(app, query, 'threads') }];
    }
  });

/** Asks the sources of a query, all at once, and writes what they gave. */
async function runQuery(app: AppParts, lease: Lease<typeof listening_queries>): Promise<ListeningReport> {
  const query = lease.row;
  const due_at = afterPeriod(app.clock.now());
  const calls = callsOf(app, query);
  const results = await Promise.allSettled(calls.map(({ search }) => search()));
  const answers: { source: ListeningSource; posts: FoundText[] }[] = [];
  const errors: Failure[] = [];
  for (const [at, { source, url }] of calls.entries()) {
    const result = results[at];
    if (result?.status === 'fulfilled') answers.push({ source, posts: result.value });
    else errors.push({ query_id: query.id, source, url, ...reasonOf(app, query, result?.reason) });
  }
  lease.signal.throwIfAborted();
  const created = await app.db.transaction(async (tx) => {
    await lease.require(tx);
    const now = app.clock.now();
    const counts = [];
    for (const { source, posts } of answers) counts.push(await storeFound(app, tx, { query, source, posts, now }));
    await lease.finish(tx, { errors, ran_at: now, due_at });
    return counts.reduce((total, one) => total + one, 0);
  });
  return { new: created, errors };
}

function reasonOf(app: AppParts, { id }: QueryRow, reason: unknown): Pick<Failure, 'code' | 'message'> {
  if (reason instanceof SourceError) return { code: reason.code, message: reason.message };
  app.log.warn({ query_id: id, reason: errorText(reason) }, 'a source of listening failed');
  return { code: 'platform', message: 'the platform failed' };
}
