import type { ListeningSource } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { dayMs, errorText, type Lease, minuteMs, newId, type Tx, type WorkKind } from '@platform/runtime';
import { and, count, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import type { FoundPost } from '../channels/channel-search.ts';
import { brands, listening_items, listening_queries } from '../schema.ts';
import type { Failure, ListeningReport } from './listening-report.ts';
import type { QueryRow } from './query.ts';
import { SourceError, searchChannel, searchFeed, searchInbox } from './sources.ts';

const everyMs = 15 * minuteMs;
/** New items of one source of one run, and of a brand in 24 hours. */
const maxOfSource = 100;
const maxOfDay = 1_000;
/** Items are retained for so long: older ones would be found again. */
export const retainedMs = 90 * dayMs;
const maxExcerpt = 1_000;

type Requester = Pick<App, 'db' | 'clock' | 'settings' | 'works'>;

const afterPeriod = (now: Date): Date => new Date(now.getTime() + everyMs);

/** Listening queries, each after its period. Brands take turns. With `SOCIAL_INBOX` off they run for a call only. */
export const queryKind = (app: AppParts): WorkKind<typeof listening_queries, ListeningReport> => ({
  name: 'listening',
  table: listening_queries,
  key: listening_queries.id,
  leaseMs: 2 * minuteMs,
  pollMs: app.settings.SOCIAL_INBOX === 'off' ? null : minuteMs,
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
 * Runs the queries of a brand now, due or not, also with `SOCIAL_INBOX` off.
 * @throws `brand_not_found`
 */
export async function runBrandQueries(app: Requester, brand_id: string): Promise<ListeningReport> {
  await requireBrand(app.db, brand_id);
  const isOfBrand = eq(listening_queries.brand_id, brand_id);
  return sum(await app.works.queries.runDue({ budgetMs: 40_000, only: isOfBrand, isEarly: true }));
}

const sum = (reports: readonly ListeningReport[]): ListeningReport => ({
  new: reports.reduce((total, report) => total + report.new, 0),
  errors: reports.flatMap(({ errors }) => errors),
});

interface Call {
  source: ListeningSource;
  url: string | null;
  search(): Promise<FoundPost[]>;
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
  const answers: { source: ListeningSource; posts: FoundPost[] }[] = [];
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
    for (const { source, posts } of answers) counts.push(await storePosts(tx, { query, source, posts, now }));
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

/** Writes what a source gave. One that is there already stays as it is. Answers how many are new. */
async function storePosts(
  tx: Tx,
  { query, source, posts, now }: { query: QueryRow; source: ListeningSource; posts: readonly FoundPost[]; now: Date },
): Promise<number> {
  const { id: query_id, brand_id } = query;
  const dayAgo = new Date(now.getTime() - dayMs);
  const [itemsOfDay] = await tx
    .select({ value: count() })
    .from(listening_items)
    .where(and(eq(listening_items.brand_id, brand_id), gt(listening_items.created_at, dayAgo)));
  const free = Math.min(maxOfSource, maxOfDay - (itemsOfDay?.value ?? 0));
  const fresh = posts.filter(
    ({ text, at }) => text !== '' && (at === null || now.getTime() - at.getTime() < retainedMs),
  );
  const unique = [...new Map(fresh.map((post) => [post.remote_id, post])).values()];
  const known = await readKnown(tx, { brand_id, source, remote_ids: unique.map(({ remote_id }) => remote_id) });
  const rows = unique
    .filter(({ remote_id }) => !known.has(remote_id))
    .slice(0, Math.max(0, free))
    // Transactions with the same items lock them in one order.
    .toSorted((a, b) => (a.remote_id < b.remote_id ? -1 : 1))
    .map(({ remote_id, text, url, at, keyword }) => ({
      id: newId(),
      brand_id,
      query_id,
      source,
      remote_id,
      url,
      keyword,
      published_at: at,
      text: cutText(text.toWellFormed(), maxExcerpt),
      state: 'new' as const,
      created_at: now,
      updated_at: now,
    }));
  if (rows.length === 0) return 0;
  const target = [listening_items.brand_id, listening_items.source, listening_items.remote_id];
  const created = await tx
    .insert(listening_items)
    .values(rows)
    .onConflictDoNothing({ target })
    .returning({ id: listening_items.id });
  return created.length;
}

async function readKnown(
  tx: Tx,
  { brand_id, source, remote_ids }: { brand_id: string; source: ListeningSource; remote_ids: string[] },
): Promise<Set<string>> {
  if (remote_ids.length === 0) return new Set();
  const rows = await tx
    .select({ remote_id: listening_items.remote_id })
    .from(listening_items)
    .where(
      and(
        eq(listening_items.brand_id, brand_id),
        eq(listening_items.source, source),
        inArray(listening_items.remote_id, remote_ids),
      ),
    );
  return new Set(rows.map(({ remote_id }) => remote_id));
}
