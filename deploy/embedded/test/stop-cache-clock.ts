import { jest } from '@jest/globals';

/**
 * Stops the clock by which caches of this process expire: only an event invalidates them.
 * @returns a function that starts it again
 */
export function stopCacheClock(): () => void {
  const now = performance.now();
  const spy = jest.spyOn(performance, 'now').mockReturnValue(now);
  return () => void spy.mockRestore();
}
