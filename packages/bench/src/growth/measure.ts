import { quantile } from '../wrk.ts';
import type { Measured } from './actions.ts';

/** The database ended a statement of the read after its time. */
export class TooExpensive extends Error {}

const warmUps = 3;
const repeats = 25;
const enoughMs = 1_500;
const fewest = 3;
const rounds = 3;

/**
 * Milliseconds that a call takes: the lower quartile of up to 25 calls in a row, within about 1.5 s. The
 * lower quartile leaves out what other programs of the machine take. Infinite for a call that is too expensive.
 * @param isTooSlow a time that is measured again, up to three rounds; the shortest counts
 */
export async function measure(measured: Measured, isTooSlow: (ms: number) => boolean): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    shortest = Math.min(shortest, await measureRound(measured));
    if (!isTooSlow(shortest)) break;
  }
  return shortest;
}

const measureRound = (measured: Measured): Promise<number> =>
  timeInRow(measured).catch((error) =>
    error instanceof TooExpensive ? Number.POSITIVE_INFINITY : Promise.reject(error),
  );

async function timeInRow({ run, prepare }: Measured): Promise<number> {
  const began = performance.now();
  const isOver = (enough: number) => performance.now() - began > enough;
  const once = async (): Promise<number> => {
    await prepare?.();
    const asked = performance.now();
    await run();
    return performance.now() - asked;
  };
  for (let at = 0; at < warmUps && !isOver(enoughMs / 3); at += 1) await once();
  const times: number[] = [];
  while (times.length < repeats && (times.length < fewest || !isOver(enoughMs))) times.push(await once());
  return quantile(times, 0.25);
}
