/** When a user did what, for a funnel: for each event name of the steps the moments, ascending. */
export type Moments = readonly ArrayLike<number>[];

export interface Attempt {
  /** How many steps it came; at least 1. */
  steps: number;
  /** Which of the moments of the first step began it. */
  start: number;
}

/**
 * The attempt of a user that came furthest, the earliest of equals. An attempt begins with an event of the
 * first step, takes for each next step the earliest event at or after the one before that it has not used
 * yet, and ends with the window. To take the earliest is never wrong: what can follow a later one can follow
 * it too.
 * @param steps for each step the index of its event name in `moments`; a name may be in several steps
 * @param window how much later than the first step the last one may be
 * @param until the first step has to be before that moment
 * @returns null when the user did not begin
 */
export function furthestStep(
  moments: Moments,
  steps: readonly number[],
  window: number,
  until: number,
): Attempt | null {
  const starts = moments[steps[0] ?? 0] ?? [];
  const next = new Int32Array(moments.length);
  let best: Attempt | null = null;
  for (let start = 0; start < starts.length; start += 1) {
    const begin = starts[start] ?? until;
    if (begin >= until) break;
    const reached = countReachedSteps({ moments, steps, next, start, deadline: begin + window });
    if (best && reached <= best.steps) continue;
    best = { steps: reached, start };
    if (reached === steps.length) break;
  }
  return best;
}

interface AttemptToCount {
  moments: Moments;
  steps: readonly number[];
  /** Scratch space: for each event name the index of its next unused moment. */
  next: Int32Array;
  /** Index of the moment of the first step that begins it. */
  start: number;
  deadline: number;
}

/** How many steps an attempt comes that begins with one of the moments of the first step. */
function countReachedSteps({ moments, steps, next, start, deadline }: AttemptToCount): number {
  next.fill(0);
  let at = 0;
  for (let step = 0; step < steps.length; step += 1) {
    const name = steps[step] ?? 0;
    const list = moments[name] ?? [];
    const foundAt = step === 0 ? start : firstAtOrAfter(list, at, next[name] ?? 0);
    const moment = list[foundAt];
    if (moment === undefined || moment > deadline) return step;
    next[name] = foundAt + 1;
    at = moment;
  }
  return steps.length;
}

/** Index of the first number that is not less than `moment`, from `low` on. */
function firstAtOrAfter(list: ArrayLike<number>, moment: number, low: number): number {
  let first = low;
  let end = list.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((list[middle] ?? 0) < moment) first = middle + 1;
    else end = middle;
  }
  return first;
}
