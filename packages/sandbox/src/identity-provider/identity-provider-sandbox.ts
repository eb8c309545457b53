import { createHash, timingSafeEqual } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { parseJson, readBody } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { preferredLanguage } from '../http/page.ts';
import { createFaults, type IdentityProviderFaults, parseFaults } from './faults.ts';
import { endedPage, loginPage } from './login-page.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { type MintOptions, mintToken } from './mint.ts';
import { createProvider, isSessionNotFound } from './provider.ts';
import { generateSigningKeys, loadSecrets, saveSecrets } from './signing-keys.ts';
import { parseUsername, userClaims } from './user.ts';

export type { IdentityProviderFaultSettings, IdentityProviderFaults } from './faults.ts';
export type { MintKind, MintOptions } from './mint.ts';
export type { SigningAlgorithm } from './signing-keys.ts';

/** Configuration of the demo identity provider. */
export type IdentityProviderSandboxOptions = {
  /** Issuer of the tokens, for example `http://localhost:8080/sandbox/idp`. */
  issuer: string;
  /** Address the handler is mounted under; the issuer when left out. */
  url?: string;
  clientId: string;
  clientSecret: string;
  /**
   * Allowed redirect URIs of the code flow, in addition to `/callback` on the host of the issuer and on
   * localhost ports 3000 and 5173.
   */
  redirectUris?: string[];
  /** When given, keys survive a restart, and with them the tokens they signed. */
  dataDir?: string;
  /** Clock of the tokens from `tokenUrl` and `mint`. The code flow follows the real clock. */
  now?: () => Date;
  log?: (line: string) => void;
};

/** A running demo identity provider. */
export type IdentityProviderSandbox = {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  issuer: string;
  tokenUrl: string;
  jwksUrl: string;
  /** Secret of the HS256 (Supabase-like) tokens. */
  sharedSecret: string;
  faults: IdentityProviderFaults;
  /**
   * Creates a token with any claims, or an invalid token of any kind. A claim or header field with the value
   * `undefined` is left out.
   */
  mint(claims?: Record<string, unknown>, options?: MintOptions): Promise<string>;
  /** Signs with new keys from now on. The old ones stay published unless `dropOld` is set. */
  rotate(options?: { dropOld?: boolean }): Promise<void>;
  stop(): Promise<void>;
};

const LIFETIME_S = 60 * 60;
const mintBody = z.strictObject({
  claims: z.record(z.string(), z.unknown()).optional(),
  options: z
    .strictObject({
      kind: z
        .enum([
          'valid',
          'wrong_issuer',
          'wrong_audience',
          'expired',
          'not_yet_valid',
          'no_subject',
          'alg_none',
          'hs256_with_public_key',
          'unknown_key',
          'supabase_user',
          'supabase_anon',
          'supabase_service_role',
        ])
        .optional(),
      algorithm: z.enum(['RS256', 'ES256']).optional(),
      username: z.string().optional(),
      header: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

/** Constant-time comparison. */
function sameSecret(presented: string | null, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return presented !== null && timingSafeEqual(digest(presented), digest(expected));
}

/** Copies the client credentials of a Basic header into the form. */
function withBasicCredentials(req: IncomingMessage, form: URLSearchParams): URLSearchParams {
  const encoded = /^Basic\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return form;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  const result = new URLSearchParams(form);
  // Both parts are form-encoded inside the header. Source: RFC 6749, 2.3.1.
  const decode = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? '';
  result.set('client_id', decode(id));
  result.set('client_secret', decode(secret.join(':')));
  return result;
}

/** Copy of a request with an unread body, for a second reader. */
function withBody(req: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(req.socket);
  copy.method = req.method;
  copy.url = req.url;
  const { authorization: _authorization, 'transfer-encoding': _encoding, ...headers } = req.headers;
  copy.headers = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  copy.push(body);
  copy.push(null);
  // Without this, the end of the body would count as an abort and close the connection.
  copy.complete = true;
  return copy;
}

/**
 * Starts a demo OpenID provider in which any user name may sign in, without a password.
 * @param options see the type
 * @returns the sandbox; mount its `handler` on any server, which has to strip the issuer's path
 */
export async function createIdentityProviderSandbox(
  options: IdentityProviderSandboxOptions,
): Promise<IdentityProviderSandbox> {
  const issuer = options.issuer.replace(/\/+$/, '');
  const mountedAt = (options.url ?? issuer).replace(/\/+$/, '');
  const { origin, host, protocol, pathname } = new URL(mountedAt);
  const path = pathname === '/' ? '' : pathname;
  const now = options.now ?? (() => new Date());
  const log = options.log ?? (() => undefined);
  const secrets = await loadSecrets(options.dataDir);
  const faults = createFaults();
  const users = new Map<string, string>();
  const adapter = createMemoryAdapter();
  const stopping = new AbortController();
  let provider = makeProvider();
  let serve = provider.callback();

  function makeProvider(): Provider {
    return createProvider({
      issuer,
      path,
      clientId: options.clientId,
      redirectUris: [
        ...(options.redirectUris ?? []),
        `${origin}/callback`,
        'http://localhost:3000/callback',
        'http://localhost:5173/callback',
      ],
      secrets,
      adapter,
      users,
    });
  }

  function publishedKeys() {
    return { keys: secrets.keys.map(({ publicJwk }) => publicJwk) };
  }

  /**
   * Sets host, scheme and `originalUrl` of a request to those of the mount, with the prefix that the host
   * stripped. oidc-provider derives its addresses from these fields.
   */
  function underMount(req: IncomingMessage): IncomingMessage {
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    return Object.assign(req, { originalUrl: `${path}${req.url ?? '/'}` });
  }

  async function mint(claims: Record<string, unknown> = {}, mintOptions: MintOptions = {}): Promise<string> {
    return mintToken({ issuer, clientId: options.clientId, secrets, now }, claims, mintOptions);
  }

  async function rotate({ dropOld = false } = {}): Promise<void> {
    const fresh = await generateSigningKeys();
    secrets.keys = dropOld ? fresh : [...fresh, ...secrets.keys];
    saveSecrets(options.dataDir, secrets);
    provider = makeProvider();
    serve = provider.callback();
  }

  const invalidClient = (headers: Record<string, string>): Answer =>
    jsonAnswer(
      401,
      { error: 'invalid_client', error_description: 'client authentication failed' },
      { ...headers, 'www-authenticate': `Basic realm="${issuer}"` },
    );

  /** Answers a token request of the client for a user name; `null` passes the request on to oidc-provider. */
  async function directToken(form: URLSearchParams): Promise<Answer | null> {
    const grantType = form.get('grant_type');
    if (grantType !== null && grantType !== '' && grantType !== 'client_credentials') return null;
    const headers = { pragma: 'no-cache', 'access-control-allow-origin': '*' };
    const known =
      form.get('client_id') === options.clientId && sameSecret(form.get('client_secret'), options.clientSecret);
    if (!known) return invalidClient(headers);
    const username = parseUsername(form.get('username'));
    if (username === null) {
      const description = 'username is missing, longer than 64 characters, or has control characters';
      return jsonAnswer(400, { error: 'invalid_request', error_description: description }, headers);
    }
    const scope = 'openid profile email';
    return jsonAnswer(
      200,
      {
        access_token: await mint({ client_id: options.clientId, scope }, { username }),
        id_token: await mint({ auth_time: Math.floor(now().getTime() / 1000) }, { username }),
        token_type: 'Bearer',
        expires_in: LIFETIME_S,
        scope,
      },
      headers,
    );
  }

  async function token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readBody(req);
    if (body === null) return send(res, jsonAnswer(413, { error: 'invalid_request' }));
    const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers['content-type'] ?? '');
    if (!isForm) return void (await serve(underMount(withBody(req, body)), res));
    const form = withBasicCredentials(req, new URLSearchParams(body));
    const answer = await directToken(form);
    if (answer !== null) return send(res, answer);
    // A browser has no secret, and PKCE protects its code. A secret that is sent has to be right.
    const secret = form.get('client_secret');
    if (secret !== null && !sameSecret(secret, options.clientSecret))
      return send(res, invalidClient({ 'access-control-allow-origin': '*' }));
    form.delete('client_secret');
    await serve(underMount(withBody(req, form.toString())), res);
  }

  async function interaction(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const language = preferredLanguage(req.headers['accept-language']);
    const form = new URLSearchParams(req.method === 'POST' ? ((await readBody(req)) ?? '') : '');
    try {
      const details = await provider.interactionDetails(underMount(req), res);
      const username = parseUsername(form.get('username'));
      if (req.method === 'POST' && username !== null) {
        const { sub } = userClaims(username);
        users.set(sub, username);
        return await provider.interactionFinished(req, res, { login: { accountId: sub } });
      }
      const client = await provider.Client.find(String(details.params.client_id));
      const target = String(details.params.redirect_uri ?? issuer);
      send(res, loginPage(language, client?.clientName ?? options.clientId, target, req.method === 'POST'));
    } catch (error) {
      if (!isSessionNotFound(error)) throw error;
      send(res, endedPage(language));
    }
  }

  /**
   * User info in the format of VK ID. Its access tokens are opaque to applications, which introspect them
   * here.
   */
  async function userInfo(req: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams((await readBody(req)) ?? '');
    try {
      const { payload } = await jwtVerify(form.get('access_token') ?? '', createLocalJWKSet(publishedKeys()), {
        issuer,
        audience: options.clientId,
        currentDate: now(),
      });
      const user = { user_id: payload.sub, first_name: payload.name, last_name: '', email: payload.email };
      return jsonAnswer(200, { user });
    } catch {
      return jsonAnswer(401, { error: 'invalid_token', error_description: 'access token is invalid or expired' });
    }
  }

  function keySet(requestPath: string): Answer {
    const { redirectingJwks, emptyKeys } = faults.current();
    if (redirectingJwks && requestPath === '/jwks') {
      return { status: 302, headers: { location: `${mountedAt}/jwks/moved` }, body: '' };
    }
    const headers = { 'cache-control': 'public, max-age=600', 'access-control-allow-origin': '*' };
    return jsonAnswer(200, emptyKeys ? { keys: [] } : publishedKeys(), headers);
  }

  async function control(req: IncomingMessage, command: string): Promise<Answer> {
    if (!isLoopbackPeer(req)) return jsonAnswer(403, { error: 'the control API answers to this machine only' });
    const text = (await readBody(req)) ?? '';
    const body = text === '' ? {} : parseJson(text);
    const call = `${req.method} ${command}`;
    if (call === 'GET faults') return jsonAnswer(200, faults.current());
    if (call === 'DELETE faults') {
      faults.reset();
      return jsonAnswer(200, faults.current());
    }
    if (call === 'PUT faults') {
      const changes = parseFaults(body);
      if (changes === null) return jsonAnswer(400, { error: 'unknown fault or value' });
      faults.reset();
      faults.set(changes);
      return jsonAnswer(200, faults.current());
    }
    if (call === 'POST rotate') {
      await rotate({ dropOld: new URLSearchParams(req.url?.split('?')[1]).get('drop_old') === 'true' });
      return jsonAnswer(200, publishedKeys());
    }
    if (call === 'POST mint') {
      const wanted = mintBody.safeParse(body);
      if (!wanted.success) return jsonAnswer(400, { error: z.prettifyError(wanted.error) });
      return jsonAnswer(200, { token: await mint(wanted.data.claims, wanted.data.options) });
    }
    return jsonAnswer(404, { error: 'there is no such control' });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (stopping.signal.aborted) return send(res, jsonAnswer(503, { error: 'the sandbox is stopped' }));
    const requestPath = (req.url ?? '/').split('?')[0] ?? '/';
    if (requestPath.startsWith('/__ctl/')) return send(res, await control(req, requestPath.slice('/__ctl/'.length)));
    const { down, slowMs } = faults.current();
    if (down) return send(res, jsonAnswer(503, { error: 'temporarily_unavailable' }));
    const isMetadata = requestPath.startsWith('/jwks') || requestPath.startsWith('/.well-known/');
    if (isMetadata && slowMs !== undefined) {
      await sleep(slowMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    if (req.method === 'GET' && /^\/jwks(\/moved)?$/.test(requestPath)) return send(res, keySet(requestPath));
    if (req.method === 'POST' && requestPath === '/token') return token(req, res);
    if (req.method === 'POST' && requestPath === '/oauth2/user_info') return send(res, await userInfo(req));
    if (/^\/interaction\/[^/]+$/.test(requestPath)) return interaction(req, res);
    await serve(underMount(req), res);
  }

  return {
    handler(req, res) {
      handle(req, res).catch((error: unknown) => {
        // A request that is aborted inside its body ends here too. Then there is no client to answer.
        log(`sandbox error: ${error instanceof Error ? error.message : String(error)}`);
        send(res, jsonAnswer(500, { error: 'server_error' }));
      });
    },
    issuer,
    tokenUrl: `${mountedAt}/token`,
    jwksUrl: `${mountedAt}/jwks`,
    sharedSecret: secrets.sharedSecret,
    faults,
    mint,
    rotate,
    async stop() {
      stopping.abort();
    },
  };
}
