import { expect, test } from '@jest/globals';
import { createDailyBudget } from './daily-budget.ts';

const aBudget = (limit = 100) => {
  let now = new Date('2026-03-11T22:30:00Z');
  const used = new Map<string, number>();
  const refusals: [string, boolean][] = [];
  const day = () => now.toISOString().slice(0, 10);
  const open = () =>
    createDailyBudget({
      clock: { now: () => now },
      limit,
      load: async (owner, of) => used.get(`${owner} ${of}`) ?? 0,
      add: (owner, amount) => void used.set(`${owner} ${day()}`, (used.get(`${owner} ${day()}`) ?? 0) + amount),
      refused: (owner, isFirst) => void refusals.push([owner, isFirst]),
      message: 'The budget is used up.',
    });
  return { open, refusals, set: (moment: string) => (now = new Date(moment)) };
};

test('an owner takes as much as its budget of the day, and no other owner waits for it', async () => {
  const { open, refusals } = aBudget();
  const budget = open();
  await budget.take('a', 60);
  await budget.take('a', 40);
  await expect(budget.take('a', 1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600 });
  await expect(budget.take('a', 1)).rejects.toMatchObject({ code: 'rate_limited' });
  await budget.take('b', 100);
  expect(refusals).toEqual([
    ['a', true],
    ['a', false],
  ]);
});

test('what is too large for the rest is refused, and what fits is taken', async () => {
  const budget = aBudget().open();
  await budget.take('a', 90);
  await expect(budget.take('a', 11)).rejects.toMatchObject({ code: 'rate_limited' });
  await budget.take('a', 10);
});

test('another process and a later one know what is used', async () => {
  const { open } = aBudget();
  await open().take('a', 90);
  await expect(open().take('a', 11)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('the next day has a budget of its own', async () => {
  const { open, set } = aBudget();
  const budget = open();
  await budget.take('a', 100);
  set('2026-03-11T23:59:30Z');
  await expect(budget.take('a', 1)).rejects.toMatchObject({ retryAfterSeconds: 30 });
  set('2026-03-12T00:00:00Z');
  await budget.take('a', 100);
});

test('callers of one moment do not take more than there is', async () => {
  const budget = aBudget().open();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => budget.take('a', 10)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});
