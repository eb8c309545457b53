/**
 * The only source of the present time, so that rules about time are tested with a time of the test's
 * choosing.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
