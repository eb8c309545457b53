import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ReaderOptions, ReaderReport } from '../flood/reader.ts';
import type { Target } from './targets.ts';

/** How long the clients waited that have nothing to do with the attack, in milliseconds. */
export interface Waits {
  reads: number;
  p50: number;
  p99: number;
  longest: number;
  /** Answers other than 200. */
  failures: string[];
}

/** Two clients in threads of their own: one asks for the health, one reads its entitlements. */
export interface Watch {
  /** The waits since the last call, by what was read. */
  take(): Promise<Record<'health' | 'entitlements', Waits>>;
  /** Largest resident memory so far of each process, in MiB. */
  memory(): Record<string, number>;
  stop(): Promise<void>;
}

const everyMs = 20;

/** Memory of a process in MiB. */
export const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const percentile = (times: readonly number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const toWaits = ({ times, failures }: ReaderReport): Waits => {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    reads: sorted.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    longest: sorted.at(-1) ?? 0,
    failures,
  };
};

/** Starts both clients; `user` are the headers of a registered user. */
export function startWatch(target: Target, user: Record<string, string>): Watch {
  const open = (options: Omit<ReaderOptions, 'everyMs'>) =>
    new Worker(new URL('../flood/reader.ts', import.meta.url), { workerData: { ...options, everyMs } });
  const health = open({ url: `${target.baseUrl}/v1/health`, headers: {}, localAddress: '127.0.1.1' });
  const entitlements = open({
    url: `${target.baseUrl}/v1/applications/demo/entitlements/me`,
    headers: user,
    localAddress: '127.0.1.2',
  });
  const report = async (worker: Worker): Promise<Waits> => {
    worker.postMessage('report');
    return toWaits(((await once(worker, 'message')) as [ReaderReport])[0]);
  };
  const largest: Record<string, number> = {};
  const measure = () => {
    for (const [name, pid] of Object.entries(target.pids)) {
      if (!existsSync(`/proc/${pid}`)) throw new Error(`${name} has ended: ${target.output().slice(-3_000)}`);
      largest[name] = Math.max(largest[name] ?? 0, rssOf(pid));
    }
  };
  const timer = setInterval(measure, 250);
  return {
    async take() {
      const [ofHealth, ofEntitlements] = await Promise.all([report(health), report(entitlements)]);
      return { health: ofHealth, entitlements: ofEntitlements };
    },
    memory() {
      measure();
      return { ...largest };
    },
    async stop() {
      clearInterval(timer);
      await Promise.all([health.terminate(), entitlements.terminate()]);
    },
  };
}
