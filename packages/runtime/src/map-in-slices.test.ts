import { expect, test } from '@jest/globals';
import { mapInSlices, waitForTick } from './map-in-slices.ts';

const hold = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('items are mapped in their order', async () => {
  const items = Array.from({ length: 10_000 }, (_, at) => at);
  expect(await mapInSlices(items, (at) => at * 2)).toEqual(items.map((at) => at * 2));
  expect(await mapInSlices([], String)).toEqual([]);
});

test('other work of the event loop runs between slices of a slow map', async () => {
  const events: string[] = [];
  const mapped = mapInSlices(['a', 'b', 'c'], (item) => {
    events.push(item);
    hold(5);
    return item;
  });
  const other = (turn: number): void => {
    events.push('other');
    if (turn < 3) setImmediate(other, turn + 1);
  };
  setImmediate(other, 1);
  await mapped;
  expect(events.join(' ')).toContain('a other b other c');
});

test('slices of several lists have turns of the event loop of their own', async () => {
  const events: string[] = [];
  const lists = ['a', 'b', 'c'].map((name) =>
    mapInSlices([1, 2], () => {
      events.push(name);
      hold(5);
    }),
  );
  const other = (): void => {
    events.push('other');
    if (events.length < 12) setImmediate(other);
  };
  setImmediate(other);
  await Promise.all(lists);
  expect(events.join(' ')).not.toMatch(/[abc] [abc]/);
});

test('an error of the map rejects', async () => {
  const fails = () => {
    throw new RangeError('no');
  };
  await expect(mapInSlices([1], fails)).rejects.toThrow(RangeError);
});

test('callers that take a turn at the same moment have one turn of the event loop each', async () => {
  const events: string[] = [];
  const caller = async (name: string) => {
    await waitForTick('call');
    events.push(name);
  };
  const other = (): void => {
    events.push('other');
    if (events.length < 8) setImmediate(other);
  };
  const callers = ['a', 'b', 'c'].map(caller);
  setImmediate(other);
  await Promise.all(callers);
  expect(events.join(' ')).toMatch(/a.* other.* b.* other.* c/);
});
