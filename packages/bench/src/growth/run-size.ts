import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '@platform/runtime';
import pg from 'pg';
import { stopChildren } from '../children.ts';
import { type Embedded, startEmbedded } from '../embedded.ts';
import { type Measured, scheduledCalls, userActions } from './actions.ts';
import { type Credential, limits, type ReadCase, readCases } from './cases.ts';
import { readExamples } from './examples.ts';
import { generatePeople } from './generate.ts';
import { growthOf, measure, type Timing, TooExpensive } from './measure.ts';

/** What was measured at one size. */
export interface SizeResult {
  people: number;
  /** Milliseconds by the id of what was measured; infinite for a refusal as too expensive. */
  times: Map<string, Timing & { growth: Measured['growth'] }>;
  /** Bytes of each table with its indexes. */
  bytes: Map<string, number>;
}

interface RunOptions {
  smallest?: SizeResult | undefined;
  /** How long each call is repeated for, in milliseconds. */
  enoughMs: number;
  /** Operations that are measured; null for all. */
  only: readonly string[] | null;
  print: (text: string) => void;
}

const countingSeconds = 300;

/**
 * Starts a platform of its own, generates so many people, and measures everything.
 * @param smallest the result of the smallest size: a time that grew too much against it is measured again
 * @throws Error for an operation of `only` that does not exist
 */
export async function runSize(people: number, { smallest, enoughMs, only, print }: RunOptions): Promise<SizeResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-growth-'));
  let client: pg.Client | undefined;
  try {
    const embedded = await startEmbedded(dataDir);
    client = new pg.Client(embedded.databaseUrl);
    await client.connect();
    await generatePeople(embedded, client, people, print);
    print('counting days');
    await untilCounted(client);
    const bytes = await tableSizes(client);
    const result: SizeResult = { people, times: new Map(), bytes };
    const admin = await embedded.administrate();
    const reference = async () => void (await admin.client.listAdmins({ query: {} }));
    const all = await chooseMeasured(embedded, client, only);
    print(`${all.length} cases`);
    const firstTimes = await requireAnswers(all);
    for (const measured of all) {
      const before = smallest?.times.get(measured.id);
      const limit = measured.growth === 'job' ? null : limits[measured.growth];
      const isTooSlow = (timing: Timing) => before !== undefined && limit !== null && growthOf(before, timing) > limit;
      const timing = await measure(measured, reference, {
        isTooSlow,
        enoughMs,
        firstMs: firstTimes.get(measured.id) ?? 0,
      });
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

/**
 * Does everything once, which fills the caches of the database as well.
 * @returns milliseconds by id
 * @throws Error that names each failure: a refused request has no time
 */
async function requireAnswers(all: readonly Measured[]): Promise<Map<string, number>> {
  const failures: string[] = [];
  const times = new Map<string, number>();
  for (const { id, prepare, run } of all) {
    await prepare?.();
    const startedAt = performance.now();
    await run().catch((error) => {
      if (!(error instanceof TooExpensive)) failures.push(`${id}: ${errorText(error)}`);
    });
    times.set(id, performance.now() - startedAt);
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return times;
}

async function allMeasured(embedded: Embedded, client: pg.Client): Promise<Measured[]> {
  const { cases, headers } = await readsOf(embedded, client);
  const reads = cases.map(
    (read): Measured => ({
      id: read.id,
      growth: read.growth,
      run: () => readOnce(embedded, read, headers[read.credential]),
    }),
  );
  return [...reads, ...userActions(embedded), ...scheduledCalls(embedded)];
}

async function chooseMeasured(
  embedded: Embedded,
  client: pg.Client,
  only: readonly string[] | null,
): Promise<Measured[]> {
  const all = await allMeasured(embedded, client);
  if (only === null) return all;
  const operationOf = ({ id }: Measured) => id.split(' ')[0] ?? id;
  const unknown = only.filter((operation) => !all.some((measured) => operationOf(measured) === operation));
  if (unknown.length > 0) throw new Error(`no operation is named ${unknown.join(', ')}`);
  return all.filter((measured) => only.includes(operationOf(measured)));
}

/** Every read of the generated data, and the headers of each credential. */
export async function readsOf(
  embedded: Embedded,
  client: pg.Client,
): Promise<{ cases: ReadCase[]; headers: Record<Credential, Record<string, string>> }> {
  const { site_key, public_key } = embedded.demo;
  const me = await embedded.register();
  const { payment_id } = await embedded.startPayment(me, 'monthly');
  const { data: records } = await me.client.listMyConsentRecords({ params: { app_code: 'demo' } });
  const ticket = await createTicket(embedded, me.headers);
  const userExamples = { payment_id: [payment_id], consent_id: [records[0]?.id ?? ''], ticket_id: [ticket] };
  const examples = await readExamples(client, embedded.demo.application_id);
  const { headers: admin } = await embedded.administrate();
  return {
    cases: readCases(examples, userExamples),
    headers: {
      user: me.headers,
      admin,
      none: {},
      site: { 'x-public-key': site_key },
      application: { 'x-public-key': public_key },
    },
  };
}

async function createTicket({ demo }: Embedded, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${demo.base_url}/v1/support/tickets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'Notes are gone', message: 'Since the update' }),
  });
  const answer = (await response.json()) as { data?: { id: string } };
  if (!answer.data) throw new Error(`a ticket was answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.data.id;
}

/** A read as `fetch` takes it: a search is a POST with its filters as JSON. */
export const requestOf = ({ body }: Pick<ReadCase, 'body'>, headers: Record<string, string>): RequestInit =>
  body === undefined
    ? { headers }
    : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };

/** Reads an answer to its end. @throws TooExpensive */
async function readOnce(
  { demo }: Embedded,
  { id, path, body }: ReadCase,
  headers: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${demo.base_url}${path}`, requestOf({ body }, headers));
  const text = await response.text();
  if (response.ok) return;
  if (text.includes('"query_too_expensive"')) throw new TooExpensive();
  throw new Error(`${id} (${path}) was answered ${response.status}: ${text}`);
}

/**
 * Waits until the counted days are up to date: counting takes CPU time of what is measured.
 * @throws Error after {@link countingSeconds}
 */
export async function untilCounted(client: pg.Client): Promise<void> {
  for (let seconds = 0; seconds < countingSeconds; seconds += 1) {
    const { rows } = await client.query(
      'SELECT FROM analytics.stale_hours UNION ALL SELECT FROM analytics.stale_site_hours UNION ALL SELECT FROM analytics.stale_paid_hours LIMIT 1',
    );
    if (rows.length === 0) return;
    await sleep(1_000);
  }
  throw new Error(`the days are not counted after ${countingSeconds} s`);
}

async function tableSizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT n.nspname || '.' || regexp_replace(c.relname, '_\\d{8}$', '') AS name, sum(pg_total_relation_size(c.oid)) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'catalog', 'billing', 'analytics', 'cms', 'seo-rkn', 'social')
      GROUP BY 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
