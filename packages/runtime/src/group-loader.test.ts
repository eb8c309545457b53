import { expect, test } from '@jest/globals';
import { createGroupLoader } from './group-loader.ts';

/** A loader whose transactions end when the test says so. */
function heldLoader(options: { size?: number; waiting?: number } = {}) {
  const begun: { keys: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const load = createGroupLoader<string, string>({
    groupOf: (key) => key.slice(0, 1),
    size: options.size ?? 10,
    waiting: options.waiting ?? 10,
    load: (keys) =>
      new Promise((resolve, reject) =>
        begun.push({ keys, end: () => resolve(keys.map((key) => `done ${key}`)), fail: reject }),
      ),
  });
  return { load, begun, keys: () => begun.map(({ keys }) => keys) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work of one turn shares a transaction, later work the next one, and another group does not wait', async () => {
  const { load, begun, keys } = heldLoader();
  const works = ['a1', 'a2', 'b1'].map(load);
  await turn();
  expect(keys()).toEqual([['a1', 'a2'], ['b1']]);
  works.push(...['a3', 'a4'].map(load));
  await turn();
  expect(begun).toHaveLength(2);
  begun[0]?.end();
  await works[0];
  await turn();
  expect(keys()).toEqual([['a1', 'a2'], ['b1'], ['a3', 'a4']]);
  for (const { end } of begun) end();
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'].map((key) => `done ${key}`));
});

test('a fault of one piece of work fails that piece alone', async () => {
  const tried: (readonly string[])[] = [];
  const load = createGroupLoader<string, string>({
    groupOf: () => '',
    size: 10,
    waiting: 10,
    async load(keys) {
      tried.push(keys);
      await turn();
      if (keys.includes('bad')) throw new Error('refused');
      return keys.map((key) => `done ${key}`);
    },
  });
  const works = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(load));
  expect(works.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(tried).toEqual([['first', 'good', 'bad', 'fine'], ['first'], ['good'], ['bad'], ['fine']]);
});

test('an outage of the database fails what waits for this transaction without another try', async () => {
  const { load, begun, keys } = heldLoader();
  const works = Promise.allSettled(['a1', 'a2', 'a3'].map(load));
  await turn();
  begun[0]?.fail(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  expect((await works).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(keys()).toEqual([['a1', 'a2', 'a3']]);
});

test('work that waits too long for a lock is tried by itself once, and not one after another', async () => {
  const { load, begun, keys } = heldLoader();
  const works = Promise.allSettled(['a1', 'a2', 'a3'].map(load));
  const timeout = Object.assign(new Error('lock timeout'), { code: '55P03' });
  for (const end of ['fail', 'end', 'fail'] as const) {
    await turn();
    begun.at(-1)?.[end](timeout);
  }
  expect((await works).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(keys()).toEqual([['a1', 'a2', 'a3'], ['a1'], ['a2']]);
});

test('beyond the bound of its group work is refused, and taken again when there is room', async () => {
  const { load, begun } = heldLoader({ waiting: 2 });
  const works = ['a1', 'a2'].map(load);
  await expect(load('a3')).rejects.toMatchObject({ code: 'service_unavailable' });
  await turn();
  begun[0]?.end();
  await Promise.all(works);
  const again = load('a4');
  await turn();
  begun[1]?.end();
  expect(await again).toBe('done a4');
});
