import { PeriodMetric, type SocialDashboard } from '@platform/contracts';
import { dayMs, mapInSlices } from '@platform/runtime';
import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type BrandRow, requireBrand } from '../brands/brand.ts';
import { compareNumber, sumsOf } from '../insights/period-numbers.ts';
import { addDays } from '../insights/week.ts';
import { bestTimesBy, measuredMs } from '../metrics/best-times.ts';
import { type MeasuredPost, maxMeasured, readMeasured } from '../metrics/measured-posts.ts';
import { toLocalTime, toMoment } from '../posts/local-time.ts';
import { accounts, ideas, slots, variants } from '../schema.ts';
import { activeStrategy, type StrategyRow } from '../strategy/strategy.ts';
import { wantedOn } from './wanted-posts.ts';

type View = z.input<typeof SocialDashboard>;
type Reader = Pick<App, 'db' | 'clock'>;

const shownDays = 7;
const shownUncertain = 10;
const maxAccounts = 100;

/**
 * How a brand does: one round of reads, each by an index.
 * @param query.days of the period that ends now
 * @throws AppError `brand_not_found`
 */
export async function readDashboard(app: Reader, brand_id: string, { days }: { days: number }): Promise<View> {
  const brand = await requireBrand(app.db, brand_id);
  const now = app.clock.now();
  const begin = new Date(now.getTime() - days * dayMs);
  const before = new Date(begin.getTime() - days * dayMs);
  const first = new Date(Math.min(before.getTime(), now.getTime() - measuredMs));
  const today = toLocalTime(now, brand.timezone).slice(0, 10);
  const dates = Array.from({ length: shownDays }, (_, at) => addDays(today, at));
  const [states, filled, strategy, shown, uncertain, posts] = await Promise.all([
    countStates(app, brand_id),
    readFilled(app, brand, dates),
    activeStrategy(app.db, brand_id),
    readAccounts(app, brand_id),
    readUncertain(app, brand_id),
    readMeasured(app.db, brand_id, { from: first, to: now }),
  ]);
  const current = sumsOf(posts.filter(({ published_at }) => published_at >= begin));
  const previous = sumsOf(posts.filter(({ published_at: at }) => at >= before && at < begin));
  return {
    states: [...states, { state: 'published', posts: current.posts.value ?? 0 }],
    days: await countDays(dates, { brand, strategy, posts, filled }),
    uncertain,
    accounts: shown,
    period_days: days,
    kpis: PeriodMetric.options.map((metric) => compareNumber(metric, current[metric], previous[metric].value)),
    is_cut: posts.length === maxMeasured,
  };
}

const countStates = ({ db }: Reader, brand_id: string) =>
  db
    .select({ state: variants.state, posts: count() })
    .from(variants)
    .where(and(eq(variants.brand_id, brand_id), ne(variants.state, 'published')))
    .groupBy(variants.state)
    .orderBy(asc(variants.state));

/** Days of the slots with a post. */
async function readFilled({ db }: Reader, { id, timezone }: BrandRow, dates: readonly string[]): Promise<string[]> {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const rows = await db
    .select({ local_time: slots.local_time })
    .from(slots)
    .where(
      and(
        eq(slots.brand_id, id),
        gte(slots.at, toMoment(`${first}T00:00`, timezone)),
        lt(slots.at, toMoment(`${addDays(last, 1)}T00:00`, timezone)),
        and(isNotNull(slots.variant_id), inArray(slots.state, ['planned', 'published'])),
      ),
    );
  return rows.map(({ local_time }) => local_time.slice(0, 10));
}

async function countDays(
  dates: readonly string[],
  facts: { brand: BrandRow; strategy: StrategyRow | null; posts: readonly MeasuredPost[]; filled: readonly string[] },
): Promise<View['days']> {
  const { brand, strategy, posts, filled } = facts;
  const cadence = strategy?.cadence ?? [];
  const bestTimesOf = bestTimesBy(posts, brand.timezone);
  // Thousands of posts of an account are ranked at once: other requests come between two accounts.
  await mapInSlices([...new Set(cadence.map(({ account_id }) => account_id))], bestTimesOf);
  return dates.map((date) => ({
    date,
    wanted: wantedOn(date, cadence, { blackouts: brand.blackouts, bestTimesOf }),
    filled: filled.filter((day) => day === date).length,
  }));
}

const readAccounts = ({ db }: Reader, brand_id: string) =>
  db
    .select({
      id: accounts.id,
      channel: accounts.channel,
      name: accounts.name,
      state: accounts.state,
      members: accounts.members,
      last_error: accounts.last_error,
    })
    .from(accounts)
    .where(and(eq(accounts.brand_id, brand_id), ne(accounts.state, 'archived')))
    .orderBy(asc(accounts.id))
    .limit(maxAccounts);

async function readUncertain({ db }: Reader, brand_id: string): Promise<View['uncertain']> {
  const rows = await db
    .select({
      variant_id: variants.id,
      account_id: variants.account_id,
      title: ideas.title,
      due_at: variants.due_at,
      posts: sql<number>`(count(*) OVER ())::int`,
      for_a_person: sql<number>`(count(*) FILTER (WHERE ${variants.due_at} IS NULL) OVER ())::int`,
    })
    .from(variants)
    .innerJoin(ideas, eq(ideas.id, variants.idea_id))
    .where(and(eq(variants.brand_id, brand_id), eq(variants.state, 'uncertain')))
    .orderBy(desc(variants.id))
    .limit(shownUncertain);
  return {
    posts: rows[0]?.posts ?? 0,
    for_a_person: rows[0]?.for_a_person ?? 0,
    newest: rows.map(({ variant_id, account_id, title, due_at }) => ({
      variant_id,
      account_id,
      title,
      is_for_person: due_at === null,
      next_attempt_at: due_at?.toISOString() ?? null,
    })),
  };
}
