import { expect, test } from '@jest/globals';
import { createHeavyReports } from './heavy-reports.ts';

/** A database whose transactions only run their work, and whose statements do nothing. */
const session = { client: { query: async () => ({ rows: [] }) } };
const db = { transaction: (work: (tx: unknown) => Promise<unknown>) => work({ session }) } as never;

test('two reports run at once, the others in the order they came, also after one that fails', async () => {
  const heavy = createHeavyReports({ db });
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const reports = [0, 1, 2, 3].map((number) =>
    heavy.run(
      () =>
        new Promise<void>((resolve, reject) => {
          began.push(number);
          ends[number] = number === 0 ? () => reject(new Error('broken')) : resolve;
        }),
    ),
  );
  const settled = Promise.allSettled(reports);
  await new Promise((resolve) => setImmediate(resolve));
  expect(began).toEqual([0, 1]);
  for (const number of [0, 1, 2, 3]) {
    ends[number]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(began).toEqual([0, 1, 2, 3]);
});

test('whose turn does not come is told when to try again, and takes no place', async () => {
  const heavy = createHeavyReports({ db }, { waitMs: 5 });
  const ends: (() => void)[] = [];
  const long = [0, 1].map(() => heavy.run(() => new Promise<void>((resolve) => ends.push(resolve))));
  const third = heavy.run(async () => 'done');
  await expect(third).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 });
  for (const end of ends) end();
  await Promise.all(long);
  expect(await heavy.run(async () => 'done')).toBe('done');
});
