import { type InsightFacts, PeriodMetric } from '@platform/contracts';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { enoughPosts, hoursOf } from '../metrics/hours.ts';
import { type MeasuredPost, maxMeasured, readMeasured } from '../metrics/measured-posts.ts';
import { medianOf, type RankedPost, rankPosts } from '../metrics/rank-posts.ts';
import { templateLanguage } from '../plan/write-post.ts';
import { activeStrategy } from '../strategy/strategy.ts';
import { findProposals } from './find-proposals.ts';
import { compareNumber, roundTo, sumsOf } from './period-numbers.ts';
import { readRevenue } from './read-revenue.ts';
import { addDays, periodOf } from './week.ts';

/** Weeks that the numbers of a week are compared with, and weeks that say what rubrics and hours bring. */
const weeksBefore = 4;
const weeksOfHabits = 12;
const shownPosts = 5;
const shown = { hoursOfAccount: 10, hours: 200, rubrics: 50 };

/** Everything that a report about a week says. Not to be called in a transaction. */
export async function gatherFacts(
  app: Pick<App, 'db' | 'ask' | 'log'>,
  brand: BrandRow,
  monday: string,
): Promise<InsightFacts> {
  const { id, timezone } = brand;
  const week = periodOf(monday, 1, timezone);
  const habits = { from: periodOf(addDays(monday, -7 * (weeksOfHabits - 1)), 1, timezone).from, to: week.to };
  const [posts, strategy, revenue] = await Promise.all([
    readMeasured(app.db, id, habits),
    activeStrategy(app.db, id),
    readRevenue(app, brand, monday),
  ]);
  const ofWeek = (start: string) => {
    const { from, to } = periodOf(start, 1, timezone);
    return posts.filter(({ published_at }) => published_at >= from && published_at < to);
  };
  const sums = sumsOf(ofWeek(monday));
  const before = Array.from({ length: weeksBefore }, (_, at) => sumsOf(ofWeek(addDays(monday, -7 * (at + 1)))));
  const numbers = PeriodMetric.options.map((metric) => {
    const values = before.flatMap((one) => one[metric].value ?? []);
    return compareNumber(metric, sums[metric], medianOf(values));
  });
  const ranked = rankPosts(posts);
  const postsOfWeek = ranked.filter(({ post }) => post.published_at >= week.from);
  // A post is either one of the best or one of the weakest.
  const top = postsOfWeek.slice(0, Math.min(shownPosts, Math.ceil(postsOfWeek.length / 2)));
  const bottom = postsOfWeek.slice(top.length).slice(-shownPosts).toReversed();
  const hours = hoursOfAccounts(posts, timezone);
  const shownHours = hours.flatMap((own) => own.slice(0, shown.hoursOfAccount)).slice(0, shown.hours);
  const rubrics = rubricsOf(ranked);
  return {
    numbers,
    top: top.map(toShown),
    bottom: bottom.map(toShown),
    hours: shownHours,
    rubrics,
    revenue,
    proposals: findProposals(strategy, { rubrics, hours: hours.flat() }, templateLanguage(brand.languages)),
    is_cut: posts.length === maxMeasured,
  };
}

const toShown = ({ post, metric, value, ratio }: RankedPost): InsightFacts['top'][number] => ({
  variant_id: post.variant_id,
  account_id: post.account_id,
  channel: post.channel,
  title: post.title,
  published_at: post.published_at.toISOString(),
  url: post.url,
  rubric: post.rubric,
  metric,
  value,
  ratio: ratio === null ? null : roundTo(ratio, 2),
});

/** The hours of each account, the best first. */
function hoursOfAccounts(posts: readonly MeasuredPost[], timezone: string): InsightFacts['hours'][] {
  const byAccount = [...Map.groupBy(posts, ({ account_id }) => account_id)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byAccount.map(([account_id, own]) => hoursOf(own, timezone).map((one) => ({ account_id, ...one })));
}

/** What posts of each rubric bring beside the others of their account, the best first. */
function rubricsOf(ranked: readonly RankedPost[]): InsightFacts['rubrics'] {
  const byRubric = Map.groupBy(ranked, ({ post }) => post.rubric ?? '');
  return [...byRubric]
    .flatMap(([rubric, rubricPosts]) => {
      const ratios = rubricPosts.flatMap(({ ratio }) => ratio ?? []);
      const median = medianOf(ratios);
      if (rubric === '' || ratios.length < enoughPosts || median === null) return [];
      return [{ rubric, posts: ratios.length, ratio: roundTo(median, 2) }];
    })
    .toSorted((a, b) => b.ratio - a.ratio || (a.rubric < b.rubric ? -1 : 1))
    .slice(0, shown.rubrics);
}
