import type { PlanSourceKind, SocialChannel, SocialGoal, StrategyRubric } from '@platform/contracts';
import { allocate } from '../plan/allocate.ts';

/** The day on which the tables of this file were agreed on. */
export const tablesFrom = '2026-11-24';

type RubricCode = 'news' | 'how_to' | 'product' | 'stories' | 'occasions';

/** What the posts of a rubric are made from, round robin. */
const sourcesOf: Record<RubricCode, PlanSourceKind[]> = {
  news: ['changelog_entry', 'post'],
  how_to: ['article', 'faq'],
  product: ['post', 'download', 'memory'],
  stories: ['own_post', 'post'],
  occasions: ['occasion'],
};
const codes = Object.keys(sourcesOf) as RubricCode[];

/** Percent of each rubric for each goal. Each row makes 100. */
const weights: Record<SocialGoal, Record<RubricCode, number>> = {
  awareness: { news: 20, how_to: 25, product: 20, stories: 25, occasions: 10 },
  traffic: { news: 25, how_to: 40, product: 25, stories: 5, occasions: 5 },
  registrations: { news: 25, how_to: 30, product: 35, stories: 5, occasions: 5 },
  sales: { news: 20, how_to: 20, product: 45, stories: 10, occasions: 5 },
  support: { news: 30, how_to: 50, product: 10, stories: 5, occasions: 5 },
};

/** The first goal counts three times as much as the third. */
const ranks = [3, 2, 1];
const withoutGoals: readonly SocialGoal[] = ['awareness', 'traffic'];

/** The rubrics of a strategy for some goals, the most important one first; their weights make 100. */
export function rubricsFor(goals: readonly SocialGoal[]): StrategyRubric[] {
  const chosenGoals = goals.length === 0 ? withoutGoals : [...new Set(goals)];
  const shares = codes.map((code) =>
    chosenGoals.reduce((sum, goal, at) => sum + weights[goal][code] * (ranks[at] ?? 1), 0),
  );
  const whole = allocate(shares, 100);
  return codes.map((code, at) => ({ code, weight: whole[at] ?? 0, sources: sourcesOf[code] }));
}

/** Posts a week on a channel. */
export const postsPerWeek: Record<SocialChannel, number> = { telegram: 4, vk: 4, max: 3, instagram: 3, threads: 5 };

const bestDays = [2, 4, 3, 1, 5, 6, 7];
const bestHours = ['10:00', '18:00', '12:30', '20:30', '15:00'];

/** Times of a week, the best first: at most one a day as long as there are days left. */
export const bestTimes: readonly { weekday: number; at: string }[] = bestHours.flatMap((at) =>
  bestDays.map((weekday) => ({ weekday, at })),
);
