import type { Envelope } from './envelope.ts';

/** One delivery of an event; `attempt` counts from 1 and restarts with the process on the in-process bus. */
export interface Delivery {
  envelope: unknown;
  attempt: number;
}

/** How the bus is to go on with a delivery. */
export type DeliveryOutcome = 'done' | { retryInMs: number };

export interface BusConsumer {
  /** `<service>__<what it does>`: durable, unique over the platform. */
  name: string;
  /** Type of the events. */
  type: string;
  /** Decides about one delivery. A throw counts as a retry in one second. */
  deliver(delivery: Delivery): Promise<DeliveryOutcome>;
}

/** A query or command on its way to a responder. */
export interface RequestMessage {
  input: unknown;
  request_id: string;
  traceparent: string | null;
}

/** A request has no responder, or no answer in time. */
export class BusUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BusUnavailableError';
  }
}

/** No process answers the subject of a request: the request had no effect. */
export class NoResponderError extends BusUnavailableError {
  constructor(subject: string, cause?: unknown) {
    super(`no responder for ${subject}`, cause);
    this.name = 'NoResponderError';
  }
}

/**
 * The message bus of the services. One conformance suite (packages/testing) holds for every adapter:
 * at-least-once to every durable consumer, no order between events, `publish` resolves only when the event
 * is durable.
 */
export interface Bus {
  /** What carries the messages, for `messaging.system` of spans. */
  readonly system: 'nats' | 'in_process';
  /** Resolves when the event is safe: stored by the broker, or dealt with by every durable consumer. */
  publish(envelope: Envelope): Promise<void>;
  /** Registers a durable consumer; replicas of a service share it. */
  consume(consumer: BusConsumer): Promise<void>;
  /** Every process sees every event from now on, at most once: for dropping caches, never for effects. */
  observe(type: string, handler: (envelope: Envelope) => void): Promise<void>;
  /**
   * Asks one replica of the service that answers `subject`. Rejects with BusUnavailableError, with its
   * subclass NoResponderError at once where no process answers `subject`.
   */
  request(subject: string, message: RequestMessage, timeoutMs: number): Promise<unknown>;
  respond(subject: string, handler: (message: RequestMessage) => Promise<unknown>): Promise<void>;
  /**
   * For each consumer of this process, how many events all replicas together have still to receive or to
   * finish.
   */
  pending(): Promise<{ consumer: string; events: number }[]>;
  isUp(): boolean;
  /**
   * Stops taking deliveries, and requests where another replica can answer them, and waits for the running
   * ones.
   */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}
