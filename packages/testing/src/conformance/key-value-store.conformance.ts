import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyValueStore, newId } from '@platform/runtime';
import { eventually } from '../eventually.ts';

export interface StoreUnderTest {
  store: KeyValueStore;
  close(): Promise<void>;
}

/** Tries to use one point; true when it was granted. */
export const spend = (limiter: ReturnType<KeyValueStore['rateLimiter']>, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    (refused: unknown) => {
      // A refusal is an answer of the limiter; an Error would be a failure of it.
      if (refused instanceof Error) throw refused;
      return false;
    },
  );

/** The contract of every key–value store of the platform. */
export function keyValueStoreConformance(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`the key–value store ${name}`, () => {
    let under: StoreUnderTest;
    let store: KeyValueStore;
    beforeAll(async () => {
      under = await start();
      store = under.store;
      await eventually(() => store.isUp());
    });
    afterAll(() => under.close());

    test('a key that was never set is null', async () => {
      expect(await store.get(newId())).toBeNull();
    });

    test('a value is read as it was written, and the last one wins', async () => {
      const key = newId();
      const text = JSON.stringify({ имя: '🙂', empty: '' });
      await store.set(key, text, 60);
      expect(await store.get(key)).toBe(text);
      await store.set(key, '', 60);
      expect(await store.get(key)).toBe('');
      expect(await store.get(newId())).toBeNull();
    });

    test('a deleted key is null, also one that was not there', async () => {
      const key = newId();
      await store.set(key, 'value', 60);
      await store.delete(key);
      expect(await store.get(key)).toBeNull();
      await store.delete(key);
    });

    test('a value leaves when its time is over, and a new write starts its time anew', async () => {
      const [long, renewed] = [newId(), newId()];
      await Promise.all([store.set(long, 'b', 60), store.set(renewed, 'c', 1)]);
      await store.set(renewed, 'c', 60);
      // A busy machine may need more than the second between the two.
      const short = await eventually(async () => {
        const key = newId();
        await store.set(key, 'a', 1);
        return (await store.get(key)) === 'a' && key;
      });
      await eventually(async () => (await store.get(short)) === null);
      expect([await store.get(long), await store.get(renewed)]).toEqual(['b', 'c']);
    });

    test('a limiter counts each key for itself, refuses beyond its points and says when to come back', async () => {
      const limiter = store.rateLimiter({ name: newId(), points: 3, windowSeconds: 60 });
      const first = await limiter.consume('a');
      expect([first.consumedPoints, first.remainingPoints]).toEqual([1, 2]);
      const spent = await Promise.all(Array.from({ length: 5 }, () => spend(limiter, 'a')));
      expect(spent.filter(Boolean)).toHaveLength(2);
      await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
      const refused = await limiter.consume('a').catch((reason: unknown) => reason as { msBeforeNext: number });
      expect(refused.msBeforeNext).toBeGreaterThan(50_000);
      expect(refused.msBeforeNext).toBeLessThanOrEqual(60_000);
      expect(await spend(limiter, 'b')).toBe(true);
    });

    test('points that a limiter gets back can be consumed again, also by a key that was refused', async () => {
      const limiter = store.rateLimiter({ name: newId(), points: 10, windowSeconds: 60, hasRewards: true });
      const consume = () =>
        limiter.consume('a', 5).then(
          ({ remainingPoints }) => remainingPoints,
          () => 'refused',
        );
      expect([await consume(), await consume(), await consume()]).toEqual([5, 0, 'refused']);
      await limiter.reward('a', 4);
      await limiter.reward('a', 4);
      await limiter.reward('a', 4);
      expect([await consume(), await consume()]).toEqual([2, 'refused']);
    });

    test('limiters of different names do not share their counters, those of one name do', async () => {
      const name = newId();
      const limiter = store.rateLimiter({ name, points: 1, windowSeconds: 60 });
      expect(await spend(limiter, 'a')).toBe(true);
      expect(await spend(store.rateLimiter({ name: newId(), points: 1, windowSeconds: 60 }), 'a')).toBe(true);
      expect(await spend(limiter, 'a')).toBe(false);
    });

    test('a limiter starts anew when its window is over', async () => {
      const limiter = store.rateLimiter({ name: newId(), points: 2, windowSeconds: 1 });
      // A busy machine may need more than the second for the three.
      const key = await eventually(async () => {
        const one = newId();
        const spent = [await spend(limiter, one), await spend(limiter, one), await spend(limiter, one)];
        return spent.join() === 'true,true,false' && one;
      });
      await eventually(() => spend(limiter, key));
    });

    test('a limiter forgets a key that is reset', async () => {
      const limiter = store.rateLimiter({ name: newId(), points: 1, windowSeconds: 60 });
      expect([await spend(limiter, 'a'), await spend(limiter, 'a'), await spend(limiter, 'a')]).toEqual([
        true,
        false,
        false,
      ]);
      await limiter.delete('a');
      expect(await spend(limiter, 'a')).toBe(true);
    });
  });
}
