import type { ListeningSource } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { dayMs, errorText, minuteMs, newId, type Tx } from '@platform/runtime';
import { and, asc, count, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { requireBrand } from '../brands/brand.ts';
import type { FoundPost } from '../channels/channel-search.ts';
import { brands, listening_items, listening_queries } from '../schema.ts';
import type { QueryRow, QueryView } from './query.ts';
import { type Listener, SourceError, searchChannel, searchFeed, searchInbox } from './sources.ts';

const maxQueries = 20;
const everyMs = 15 * minuteMs;
/** A process that dies leaves a query to another one after this time. */
const leaseMs = 2 * minuteMs;
/** New items of one source of one run, and of a brand in 24 hours. */
const maxOfSource = 100;
const maxOfDay = 1_000;
/** Items are retained for so long: older ones would be found again. */
export const retainedMs = 90 * dayMs;
const maxExcerpt = 1_000;

type Failure = QueryView['errors'][number];

export interface ListeningReport {
  new: number;
  errors: Failure[];
}

/**
 * Runs listening queries. Of the processes one runs a query at a time.
 * @param options.budgetMs after this time no more are begun
 * @param options.brand_id only those of this brand, due or not; a call for a brand ignores `SOCIAL_INBOX`
 */
export async function runQueries(
  app: Listener,
  { budgetMs, brand_id = null }: { budgetMs: number; brand_id?: string | null },
): Promise<ListeningReport> {
  const until = performance.now() + budgetMs;
  const report: ListeningReport = { new: 0, errors: [] };
  if (brand_id === null && app.settings.SOCIAL_INBOX === 'off') return report;
  const queue = await claimDueQueries(app, brand_id);
  for (let query = queue.shift(); query !== undefined; query = queue.shift()) {
    if (performance.now() > until) {
      await giveBack(app, [query, ...queue]);
      break;
    }
    try {
      const { created, errors } = await runQuery(app, query);
      report.new += created;
      report.errors.push(...errors);
    } catch (error) {
      app.log.warn({ query_id: query.id, reason: errorText(error) }, 'a listening query could not run');
    }
  }
  return report;
}

/**
 * Runs the queries of a brand now.
 * @throws `brand_not_found`
 */
export async function runBrandQueries(app: Listener, brand_id: string): Promise<ListeningReport> {
  await requireBrand(app.db, brand_id);
  return runQueries(app, { budgetMs: 40_000, brand_id });
}

async function claimDueQueries({ db, clock }: Listener, brand_id: string | null): Promise<QueryRow[]> {
  const now = clock.now();
  const isFree = or(isNull(listening_queries.running_until), lte(listening_queries.running_until, now));
  const isMeant = brand_id === null ? lte(listening_queries.run_at, now) : eq(listening_queries.brand_id, brand_id);
  return db.transaction(async (tx) => {
    const live = tx.select({ id: brands.id }).from(brands).where(isNull(brands.archived_at));
    const due = await tx
      .select({ id: listening_queries.id })
      .from(listening_queries)
      .where(and(isMeant, isFree, inArray(listening_queries.brand_id, live)))
      .orderBy(asc(listening_queries.run_at))
      .limit(maxQueries)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const lease = { running_until: new Date(now.getTime() + leaseMs), run_at: new Date(now.getTime() + everyMs) };
    return tx.update(listening_queries).set(lease).where(inArray(listening_queries.id, ids)).returning();
  });
}

/** Leaves queries to the next run. */
async function giveBack({ db, clock }: Listener, queries: readonly QueryRow[]): Promise<void> {
  const ids = queries.map(({ id }) => id);
  await db
    .update(listening_queries)
    .set({ running_until: null, run_at: clock.now() })
    .where(inArray(listening_queries.id, ids));
}

interface Call {
  source: ListeningSource;
  url: string | null;
  search(): Promise<FoundPost[]>;
}

const callsOf = (app: Listener, query: QueryRow): Call[] =>
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
async function runQuery(app: Listener, query: QueryRow): Promise<{ created: number; errors: Failure[] }> {
  const calls = callsOf(app, query);
  const results = await Promise.allSettled(calls.map(({ search }) => search()));
  const answers: { source: ListeningSource; posts: FoundPost[] }[] = [];
  const errors: Failure[] = [];
  for (const [at, { source, url }] of calls.entries()) {
    const result = results[at];
    if (result?.status === 'fulfilled') answers.push({ source, posts: result.value });
    else errors.push({ query_id: query.id, source, url, ...reasonOf(app, query, result?.reason) });
  }
  const written = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const counts = [];
    for (const { source, posts } of answers) counts.push(await storePosts(tx, { query, source, posts, now }));
    await tx
      .update(listening_queries)
      .set({ errors, ran_at: now, running_until: null })
      .where(eq(listening_queries.id, query.id));
    return counts.reduce((sum, one) => sum + one, 0);
  });
  return { created: written, errors };
}

function reasonOf(app: Listener, { id }: QueryRow, reason: unknown): Pick<Failure, 'code' | 'message'> {
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
