/**
 * `make flood`: sixty addresses without credentials flood a platform while one client reads its entitlements.
 * Ends with 0 when the reads stay quick and the memory of the flooded process stays where it was.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { holdingAttacks, openHolder, openSender, readRequest, requestAttacks, type Sender } from './attacks.ts';
import type { ReaderOptions, ReaderReport } from './reader.ts';
import { startEmbedded, startSeparate, type Target } from './targets.ts';

const seconds = Number(process.env.DURATION || 60);
/** Requests a second of all addresses together. */
const rate = Number(process.env.RATE || 2_000);
const topology = process.env.TOPOLOGY || 'embedded';
/** Attacks that are left out, by words of their names, comma-separated. */
const without = (process.env.WITHOUT ?? '').split(',').filter((word) => word !== '');
const isWanted = ({ name }: { name: string }) => !without.some((word) => name.includes(word));
const addresses = Array.from({ length: 60 }, (_, at) => `127.0.0.${at + 2}`);
const readerAddress = '127.0.1.1';
const maxP99 = 50;
const maxGrowth = 100;
const tickMs = 10;
/** Attackers run on machines of their own: the generator does not compete with the platform for the cores. */
const generatorNice = 10;

const began = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);

/** Memory of a process in MiB. */
const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Processor time that a process has used, in milliseconds; the system counts it in hundredths of a second.
 */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

async function startReader(target: Target) {
  const options: ReaderOptions = {
    url: `${target.baseUrl}/v1/applications/demo/entitlements/me`,
    headers: target.user,
    localAddress: readerAddress,
    everyMs: 20,
  };
  const worker = new Worker(new URL('reader.ts', import.meta.url), { workerData: options });
  return {
    async report(): Promise<ReaderReport> {
      worker.postMessage('report');
      return ((await once(worker, 'message')) as [ReaderReport])[0];
    },
    stop: () => worker.terminate(),
  };
}

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

const printReads = (what: string, { times, failures }: ReaderReport): void => {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(1));
  say(`${what}: ${times.length} reads, p50 ${p50} ms, p99 ${p99} ms, longest ${worst} ms, ${failures.length} failed`);
  if (failures.length > 0) say(`  failed with ${[...new Set(failures)].join(', ')}`);
};

/** One line for each second of the flood whose slowest read took longer than a read may take. */
function timeline({ times, begunAt }: ReaderReport, floodBegan: number): string[] {
  const seconds = new Map<number, number[]>();
  for (const [at, ms] of times.entries()) {
    const second = Math.floor(((begunAt[at] ?? 0) - floodBegan) / 1000);
    seconds.set(second, [...(seconds.get(second) ?? []), ms]);
  }
  return [...seconds]
    .sort(([a], [b]) => a - b)
    .filter(([, reads]) => Math.max(...reads) > maxP99)
    .map(
      ([second, reads]) =>
        `  second ${second}: ${reads.length} reads, p50 ${percentile(reads, 0.5).toFixed(0)} ms, longest ${Math.max(...reads).toFixed(0)} ms`,
    );
}

/**
 * Reads of one user in a row, so that a process is measured that has worked before: its heap has the size
 * that work gives it.
 */
async function warmUp(target: Target): Promise<void> {
  const bytes = readRequest(target.user);
  const senders = Array.from({ length: 20 }, () => openSender(target, readerAddress, () => {}));
  const until = Date.now() + 8_000;
  while (Date.now() < until) {
    for (const sender of senders) sender.send(bytes);
    await sleep(tickMs);
  }
  for (const sender of senders) sender.close();
}

/**
 * Sends requests of every kind from every address at the rate, until it is over; answers how many had which
 * status.
 */
async function flood(target: Target, until: number): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const count = (name: string, status: number | string) => {
    const key = `${name}: ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const holders: { close(): void }[] = [];
  const hold = async () => {
    for (const address of addresses) {
      for (const { name, connections, next } of holdingAttacks(target).filter(isWanted))
        for (let opened = 0; opened < connections; opened += 1)
          holders.push(openHolder(target, address, next(), () => count(name, 'closed')));
      await sleep(50);
    }
  };
  void hold();
  const attacks = (await requestAttacks(target)).filter(isWanted);
  const lanes = addresses.flatMap((address) =>
    attacks.map((attack): { attack: (typeof attacks)[number]; sender: Sender } => ({
      attack,
      sender: openSender(target, address, (status) => count(attack.name, status)),
    })),
  );
  let at = 0;
  let owed = 0;
  let skipped = 0;
  while (Date.now() < until) {
    owed += (rate * tickMs) / 1000;
    for (; owed >= 1; owed -= 1) {
      const lane = lanes[at % lanes.length];
      at += 1;
      if (!lane?.sender.send(lane.attack.next())) skipped += 1;
    }
    await sleep(tickMs);
  }
  if (skipped > 0) count('not sent, since the one before had no answer', skipped);
  for (const { sender } of lanes) sender.close();
  for (const holder of holders) holder.close();
  return statuses;
}

async function run(): Promise<boolean> {
  const target = await (topology === 'separate' ? startSeparate() : startEmbedded());
  try {
    const reader = await startReader(target);
    say(
      `${topology} at ${target.baseUrl}; ${rate} requests a second from ${addresses.length} addresses for ${seconds} s`,
    );
    // On Linux this is the priority of the main thread; the reader and the platform keep theirs.
    setPriority(generatorNice);
    await warmUp(target);
    await sleep(2_000);
    await reader.report();
    await sleep(5_000);
    printReads('before', await reader.report());
    const before = rssOf(target.pid);
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, rssOf(target.pid));
    }, 500);
    const cpuBefore = cpuOf(target.pid);
    const floodBegan = Date.now();
    const statuses = await flood(target, Date.now() + seconds * 1000);
    clearInterval(watch);
    const cpu = cpuOf(target.pid) - cpuBefore;
    const during = await reader.report();
    printReads('during the flood', during);
    for (const line of timeline(during, floodBegan)) say(line);
    await sleep(3_000);
    const after = rssOf(target.pid);
    await reader.stop();
    for (const [what, times] of [...statuses].sort()) say(`  ${times} × ${what}`);
    const answered = [...statuses].filter(([what]) => /: [1-9]\d\d$/.test(what)).reduce((sum, [, n]) => sum + n, 0);
    say(
      `processor: ${(cpu / 1000).toFixed(1)} s of ${seconds} s, ${(cpu / answered).toFixed(2)} ms for each of ${answered} requests that were answered, reads and held connections included`,
    );
    say(`memory: ${before.toFixed(0)} MiB before, ${highest.toFixed(0)} MiB at most, ${after.toFixed(0)} MiB after`);
    const p99 = percentile(during.times, 0.99);
    const verdicts: [string, boolean][] = [
      [`p99 of the reads is ${p99.toFixed(1)} ms, at most ${maxP99} ms`, p99 <= maxP99],
      [`every read was answered`, during.failures.length === 0],
      [`memory grew by ${(highest - before).toFixed(0)} MiB, at most ${maxGrowth} MiB`, highest - before <= maxGrowth],
    ];
    for (const [what, isKept] of verdicts) say(`${isKept ? 'kept  ' : 'BROKEN'} ${what}`);
    return verdicts.every(([, isKept]) => isKept);
  } finally {
    await target.stop();
  }
}

try {
  const isKept = await run();
  process.exit(isKept ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
