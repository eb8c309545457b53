import { Agent, buildConnector, Client, Pool } from 'undici';
import { guardedLookup, type Lookup } from './guarded-lookup.ts';

/** Time to connect, TLS included, in milliseconds. */
const connectTimeout = 5_000;

/** The connection that carries a request. */
export interface Connection {
  /** IP address of the server; null while there is no connection. */
  address: string | null;
  /** Milliseconds that the latest connecting took. */
  connectMs: number;
  /** How many times it was made; unchanged over a request that uses a connection again. */
  made: number;
}

/** Receives the connection of one request. */
export interface ConnectionRecord {
  connection: Connection | null;
  madeBefore: number;
}

type DispatchOptions = Parameters<Client['dispatch']>[0] & { record?: ConnectionRecord };

/**
 * A client that records the connection of each request. A client has one socket and, without pipelining, one
 * request at a time; so its connection is the request's one from the dispatch to the answer.
 */
class RecordingClient extends Client {
  readonly #connection: Connection;

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    const connection: Connection = { address: null, connectMs: 0, made: 0 };
    super(origin, {
      ...options,
      connect: (target, callback) => {
        const started = performance.now();
        connection.address = null;
        connect(target, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          connection.address = socket.remoteAddress ?? null;
          connection.connectMs = performance.now() - started;
          connection.made += 1;
          return callback(null, socket);
        });
      },
    });
    this.#connection = connection;
  }

  override dispatch(options: DispatchOptions, handler: Parameters<Client['dispatch']>[1]): boolean {
    if (options.record) {
      options.record.connection = this.#connection;
      options.record.madeBefore = this.#connection.made;
    }
    return super.dispatch(options, handler);
  }
}

const recordingAgent = (connect: buildConnector.connector, connections: number | undefined): Agent =>
  new Agent({
    connections: connections ?? null,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (target, clientOptions) => new RecordingClient(target, clientOptions, connect),
      }),
  });

/** An agent that connects to any address; for hosts that an operator trusts. */
export const createTrustingAgent = (connections?: number): Agent =>
  recordingAgent(buildConnector({ timeout: connectTimeout }), connections);

/** An agent whose connections {@link guardedLookup} finds; requests fail with its errors. */
export const createGuardedAgent = (lookup: Lookup, connections?: number): Agent =>
  recordingAgent(buildConnector({ timeout: connectTimeout, lookup: guardedLookup(lookup) }), connections);
