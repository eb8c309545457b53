import { beforeEach, expect, test } from '@jest/globals';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { OptimisticLimiter } from './optimistic-limiter.ts';

const points = 10;
const windowMs = 60_000;

/** A shared store whose answers come when the test releases them. */
let consumed: number;
let held: (() => void)[];
let isHeld: boolean;
let store: {
  consume(key: string, spent?: number): Promise<RateLimiterRes>;
  reward(key: string, back?: number): Promise<RateLimiterRes>;
};
beforeEach(() => {
  consumed = 0;
  held = [];
  isHeld = false;
  store = {
    async reward(_key, back = 1) {
      consumed -= back;
      return new RateLimiterRes(Math.max(0, points - consumed), windowMs, consumed);
    },
    async consume(_key, spent = 1) {
      consumed += spent;
      const state = new RateLimiterRes(Math.max(0, points - consumed), windowMs, consumed);
      if (isHeld) await new Promise<void>((release) => held.push(release));
      if (consumed > points) throw state;
      return state;
    },
  };
});

const releaseAll = async (): Promise<void> => {
  isHeld = false;
  for (const release of held.splice(0)) release();
  await new Promise((resolve) => setImmediate(resolve));
};

/** Whether the promise is settled without an answer of the store. */
const isAnswered = (answer: Promise<unknown>): Promise<boolean> =>
  Promise.race([answer.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test('the first request of a key waits for the store, later ones far from the limit do not', async () => {
  const limiter = new OptimisticLimiter(store, points);
  isHeld = true;
  const first = limiter.consume('a');
  expect(await isAnswered(first)).toBe(false);
  await releaseAll();
  expect((await first).remainingPoints).toBe(9);
  isHeld = true;
  expect((await limiter.consume('a')).remainingPoints).toBe(8);
  expect((await limiter.consume('a')).remainingPoints).toBe(7);
  expect(consumed).toBe(3);
});

test('points on their way to the store count: with half of them used, a request waits', async () => {
  const limiter = new OptimisticLimiter(store, points);
  await limiter.consume('a');
  isHeld = true;
  const answers = Array.from({ length: 5 }, () => limiter.consume('a'));
  expect(await Promise.all(answers.map(isAnswered))).toEqual([true, true, true, true, false]);
  await releaseAll();
  expect((await answers[4])?.remainingPoints).toBe(4);
});

test('a burst is admitted exactly as often as the limit says', async () => {
  const limiter = new OptimisticLimiter(store, points);
  const answers = await Promise.allSettled(Array.from({ length: 3 * points }, () => limiter.consume('a')));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(points);
  const [refused] = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { remainingPoints: 0 } });
});

test('a key that other processes have used up is refused from the next answer of the store on', async () => {
  const limiter = new OptimisticLimiter(store, points);
  await limiter.consume('a');
  consumed = points;
  await limiter.consume('a');
  await releaseAll();
  await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
});

test('a store that fails in the background leaves the request answered, and its error to a request that waits', async () => {
  const failing = {
    consume: (key: string) => (consumed > 0 ? Promise.reject(new Error('down')) : store.consume(key)),
    reward: store.reward,
  };
  const limiter = new OptimisticLimiter(failing, points);
  await limiter.consume('a');
  expect((await limiter.consume('a')).remainingPoints).toBe(8);
  await expect(limiter.consume('b')).rejects.toThrow('down');
});

test('points that are given back can be consumed again, and no more of them', async () => {
  const limiter = new OptimisticLimiter(store, points);
  const spend = () =>
    limiter.consume('a', 5).then(
      () => true,
      () => false,
    );
  expect([await spend(), await spend(), await spend()]).toEqual([true, true, false]);
  await limiter.reward('a', 4);
  await limiter.reward('a', 4);
  // The refused call consumed its points as well.
  expect([await spend(), consumed]).toEqual([false, 12]);
  await limiter.reward('a', 12);
  expect([await spend(), await spend(), await spend()]).toEqual([true, true, false]);
});
