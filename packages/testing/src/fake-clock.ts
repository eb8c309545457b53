import type { Clock } from '@platform/runtime';

export interface FakeClock extends Clock {
  set(time: string | Date): void;
  advance(duration: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
}

/** A clock that stands still until a test moves it. */
export function fakeClock(start: string | Date = new Date()): FakeClock {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set: (time) => {
      now = new Date(time);
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
  };
}
