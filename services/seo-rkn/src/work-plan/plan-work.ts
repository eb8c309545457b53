import { defaultDays, effortDays, type IssueOwner } from '@platform/contracts';
import { estimateEffort, type TaskRow } from '../issues/read-tasks.ts';

/** Which task comes in which week. */

/** Days of work of each role in a week. */
export type Capacity = Record<IssueOwner, number>;

export interface PlannedRow extends TaskRow {
  /** Week in which it begins, from 1; null where the weeks are too short. */
  week: number | null;
  /** Why it comes at its position, in the words of a language model; absent in the order of the rules. */
  why?: string;
}

export const defaultCapacity: Capacity = {
  landing_dev: defaultDays,
  cms_editor: defaultDays,
  operations: defaultDays,
  content: defaultDays,
};

/** Days of work that a task takes. */
export const daysOf = (task: TaskRow): number => effortDays[estimateEffort(task)];

/** One task in a list of tasks. */
export const taskKey = ({ issue_type, variant, owner }: Pick<TaskRow, 'issue_type' | 'variant' | 'owner'>): string =>
  `${issue_type} ${variant} ${owner}`;

/** A task with its reason, where a language model gave one. */
export type OrderedTask = TaskRow & Pick<PlannedRow, 'why'>;

const byWorth = (left: TaskRow, right: TaskRow): number =>
  right.gain / daysOf(right) - left.gain / daysOf(left) || (taskKey(left) < taskKey(right) ? -1 : 1);

/** Tasks by gain ÷ effort, the best first. */
export const orderByWorth = (tasks: readonly TaskRow[]): TaskRow[] => [...tasks].sort(byWorth);

/**
 * Plans tasks by gain ÷ effort. The same tasks give the same plan.
 * @param weeks 1 or more
 * @returns the tasks in the order of their worth
 */
export const planWork = (tasks: readonly TaskRow[], weeks: number, capacity: Capacity): PlannedRow[] =>
  fillWeeks(orderByWorth(tasks), weeks, capacity);

/**
 * Spreads tasks over weeks in their order. Each role works on one after the other; a task that no longer fits
 * into the weeks makes room for smaller ones behind it.
 * @param weeks 1 or more
 */
export function fillWeeks(tasks: readonly OrderedTask[], weeks: number, capacity: Capacity): PlannedRow[] {
  const used: Capacity = { landing_dev: 0, cms_editor: 0, operations: 0, content: 0 };
  return tasks.map((task) => {
    const { owner } = task;
    const days = daysOf(task);
    if (used[owner] + days > weeks * capacity[owner]) return { ...task, week: null };
    const week = Math.floor(used[owner] / capacity[owner]) + 1;
    used[owner] += days;
    return { ...task, week };
  });
}
