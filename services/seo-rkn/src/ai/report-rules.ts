import type { RuleLocale } from '@platform/contracts';
import type { Task } from '../issues/list-tasks.ts';

/** Advice on a report without a language model: the order of the plan. */

export interface Advice {
  summary: string;
  priorities: { issue_ids: string[]; why: string }[];
}

export const maxPriorities = 10;

interface AdviceTexts {
  score: (score: number | null, issues: number) => string;
  first: (titles: string) => string;
  nothing: string;
  why: (task: Task) => string;
}

const texts: Record<RuleLocale, AdviceTexts> = {
  ru: {
    score: (score, issues) =>
      `${score === null ? 'Оценки нет' : `Оценка: ${score} из 100`}. Открытых замечаний: ${issues}.`,
    first: (titles) => `Сначала: ${titles}.`,
    nothing: 'Исправлять нечего.',
    why: ({ title, pages, effort, gain }) =>
      `${title}. Замечаний: ${pages}, объём работы: ${effort}, выигрыш: ${gain}.`,
  },
  en: {
    score: (score, issues) =>
      `${score === null ? 'There is no score' : `Score: ${score} of 100`}. Open issues: ${issues}.`,
    first: (titles) => `First: ${titles}.`,
    nothing: 'There is nothing to fix.',
    why: ({ title, pages, effort, gain }) => `${title}. Issues: ${pages}, effort: ${effort}, gain: ${gain}.`,
  },
};

const withoutDot = (text: string): string => text.replace(/\.$/, '');

/**
 * The first tasks of the plan, in its order.
 * @param report score and number of open issues
 */
export function adviseByRules(
  report: { score: number | null; open_issues: number },
  plan: readonly Task[],
  locale: RuleLocale,
): Advice {
  const { score, first, nothing, why } = texts[locale];
  const tasks = plan.slice(0, maxPriorities).map((task) => ({ ...task, title: withoutDot(task.title) }));
  const titles = tasks.slice(0, 3).map(({ title }) => title);
  return {
    summary: `${score(report.score, report.open_issues)} ${titles.length === 0 ? nothing : first(titles.join('; '))}`,
    priorities: tasks.map((task) => ({ issue_ids: task.issue_ids, why: why(task) })),
  };
}
