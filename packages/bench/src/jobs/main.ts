import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schedules } from '@platform/contracts';
import pg from 'pg';
import { stopChildren } from '../children.ts';
import { type Embedded, startEmbedded } from '../embedded.ts';
import { quantile } from '../wrk.ts';
import { generateClosedPayments, generatePaidPayments } from './generate-payments.ts';

/**
 * `make bench-jobs`: how long the reconcile takes to settle payments that were paid while no notification
 * arrived, and how long a tick with nothing due takes beside closed payments. PAYMENTS=1000 CLOSED=10000
 * makes it smaller. Ends with 1 over a goal at the sizes of the goals.
 */
const payments = Number(process.env.PAYMENTS || 10_000);
const closed = Number(process.env.CLOSED || 100_000);
const goals = { settledMs: 120_000, emptyTickMs: 20 };
const ticks = 15;
const longestMs = 1_800_000;

const reconcile = schedules.find(({ id }) => id === 'reconcilePayments');
if (!reconcile) throw new Error('nothing is scheduled as `reconcilePayments`');

const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-jobs-'));
let client: pg.Client | undefined;
try {
  const embedded = await startEmbedded(dataDir);
  client = new pg.Client(embedded.databaseUrl);
  await client.connect();
  print(`${closed} closed payments`);
  await generateClosedPayments(embedded, client, closed);
  const emptyMs = await emptyTick(embedded);
  print(`${payments} paid payments`);
  await generatePaidPayments(embedded, client, payments);
  const settledMs = await settleAll(embedded, client);
  process.stdout.write(
    `tick with nothing due, ${closed} closed payments: ${emptyMs.toFixed(1)} ms (goal ${goals.emptyTickMs})\n`,
  );
  process.stdout.write(
    `${payments} pending payments settled in ${(settledMs / 1_000).toFixed(1)} s (goal ${goals.settledMs / 1_000} for 10,000)\n`,
  );
  if (emptyMs > goals.emptyTickMs || settledMs > goals.settledMs) process.exitCode = 1;
} finally {
  await client?.end();
  await stopChildren();
  await rm(dataDir, { recursive: true, force: true });
}

/** The lower quartile of some ticks: it leaves out what other programs of the machine take. */
async function emptyTick(embedded: Embedded): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ticks; n += 1) {
    const began = performance.now();
    const { checked } = await tick(embedded);
    times.push(performance.now() - began);
    // The first ticks ask about payments that became due before.
    if (checked > 0) times.pop();
  }
  if (times.length === 0) throw new Error('every tick had due work');
  return quantile(times, 0.25);
}

/** Ticks one after another, as the scheduler does with a tick that takes longer than its interval. */
async function settleAll(embedded: Embedded, client: pg.Client): Promise<number> {
  const began = performance.now();
  for (;;) {
    const report = await tick(embedded);
    const { rows } = await client.query<{ pending: number }>(
      `SELECT count(*)::int AS pending FROM billing.payments WHERE status = 'pending'`,
    );
    const spent = performance.now() - began;
    print(`${JSON.stringify(report)}, ${rows[0]?.pending} pending after ${(spent / 1_000).toFixed(1)} s`);
    if (rows[0]?.pending === 0) return spent;
    if (spent > longestMs) throw new Error('the payments are not settled');
  }
}

async function tick({ demo }: Embedded): Promise<{ checked: number }> {
  const response = await fetch(`${demo.base_url}${reconcile?.path}`, {
    method: 'POST',
    headers: { 'x-worker-secret': demo.worker_secret, 'content-type': 'application/json' },
    body: '{}',
  });
  const body = (await response.json()) as { data: { checked: number } };
  if (!response.ok) throw new Error(`the reconcile was answered ${response.status}: ${JSON.stringify(body)}`);
  return body.data;
}

function print(text: string): void {
  process.stderr.write(`  · ${text}\n`);
}
