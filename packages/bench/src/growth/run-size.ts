import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '@platform/runtime';
import pg from 'pg';
import { stopChildren } from '../children.ts';
import { type BenchUser, type Embedded, startEmbedded } from '../embedded.ts';
import { type Measured, scheduledCalls, userActions } from './actions.ts';
import { limits, type ReadCase, readCases } from './cases.ts';
import { readExamples } from './examples.ts';
import { generatePeople } from './generate.ts';
import { growthOf, measure, type Timing, TooExpensive } from './measure.ts';

/** What was measured at one size. */
export interface SizeResult {
  people: number;
  /** Milliseconds by the id of what was measured; infinite for a refusal as too expensive. */
  times: Map<string, Timing & { growth: Measured['growth'] }>;
  /** Bytes of each schema with its indexes. */
  bytes: Map<string, number>;
}

const countingSeconds = 180;

/**
 * Starts a platform of its own, generates so many people, and measures everything.
 * @param smallest the result of the smallest size: a time that grew too much against it is measured again
 */
export async function runSize(
  people: number,
  smallest: SizeResult | undefined,
  print: (text: string) => void,
): Promise<SizeResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-growth-'));
  let client: pg.Client | undefined;
  try {
    const embedded = await startEmbedded(dataDir);
    client = new pg.Client(embedded.databaseUrl);
    await client.connect();
    await generatePeople(embedded, client, people, print);
    const bytes = await schemaSizes(client);
    print('counting days');
    await untilCounted(client);
    const result: SizeResult = { people, times: new Map(), bytes };
    const admin = await embedded.administrate();
    const reference = async () => void (await admin.client.listAdmins({ query: {} }));
    const all = await allMeasured(embedded, client, admin);
    await requireAnswers(all);
    for (const measured of all) {
      const before = smallest?.times.get(measured.id);
      const limit = measured.growth === 'job' ? null : limits[measured.growth];
      const isTooSlow = (timing: Timing) => before !== undefined && limit !== null && growthOf(before, timing) > limit;
      const timing = await measure(measured, reference, isTooSlow);
      result.times.set(measured.id, { growth: measured.growth, ...timing });
      print(`${timing.ms.toFixed(1).padStart(8)} ms  ${measured.id}`);
    }
    return result;
  } finally {
    await client?.end();
    await stopChildren();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Does everything once. @throws Error that names each failure: a refused request has no time */
async function requireAnswers(all: readonly Measured[]): Promise<void> {
  const failures: string[] = [];
  for (const { id, prepare, run } of all) {
    await prepare?.();
    await run().catch((error) => {
      if (!(error instanceof TooExpensive)) failures.push(`${id}: ${errorText(error)}`);
    });
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function allMeasured(
  embedded: Embedded,
  client: pg.Client,
  admin: Pick<BenchUser, 'headers'>,
): Promise<Measured[]> {
  const me = await embedded.register();
  const { payment_id } = await embedded.startPayment(me, 'monthly');
  const { data: records } = await me.client.listMyConsentRecords({ params: { app_code: 'demo' } });
  const mine = { payment_id: [payment_id], consent_id: [records[0]?.id ?? ''] };
  const examples = await readExamples(client, embedded.demo.application_id);
  const reads = readCases(examples, mine).map((read): Measured => {
    const { headers } = read.credential === 'user' ? me : admin;
    return { id: read.id, growth: read.growth, run: () => readOnce(embedded, read, headers) };
  });
  return [...reads, ...userActions(embedded), ...scheduledCalls(embedded)];
}

/** Reads an answer to its end. @throws TooExpensive */
async function readOnce({ demo }: Embedded, { id, path }: ReadCase, headers: BenchUser['headers']): Promise<void> {
  const response = await fetch(`${demo.base_url}${path}`, { headers });
  const text = await response.text();
  if (response.ok) return;
  if (text.includes('"query_too_expensive"')) throw new TooExpensive();
  throw new Error(`${id} (${path}) was answered ${response.status}: ${text}`);
}

/** Waits until the counted days are up to date: counting takes CPU time of what is measured. */
async function untilCounted(client: pg.Client): Promise<void> {
  for (let seconds = 0; seconds < countingSeconds; seconds += 1) {
    const { rows } = await client.query(
      'SELECT FROM analytics.stale_hours UNION ALL SELECT FROM analytics.stale_paid_hours LIMIT 1',
    );
    if (rows.length === 0) return;
    await sleep(1_000);
  }
}

async function schemaSizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT n.nspname || '.' || c.relname AS name, pg_total_relation_size(c.oid) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'catalog', 'billing', 'analytics')
        AND NOT c.relispartition OR c.relispartition AND c.relkind = 'r'`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
