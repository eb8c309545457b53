import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, Client, Pool } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** Finds every address of a name. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemLookup: Lookup = (hostname, options, callback) =>
  dnsLookup(hostname, { ...options, all: true }, callback);

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
export interface ConnectionNote {
  connection: Connection | null;
  madeBefore: number;
}

type DispatchOptions = Parameters<Client['dispatch']>[0] & { note?: ConnectionNote };

/**
 * A client that notes the connection of each request. A client has one socket and, without pipelining, one
 * request at a time; so its connection is the request's one from the dispatch to the answer.
 */
class NotingClient extends Client {
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
    if (options.note) {
      options.note.connection = this.#connection;
      options.note.madeBefore = this.#connection.made;
    }
    return super.dispatch(options, handler);
  }
}

const notingAgent = (connect: buildConnector.connector): Agent =>
  new Agent({
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (target, clientOptions) => new NotingClient(target, clientOptions, connect),
      }),
  });

/** An agent that connects to any address; for hosts that an operator trusts. */
export const createTrustingAgent = (): Agent => notingAgent(buildConnector({ timeout: connectTimeout }));

/**
 * A lookup for connections that gives the addresses of a name if all of them are public: the connection goes
 * to the very address that was checked. Node asks no lookup for a literal IP address: the caller checks
 * those. It fails with SafeFetchError `address_refused`, or with the error of the resolver.
 */
export const guardedLookup =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      const first = addresses[0];
      if (bad || !first)
        return callback(new SafeFetchError('address_refused', `${hostname} is not a public address`), '', 0);
      // Node asks for one or for all addresses, depending on the happy-eyeballs setting.
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

/** An agent whose connections {@link guardedLookup} finds; requests fail with its errors. */
export const createGuardedAgent = (lookup: Lookup): Agent =>
  notingAgent(buildConnector({ timeout: connectTimeout, lookup: guardedLookup(lookup) }));
