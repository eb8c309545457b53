import type { EventLoopLag } from '@platform/runtime';

/** Tells whether wrong credentials flood this process. */
export interface FloodWatch {
  countFailure(): void;
  isFlooded(): boolean;
}

/** Flood threshold in failures per second, as a multiple of the failure budget of one address. */
const floodFactor = 2;
/** Flood threshold while the mean event-loop lag exceeds `lagMs`. Lag without failures is load, no flood. */
const floodFactorAtLag = 0.25;
const lagMs = 15;

/** @param points failure budget of one address in its window */
export function createFloodWatch(points: number, lag: Pick<EventLoopLag, 'meanMs'>): FloodWatch {
  /** Failures in the current second. */
  let present = 0;
  /** Failures in the second before. */
  let previous = 0;
  let second = 0;
  const startNewSecond = (): void => {
    const now = Math.floor(performance.now() / 1000);
    if (now === second) return;
    previous = now === second + 1 ? present : 0;
    present = 0;
    second = now;
  };
  return {
    countFailure() {
      startNewSecond();
      present += 1;
    },
    isFlooded() {
      startNewSecond();
      return Math.max(present, previous) > points * (lag.meanMs > lagMs ? floodFactorAtLag : floodFactor);
    },
  };
}
