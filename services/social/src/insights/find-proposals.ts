import type { Cadence, InsightFacts, StrategyRubric } from '@platform/contracts';
import { clockOf, hourOf } from '../metrics/hours.ts';
import type { templateLanguage } from '../plan/write-post.ts';
import { roundTo } from './period-numbers.ts';

type Proposal = InsightFacts['proposals'][number];
type Rubrics = InsightFacts['rubrics'];
type Hours = InsightFacts['hours'];

/** What is better by less than this is no reason for a change. */
const clearlyBetter = 1.2;
/** Percent of the posts that change their rubric at once. */
const weightStep = 10;
const maxADay = 5;

type Language = ReturnType<typeof templateLanguage>;
const days: Record<Language, readonly string[]> = {
  ru: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
};
const insteadOfWord: Record<Language, string> = { ru: 'вместо', en: 'in place of' };
const medianWord: Record<Language, string> = { ru: 'медиана', en: 'median' };

/**
 * Changes of a strategy that the numbers of its rubrics and hours speak for. Each is a whole body: rubrics
 * and cadence that are not meant stay as the strategy has them.
 */
export function findProposals(
  strategy: { rubrics: readonly StrategyRubric[]; cadence: readonly Cadence[] } | null,
  { rubrics, hours }: { rubrics: Rubrics; hours: Hours },
  language: Language,
): Proposal[] {
  if (strategy === null) return [];
  return [...moveWeight(strategy.rubrics, rubrics), ...moveTimes(strategy.cadence, hours, language)];
}

/** Weight goes from the weakest rubric to the best one. */
function moveWeight(rubrics: readonly StrategyRubric[], numbers: Rubrics): Proposal[] {
  const known = numbers.filter(({ rubric }) => rubrics.some(({ code }) => code === rubric));
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst || best === worst || best.ratio < worst.ratio * clearlyBetter) return [];
  const from = rubrics.find(({ code }) => code === worst.rubric)?.weight ?? 0;
  const step = Math.min(weightStep, from - 1);
  if (step < 1) return [];
  const moved = rubrics.map((rubric) => {
    if (rubric.code === best.rubric) return { ...rubric, weight: rubric.weight + step };
    return rubric.code === worst.rubric ? { ...rubric, weight: rubric.weight - step } : rubric;
  });
  const ratio = (one: Rubrics[number]) => `${one.rubric}: × ${one.ratio}, n = ${one.posts}`;
  const why = `${best.rubric} +${step} %, ${worst.rubric} −${step} % (${ratio(best)}; ${ratio(worst)})`;
  return [{ kind: 'weights', why, patch: { rubrics: moved } }];
}

/**
 * In the cadence of each account its weakest proven time gives way to a clearly better hour that it does not
 * use.
 */
function moveTimes(cadence: readonly Cadence[], hours: Hours, language: Language): Proposal[] {
  const reasons: string[] = [];
  const moved = cadence.map((accountCadence) => {
    const accountHours = hours.filter(({ account_id }) => account_id === accountCadence.account_id);
    const isUsed = ({ weekday, hour }: Hours[number]) =>
      accountCadence.times.some((time) => time.weekday === weekday && hourOf(time.at) === hour);
    const worst = accountHours.findLast(isUsed);
    const best = accountHours.find(
      (hour) =>
        !isUsed(hour) && accountCadence.times.filter(({ weekday }) => weekday === hour.weekday).length < maxADay,
    );
    if (!worst || !best || best.median < worst.median * clearlyBetter || best.median === 0) return accountCadence;
    reasons.push(`${timeOf(best, language)} ${insteadOfWord[language]} ${timeOf(worst, language)}`);
    const at = accountCadence.times.findLastIndex(
      ({ weekday, at: own }) => weekday === worst.weekday && hourOf(own) === worst.hour,
    );
    return {
      ...accountCadence,
      times: accountCadence.times.with(at, { weekday: best.weekday, at: clockOf(best.hour) }),
    };
  });
  if (reasons.length === 0) return [];
  return [{ kind: 'times', why: reasons.join('; '), patch: { cadence: moved } }];
}

const timeOf = ({ weekday, hour, posts, median }: Hours[number], language: Language): string =>
  `${days[language][weekday - 1] ?? ''} ${clockOf(hour)} (${medianWord[language]} ${roundTo(median, 1)}, n = ${posts})`;
