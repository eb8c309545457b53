import { quantile } from '../wrk.ts';
import type { Measured } from './actions.ts';

/** The database ended a statement of the read after its time. */
export class TooExpensive extends Error {}

/** How long a call takes, and a call of the same moment that reads no table that grows, in milliseconds. */
export interface Timing {
  ms: number;
  referenceMs: number;
}

const warmUps = 2;
const repeats = 15;
const fewest = 3;
const rounds = 3;
/** A call that takes so long is timed once more: what the machine does beside it is small against it. */
const longMs = 1_000;

/**
 * By how much a call grew from one size to another, divided by the same of the reference: what the machine
 * did.
 */
export const growthOf = (small: Timing, large: Timing): number =>
  large.ms / small.ms / (large.referenceMs / small.referenceMs);

export interface MeasureOptions {
  /** A timing that is taken again, up to three rounds of growing length; the shortest counts. */
  isTooSlow(timing: Timing): boolean;
  /** How long the first call took. */
  firstMs: number;
  /** How long calls are repeated for. */
  enoughMs: number;
}

/**
 * The time of a call: the lower quartile of up to 15 alternating with the reference, within the given time; of
 * one for a call that takes a second. The lower quartile leaves out what other programs of the machine take.
 * Infinite for a call that is too expensive.
 */
export async function measure(
  measured: Measured,
  reference: () => Promise<void>,
  { isTooSlow, firstMs, enoughMs }: MeasureOptions,
): Promise<Timing> {
  let shortest: Timing = { ms: Number.POSITIVE_INFINITY, referenceMs: 1 };
  for (let round = 1; round <= rounds; round += 1) {
    const timing = await timeAlternately(measured, reference, { isLong: firstMs > longMs, enoughMs: enoughMs * round });
    if (timing.ms <= shortest.ms) shortest = timing;
    if (!isTooSlow(shortest)) break;
  }
  return shortest;
}

async function timeAlternately(
  { run, prepare }: Measured,
  reference: () => Promise<void>,
  { isLong, enoughMs }: { isLong: boolean; enoughMs: number },
): Promise<Timing> {
  const began = performance.now();
  const isOver = (enough: number) => performance.now() - began > enough;
  const once = async (): Promise<Timing> => {
    await prepare?.();
    const ms = await timeOf(run).catch((error) =>
      error instanceof TooExpensive ? Number.POSITIVE_INFINITY : Promise.reject(error),
    );
    return { ms, referenceMs: await timeOf(reference) };
  };
  const timings: Timing[] = [];
  if (isLong) {
    for (let at = 0; at < fewest; at += 1) timings.push({ ms: Number.NaN, referenceMs: await timeOf(reference) });
    const { ms } = await once();
    for (const timing of timings) timing.ms = ms;
  } else {
    for (let at = 0; at < warmUps && !isOver(enoughMs / 3); at += 1) await once();
    while (timings.length < repeats && (timings.length < fewest || !isOver(enoughMs))) timings.push(await once());
  }
  const quarter = (of: keyof Timing) =>
    quantile(
      timings.map((timing) => timing[of]),
      0.25,
    );
  return { ms: quarter('ms'), referenceMs: quarter('referenceMs') };
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
