import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminActionRecorded, auditEventOf } from '@platform/contracts/audit';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus } from './bus.ts';
import { Envelope } from './envelope.ts';
import { inPublishSpan } from './message-spans.ts';

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
export class Relay {
  readonly #options: RelayOptions;
  readonly #table: string;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  /** Ids of events that the bus has not answered for, or whose rows are not deleted yet. */
  readonly #inFlight = new Set<string>();
  /** Ids of events that the bus accepted and whose rows are there still. */
  readonly #published: string[] = [];
  /** Rows that are no valid events: they stay for inspection, and are not read again and again. */
  readonly #unreadable = new Set<string>();
  #resume = () => {};
  #isWoken = false;
  #loop: Promise<void> | undefined;
  #isDraining = false;
  #isLeading = false;
  #isNotifying = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#table = `"${options.service}"."outbox"`;
    this.#channel = `outbox_${options.service}`;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Notifies the relaying replica that a row of the outbox was committed. */
  wake(): void {
    if (this.#isLeading) {
      this.#notify();
      return;
    }
    // One notification covers all rows committed before it is sent.
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setTimeout(() => {
      this.#isNotifying = false;
      this.#options.pool.query('SELECT pg_notify($1, $2)', [this.#channel, '']).catch(() => {});
    }, 5).unref();
  }

  /** Goes on relaying for up to `graceMs` while publishes are in flight, then stops. */
  async stop(graceMs = 2_000): Promise<void> {
    this.#isDraining = true;
    const until = Date.now() + graceMs;
    while (this.#inFlight.size > 0 && Date.now() < until) await sleep(20);
    this.#stopping.abort();
    this.#resume();
    await this.#loop;
    await this.#deletePublished().catch(() => {});
  }

  #notify(): void {
    this.#isWoken = true;
    this.#resume();
  }

  /** Waits, or ends at the stop. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  async #waitForRows(): Promise<void> {
    if (this.#isWoken || this.#stopping.signal.aborted) {
      this.#isWoken = false;
      return;
    }
    const { pollMs = defaultPollMs } = this.#options;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#resume = resolve;
      }),
      sleep(pollMs, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    this.#isWoken = false;
  }

  #publish(id: string, raw: unknown): void {
    const { service, bus, log, metrics } = this.#options;
    const parsed = Envelope.safeParse(raw);
    if (!parsed.success) {
      this.#unreadable.add(id);
      log.error(
        { event_id: id, reason: parsed.error.message },
        'a row of the outbox is not a valid event; it stays in the outbox',
      );
      return;
    }
    const envelope = withOwnAuditEvent(parsed.data, service);
    this.#inFlight.add(id);
    inPublishSpan(bus.system, envelope, (traced) => bus.publish(traced)).then(
      () => {
        metrics.eventsPublished.inc({ service, type: envelope.type });
        this.#published.push(id);
        this.#notify();
      },
      async (error) => {
        if (!this.#isDraining)
          log.warn({ err: error, event_id: id, type: envelope.type }, 'the bus did not accept an event; it is retried');
        await this.#pause(500);
        this.#inFlight.delete(id);
        this.#notify();
      },
    );
  }

  async #deletePublished(): Promise<void> {
    const ids = this.#published.splice(0);
    if (ids.length === 0) return;
    try {
      await this.#options.pool.query({
        name: `relay_delete_${this.#options.service}`,
        text: `DELETE FROM ${this.#table} WHERE id = ANY($1::uuid[])`,
        values: [ids],
      });
    } finally {
      // After a failure the rows are still there and are published once more.
      for (const id of ids) this.#inFlight.delete(id);
    }
  }

  async #drain(): Promise<void> {
    await this.#deletePublished();
    while (this.#inFlight.size < maxInFlight && !this.#stopping.signal.aborted) {
      const { rows } = await this.#options.pool.query<{ id: string; envelope: unknown }>({
        name: `relay_select_${this.#options.service}`,
        text: `SELECT id, envelope FROM ${this.#table} WHERE id <> ALL($1::uuid[]) ORDER BY id LIMIT ${batchSize}`,
        values: [[...this.#inFlight, ...this.#unreadable]],
      });
      for (const row of rows) this.#publish(row.id, row.envelope);
      if (rows.length < batchSize) return;
    }
  }

  /** Relays while this process holds the lock; returns or throws on a lost connection or a stop. */
  async #lead(client: pg.Client): Promise<void> {
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
    client.on('notification', () => this.#notify());
    await client.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`);
    this.#isLeading = true;
    while (!this.#stopping.signal.aborted) {
      await unlessLost(this.#drain());
      if (this.#published.length === 0) await unlessLost(this.#waitForRows());
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const { client, socket } = this.#createClient();
      try {
        await client.connect();
        const { rows } = await client.query<{ leads: boolean }>(
          'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS leads',
          [`relay:${this.#options.service}`],
        );
        failures = 0;
        if (rows[0]?.leads) await this.#lead(client);
        else await this.#pause(attemptMs);
      } catch (error) {
        failures += 1;
        // The first failure is often a restart of the database; a warning for each attempt would add no
        // information.
        if (failures === 1 && !this.#stopping.signal.aborted)
          this.#options.log.warn({ err: error }, 'the relay lost its connection; reconnecting');
        await this.#pause(Math.min(100 * 2 ** failures, 2_000));
      } finally {
        this.#isLeading = false;
        await endSoon(client, socket);
      }
    }
  }

  #createClient(): { client: pg.Client; socket: Socket } {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: `platform-${this.#options.service}-relay`,
      stream: () => socket,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    client.on('error', () => {});
    return { client, socket };
  }
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
