import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { coarsePrecision } from './sketch.ts';
import { createTallies, foldRarest, longestValueBytes, otherValue, separateValues, type Tally } from './tally.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const idOf = (number: number) => `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

test.each([coarsePrecision, null])(
  'values that a client makes up take no more memory than others (precision %s)',
  (precision) => {
    const tallies = createTallies(() => precision);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 200_000; at += 1) tallies.add(idOf(0), 1, { app_version: `made-up-${at}` });
    for (let user = 1; user <= 50; user += 1) tallies.add(idOf(user), 3, { app_version: '1.0' });
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    const result = tallies.result();
    expect(result.length).toBe(separateValues + 1);
    expect(result.find(({ value }) => value === '1.0')).toMatchObject({ events: 150, uniques: 50 });
    expect(result.reduce((sum, { events }) => sum + events, 0)).toBe(200_150);
    const other = result.find(({ value }) => value === otherValue);
    expect(other?.events).toBe(200_000 - (separateValues - 1));
    if (precision !== null) expect(other?.uniques).toBe(1);
  },
);

const aTally = (value: string, events: number): Tally => ({
  dimension: 'page',
  value,
  events,
  uniques: 1,
  sketch: null,
});

test('a value that no index can hold is counted with the rest, however frequent', () => {
  const longest = 'x'.repeat(longestValueBytes);
  const tallies = [aTally('/', 1), aTally(longest, 2), aTally(`${longest}x`, 3), aTally('漢'.repeat(683), 4)];
  expect(foldRarest(tallies, null)).toEqual([
    aTally(longest, 2),
    aTally('/', 1),
    { ...aTally(otherValue, 7), uniques: 2 },
  ]);
});
