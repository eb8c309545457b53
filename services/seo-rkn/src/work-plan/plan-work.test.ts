import { expect, test } from '@jest/globals';
import type { TaskRow } from '../issues/read-tasks.ts';
import { defaultCapacity, planWork } from './plan-work.ts';

const task = (about: Partial<TaskRow>): TaskRow => ({
  issue_type: 'missing_title',
  variant: '',
  owner: 'landing_dev',
  weight: 20,
  pages: 1,
  stale: 0,
  gain: 20,
  weights: { '20': 1 },
  samples: [],
  ...about,
});
const planOf = (tasks: TaskRow[], weeks = 4, capacity = {}) =>
  planWork(tasks, weeks, { ...defaultCapacity, ...capacity }).map(({ issue_type, week }) => [issue_type, week]);

test('the largest gain for the effort comes first', () => {
  // S is half a day, L three: 30 ÷ 0.5 > 100 ÷ 3 > 10 ÷ 0.5.
  const large = task({ issue_type: 'thin_content', owner: 'content', pages: 30, gain: 100 });
  const small = task({ issue_type: 'missing_h1', owner: 'content', gain: 30 });
  const least = task({ issue_type: 'missing_og', owner: 'content', gain: 10 });
  expect(planOf([large, least, small])).toEqual([
    ['missing_h1', 1],
    ['thin_content', 1],
    ['missing_og', 2],
  ]);
});

test('each role has its own days', () => {
  const tasks = (['landing_dev', 'operations'] as const).flatMap((owner) =>
    [1, 2, 3].map((number) => task({ owner, variant: `v${number}`, gain: 10 - number })),
  );
  const weeks = planWork(tasks, 2, { ...defaultCapacity, operations: 0.5 }).map(({ owner, week }) => [owner, week]);
  expect(weeks.filter(([owner]) => owner === 'landing_dev').map(([, week]) => week)).toEqual([1, 1, 1]);
  expect(weeks.filter(([owner]) => owner === 'operations').map(([, week]) => week)).toEqual([1, 2, null]);
});

test('a task that is too large leaves its room to a smaller one, and a role without days has no task', () => {
  const large = task({ issue_type: 'thin_content', owner: 'content', pages: 30, gain: 1_000 });
  const small = task({ issue_type: 'missing_h1', owner: 'content', gain: 1 });
  expect(planOf([large, small], 1)).toEqual([
    ['thin_content', null],
    ['missing_h1', 1],
  ]);
  expect(planOf([small], 12, { content: 0 })).toEqual([['missing_h1', null]]);
});

test('the order of the tasks does not change the plan', () => {
  const tasks = ['missing_h1', 'missing_og', 'missing_lang', 'missing_title'].map((issue_type) =>
    task({ issue_type: issue_type as TaskRow['issue_type'] }),
  );
  expect(planOf(tasks.toReversed())).toEqual(planOf(tasks));
});
