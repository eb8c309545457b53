/**
 * `make hostile`: inputs that are made to be slow, random calls, and every operation with every credential and every
 * tenant, while one client asks for the health and one reads its entitlements. Prints the longest time that these two
 * waited. Then all jobs of all services are due at once, in a loop, in pools of 2, 5 and 10 connections. Ends with 0
 * when the waits, the memory and the answers are as they have to be.
 */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { killWhatIsLeft } from '../processes.ts';
import type { Answers } from './answers.ts';
import { watchDueJobs } from './due-jobs.ts';
import { fuzz } from './fuzz.ts';
import { startHostileSite } from './hostile-site.ts';
import { prepareAttacks } from './inputs.ts';
import { sendRoles, sendTenants } from './matrices.ts';
import { openTargets, type Target, type Topology } from './targets.ts';
import { startWatch, type Waits, type Watch } from './watch.ts';

const topology = (process.env.TOPOLOGY || 'embedded') as Topology;
const seed = Number(process.env.SEED || 77);
const calls = Number(process.env.CALLS || 20_000);
const poolSizes = (process.env.POOLS || '2,5,10').split(',').map(Number);
const jobSeconds = Number(process.env.SECONDS || 60);
/** Phases by name, comma-separated; all when absent. */
const only = (process.env.ONLY ?? '').split(',').filter((name) => name !== '');
const isWanted = (phase: string): boolean => only.length === 0 || only.includes(phase);

const maxP99 = 50;
const maxLongest = 250;
const maxGrowth = 100;
/** A read of a millisecond may take as much longer as the clock and the scheduler of the system. */
const jobFloorMs = 10;
/** Attackers run on machines of their own: the generator does not compete with the platform for the cores. */
const generatorNice = 10;

const began = Date.now();
const say = (text: string) =>
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}\n`);
let output: Target['output'] = () => '';
const verdicts: { what: string; isKept: boolean }[] = [];
const judge = (what: string, isKept: boolean): void => {
  verdicts.push({ what, isKept });
  if (!isKept) say(`  BROKEN ${what}`);
};
const show = ({ reads, p50, p99, longest, failures }: Waits): string =>
  `${reads} reads, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, ${failures.length} failed`;

/** Lines of the log about the request of a failure. */
function linesOf(failure: string): string[] {
  const requestId = /"request_id":"([^"]+)"/.exec(failure)?.[1];
  if (requestId === undefined) return [];
  return output()
    .split('\n')
    .filter((line) => line.includes(requestId));
}

async function phase(name: string, watch: Watch, work: () => Promise<Answers>): Promise<void> {
  await watch.take();
  const started = Date.now();
  const answers = await work();
  const waits = await watch.take();
  say(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s; ${answers.summary()}`);
  for (const [what, wait] of Object.entries(waits)) {
    say(`  ${what}: ${show(wait)}`);
    judge(`${name}: p99 of ${what} is ${wait.p99.toFixed(1)} ms, at most ${maxP99}`, wait.p99 <= maxP99);
    judge(
      `${name}: longest ${what} is ${wait.longest.toFixed(0)} ms, at most ${maxLongest}`,
      wait.longest <= maxLongest,
    );
    judge(`${name}: every ${what} was answered`, wait.failures.length === 0);
  }
  say(`  slowest: ${answers.slowest()}`);
  const memory = Object.entries(watch.memory()).map(([process, mebibytes]) => `${process} ${mebibytes.toFixed(0)}`);
  say(`  MiB at most so far: ${memory.join(', ')}`);
  for (const failure of answers.failures) {
    say(`  5xx ${failure}`);
    for (const line of linesOf(failure)) say(`    ${line}`);
  }
  judge(`${name}: no 5xx`, answers.failures.length === 0);
}

async function attack(target: Target): Promise<void> {
  output = target.output;
  const { headers } = await target.registered('watched');
  const watch = startWatch(target, headers);
  // On Linux this is the priority of the main thread; the watch and the platform keep theirs.
  setPriority(generatorNice);
  try {
    await sleep(3_000);
    const idle = await watch.take();
    say(`idle: health ${show(idle.health)}`);
    say(`idle: entitlements ${show(idle.entitlements)}`);
    if (isWanted('roles')) await phase('every operation with every credential', watch, () => sendRoles(target));
    if (isWanted('tenants')) await phase('every operation across tenants', watch, () => sendTenants(target));
    if (isWanted('fuzz')) await phase(`${calls} random calls, seed ${seed}`, watch, () => fuzz(target, seed, calls));
    if (isWanted('inputs')) await sendInputs(target, watch);
  } finally {
    await watch.stop();
    raisePriority();
  }
}

/** The next platform has the priority of this one again, where the system allows that. */
function raisePriority(): void {
  try {
    setPriority(0);
  } catch {
    say('the platforms of the following phases have a lower priority');
  }
}

async function sendInputs(target: Target, watch: Watch): Promise<void> {
  // The heap has the size that ordinary work gives it.
  await sleep(3_000);
  const before = watch.memory();
  const site = await startHostileSite();
  const { attacks, close } = await prepareAttacks(target, site);
  for (const { name, run } of attacks) await phase(name, watch, run);
  close();
  await site.close();
  for (const [name, most] of Object.entries(watch.memory())) {
    const grown = most - (before[name] ?? 0);
    say(`memory of ${name}: ${(before[name] ?? 0).toFixed(0)} MiB before the inputs, ${most.toFixed(0)} MiB at most`);
    judge(`memory of ${name} grew by ${grown.toFixed(0)} MiB, at most ${maxGrowth}`, grown <= maxGrowth);
  }
}

const targets = await openTargets(topology);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killWhatIsLeft();
    void targets.close().then(() => process.exit(1));
  });
try {
  if (['roles', 'tenants', 'fuzz', 'inputs'].some(isWanted)) {
    const target = await targets.start();
    say(`${topology} at ${target.baseUrl}`);
    try {
      await attack(target);
    } finally {
      await target.stop();
    }
  }
  for (const poolSize of isWanted('jobs') ? poolSizes : []) {
    const target = await targets.start({ DATABASE_POOL_SIZE: String(poolSize) });
    try {
      const { without, during, rounds, failures } = await watchDueJobs(target, poolSize, jobSeconds);
      say(`pool of ${poolSize}, without due jobs: ${show(without)}`);
      say(`pool of ${poolSize}, all jobs due ${rounds} times: ${show(during)}`);
      const bound = Math.max(2 * without.p99, without.p99 + jobFloorMs);
      judge(
        `pool of ${poolSize}: p99 with due jobs is ${during.p99.toFixed(1)} ms, at most ${bound.toFixed(1)}`,
        during.p99 <= bound,
      );
      judge(`pool of ${poolSize}: every read was answered`, during.failures.length === 0);
      judge(`pool of ${poolSize}: no job failed ${failures[0] ?? ''}`, failures.length === 0);
    } finally {
      await target.stop();
    }
  }
} finally {
  await targets.close();
}
const broken = verdicts.filter(({ isKept }) => !isKept);
say(`${verdicts.length - broken.length} of ${verdicts.length} promises kept`);
for (const { what } of broken) say(`BROKEN ${what}`);
process.exit(broken.length === 0 ? 0 : 1);
