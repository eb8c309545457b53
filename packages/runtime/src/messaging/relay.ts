import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminActionRecorded, auditEventOf } from '@platform/contracts/audit';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus } from './bus.ts';
import { Envelope } from './envelope.ts';

export interface RelayOptions {
  service: string;
  databaseUrl: string;
  pool: pg.Pool;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  /** Interval between reads of the outbox without a notification, in milliseconds; 1,000 when absent. */
  pollMs?: number;
}

export interface Relay {
  start(): void;
  /** Notifies the relaying replica that a row of the outbox was committed. */
  wake(): void;
  /** Goes on relaying for up to `graceMs` while publishes are in flight, then stops. */
  stop(graceMs?: number): Promise<void>;
}

const batchSize = 200;
const maxInFlight = 400;
const defaultPollMs = 1_000;
/** Interval between the attempts of a replica to become the leader, in milliseconds. */
const attemptMs = 1_000;
/** Timeouts of calls that a silent network would keep waiting for ever. */
const answerMs = 2_000;
const endMs = 1_000;

/**
 * Moves events from the outbox to the bus: publish, then delete. A crash between the two repeats the
 * publish, and the message id and the inbox absorb it. One replica of a service relays at a time, by a
 * session advisory lock on the connection on which the other replicas notify it of new rows. They notify
 * after their commit and not in it, where NOTIFY would serialize all commits; a lost notification costs a
 * second. Rows are selected because they exist, never because their id is greater than the last one:
 * transactions do not commit in the order of their ids.
 */
export function createRelay(options: RelayOptions): Relay {
  const { service, pool, bus, log, metrics, pollMs = defaultPollMs } = options;
  const table = `"${service}"."outbox"`;
  const stopping = new AbortController();
  const inFlight = new Set<string>();
  const published: string[] = [];
  /** Rows that are no valid events: they stay for inspection, and are not read again and again. */
  const unreadable = new Set<string>();
  let wake = () => {};
  let woken = false;
  let loop: Promise<void> | undefined;
  let isDraining = false;
  let isLeading = false;
  let isTelling = false;
  const channel = `outbox_${service}`;

  const notify = () => {
    woken = true;
    wake();
  };

  const waitForWork = async (): Promise<void> => {
    if (woken || stopping.signal.aborted) {
      woken = false;
      return;
    }
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
      sleep(pollMs, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    woken = false;
  };

  const publish = (id: string, raw: unknown): void => {
    const parsed = Envelope.safeParse(raw);
    if (!parsed.success) {
      unreadable.add(id);
      log.error(
        { event_id: id, reason: parsed.error.message },
        'a row of the outbox is not a valid event; it stays in the outbox',
      );
      return;
    }
    const envelope = withOwnAuditEvent(parsed.data, service);
    inFlight.add(id);
    bus.publish(envelope).then(
      () => {
        metrics.eventsPublished.inc({ service, type: envelope.type });
        published.push(id);
        notify();
      },
      async (error) => {
        if (!isDraining)
          log.warn({ err: error, event_id: id, type: envelope.type }, 'the bus did not accept an event; it is retried');
        await sleep(500, undefined, { signal: stopping.signal }).catch(() => {});
        inFlight.delete(id);
        notify();
      },
    );
  };

  const deletePublished = async (): Promise<void> => {
    const ids = published.splice(0);
    if (ids.length === 0) return;
    try {
      await pool.query({
        name: `relay_delete_${service}`,
        text: `DELETE FROM ${table} WHERE id = ANY($1::uuid[])`,
        values: [ids],
      });
    } finally {
      // After a failure the rows are still there and are published once more.
      for (const id of ids) inFlight.delete(id);
    }
  };

  const drain = async (): Promise<void> => {
    await deletePublished();
    while (inFlight.size < maxInFlight && !stopping.signal.aborted) {
      const { rows } = await pool.query<{ id: string; envelope: unknown }>({
        name: `relay_select_${service}`,
        text: `SELECT id, envelope FROM ${table} WHERE id <> ALL($1::uuid[]) ORDER BY id LIMIT ${batchSize}`,
        values: [[...inFlight, ...unreadable]],
      });
      for (const row of rows) publish(row.id, row.envelope);
      if (rows.length < batchSize) return;
    }
  };

  /** Relays while this process holds the lock; returns or throws on a lost connection or a stop. */
  const lead = async (client: pg.Client): Promise<void> => {
    let lost: Error | undefined;
    let interrupt = (_: Error): void => {};
    const lose = (error: Error) => {
      lost ??= error;
      interrupt(lost);
    };
    client.on('error', lose);
    client.on('end', () => lose(new Error('the relay connection ended')));
    // A new promise for each round: one shared promise would leak memory of every round while this process
    // leads.
    const unlessLost = (work: Promise<void>): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      interrupt = reject;
      if (lost) reject(lost);
      work.then(resolve, reject);
      return promise;
    };
    client.on('notification', notify);
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    isLeading = true;
    while (!stopping.signal.aborted) {
      await unlessLost(drain());
      if (published.length === 0) await unlessLost(waitForWork());
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const socket = new Socket();
      const client = new pg.Client({
        connectionString: options.databaseUrl,
        application_name: `platform-${service}-relay`,
        stream: () => socket,
        keepAlive: true,
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        const { rows } = await client.query<{ leads: boolean }>(
          'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS leads',
          [`relay:${service}`],
        );
        failures = 0;
        if (rows[0]?.leads) await lead(client);
        else await sleep(attemptMs, undefined, { signal: stopping.signal }).catch(() => {});
      } catch (error) {
        failures += 1;
        // The first failure is often a restart of the database; a warning for each attempt would add no
        // information.
        if (failures === 1 && !stopping.signal.aborted)
          log.warn({ err: error }, 'the relay lost its connection; reconnecting');
        await sleep(Math.min(100 * 2 ** failures, 2_000), undefined, { signal: stopping.signal }).catch(() => {});
      } finally {
        isLeading = false;
        await endSoon(client, socket);
      }
    }
  };

  return {
    start() {
      loop = run();
    },
    wake() {
      if (isLeading) return notify();
      // One notification covers all rows committed before it is sent.
      if (isTelling) return;
      isTelling = true;
      setTimeout(() => {
        isTelling = false;
        pool.query('SELECT pg_notify($1, $2)', [channel, '']).catch(() => {});
      }, 5).unref();
    },
    async stop(graceMs = 2_000) {
      isDraining = true;
      const until = Date.now() + graceMs;
      while (inFlight.size > 0 && Date.now() < until) await sleep(20);
      stopping.abort();
      wake();
      await loop;
      await deletePublished().catch(() => {});
    },
  };
}

/**
 * A row of the release before reports an action under the event of all services, which only identity may
 * publish by now: without another type it would stay in the outbox for ever.
 */
const withOwnAuditEvent = (envelope: Envelope, service: string): Envelope =>
  envelope.type === adminActionRecorded.type ? { ...envelope, type: auditEventOf(service).type } : envelope;

/** Closes the connection, with a timeout: a server that no longer answers would block a stop for ever. */
async function endSoon(client: pg.Client, socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), endMs);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
