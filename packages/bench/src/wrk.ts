import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  url: string;
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
  /** A Lua file that makes the requests. */
  script?: string;
}

/**
 * Requests a second that a server answers under a closed loop of connections (wrk, one thread, loopback).
 * @throws Error when any answer is not 2xx or 3xx, or a socket fails: a fast refusal is no result
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const stdout = await runWrk(load);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const milliseconds = { us: 0.001, ms: 1, s: 1_000 } as const;

/**
 * The latency of 99 % of the requests that connections make one after another, in milliseconds. The load
 * generator is no JavaScript, so its garbage collections are not in the times.
 * @throws Error as {@link requestsPerSecond}
 */
export async function latencyP99(load: Load): Promise<number> {
  const stdout = await runWrk(load, ['--latency']);
  const [, value, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)$/m.exec(stdout) ?? [];
  return Number(value) * milliseconds[unit as keyof typeof milliseconds];
}

async function runWrk(
  { url, headers = {}, seconds, connections = 50, script }: Load,
  options: readonly string[] = [],
): Promise<string> {
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  if (script !== undefined) headerArguments.push('-s', script);
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    ...options,
    ...headerArguments,
    url,
  ]);
  const isDone = stdout.includes('Requests/sec:');
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  const broken = /Socket errors: (.*)/.exec(stdout)?.[1];
  if (!isDone || refused !== undefined || broken !== undefined)
    throw new Error(`the load on ${url} failed:\n${stdout}`);
  return stdout;
}

/**
 * Measures a subject and its reference alternately, so that a busy moment of the machine hits both, and answers
 * the medians.
 */
export async function compare(
  subject: Omit<Load, 'seconds'>,
  reference: Omit<Load, 'seconds'>,
  rounds = 3,
  seconds = 4,
) {
  for (const load of [subject, reference]) await requestsPerSecond({ ...load, seconds: 3 });
  const subjects: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    references.push(await requestsPerSecond({ ...reference, seconds }));
    subjects.push(await requestsPerSecond({ ...subject, seconds }));
  }
  return { value: median(subjects), reference: median(references) };
}

/** Runs subject and reference once each to warm up, then alternately, and answers the medians. */
export async function runAlternately(subject: () => Promise<number>, reference: () => Promise<number>, rounds = 3) {
  await subject();
  await reference();
  const subjects: number[] = [];
  const references: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    references.push(await reference());
    subjects.push(await subject());
  }
  const [value, base] = [median(subjects), median(references)];
  return { value: Math.round(value), reference: Math.round(base), ratio: Math.round((value / base) * 100) / 100 };
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The value below which the share `q` (0–1) of the values lies. */
export const quantile = (values: number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
};
