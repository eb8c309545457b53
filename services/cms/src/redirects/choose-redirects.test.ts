import { expect, test } from '@jest/globals';
import { chooseRedirects, collapseChains } from './choose-redirects.ts';

const many = 20_000;
const numbers = Array.from({ length: many }, (_, at) => at);
const isPath = (to: string | null) => to;

/** How often other work of the event loop ran until the end of some work. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isOver = false;
  const other = (): void => {
    ticks += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await work();
  isOver = true;
  return ticks;
}

test('the newest redirect has a path, the first of one moment, and a live path has none', async () => {
  const at = (hour: number) => new Date(hour * 3_600_000);
  const all = [
    { from: '/a', to: '/first', status: 301, created_at: at(2) },
    { from: '/a', to: '/second', status: 301, created_at: at(2) },
    { from: '/b', to: '/old', status: 301, created_at: at(1) },
    { from: '/b', to: '/new', status: 302, created_at: at(3) },
    { from: '/live', to: '/c', status: 301, created_at: at(4) },
  ];
  expect(await chooseRedirects(all, new Set(['/live']), 10)).toEqual([
    { from: '/b', to: '/new', status: 302 },
    { from: '/a', to: '/first', status: 301 },
  ]);
  expect(await chooseRedirects(all, new Set(), 1)).toEqual([{ from: '/live', to: '/c', status: 301 }]);
});

test('a chain of thousands of redirects, and one that leads into a circle, are each passed once', async () => {
  const chain = numbers.map((at) => ({ from: `/${at}`, to: `/${at + 1}`, status: at === many - 2 ? 302 : 301 }));
  const circle = [
    { from: '/x', to: '/y', status: 301 },
    { from: '/y', to: '/x', status: 301 },
    { from: '/into', to: '/x', status: 301 },
  ];
  let steps = 0;
  const collapsed = await collapseChains([...chain, ...circle], (to) => {
    steps += 1;
    return to;
  });
  expect(collapsed.length).toBe(many);
  expect(collapsed.at(0)).toEqual({ from: '/0', to: `/${many}`, status: 302 });
  expect(collapsed.at(-1)).toEqual({ from: `/${many - 1}`, to: `/${many}`, status: 301 });
  expect(steps).toBe(many + 3);
});

test('other work of the event loop runs while thousands of redirects are chosen and followed', async () => {
  const all = numbers.map((at) => ({ from: `/${at}`, to: '/end', status: 301, created_at: new Date(at) }));
  expect(await ticksDuring(() => chooseRedirects(all, new Set(), many))).toBeGreaterThan(0);
  expect(await ticksDuring(() => collapseChains(all, isPath))).toBeGreaterThan(0);
});
