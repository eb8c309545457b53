import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchResult } from '../bench.ts';
import { stopChildren } from '../children.ts';
import { startEmbedded } from '../embedded.ts';
import { report } from '../report.ts';
import { funnelOfBaseline, makeBaseline, summaryOfBaseline, timed } from './baseline.ts';
import { generateYear } from './generate.ts';

/**
 * `make bench-analytics`: generates a year of one application, 20 million events of 200,000 users, then a
 * second year. Reports are read through the gateway. The reference computes the same figures from one table,
 * without partitions and daily rollups. EVENTS=1000000 makes it smaller, YEARS=1 omits the second year.
 */
const events = Number(process.env.EVENTS ?? 20_000_000);
const users = 200_000;
const days = 365;
const years = Number(process.env.YEARS ?? 2);
const steps = ['app_opened', 'paywall_viewed', 'checkout_started', 'payment_succeeded'];

const goals = new Map([
  ['summary_90d_ms', '≤ 200 ms'],
  ['summary_365d_ms', '≤ 500 ms'],
  ['funnel_30d_ms', '≤ 2000 ms'],
  ['summary_90d_ms_second_year', 'as the first year'],
  ['summary_365d_ms_second_year', 'as the first year'],
  ['funnel_30d_ms_second_year', 'as the first year'],
]);

const started = performance.now();
const print = (text: string) =>
  process.stderr.write(`  · ${((performance.now() - started) / 1000).toFixed(0)} s  ${text}\n`);
const dateOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-year-'));
let failed = false;
let client: pg.Client | undefined;
try {
  const embedded = await startEmbedded(dataDir);
  const admin = await embedded.administrate();
  const applicationId = embedded.demo.application_id;
  client = new pg.Client({ connectionString: embedded.databaseUrl });
  await client.connect();
  const database = client;

  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${embedded.demo.base_url}/v1/analytics/${path}`, { headers: admin.headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const counted = async (): Promise<void> => {
    for (;;) {
      const { rows } = await database.query('SELECT count(*)::int AS hours FROM analytics.stale_hours');
      if (rows[0].hours === 0) return;
      await sleep(500);
    }
  };
  const monthsCounted = async (): Promise<void> => {
    for (;;) {
      const { rows } = await database.query(
        `SELECT count(*)::int AS months FROM analytics.stale_months WHERE month < date_trunc('month', now() - interval '12 hours')`,
      );
      if (rows[0].months === 0) return;
      await sleep(500);
    }
  };
  const measure = async (to: string, suffix: string): Promise<BenchResult[]> => {
    const range = (length: number) => `from=${dateOf(daysAgo(to) + length - 1)}&to=${to}`;
    const summary = (length: number) => timed(() => read(`summary?application_code=demo&${range(length)}`));
    const funnelPath = `funnel?application_code=demo&${range(30)}&steps=${steps.join(',')}`;
    const funnel = () => timed(() => read(funnelPath));
    const rows: [string, string, number, number][] = [
      [
        'summary_90d_ms',
        'summary of 90 days; reference: the same figures counted from one table',
        await summary(90),
        await summaryOfBaseline(database, applicationId, 90, to),
      ],
      [
        'summary_365d_ms',
        'summary of 365 days',
        await summary(365),
        await summaryOfBaseline(database, applicationId, 365, to),
      ],
      [
        'funnel_30d_ms',
        'funnel of 4 steps over 30 days',
        await funnel(),
        await funnelOfBaseline(database, { applicationId, days: 30, to, steps }),
      ],
    ];
    for (const [id, , value, reference] of rows)
      print(`${id}: ${Math.round(value)} ms, one table ${Math.round(reference)} ms`);
    print(`the funnel: ${(await read(funnelPath)).slice(0, 600)}`);
    return rows.map(([id, what, value, reference]) => ({
      id: `${id}${suffix}`,
      what,
      value: Math.round(value),
      unit: 'ms',
      reference: Math.round(reference),
      ratio: Math.round((value / reference) * 1000) / 1000,
    }));
  };

  const results: BenchResult[] = [];
  for (const { suffix, from, to } of [
    { suffix: '', from: 2 * days, to: days + 1 },
    { suffix: '_second_year', from: days, to: 1 },
  ].slice(0, years)) {
    await generateYear(database, { applicationId, from: dateOf(from), days, events, users }, print);
    print('generated; counting');
    await counted();
    print('days are counted');
    await monthsCounted();
    print('months are counted');
    await makeBaseline(database);
    print('measuring');
    results.push(...(await measure(dateOf(to), suffix)));
  }
  await report(results, goals);
} catch (error) {
  failed = true;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
} finally {
  await client?.end();
  await stopChildren();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function daysAgo(day: string): number {
  return Math.round((Date.parse(dateOf(0)) - Date.parse(day)) / 86_400_000);
}
