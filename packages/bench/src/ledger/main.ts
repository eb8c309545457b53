import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicationOf } from '@platform/testing';
import pg from 'pg';
import { startNode, stopChildren } from '../children.ts';
import { type Embedded, startEmbedded } from '../embedded.ts';
import { quantile } from '../wrk.ts';
import { type Verification, verifyLedger } from './verify.ts';

/**
 * `make bench-ledger`: the ledger of one application with RECORDS records (5 million when absent), each of a
 * different person. It is verified with a kill in the middle, altered by the superuser and verified again,
 * read for its last result, and exported. Ends with 1 where an answer is not the expected one.
 */
const records = Number(process.env.RECORDS || 5_000_000);
/** The first of them have sealed columns that open: these are exported. */
const sealed = Math.min(records, Number(process.env.SEALED || 300_000));
/** The record of the signed head. */
const signed = Math.floor(records * 0.98);
const reads = 200;
const began = performance.now();
const print = (text: string) =>
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${text}\n`);
const perSecond = (count: number, seconds: number) => `${Math.round(count / seconds)} records/s`;

function expectThat(isTrue: boolean, what: string, actual: unknown): void {
  if (!isTrue) throw new Error(`${what}: ${JSON.stringify(actual)}`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'platform-bench-ledger-'));
let database: pg.Client | undefined;
try {
  let embedded = await startEmbedded(dataDir);
  const connect = async () => {
    const client = new pg.Client({ connectionString: embedded.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  database = await connect();
  const application_id = await makeApplication(embedded);
  print(`${records} records are generated`);
  await fill(embedded, application_id);
  await database.query('VACUUM ANALYZE identity.consent_ledger, identity.subject_keys');
  let { client, headers } = await embedded.administrate();

  print('verification of the whole ledger, killed in the middle');
  let killedAt = 0;
  let resumedAt = 0;
  const firstHalf = performance.now();
  const kill = async ({ verified }: NonNullable<Verification['running']>) => {
    if (killedAt > 0 && resumedAt === 0) {
      resumedAt = verified;
      print(`the checkpoint after the restart is ${verified}`);
    }
    if (killedAt > 0 || verified < records / 2) return;
    killedAt = verified;
    print(`killed at ${verified}, after ${perSecond(verified, (performance.now() - firstHalf) / 1000)}`);
    process.kill(embedded.pid, 'SIGKILL');
    embedded = await startEmbedded(dataDir, Number(new URL(embedded.demo.base_url).port));
    ({ client, headers } = await embedded.administrate());
  };
  const first = await verifyLedger(() => client, application_id, { scope: 'whole', watch: kill });
  expectThat(first.result.intact === true && first.result.entries === records, 'it is intact', first.result);
  expectThat(killedAt > 0 && resumedAt >= killedAt, 'it resumed at its checkpoint', { killedAt, resumedAt });
  print(`intact after ${first.seconds.toFixed(1)} s, with the restart`);
  const recent = await verifyLedger(() => client, application_id, { scope: 'recent' });
  expectThat(
    recent.result.scope === 'recent' && recent.result.from_seq === signed,
    'it began at the head',
    recent.result,
  );
  print(`recent: ${recent.seconds.toFixed(2)} s (${recent.result.scope}, from record ${recent.result.from_seq})`);

  const times = await timeReads(embedded, application_id, headers);
  print(`quick answer: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`);

  await database.end().catch(() => {});
  database = await connect();
  const { rows } = await database.query<{ recorded_at: Date }>(
    'SELECT recorded_at FROM identity.consent_ledger WHERE owner_id = $1 AND seq = $2',
    [application_id, sealed],
  );
  const to = new Date(Number(rows[0]?.recorded_at) + 1).toISOString();
  for (const format of ['csv', 'jsonl'] as const)
    await measureExport(
      embedded,
      headers,
      `/v1/admin/applications/${application_id}/consents?format=${format}&to=${to}`,
    );

  const altered = Math.floor(records / 2) + 7;
  await database.query('ALTER TABLE identity.consent_ledger DISABLE TRIGGER USER');
  await database.query('UPDATE identity.consent_ledger SET accepted = NOT accepted WHERE owner_id = $1 AND seq = $2', [
    application_id,
    altered,
  ]);
  await database.query('ALTER TABLE identity.consent_ledger ENABLE TRIGGER USER');
  const cpuBefore = await cpuOf(embedded.pid);
  const verification = await verifyLedger(() => client, application_id, { scope: 'whole' });
  const cpu = Math.round(((await cpuOf(embedded.pid)) - cpuBefore) / altered);
  expectThat(verification.result.problem?.seq === altered, 'the altered record is named', verification.result);
  print(
    `record ${altered}, altered by the superuser, found after ${verification.seconds.toFixed(1)} s and ${cpu} µs of CPU each: ${verification.result.problem?.reason}`,
  );
} finally {
  await database?.end().catch(() => {});
  await stopChildren();
  await rm(dataDir, { recursive: true, force: true });
}

/** An application with published documents and an empty ledger. */
async function makeApplication(embedded: Embedded): Promise<string> {
  const { client } = await embedded.administrate();
  const { data } = await client.createApplication({ body: { code: 'ledger', name: 'A long ledger' } });
  for (const kind of ['personal_data_consent', 'terms_notes', 'privacy_policy'] as const) {
    const params = { owner_type: 'application', owner_id: data.id, kind } as const;
    const body = `${kind}\n\n${'Текст документа. '.repeat(600)}`;
    const { data: draft } = await client.saveLegalDraft({ params, body: { title: kind, body } });
    await client.publishLegalDocument({ params, ...publicationOf(draft) });
  }
  return data.id;
}

/** The records are made by a program of the service, which knows how they are sealed and linked. */
async function fill(embedded: Embedded, application_id: string): Promise<void> {
  const child = startNode(new URL('../../../../services/identity/test/seal-ledger.ts', import.meta.url), {
    DATABASE_URL: embedded.databaseUrl,
    OWNER_ID: application_id,
    ROWS: String(records),
    SEALED: String(sealed),
    SIGNED: String(signed),
    ENCRYPTION_KEYS: embedded.environment.IDENTITY_ENCRYPTION_KEYS,
    CONSENT_SIGNING_KEYS: embedded.environment.CONSENT_SIGNING_KEYS,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the ledger was not filled: exit code ${code}`);
}

/** How long the last result takes to be read, in milliseconds. */
async function timeReads({ demo }: Embedded, id: string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < reads; n += 1) {
    const sentAt = performance.now();
    await (await fetch(`${demo.base_url}/v1/admin/applications/${id}/consents/verify`, { headers })).text();
    times.push(performance.now() - sentAt);
  }
  return times;
}

/** Reads an export of the sealed records to its end and throws it away. */
async function measureExport({ demo, pid }: Embedded, headers: Record<string, string>, path: string): Promise<void> {
  const [sentAt, cpuBefore] = [performance.now(), await cpuOf(pid)];
  const { body, status } = await fetch(demo.base_url + path, { headers });
  if (status !== 200 || !body) throw new Error(`the export was answered ${status}`);
  // Records have no line ends within them; each text is one more line, or some.
  let [lines, bytes] = [0, 0];
  const resident: string[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    bytes += chunk.length;
    const isTenth = lines >= (sealed * (resident.length === 0 ? 1 : 10)) / 10;
    if (resident.length < 2 && isTenth) resident.push(await residentOf(pid));
  }
  const seconds = (performance.now() - sentAt) / 1000;
  expectThat(lines >= sealed && lines < sealed + 100, 'the export has every record', { lines });
  const cpu = Math.round(((await cpuOf(pid)) - cpuBefore) / sealed);
  const mebibytes = (bytes / 1024 ** 2).toFixed(0);
  print(
    `export ${/format=\w+/.exec(path)?.[0]} of ${sealed} records: ${perSecond(sealed, seconds)}, ${cpu} µs of CPU each, ${mebibytes} MiB, resident ${resident.join(' at 10 %, ')} at 100 %`,
  );
}

async function residentOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return `${Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)} MiB`;
}

/** The CPU time of a process in microseconds: on a machine with other work it says more than the rate. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
