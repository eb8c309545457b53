import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { stopChildren } from '../children.ts';
import { startEmbedded } from '../embedded.ts';
import type { ReadCase } from '../growth/cases.ts';
import { generatePeople } from '../growth/generate.ts';
import { readsOf, requestOf, untilCounted } from '../growth/run-size.ts';
import { quantile } from '../wrk.ts';
import { startSeparate } from './separate.ts';
import { createUsers, emptyWindow, userCalls, type Window } from './users.ts';

/**
 * `make bench-load`: for each service, one after the other, 30 administrators read the slowest of its reads without a
 * pause, while users read their entitlements, register and pay at a steady low rate. Windows with and without
 * the administrators alternate, so that what else the machine does falls on both. Ends with 1 when the p99 of
 * a call of users more than doubles, or any answer is a 5xx.
 */
const people = Number(process.env.PEOPLE || 100_000);
const admins = Number(process.env.ADMINS || 30);
const seconds = Number(process.env.SECONDS || 60);
const windowSeconds = 10;
const only = process.env.ONLY ? process.env.ONLY.split(',') : null;

const began = performance.now();
const print = (text: string) =>
  process.stderr.write(`  · ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
const say = (text: string) => process.stdout.write(`${text}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-load-'));
const embedded = await startEmbedded(dataDir);
const database = new pg.Client(embedded.databaseUrl);
await database.connect();
const closing: (() => Promise<unknown>)[] = [];
try {
  await generatePeople(embedded, database, people, print);
  print('counting days');
  await untilCounted(database);
  const baseUrl = process.env.TOPOLOGY === 'separate' ? await startSeparate(embedded, closing) : embedded.demo.base_url;
  const { cases, headers } = await readsOf(embedded, database);
  const read = async ({ path, body }: Pick<ReadCase, 'path' | 'body'>) => {
    const response = await fetch(`${baseUrl}${path}`, requestOf({ body }, headers.admin));
    await response.arrayBuffer();
    return response;
  };
  print('looking for the slowest read of each service');
  const slowest = await slowestReads(
    cases.filter(({ credential }) => credential === 'admin'),
    read,
  );
  const call = await createUsers(embedded, baseUrl);
  await call(emptyWindow(), windowSeconds);

  let failed = false;
  for (const [service, { ms, ...slow }] of slowest) {
    const windows = { before: emptyWindow(), during: emptyWindow() };
    const answers: Record<string, number> = {};
    for (let spent = 0; spent < seconds; spent += windowSeconds) {
      await call(windows.before, windowSeconds);
      const loading = load(() => read(slow), answers, windowSeconds + 1);
      await sleep(1_000);
      await call(windows.during, windowSeconds);
      await loading;
    }
    say(
      `${service}: ${slow.id}, ${Math.round(ms)} ms alone; ${admins} administrators were answered ${JSON.stringify(answers)}`,
    );
    if (!meetsGoals(windows) || hasServerErrors(answers)) failed = true;
  }
  say(failed ? 'failed' : 'passed');
  process.exitCode = failed ? 1 : 0;
} finally {
  await database.end();
  await stopChildren();
  for (const close of closing) await close();
  await rm(dataDir, { recursive: true, force: true });
}

/** The read of each service that takes longest, by the quickest of three tries. */
async function slowestReads(
  reads: readonly ReadCase[],
  read: (readCase: ReadCase) => Promise<Response>,
): Promise<Map<string, ReadCase & { ms: number }>> {
  const slowest = new Map<string, ReadCase & { ms: number }>();
  for (const readCase of reads) {
    if (only && !only.includes(readCase.service)) continue;
    let ms = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3; tries += 1) {
      const startedAt = performance.now();
      await read(readCase);
      ms = Math.min(ms, performance.now() - startedAt);
    }
    if (ms > (slowest.get(readCase.service)?.ms ?? 0)) slowest.set(readCase.service, { ...readCase, ms });
  }
  return slowest;
}

/** Administrators who read again at once, or when the answer lets them. */
async function load(read: () => Promise<Response>, answers: Record<string, number>, forSeconds: number): Promise<void> {
  const end = performance.now() + forSeconds * 1_000;
  const sendLoad = async () => {
    while (performance.now() < end) {
      const { status, headers } = await read();
      answers[status] = (answers[status] ?? 0) + 1;
      const pauseMs = Number(headers.get('retry-after') ?? 0) * 1_000;
      await sleep(Math.min(pauseMs, Math.max(0, end - performance.now())));
    }
  };
  await Promise.all(Array.from({ length: admins }, sendLoad));
}

/** Prints the times of users without and with the administrators; whether both stay within the promise. */
function meetsGoals({ before, during }: Record<'before' | 'during', Window>): boolean {
  let isGood = isAllDone(before.statuses) && isAllDone(during.statuses);
  for (const name of userCalls) {
    const at = (window: Window, share: number) => quantile(window.times[name], share);
    const [p99, loaded] = [at(before, 0.99), at(during, 0.99)];
    const factor = loaded / p99;
    // Also when a window has no answer at all.
    if (!(factor <= 2)) isGood = false;
    const p50 = `p50 ${at(before, 0.5).toFixed(1)} → ${at(during, 0.5).toFixed(1)} ms`;
    const text = `p99 ${p99.toFixed(1)} → ${loaded.toFixed(1)} ms ×${factor.toFixed(2)}${factor > 2 ? ' !' : ''}`;
    say(`  ${name.padEnd(13)} ${p50}, ${text}, ${during.times[name].length} calls`);
  }
  say(`  statuses      ${JSON.stringify(before.statuses)} → ${JSON.stringify(during.statuses)}`);
  return isGood;
}

/** Each call of a user was done: no refusal, and no call without an answer. */
function isAllDone(statuses: Record<string, number>): boolean {
  return Object.keys(statuses).every((status) => status.startsWith('2'));
}

function hasServerErrors(statuses: Record<string, number>): boolean {
  return Object.keys(statuses).some((status) => Number(status) >= 500);
}
