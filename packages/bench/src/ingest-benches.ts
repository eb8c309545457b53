import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import type { BenchUser, Embedded } from './embedded.ts';
import { compare, runAlternately } from './wrk.ts';

const reference = (name: string): URL => new URL(`./references/${name}`, import.meta.url);

const batchSize = 500;
const batchesOfRound = 100;
/** Concurrent clients that send one event each: only many of them form groups. */
const connections = 256;

/** Performance figures of the ingest. */
export const ingestBenches: Bench[] = [
  {
    id: 'ingest_batch',
    goal: 'ratio ≥ 0.5',
    async run(embedded) {
      const user = await embedded.register();
      const insert = await openInsert(embedded, user);
      const figures = await runAlternately(() => sendBatches(embedded, user), insert.run);
      await insert.close();
      return {
        id: 'ingest_batch',
        what: `batches of ${batchSize} events through the gateway, four at once ÷ the same rows in multi-row inserts of ${batchSize}, each committed`,
        ...figures,
        unit: 'rows/s',
      };
    },
  },
  {
    id: 'ingest_single',
    goal: 'ratio ≥ 1.5',
    async run(embedded) {
      const user = await embedded.register();
      const port = await freePort();
      startNode(reference('insert-event.ts'), {
        PORT: String(port),
        DATABASE_URL: embedded.databaseUrlFor('analytics'),
        APPLICATION_ID: embedded.demo.application_id,
        USER_ID: user.user_id,
      });
      await until200(`http://127.0.0.1:${port}/`);
      const script = fileURLToPath(reference('one-event.lua'));
      const { value, reference: base } = await compare(
        { url: `${embedded.demo.base_url}/v1/events`, headers: user.headers, script, connections },
        { url: `http://127.0.0.1:${port}/`, script, connections },
        7,
        3,
      );
      return {
        id: 'ingest_single',
        what: `requests with one event each from ${connections} clients ÷ bare node:http with an INSERT for each, ten connections`,
        value: Math.round(value),
        unit: 'req/s',
        reference: Math.round(base),
        ratio: Math.round((value / base) * 100) / 100,
      };
    },
  },
];

const names = ['app_opened', 'paywall_viewed', 'checkout_started', 'note_created', 'note_shared', 'search_used'];

/**
 * Events as a mobile client sends them: with ids, times of the last minutes and some 100 bytes of properties.
 */
const makeEvents = () => {
  const installation_id = randomUUID();
  return Array.from({ length: batchSize }, (_, n) => ({
    event: names[n % names.length] ?? '',
    event_id: randomUUID(),
    occurred_at: new Date(Date.now() - n * 1_000).toISOString(),
    platform: 'android',
    app_version: '2.4.1',
    installation_id,
    properties: { screen: 'home', source: 'push_campaign', variant: 'b', position: n, duration_ms: 1_234 + n },
  }));
};

/** Rows of whole batches that are stored in a second; the batches are made before the clock starts. */
async function sendBatches(embedded: Embedded, user: BenchUser): Promise<number> {
  const bodies = Array.from({ length: batchesOfRound }, () => Buffer.from(JSON.stringify({ events: makeEvents() })));
  const client = new Pool(embedded.demo.base_url, { connections: 4 });
  const headers = { ...user.headers, 'content-type': 'application/json' };
  const send = async () => {
    for (let body = bodies.pop(); body; body = bodies.pop()) {
      const answer = await client.request({ method: 'POST', path: '/v1/events/batch', headers, body });
      const text = await answer.body.text();
      if (!text.startsWith(`{"data":{"accepted":${batchSize},`)) throw new Error(`a batch was answered ${text}`);
    }
  };
  const started = performance.now();
  await Promise.all([send(), send(), send(), send()]);
  const seconds = (performance.now() - started) / 1_000;
  await client.close();
  return (batchesOfRound * batchSize) / seconds;
}

const columns = {
  application_id: 'uuid',
  event_id: 'uuid',
  event: 'text',
  user_id: 'uuid',
  occurred_at: 'timestamptz',
  received_at: 'timestamptz',
  installation_id: 'uuid',
  platform: 'text',
  app_version: 'text',
  properties: 'jsonb',
};

/** The same rows from one connection with nothing around: arrays, which is faster than a list of values. */
async function openInsert(embedded: Embedded, user: BenchUser) {
  const client = new pg.Client({ connectionString: embedded.databaseUrlFor('analytics') });
  await client.connect();
  const arrays = Object.values(columns).map((type, n) => `$${n + 1}::${type}[]`);
  const text = `INSERT INTO analytics.events (${Object.keys(columns).join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
  const makeValues = () => {
    const events = makeEvents();
    const now = new Date().toISOString();
    const column = <T>(read: (event: (typeof events)[number]) => T): T[] => events.map(read);
    return [
      column(() => embedded.demo.application_id),
      column(({ event_id }) => event_id),
      column(({ event }) => event),
      column(() => user.user_id),
      column(({ occurred_at }) => occurred_at),
      column(() => now),
      column(({ installation_id }) => installation_id),
      column(({ platform }) => platform),
      column(({ app_version }) => app_version),
      column(({ properties }) => JSON.stringify(properties)),
    ];
  };
  return {
    async run(): Promise<number> {
      const batches = Array.from({ length: batchesOfRound }, makeValues);
      const started = performance.now();
      for (const values of batches) await client.query({ name: 'insert_events', text, values });
      return (batchesOfRound * batchSize * 1_000) / (performance.now() - started);
    },
    close: () => client.end(),
  };
}
