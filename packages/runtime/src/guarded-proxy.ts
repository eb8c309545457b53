import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkAddress } from './checked-address.ts';
import { guardedLookup, type Lookup, systemLookup } from './guarded-lookup.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** A proxy for a program that may reach the public internet alone. */
export interface GuardedProxy {
  /** `http://127.0.0.1:<port>`. */
  server: string;
  /** Credentials of the scheme Basic, without which it refuses everything. */
  username: string;
  password: string;
  /** Ends every connection, and begins a new budget of bytes. */
  reset(): void;
  /** The budget of bytes is spent: nothing passes until the next reset. */
  isSpent(): boolean;
  /** Hosts with ports that were refused since the last reset, the first hundred. */
  refused(): string[];
  close(): Promise<void>;
}

export interface GuardedProxyOptions {
  /** `host:port` pairs inside the network that an operator trusts. */
  allowedHosts: readonly string[];
  /** Bytes that may pass until the next reset, both ways together. */
  maxBytes: number;
  /** Finds the addresses of a name. */
  lookup?: Lookup;
}

const connectMs = 5_000;
/** A connection without a byte for as long ends. */
const idleMs = 30_000;
const maxConnections = 256;
const maxRefused = 100;
/** Headers that are about one connection (RFC 9110 §7.6.1), and those for the proxy. */
const ownHeaders = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

/**
 * Starts an HTTP proxy on loopback with the guard of `safe-fetch`: ports 80 and 443, every address of a name
 * is checked, and the connection goes to a checked address. `CONNECT` (https, WebSocket) is guarded as
 * requests in the clear are.
 */
export async function openGuardedProxy({
  allowedHosts,
  maxBytes,
  lookup = systemLookup,
}: GuardedProxyOptions): Promise<GuardedProxy> {
  const [username, password] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')];
  const proxy = new Proxying({ allowedHosts, maxBytes }, guardedLookup(lookup), `${username}:${password}`);
  const server = createServer((req, res) => proxy.forward(req, res));
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => proxy.hold(socket));
  server.on('connect', (req, socket, head) => proxy.tunnel(req, socket, head));
  // A request to switch protocols comes through CONNECT; in the clear it is refused.
  server.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username,
    password,
    reset: () => proxy.reset(),
    isSpent: () => proxy.isSpent,
    refused: () => [...proxy.refused],
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      proxy.reset();
      await closed;
    },
  };
}

class Proxying {
  readonly refused = new Set<string>();
  readonly #sockets = new Set<Duplex>();
  readonly #allowed: ReadonlySet<string>;
  readonly #maxBytes: number;
  readonly #lookup: LookupFunction;
  readonly #credentials: string;
  #left: number;

  constructor(
    { allowedHosts, maxBytes }: Pick<GuardedProxyOptions, 'allowedHosts' | 'maxBytes'>,
    lookup: LookupFunction,
    credentials: string,
  ) {
    this.#allowed = new Set(allowedHosts);
    this.#maxBytes = maxBytes;
    this.#lookup = lookup;
    this.#credentials = credentials;
    this.#left = maxBytes;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  reset(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.refused.clear();
    this.#left = this.#maxBytes;
  }

  /** Holds a socket until it ends. */
  hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    socket.setTimeout(socket.connecting ? connectMs : idleMs, () => socket.destroy());
    socket.once('connect', () => socket.setTimeout(idleMs));
  }

  /** Forwards a request in the clear, whose target is an absolute address. */
  forward(req: IncomingMessage, res: ServerResponse): void {
    if (!this.#isKnown(req)) {
      res.writeHead(407, { 'proxy-authenticate': 'Basic realm="render"' }).end();
      return;
    }
    const target = this.#check(req.url ?? '');
    if (target === null || target.url.protocol !== 'http:') {
      res.writeHead(403).end();
      return;
    }
    const { url, isAllowed } = target;
    const headers = Object.fromEntries(Object.entries(req.headers).filter(([name]) => !ownHeaders.test(name)));
    const forwarded = request(url, {
      method: req.method,
      headers: { ...headers, host: url.host, connection: 'close' },
      agent: false,
      ...(isAllowed ? {} : { lookup: this.#lookup }),
    });
    forwarded.on('socket', (socket) => this.hold(socket));
    forwarded.on('error', (error) => this.#fail(res, url, error));
    forwarded.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      // Node reads statuses that it refuses to write.
      if (status < 200 || status > 999) {
        answer.destroy();
        this.#fail(res, url, new Error(`status ${status}`));
        return;
      }
      const answerHeaders = Object.entries(answer.headers).filter(([name]) => !ownHeaders.test(name));
      try {
        res.writeHead(status, Object.fromEntries(answerHeaders));
      } catch (error) {
        // So it does with values of headers.
        answer.destroy();
        this.#fail(res, url, error);
        return;
      }
      answer.on('error', () => res.destroy());
      this.#count(answer).pipe(res);
    });
    res.on('close', () => forwarded.destroy());
    this.#count(req).pipe(forwarded);
  }

  /** Opens a tunnel to `host:port`. */
  tunnel(req: IncomingMessage, client: Duplex, head: Buffer): void {
    const answer = (status: string) => client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
    client.on('error', () => client.destroy());
    if (!this.#isKnown(req)) {
      answer('407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="render"');
      return;
    }
    const target = this.#check(`https://${req.url}/`);
    if (target === null) {
      answer('403 Forbidden');
      return;
    }
    const { url, isAllowed } = target;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const lookup = isAllowed ? {} : { lookup: this.#lookup };
    const server = connect({ host, port: Number(url.port || 443), autoSelectFamily: true, ...lookup });
    this.hold(server);
    let isOpen = false;
    server.on('error', (error) => {
      this.#recordRefusal(url, error);
      if (!isOpen) answer(error instanceof SafeFetchError ? '403 Forbidden' : '502 Bad Gateway');
    });
    server.once('connect', () => {
      isOpen = true;
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) server.write(head);
      this.#count(server).pipe(client);
      this.#count(client).pipe(server);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => (isOpen ? client.destroy() : client.end()));
  }

  #isKnown(req: IncomingMessage): boolean {
    const received = Buffer.from(/^Basic (.+)$/i.exec(req.headers['proxy-authorization'] ?? '')?.[1] ?? '', 'base64');
    const expected = Buffer.from(this.#credentials);
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  /** The target of a request; null where it may not be asked. */
  #check(address: string) {
    if (this.isSpent) return null;
    try {
      return checkAddress(address, this.#allowed, true);
    } catch (error) {
      const url = URL.parse(address);
      if (url) this.#recordRefusal(url, error);
      return null;
    }
  }

  #recordRefusal({ hostname, port, protocol }: URL, error: unknown): void {
    const isRefusal = error instanceof SafeFetchError && error.code === 'address_refused';
    if (isRefusal && this.refused.size < maxRefused)
      this.refused.add(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`);
  }

  #fail(res: ServerResponse, url: URL, error: unknown): void {
    this.#recordRefusal(url, error);
    if (res.headersSent) res.destroy();
    else res.writeHead(error instanceof SafeFetchError ? 403 : 502).end();
  }

  /** Counts what a stream brings; the budget ends all connections. */
  #count<S extends Duplex | IncomingMessage>(stream: S): S {
    stream.on('data', (chunk: Buffer) => {
      this.#left -= chunk.length;
      if (this.isSpent) for (const socket of this.#sockets) socket.destroy();
    });
    return stream;
  }
}
