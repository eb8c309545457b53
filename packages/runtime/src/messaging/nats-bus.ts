import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  type JetStreamClient,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  AuthorizationError,
  connect,
  InvalidArgumentError,
  type NatsConnection,
  PermissionViolationError,
  RequestError,
  type Subscription,
} from '@nats-io/transport-node';
import type { Log } from '../telemetry/log.ts';
import { type Bus, type BusConsumer, BusUnavailableError, NoResponderError, type RequestMessage } from './bus.ts';
import type { Envelope } from './envelope.ts';
import { answererOf, answersOf, serverApi, serviceApi, streamName, subjectOf } from './nats-names.ts';
import { defaultPingMs, natsOptions } from './nats-options.ts';
import { natsRequests } from './nats-requests.ts';
import { ackWaitMs, managingMs, prepareConsumer, retryMs, untilPrepared } from './nats-stream.ts';

const reconnectMs = 1_000;
/** Deliveries that one replica works on at once for one consumer. */
const concurrency = 32;

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

export interface NatsBusOptions {
  url: string;
  /** Name of the service: its inbox has this name, and its rights cover that inbox alone. */
  name: string;
  log: Log;
  /** Interval of pings and of the heartbeats of a pull in milliseconds, 10 s when absent. */
  pingMs?: number;
  /** Time in which an attempt of the first connection may begin, in milliseconds; 60 s when absent. */
  waitMs?: number;
}

/**
 * With the 15 s that an attempt has for each of three servers still shorter than the startup probe of the chart
 * (120 s): the process ends by itself, with the reason.
 */
const defaultWaitMs = 60_000;

/**
 * The bus over NATS JetStream: one file stream for all events and one durable consumer with one subject for
 * each reaction; `prepareStream` makes both.
 * @throws the error of NATS when it cannot be reached within `waitMs`
 */
export async function natsBus(options: NatsBusOptions): Promise<Bus> {
  return new NatsBus(await connectWithin(options.waitMs ?? defaultWaitMs, options), options);
}

/**
 * Repeats the first connect: the client itself reconnects only after it. Refused credentials are repeated, too:
 * they may be changing.
 */
async function connectWithin(waitMs: number, options: NatsBusOptions): Promise<NatsConnection> {
  const until = Date.now() + waitMs;
  for (let isReported = false; ; isReported = true) {
    try {
      return await connect(natsOptions(options));
    } catch (error) {
      if (Date.now() >= until || error instanceof InvalidArgumentError) throw error;
      if (!isReported) options.log.warn({ err: error }, 'the service waits for NATS');
      await sleep(retryMs);
    }
  }
}

class NatsBus implements Bus {
  readonly system = 'nats';
  readonly #connection: NatsConnection;
  readonly #log: Log;
  readonly #pingMs: number;
  readonly #requests: ReturnType<typeof natsRequests>;
  readonly #client: JetStreamClient;
  readonly #consuming: ConsumerMessages[] = [];
  readonly #consumers: Consumer[] = [];
  readonly #subscriptions: Subscription[] = [];
  readonly #answering: Subscription[] = [];
  /** Deliveries and answers under way. */
  readonly #running = new Set<Promise<void>>();
  #isConnected = true;
  #isStopping = false;
  #apiPrefix: string | undefined;

  constructor(connection: NatsConnection, { name, log, pingMs = defaultPingMs }: NatsBusOptions) {
    this.#connection = connection;
    this.#log = log;
    this.#pingMs = pingMs;
    this.#requests = natsRequests(connection, name);
    this.#client = jetstream(connection);
    void watchStatus(connection, log, {
      set: (up) => {
        this.#isConnected = up;
      },
      refuse: this.#requests.refuse,
    });
  }

  async publish(envelope: Envelope): Promise<void> {
    try {
      await this.#client.publish(subjectOf(envelope.type), encode(envelope), { msgID: envelope.id, timeout: 5_000 });
    } catch (cause) {
      throw new BusUnavailableError('the event stream did not accept an event', cause);
    }
  }

  async consume(busConsumer: BusConsumer): Promise<void> {
    const isStopped = () => this.#isStopping || this.#connection.isClosed();
    const openConsumer = () => this.#openConsumer(busConsumer);
    const consumer = await untilPrepared(openConsumer, { log: this.#log, isStopped });
    if (!consumer || isStopped()) return;
    const messages = await consumer.consume({ max_messages: concurrency, idle_heartbeat: this.#pingMs });
    this.#consumers.push(consumer);
    this.#consuming.push(messages);
    void this.#deliverAll(messages, busConsumer);
  }

  async observe(type: string, handler: (envelope: Envelope) => void): Promise<void> {
    const subject = subjectOf(type);
    const subscription = this.#connection.subscribe(subject);
    this.#subscriptions.push(subscription);
    void (async () => {
      for await (const message of subscription) {
        // The reply to a pull may use this subject: then it is an event of another subject, or a status of
        // the server.
        const envelope = parseJson(message.data) as Envelope | null;
        if (message.subject !== subject || envelope?.type !== type) continue;
        try {
          handler(envelope);
        } catch (error) {
          this.#log.warn({ err: error, type }, 'an observer failed');
        }
      }
    })();
    // After the flush the server knows the subscription and delivers events of any publisher.
    await this.#connection.flush();
  }

  async request(subject: string, message: RequestMessage, timeoutMs: number): Promise<unknown> {
    try {
      // Without a connection a question would wait in vain for all of its time; a short one outlasts a
      // reconnect.
      const timeout = this.#isConnected ? timeoutMs : Math.min(timeoutMs, reconnectMs);
      return parseJson(await this.#requests.send(subject, encode(message), timeout));
    } catch (cause) {
      if (cause instanceof NoResponderError) throw cause;
      throw new BusUnavailableError(`${subject} did not answer`, cause);
    }
  }

  async respond(subject: string, handler: (message: RequestMessage) => Promise<unknown>): Promise<void> {
    const subscription = this.#connection.subscribe(subject, { queue: 'responders' });
    this.#answering.push(subscription);
    void (async () => {
      for await (const message of subscription) {
        // An answer goes to an inbox for this service and nowhere else: a request must not make this
        // service publish an event with its rights, or answer a request to another service.
        if (!isInboxFor(message.reply, subject)) continue;
        this.#track(
          handler(parseJson(message.data) as RequestMessage).then(
            (answer) => void message.respond(encode(answer)),
            (error) => this.#log.warn({ err: error, subject }, 'a request was not answered'),
          ),
        );
      }
    })();
    await this.#connection.flush();
  }

  pending(): Promise<{ consumer: string; events: number }[]> {
    return Promise.all(
      this.#consumers.map(async (consumer) => {
        const { name, num_pending, num_ack_pending } = await consumer.info();
        return { consumer: name, events: num_pending + num_ack_pending };
      }),
    );
  }

  isUp(): boolean {
    return this.#isConnected && !this.#connection.isClosed();
  }

  async stopConsuming(): Promise<void> {
    this.#isStopping = true;
    await Promise.allSettled(this.#consuming.map((messages) => messages.close()));
    // New requests now go to another replica: the database of this one is closed next.
    await Promise.allSettled(this.#answering.map((subscription) => subscription.drain()));
    await Promise.allSettled([...this.#running]);
  }

  async close(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#requests.close();
    await this.#connection.drain().catch(() => this.#connection.close());
  }

  async #openConsumer({ name, type }: BusConsumer): Promise<Consumer> {
    this.#apiPrefix ??= await findApiPrefix(this.#connection);
    // The check of the account is a right that a service does not have.
    const options = { apiPrefix: this.#apiPrefix, checkAPI: false };
    const manager = await jetstreamManager(this.#connection, { ...options, timeout: managingMs });
    // Without accounts every process may do everything on the server, so it needs no `migrate`.
    if (this.#apiPrefix === serverApi) await prepareConsumer(manager, { name, type });
    return jetstream(this.#connection, options).consumers.get(streamName, name);
  }

  /** Delivers with a bound of its own for each consumer, so that a slow consumer does not delay the others. */
  async #deliverAll(messages: ConsumerMessages, consumer: BusConsumer): Promise<void> {
    const runningHandlers = new Set<Promise<void>>();
    for await (const message of messages) {
      const work = this.#track(this.#deliver(message, consumer));
      runningHandlers.add(work);
      void work.finally(() => runningHandlers.delete(work));
      while (runningHandlers.size >= concurrency) await Promise.race(runningHandlers);
    }
  }

  async #deliver(message: JsMsg, { name, deliver }: BusConsumer): Promise<void> {
    // A handler that takes long keeps its message: otherwise another replica would start over.
    const alive = setInterval(() => message.working(), ackWaitMs / 3);
    try {
      const outcome = await deliver({ envelope: parseJson(message.data), attempt: message.info.deliveryCount });
      if (outcome === 'done') message.ack();
      else message.nak(outcome.retryInMs);
    } catch (error) {
      this.#log.warn({ err: error, consumer: name }, 'a delivery failed; the event is redelivered');
      message.nak(1_000);
    } finally {
      clearInterval(alive);
    }
  }

  #track(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }
}

/**
 * The prefix of requests to JetStream: a server with the accounts of `natsAccounts` maps some of them for
 * services, one without them has them as they are.
 */
async function findApiPrefix(connection: NatsConnection): Promise<string> {
  try {
    await connection.request(`${serviceApi}.INFO`, '', { timeout: managingMs });
    return serviceApi;
  } catch (error) {
    if (error instanceof RequestError && error.isNoResponders()) return serverApi;
    throw error;
  }
}

/** Whether a request names an inbox for answers of the service of `subject`. */
const isInboxFor = (reply: string | undefined, subject: string): boolean =>
  reply?.startsWith(`${answersOf(reply.split('.')[2] ?? '', answererOf(subject))}.`) === true;

/**
 * Says once what changes: the client reports each attempt that is refused as one more loss, and later as one
 * more return.
 */
async function watchStatus(
  connection: NatsConnection,
  log: Log,
  { set, refuse }: { set(up: boolean): void; refuse(subject: string, reason: Error): void },
): Promise<void> {
  let isUp = true;
  let isRefused = false;
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' && isUp) {
      log.warn('the connection to NATS is lost; reconnecting');
      isUp = false;
      set(false);
    } else if (status.type === 'reconnect' && !isUp) {
      log.info('the connection to NATS is back');
      isUp = true;
      isRefused = false;
      set(true);
    } else if (status.type === 'error' && status.error instanceof AuthorizationError && !isRefused) {
      log.warn('NATS refuses the credentials of the service; retrying');
      isRefused = true;
    } else if (status.type === 'error' && status.error instanceof PermissionViolationError) {
      if (status.error.operation === 'publish') refuse(status.error.subject, status.error);
    }
  }
}

/** The parsed message, or null: the consumer refuses an unreadable message. */
function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return null;
  }
}
