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

test('work of one group shares the next transaction, and another group does not wait for it', async () => {
  const { load, begun, keys } = heldLoader();
  const works = ['a1', 'a2', 'a3', 'b1'].map(load);
  expect(keys()).toEqual([['a1'], ['b1']]);
  begun[0]?.end();
  await works[0];
  expect(keys()).toEqual([['a1'], ['b1'], ['a2', 'a3']]);
  for (const { end } of begun) end();
  expect(await Promise.all(works)).toEqual(['done a1', 'done a2', 'done a3', 'done b1']);
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
  expect(tried).toEqual([['first'], ['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']]);
});

test('an outage of the database fails what waits for this transaction without another try', async () => {
  const { load, begun, keys } = heldLoader();
  const works = Promise.allSettled(['a1', 'a2', 'a3'].map(load));
  begun[0]?.end();
  await turn();
  begun[1]?.fail(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  expect((await works).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(keys()).toEqual([['a1'], ['a2', 'a3']]);
});

test('work that waits too long for a lock is tried by itself once, and not one after another', async () => {
  const { load, begun, keys } = heldLoader();
  const works = Promise.allSettled(['a1', 'a2', 'a3', 'a4'].map(load));
  const timeout = Object.assign(new Error('lock timeout'), { code: '55P03' });
  begun[0]?.end();
  await turn();
  begun[1]?.fail(timeout);
  await turn();
  begun[2]?.end();
  await turn();
  begun[3]?.fail(timeout);
  expect((await works).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(keys()).toEqual([['a1'], ['a2', 'a3', 'a4'], ['a2'], ['a3']]);
});

test('beyond the bound of its group work is refused, and taken again when there is room', async () => {
  const { load, begun } = heldLoader({ waiting: 2 });
  const works = ['a1', 'a2'].map(load);
  await expect(load('a3')).rejects.toMatchObject({ code: 'service_unavailable' });
  begun[0]?.end();
  await works[0];
  begun[1]?.end();
  await works[1];
  const again = load('a4');
  begun[2]?.end();
  expect(await again).toBe('done a4');
});
