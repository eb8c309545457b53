import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

const aQueue = (changes: Partial<ConstructorParameters<typeof Turns>[0]> = {}) => {
  const turns = new Turns({
    atOnce: 1,
    waiting: 3,
    waitMs: 60_000,
    retryAfterSeconds: 2,
    message: 'full',
    ...changes,
  });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  /** Work that runs until its end is called. */
  const ask = (name: string, caller: Partial<Parameters<typeof turns.run>[0]> = {}) =>
    turns
      .run({ key: name.slice(0, 1), ...caller }, () => {
        began.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      })
      .catch((error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`);
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const finishAll = async () => {
    await nextTurn();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await nextTurn();
    }
  };
  return { turns, began, ask, finishAll };
};

test('one caller with much work does not stand in front of another', async () => {
  const { began, ask, finishAll } = aQueue();
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name));
  await finishAll();
  expect(began).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('one key has no more than its part of the turns, also while some are free', async () => {
  const { turns, began, ask, finishAll } = aQueue({ atOnce: 4, ofOneKey: 2, waiting: 10 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => ask(name));
  expect(began).toEqual(['a1', 'a2', 'b1']);
  expect(turns.load).toEqual({ running: 3, waiting: 2 });
  all.push(...['c1', 'd1'].map((name) => ask(name)));
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1']);
  await finishAll();
  expect(began.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1']);
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test('a full queue refuses work of a key that has its part before that of a newcomer', async () => {
  const { turns, ask, finishAll } = aQueue({ atOnce: 3, ofOneKey: 2, waiting: 2 });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name));
  // The third turn leaves the rounds behind that the waiting work of `a` belongs to.
  for (let n = 0; n < 5; n += 1) await turns.run({ key: 'b' }, async () => {});
  all.push(...['c1', 'd1'].map((name) => ask(name)));
  await finishAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'rate_limited 2', 'c1', 'd1']);
});

test('a full queue without parts refuses its last piece, whichever key runs', async () => {
  const { ask, finishAll } = aQueue({ waiting: 2 });
  const all = ['a1', 'a2', 'b1', 'b2'].map((name) => ask(name));
  await finishAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'rate_limited 2']);
});

test('a full queue refuses the caller with the most waiting work and says when to come back', async () => {
  const { ask, finishAll } = aQueue();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((name) => ask(name));
  await finishAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'rate_limited 2', 'rate_limited 2', 'b1']);
});

test('a lower rank goes first and takes the place of a higher one', async () => {
  const { began, ask, finishAll } = aQueue({ waiting: 1 });
  const all = [ask('a1'), ask('b1', { rank: 5 }), ask('c1', { rank: 1 })];
  await finishAll();
  expect(began).toEqual(['a1', 'c1']);
  expect(await Promise.all(all)).toEqual(['a1', 'rate_limited 2', 'c1']);
});

test('work that does not get its turn in time is refused and takes no place', async () => {
  const { turns, ask, finishAll } = aQueue({ waitMs: 5 });
  const first = ask('a1');
  expect(await ask('b1')).toBe('rate_limited 2');
  expect(turns.load).toEqual({ running: 1, waiting: 0 });
  await finishAll();
  expect(await first).toBe('a1');
  const next = ask('c1');
  await finishAll();
  expect(await next).toBe('c1');
});

test('a caller that goes away gives its place up', async () => {
  const { turns, ask, finishAll } = aQueue();
  const gone = new AbortController();
  const all = [ask('a1'), ask('b1', { signal: gone.signal })];
  gone.abort();
  expect(turns.load).toEqual({ running: 1, waiting: 0 });
  await finishAll();
  expect(await Promise.all(all)).toEqual(['a1', 'rate_limited 2']);
});

test('the rest of an answer that has begun waits beyond the bound', async () => {
  const { ask, finishAll } = aQueue({ waiting: 0 });
  const all = [ask('a1'), ask('b1', { isBegun: true }), ask('c1')];
  await finishAll();
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'rate_limited 2']);
});

test('work that fails hands its turn on', async () => {
  const { turns, ask, finishAll } = aQueue();
  const broken = turns.run({ key: 'a' }, () => Promise.reject(new Error('broken')));
  const next = ask('b1');
  await expect(broken).rejects.toThrow('broken');
  await finishAll();
  expect(await next).toBe('b1');
});

test('keys that ask one piece after another do not starve the further pieces of another key', async () => {
  const { began, ask, finishAll } = aQueue({ waiting: 100 });
  // Five keys that come back as soon as they are served.
  const comeBack = async (key: string) => {
    for (let at = 1; at <= 10; at += 1) await ask(`${key}${at}`);
  };
  const others = ['v', 'w', 'x', 'y', 'z'].map(comeBack);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name));
  await finishAll();
  await Promise.all([...others, ...all]);
  expect(began.indexOf('a4')).toBeLessThan(30);
});

describe('with a rest behind a piece while two or more wait', () => {
  const aRestingQueue = ({ forMs = 0, waitMs = 60_000 } = {}) => {
    const rests: (() => void)[] = [];
    const after = () => new Promise<void>((resolve) => rests.push(resolve));
    return { ...aQueue({ waitMs, rest: { waiting: 2, forMs, after } }), rests };
  };

  test('a piece begins behind the rest of the one before it, and without a rest when fewer wait', async () => {
    const { began, ask, finishAll, rests } = aRestingQueue();
    const all = [ask('a1'), ask('b1'), ask('c1')];
    await finishAll();
    expect(began).toEqual(['a1']);
    rests.shift()?.();
    await finishAll();
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1']);
    expect(rests).toEqual([]);
  });

  test('each piece rests for a while after the queue was full, though none waits', async () => {
    const { began, ask, finishAll, rests } = aRestingQueue({ forMs: 60_000 });
    const all = ['a1', 'b1', 'c1', 'd1', 'e1'].map((name) => ask(name));
    for (const begun of [['a1'], ['a1', 'b1'], ['a1', 'b1', 'c1'], ['a1', 'b1', 'c1', 'd1']]) {
      await finishAll();
      expect(began).toEqual(begun);
      rests.shift()?.();
    }
    await finishAll();
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1', 'rate_limited 2']);
    expect(rests).toEqual([]);
  });

  test('the while ends, and a piece whose turn did not come in time begins none', async () => {
    const { began, ask, finishAll, rests } = aRestingQueue({ forMs: 20, waitMs: 50 });
    const all = ['a1', 'b1', 'c1', 'd1', 'e1'].map((name) => ask(name));
    await setTimeout(100);
    await finishAll();
    const refused = (count: number) => Array(count).fill('rate_limited 2');
    expect(await Promise.all(all)).toEqual(['a1', ...refused(4)]);
    expect([began, rests]).toEqual([['a1'], []]);
  });

  test('a piece that fails rests as well, and the turns go on', async () => {
    const { turns, began, ask, finishAll, rests } = aRestingQueue();
    const failed = turns.run({ key: 'x' }, () => Promise.reject(new Error('failed')));
    const all = [ask('a1'), ask('b1')];
    await expect(failed).rejects.toThrow('failed');
    await finishAll();
    expect(began).toEqual([]);
    rests.shift()?.();
    await finishAll();
    expect(await Promise.all(all)).toEqual(['a1', 'b1']);
    expect(turns.load).toEqual({ running: 0, waiting: 0 });
  });

  test('a place is free again when all that wait give up during a rest', async () => {
    const { turns, ask, finishAll, rests } = aRestingQueue();
    const leaving = new AbortController();
    const first = ask('a1');
    const others = [ask('b1', { signal: leaving.signal }), ask('c1', { signal: leaving.signal })];
    await finishAll();
    leaving.abort();
    expect(await Promise.all([first, ...others])).toEqual(['a1', 'rate_limited 2', 'rate_limited 2']);
    rests.shift()?.();
    await finishAll();
    expect(turns.load).toEqual({ running: 0, waiting: 0 });
    const alone = ask('d1');
    await finishAll();
    expect(await alone).toBe('d1');
  });
});
