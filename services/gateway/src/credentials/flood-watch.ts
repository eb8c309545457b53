import type { EventLoopLag } from '@platform/runtime';

/** Tells whether wrong credentials flood this process. */
export interface FloodWatch {
  countFailure(): void;
  isFlooded(): boolean;
}

/** Failures within a second that are a flood, as a multiple of the budget of one address. */
const factor = 2;
/**
 * The same while the event loop is late by `lagMs` milliseconds. Lag without failures is load and no flood.
 */
const factorAtLag = 0.25;
const lagMs = 15;

/** @param points failures that one address may have in its window */
export function createFloodWatch(points: number, lag: Pick<EventLoopLag, 'meanMs'>): FloodWatch {
  /** Failures of the second that runs and of the one before. */
  let present = 0;
  let previous = 0;
  let second = 0;
  const turnSecond = (): void => {
    const now = Math.floor(performance.now() / 1000);
    if (now === second) return;
    previous = now === second + 1 ? present : 0;
    present = 0;
    second = now;
  };
  return {
    countFailure() {
      turnSecond();
      present += 1;
    },
    isFlooded() {
      turnSecond();
      return Math.max(present, previous) > points * (lag.meanMs > lagMs ? factorAtLag : factor);
    },
  };
}
