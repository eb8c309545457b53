import type { RuleLocale, SeoWorkPlan } from '@platform/contracts';
import type { z } from 'zod';
import { toTask } from '../issues/list-tasks.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { type Capacity, daysOf, type PlannedRow, taskKey } from './plan-work.ts';

export type Plan = z.output<typeof SeoWorkPlan>;
export type PlannedTask = Plan['unplanned'][number];

export interface StoredPlan {
  generated_at: Date | null;
  source: 'rules' | 'ai';
  weeks: number;
  capacity: Capacity;
  tasks: readonly PlannedRow[];
}

/**
 * A plan as administrators see it.
 * @param now the present tasks, from which the open pages of each planned task are taken
 */
export function toPlan(
  { generated_at, source, weeks, capacity, tasks }: StoredPlan,
  now: readonly TaskRow[],
  locale: RuleLocale,
): Plan {
  const open = new Map(now.map((task) => [taskKey(task), task.pages]));
  const of = (week: number | null): PlannedTask[] =>
    tasks.flatMap((task) =>
      task.week === week
        ? {
            task: toTask(task, locale),
            days: daysOf(task),
            why: task.why ?? null,
            open_now: open.get(taskKey(task)) ?? 0,
          }
        : [],
    );
  return {
    generated_at: generated_at?.toISOString() ?? null,
    source,
    capacity,
    unplanned: of(null),
    weeks: Array.from({ length: weeks }, (_, at) => ({ week: at + 1, tasks: of(at + 1) })),
  };
}
