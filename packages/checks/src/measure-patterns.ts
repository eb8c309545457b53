/**
 * Program: measures the reviewed patterns on strings that are made to be slow, at the bound of their input and at an
 * eighth of it. `node packages/checks/src/measure-patterns.ts [part of a path or a pattern]…` measures some of them.
 * A pattern that takes longer than {@link longestTime} is printed with its string, and the exit code is 1.
 */
import { ThreadLimitError, Threads } from '@platform/threads';
import { adversarialStrings, type Pumped } from './adversarial-strings.ts';
import type * as worker from './match-worker.ts';
import { type ReviewedPattern, reviewedPatterns } from './reviewed-patterns.ts';

/** Milliseconds that a pattern may hold the main thread. */
const longestTime = 20;
/** Milliseconds after which a match is ended. */
const patience = 4_000;
const analyserTime = 300;

const threads = new Threads<typeof worker>({
  program: new URL('match-worker.ts', import.meta.url),
  name: 'the measurement',
  timeoutMs: patience,
  memoryMb: 256,
});

interface Measure {
  family: Pumped;
  /** Milliseconds; Infinity for a match that was ended. */
  small: number;
  large: number;
}

function partsOf(name: string): { source: string; flags: string } {
  const end = name.lastIndexOf('/');
  return { source: name.slice(1, end), flags: name.slice(end + 1) };
}

/** The slowest family of strings for a pattern. */
async function measure({ pattern, size }: ReviewedPattern): Promise<Measure> {
  const { source, flags } = partsOf(pattern);
  const timeOf = (family: Pumped, length: number): Promise<number> =>
    threads.run('matchTime', { source, flags, family, size: length }).catch((error: unknown) => {
      if (error instanceof ThreadLimitError) return Number.POSITIVE_INFINITY;
      throw error;
    });
  let slowest: Measure = { family: { prefix: '', pump: '', suffix: '' }, small: 0, large: 0 };
  for (const family of adversarialStrings(source, flags, analyserTime)) {
    const small = await timeOf(family, Math.ceil(size / 8));
    const large = small > patience / 8 ? Number.POSITIVE_INFINITY : await timeOf(family, size);
    if (large > slowest.large) slowest = { family, small, large };
    if (large === Number.POSITIVE_INFINITY) break;
  }
  return slowest;
}

const wanted = process.argv.slice(2);
for (const review of reviewedPatterns) {
  const { path, pattern, size } = review;
  if (wanted.length > 0 && !wanted.some((part) => path.includes(part) || pattern.includes(part))) continue;
  const { family, small, large } = await measure(review);
  const growth = small < 0.5 ? 'small' : `×${(large / small).toFixed(0)}`;
  const isSlow = large > longestTime;
  const line = `${isSlow ? 'SLOW' : 'ok'}\t${large.toFixed(1)} ms\t${growth}\t${size}\t${path}\t${pattern.slice(0, 80)}`;
  process.stdout.write(`${line}${isSlow ? `\t${JSON.stringify(family)}` : ''}\n`);
  if (isSlow) process.exitCode = 1;
}
