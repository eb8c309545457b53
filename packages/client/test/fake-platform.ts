import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SnapshotKey } from '../src/snapshot.ts';

/** A request as the fake platform saw it. */
export interface Seen {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: unknown;
  keepalive: boolean;
}

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'network' | 'never';
type Route = (request: Seen) => Answer | Promise<Answer>;

/**
 * A `fetch` that answers from a table of `"METHOD /path"`, and remembers what it was asked. An address that
 * is not in the table answers 404.
 */
export function fakePlatform(routes: Record<string, Route>) {
  const seen: Seen[] = [];
  const fake = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request = { method, url, headers, body, keepalive: init.keepalive === true };
    seen.push(request);
    const route = routes[`${method} ${url.pathname}`];
    const answer: Answer = route ? await route(request) : refusal(404, 'not_found');
    if (answer === 'network') throw new TypeError('fetch failed');
    if (answer === 'never')
      return new Promise((_, reject) => {
        const fail = () => reject(new DOMException('aborted', 'AbortError'));
        if (init.signal?.aborted) fail();
        init.signal?.addEventListener('abort', fail);
      });
    const { status = 200, body: data } = answer;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : typeof data === 'string' ? data : JSON.stringify(data), {
      status,
      headers: { 'content-type': 'application/json', ...answer.headers },
    });
  };
  return {
    fetch: fake as typeof fetch,
    seen,
    /** Requests of one address. */
    calls: (address: string) => seen.filter(({ method, url }) => `${method} ${url.pathname}` === address),
  };
}

export const data = (value: unknown, headers?: Record<string, string>): Answer => ({
  body: { data: value },
  ...(headers ? { headers } : {}),
});

export const refusal = (status: number, error: string, headers: Record<string, string> = {}, fields: object = {}) => ({
  status,
  headers,
  body: { error, message: `about ${error}`, request_id: 'r-1', ...fields },
});

const base64 = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

/** A token of an identity provider; nothing here verifies it. */
export const userToken = (sub: string): string =>
  `${base64('{"alg":"RS256"}')}.${base64(JSON.stringify({ iss: 'https://idp.example', sub }))}.c2ln`;

/** A key of the platform that signs snapshots. */
export function snapshotSigner(kid = 's1') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const key: SnapshotKey = { kid, kty: 'OKP', crv: 'Ed25519', x: x ?? '' };
  return { key, token: (claims: object, header: object = {}) => signed(privateKey, { kid, ...header }, claims) };
}

function signed(key: KeyObject, header: object, claims: object): string {
  const head = base64(JSON.stringify({ alg: 'EdDSA', typ: 'JWT', ...header }));
  const content = `${head}.${base64(JSON.stringify(claims))}`;
  return `${content}.${base64(sign(null, Buffer.from(content), key))}`;
}

const day = 86_400;

/** The claims of a snapshot of seven days, with these codes until `expires_at`. */
export const snapshotClaims = (
  codes: readonly string[],
  options: { sub?: string; aud?: string; now?: number; expires_at?: string | null } = {},
) => {
  const { sub = 'u-1', aud = 'notes', now = Date.now(), expires_at = null } = options;
  const iat = Math.floor(now / 1_000);
  const entitlements = codes.map((code) => ({ code, expires_at, source: 'payment', is_lifetime: expires_at === null }));
  return { sub, aud, iat, exp: iat + 7 * day, codes, entitlements };
};

/** The answer of an entitlements read. */
export const snapshotAnswer = (token: string): Answer => data({ codes: [], entitlements: [], snapshot_token: token });
