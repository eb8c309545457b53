import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { billing, type ResolvedApplication, type ResolvedSite, type Route } from '@platform/contracts';
import type { PlatformContext, SiteContext } from '@platform/contracts/kit';
import { fail, invalidField, type PathParams, secretEquals, sha256, splitTarget } from '@platform/runtime';
import type { ApplicationDirectory, ApplicationKey } from '../application-directory.ts';
import type { GatewayConfig } from '../config.ts';
import type { GatewayPlatform } from '../dependencies.ts';
import type { SiteDirectory } from '../site-directory.ts';
import { type AdminCredentials, requireRole } from './admin-credentials.ts';
import { isNamedInBody, readApplicationInBody } from './application-in-body.ts';
import type { CredentialAttempt } from './failed-credentials.ts';
import type { KeyScopeGuard } from './key-scope.ts';
import type { KeyUses } from './key-uses.ts';
import { asCode, asUuid, isPublicKey, isServerKey, isSiteKey, isWebhookToken } from './names.ts';
import { isJwt } from './token-verifier.ts';
import type { UserTokens } from './user-tokens.ts';

export type Established = Pick<PlatformContext, 'application' | 'site' | 'user' | 'admin' | 'shop'>;

/** Admission check before the expensive steps of an authentication. */
export interface Attempt extends CredentialAttempt {
  /**
   * Counts the call against its rate class.
   * @throws `rate_limited`
   */
  count(caller: Established): Promise<void> | undefined;
  /**
   * Counts a call of a server of a site against its server key, instead of the address.
   * @throws `rate_limited`
   */
  countServerKey(keyHash: string): Promise<void>;
  /** Address of the caller. */
  client_ip: string;
}

/** Identifies the caller of a request. */
export type Authenticate = (
  route: Route,
  params: PathParams,
  req: IncomingMessage,
  attempt: Attempt,
) => Promise<Established>;

export interface AuthenticateDependencies {
  config: GatewayConfig;
  directory: ApplicationDirectory;
  sites: SiteDirectory;
  userTokens: UserTokens;
  adminCredentials: AdminCredentials;
  keyUses: KeyUses;
  keyScope: KeyScopeGuard;
  ask: GatewayPlatform['ask'];
}

const nothing: Established = {};

/**
 * Identifies the caller by the credential that the contract of the endpoint names. The attempt is admitted
 * before any work for an unknown caller, and counted before the query to identity about a user.
 * @throws AppError the 401, 403 and 404 codes and `rate_limited`
 */
export class Authenticator {
  readonly #config: GatewayConfig;
  readonly #directory: ApplicationDirectory;
  readonly #sites: SiteDirectory;
  readonly #userTokens: UserTokens;
  readonly #adminCredentials: AdminCredentials;
  readonly #keyUses: KeyUses;
  readonly #keyScope: KeyScopeGuard;
  readonly #ask: GatewayPlatform['ask'];
  /** The text of public keys of sites that callers have sent, so that a read hashes none. A server key is a secret. */
  readonly #siteKeyTexts = new WeakMap<ResolvedSite['keys'][number], string>();

  constructor({
    config,
    directory,
    sites,
    userTokens,
    adminCredentials,
    keyUses,
    keyScope,
    ask,
  }: AuthenticateDependencies) {
    this.#config = config;
    this.#directory = directory;
    this.#sites = sites;
    this.#userTokens = userTokens;
    this.#adminCredentials = adminCredentials;
    this.#keyUses = keyUses;
    this.#keyScope = keyScope;
    this.#ask = ask;
  }

  readonly authenticate: Authenticate = async (route, params, req, attempt) => {
    const { auth } = route.endpoint;
    switch (auth) {
      case 'none':
        return nothing;
      case 'application': {
        const resolved = await this.#application(params, req, attempt);
        return { application: { id: resolved.id, code: resolved.code } };
      }
      case 'user_or_key':
        return req.headers.authorization === undefined
          ? this.#key(params, req, attempt)
          : this.#user(params, { req, attempt, token: bearer(req) });
      case 'key':
        return this.#key(params, req, attempt);
      case 'site_key':
        return this.#siteKey(route, params, req, attempt);
      case 'user': {
        const token = bearer(req);
        const named = withCodeInQuery(route, params, req);
        return isNamedInBody(route, named, req)
          ? this.#userNamedInBody(route, { params: named, req, attempt, token })
          : this.#user(named, { req, attempt, token });
      }
      case 'user_and_key': {
        if (header(req, 'x-public-key') === undefined) return fail('missing_public_key');
        return this.#user(params, { req, attempt, token: bearer(req) });
      }
      case 'user_or_admin': {
        const token = bearer(req);
        return isJwt(token)
          ? this.#user(params, { req, attempt, token })
          : this.#admin(route, params, { token, req, attempt });
      }
      case 'admin':
        return this.#admin(route, params, { token: bearer(req), req, attempt });
      case 'worker':
        return secretEquals(header(req, 'x-worker-secret') ?? '', this.#config.WORKER_SECRET)
          ? nothing
          : fail('invalid_worker_secret');
      case 'webhook_token': {
        const inQuery = parseQuery(splitTarget(req.url ?? '').query).token;
        const token = header(req, 'x-webhook-token') ?? (Array.isArray(inQuery) ? inQuery[0] : inQuery) ?? '';
        return this.#webhook(token, attempt);
      }
    }
  };

  /** The active application that path, headers and key name, or else the body. All given names must agree. */
  async #application(
    params: PathParams,
    req: IncomingMessage,
    attempt: Attempt,
    inBody: ApplicationKey | null = null,
  ): Promise<ResolvedApplication> {
    const code = header(req, 'x-application-code');
    const id = header(req, 'x-application-id')?.toLowerCase();
    const key = applicationKey(params, req) ?? inBody;
    if (key === null) return invalidField('headers.x-application-code', 'is missing: send the code of the application');
    const resolved = await this.#directory.find(key, attempt.askInTurn);
    if (resolved?.status !== 'active')
      return fail('public_key' in key ? 'invalid_public_key' : 'application_not_found');
    if ((code !== undefined && code !== resolved.code) || (id !== undefined && id !== resolved.id))
      return fail('application_mismatch');
    return resolved;
  }

  /** The site that the path names; it must be active. The existence of an archived one is not disclosed. */
  async #site({ site_code }: PathParams, attempt: Attempt): Promise<ResolvedSite> {
    const code = asCode(site_code) ?? fail('site_not_found');
    const resolved = await this.#sites.find({ code }, attempt.askInTurn);
    return resolved?.status === 'active' ? resolved : fail('site_not_found');
  }

  async #siteKey(route: Route, params: PathParams, req: IncomingMessage, attempt: Attempt): Promise<Established> {
    const publicKey = header(req, 'x-public-key') ?? keyInQuery(route, req) ?? fail('missing_public_key');
    const resolvedSite = await this.#site(params, attempt);
    if (!isSiteKey(publicKey)) return fail('invalid_public_key');
    const usedKey = this.#findSiteKey(resolvedSite, publicKey) ?? fail('invalid_public_key');
    if (isServerKey(publicKey)) {
      if (route.endpoint.method === 'GET') await attempt.countServerKey(usedKey.key_hash);
      assertOnServer(route, req);
    }
    this.#keyUses.reportSiteKey(usedKey);
    return { site: contextOf(resolvedSite) };
  }

  /** The key of a site that is this text and has not ended. */
  #findSiteKey({ keys }: ResolvedSite, text: string): ResolvedSite['keys'][number] | undefined {
    const known = keys.find((key) => this.#siteKeyTexts.get(key) === text && isLive(key.valid_until));
    if (known) return known;
    const hash = sha256(text);
    const found = keys.find((key) => secretEquals(hash, key.key_hash) && isLive(key.valid_until));
    if (found && !isServerKey(text)) this.#siteKeyTexts.set(found, text);
    return found;
  }

  async #key(params: PathParams, req: IncomingMessage, attempt: Attempt): Promise<Established> {
    if (header(req, 'x-public-key') === undefined) return fail('missing_public_key');
    const resolved = await this.#application(params, req, attempt);
    this.#checkPublicKey(resolved, req);
    const context = { id: resolved.id, code: resolved.code };
    if (params.site_code === undefined) return { application: context };
    const named = await this.#site(params, attempt);
    return named.application_id === resolved.id
      ? { application: context, site: contextOf(named) }
      : fail('site_not_found');
  }

  /** @throws AppError `missing_public_key`, `invalid_public_key` */
  #checkPublicKey(resolved: ResolvedApplication, req: IncomingMessage): void {
    const publicKey = header(req, 'x-public-key') ?? fail('missing_public_key');
    const usedKey =
      resolved.public_keys.find((key) => secretEquals(publicKey, key.key) && isLive(key.valid_until)) ??
      fail('invalid_public_key');
    this.#keyUses.reportPublicKey(usedKey);
  }

  async #user(
    params: PathParams,
    {
      req,
      attempt,
      token,
      inBody = null,
    }: { req: IncomingMessage; attempt: Attempt; token: string; inBody?: ApplicationKey | null },
  ): Promise<Established> {
    const resolved = await this.#application(params, req, attempt, inBody);
    // The key is optional here, but a wrong key is refused, so that the mistake in the client is found early.
    if (header(req, 'x-public-key') !== undefined) this.#checkPublicKey(resolved, req);
    // A refusal writes a log line, so the budget of the address is checked first.
    if (!this.#userTokens.isProven(token)) attempt.admit();
    this.#userTokens.assertFormat(token, resolved);
    const context = { id: resolved.id, code: resolved.code };
    const holder = await this.#userTokens.verify(resolved, token, {
      admit: attempt.admit,
      count: (user) => attempt.count({ application: context, user }),
    });
    return { application: context, user: holder };
  }

  /**
   * Authenticates a user whose application only the body names. The body is read only after the format of the
   * token is checked. For a token that was verified before, it is read at once, without the queue for unknown
   * callers.
   */
  async #userNamedInBody(
    route: Route,
    { params, req, attempt, token }: { params: PathParams; req: IncomingMessage; attempt: Attempt; token: string },
  ): Promise<Established> {
    const isProven = this.#userTokens.isProven(token);
    if (!isProven) attempt.admit();
    this.#userTokens.assertFormat(token);
    return this.#user(params, {
      req,
      attempt,
      token,
      inBody: await readApplicationInBody(route, req, attempt, isProven),
    });
  }

  /** The shop whose notification address has this token: that of the installation, or one of an application. */
  async #webhook(token: string, { askInTurn }: Attempt): Promise<Established> {
    if (secretEquals(token, this.#config.PAYMENT_WEBHOOK_TOKEN)) return { shop: { id: null } };
    if (!isWebhookToken(token)) return fail('invalid_webhook_token');
    const question = () => this.#ask(billing.queries.resolveWebhookToken, { token_hash: sha256(token) });
    const { shop } = await askInTurn(billing.name, question);
    return shop ? { shop } : fail('invalid_webhook_token');
  }

  async #admin(
    route: Route,
    params: PathParams,
    { token, req, attempt }: { token: string; req: IncomingMessage; attempt: Attempt },
  ): Promise<Established> {
    const { endpoint } = route;
    const { admin: holder, application_ids } = await this.#adminCredentials.verify(token, attempt.askInTurn);
    requireRole(holder, endpoint.role ?? 'staff');
    if (endpoint.needsSession && holder.session_id === null)
      return fail('forbidden', {
        message: 'An admin API key has no session and no password: open a session of an administrator.',
      });
    if (application_ids === null) return { admin: holder };
    const { client_ip } = attempt;
    await this.#keyScope.assertInScope({ route, params, req, client_ip, application_ids });
    return { admin: { ...holder, application_ids } };
  }
}

/**
 * The application that the path, the headers or the key names, in this order of precedence; null without any.
 * A malformed name is treated as unknown.
 * @throws AppError `application_not_found`, `invalid_public_key`
 */
function applicationKey(params: PathParams, req: IncomingMessage): ApplicationKey | null {
  const code = params.app_code ?? header(req, 'x-application-code');
  if (code !== undefined) return { code: asCode(code) ?? fail('application_not_found') };
  const id = header(req, 'x-application-id');
  if (id !== undefined) return { id: asUuid(id) ?? fail('application_not_found') };
  const public_key = header(req, 'x-public-key');
  if (public_key === undefined) return null;
  return isPublicKey(public_key) ? { public_key } : fail('invalid_public_key');
}

/**
 * Asserts that a call with a server key is a read that does not come from a browser. Browsers send `Origin` with every
 * call to another origin (Fetch Standard §3.2), and an address stands in logs and histories.
 * @throws AppError `server_key_refused`
 */
function assertOnServer({ endpoint }: Route, req: IncomingMessage): void {
  if (req.headers.origin !== undefined)
    fail('server_key_refused', {
      message: `A server key is a secret, and this call comes from a browser (Origin: ${req.headers.origin.slice(0, 255)}). Use the public key of the site in pages, and rotate the server key.`,
    });
  if (header(req, 'x-public-key') === undefined)
    fail('server_key_refused', { message: 'A server key is a secret. Send it as `X-Public-Key`, not in the address.' });
  if (endpoint.method !== 'GET')
    fail('server_key_refused', {
      message:
        'A server key only reads. Forms and events come from the page of the visitor, with the public key of the site.',
    });
}

/** Whether a key is still valid; the current key has no end. */
const isLive = (until: string | null): boolean => until === null || Date.parse(until) > Date.now();

const contextOf = ({ id, code, application_id }: ResolvedSite): SiteContext => ({ id, code, application_id });

/** The key in `?public_key=`, for endpoints with this field: a browser beacon cannot send custom headers. */
function keyInQuery({ endpoint }: Route, req: IncomingMessage): string | undefined {
  if (!endpoint.query || !('public_key' in endpoint.query.shape)) return undefined;
  const { public_key } = parseQuery(splitTarget(req.url ?? '').query);
  return typeof public_key === 'string' && public_key !== '' ? public_key : undefined;
}

/**
 * Takes the application from `?application_code=` when no header names it, for endpoints with this field. The
 * service compares both.
 */
function withCodeInQuery({ endpoint }: Route, params: PathParams, req: IncomingMessage): PathParams {
  if (!endpoint.query || !('application_code' in endpoint.query.shape)) return params;
  if (header(req, 'x-application-code') !== undefined || header(req, 'x-application-id') !== undefined) return params;
  const app_code = parseQuery(splitTarget(req.url ?? '').query).application_code;
  return typeof app_code === 'string' && app_code !== '' ? { ...params, app_code } : params;
}

/** The bearer token. Its characters are not checked here: the verification refuses an invalid token. */
function bearer(req: IncomingMessage): string {
  const value = req.headers.authorization ?? fail('missing_token');
  const isBearer = value.startsWith('Bearer ') || /^bearer /i.test(value);
  return isBearer ? value.slice('Bearer '.length) : fail('invalid_token');
}

const header = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value || undefined;
};
