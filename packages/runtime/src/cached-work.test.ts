import { expect, test } from '@jest/globals';
import { createCachedWork } from './cached-work.ts';
import { Turns } from './turns.ts';

const aDesk = ({ waiting = 10, maxBytes = 100_000 } = {}) => {
  const turns = new Turns({ atOnce: 1, waiting, waitMs: 60_000, retryAfterSeconds: 1, message: 'full' });
  const desk = createCachedWork<string>({
    turns,
    maxBytes,
    isFinal: (error) => error instanceof Error && error.message === 'too slow',
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  /** Work that runs until its end is called. */
  const ask = (input: string, rank = 0) =>
    desk.run({ key: input.slice(0, 1), rank }, input, () => {
      begun.push(input);
      return new Promise<string>((resolve, reject) =>
        ends.push(() => (input.endsWith('slow') ? reject(new Error('too slow')) : resolve(`${input}!`))),
      );
    });
  const finishAll = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { begun, ask, finishAll };
};

test('work on one input is done once, for callers at the same time and for later ones', async () => {
  const { begun, ask, finishAll } = aDesk();
  const all = [ask('a1'), ask('a1'), ask('a1')];
  await finishAll();
  expect(await Promise.all([...all, ask('a1')])).toEqual(['a1!', 'a1!', 'a1!', 'a1!']);
  expect(begun).toEqual(['a1']);
});

test('work of a lower rank on an input that waits with a higher rank does not wait with it', async () => {
  const { begun, ask, finishAll } = aDesk();
  const all = [ask('a1'), ask('b1', 1), ask('c1', 1), ask('c1')];
  await finishAll();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'c1', 'b1']);
});

test('an input that fails for good is not tried again at once', async () => {
  const { begun, ask, finishAll } = aDesk();
  const first = ask('a slow');
  first.catch(() => {});
  await finishAll();
  await expect(first).rejects.toThrow('too slow');
  await expect(ask('a slow')).rejects.toThrow('too slow');
  expect(begun).toEqual(['a slow']);
});

test('results take a bounded memory, and the oldest one is made again', async () => {
  const { begun, ask, finishAll } = aDesk({ maxBytes: 1_500 });
  for (const input of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a1']) {
    const asked = ask(input);
    await finishAll();
    expect(await asked).toBe(`${input}!`);
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'a1']);
});
