import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { ResolvedApplication, ResolvedSite, Route } from '@platform/contracts';
import type { AdminRole, PlatformContext, SiteContext } from '@platform/contracts/kit';
import { fail, type PathParams, secretEquals, sha256, splitTarget } from '@platform/runtime';
import type { ApplicationDirectory, ApplicationKey } from '../application-directory.ts';
import type { GatewayConfig } from '../config.ts';
import type { SiteDirectory } from '../site-directory.ts';
import { type AdminSessions, hasRole } from './admin-sessions.ts';
import { applicationInBody } from './application-in-body.ts';
import type { UserTokens } from './user-tokens.ts';

type Established = Pick<PlatformContext, 'application' | 'site' | 'user' | 'admin'>;

/** Establishes who calls, by the credential that the contract of the endpoint names. Throws the 401, 403 and 404 codes. */
export type Authenticate = (route: Route, params: PathParams, req: IncomingMessage) => Promise<Established>;

export interface AuthenticateDependencies {
  config: GatewayConfig;
  directory: ApplicationDirectory;
  sites: SiteDirectory;
  userTokens: UserTokens;
  adminSessions: AdminSessions;
}

const nothing: Established = {};

export function createAuthenticate({
  config,
  directory,
  sites,
  userTokens,
  adminSessions,
}: AuthenticateDependencies): Authenticate {
  /** The application that path, headers and key name, or else the body; they must agree, and it must be active. */
  const application = async (
    params: PathParams,
    req: IncomingMessage,
    inBody: ApplicationKey | null = null,
  ): Promise<ResolvedApplication> => {
    const code = header(req, 'x-application-code');
    const id = header(req, 'x-application-id')?.toLowerCase();
    const publicKey = header(req, 'x-public-key');
    const inPath = params.app_code;
    const key =
      inPath !== undefined
        ? { code: inPath }
        : code !== undefined
          ? { code }
          : id !== undefined
            ? { id }
            : publicKey !== undefined
              ? { public_key: publicKey }
              : inBody;
    if (key === null)
      return fail('validation_failed', {
        message: 'Name the application in the X-Application-Code header.',
        fields: { details: [{ path: 'x-application-code', message: 'is missing' }] },
      });
    // No code has a NUL, and the database of catalog cannot even be asked for one.
    const found = inPath?.includes('\0') ? null : await directory.find(key);
    if (found?.status !== 'active') return fail('public_key' in key ? 'invalid_public_key' : 'application_not_found');
    if ((code !== undefined && code !== found.code) || (id !== undefined && id !== found.id))
      return fail('application_mismatch');
    return found;
  };

  const assertPublicKey = (found: ResolvedApplication, req: IncomingMessage): void => {
    const given = header(req, 'x-public-key') ?? fail('missing_public_key');
    if (!found.public_keys.some((key) => secretEquals(given, key.key) && isLive(key.valid_until)))
      fail('invalid_public_key');
  };

  /** The site that the path names; it must be active. Whether an archived one exists is nobody's business. */
  const site = async ({ site_code = '' }: PathParams): Promise<ResolvedSite> => {
    const found = site_code.includes('\0') ? null : await sites.find({ code: site_code });
    return found?.status === 'active' ? found : fail('site_not_found');
  };

  const siteKey = async (route: Route, params: PathParams, req: IncomingMessage): Promise<Established> => {
    const given = header(req, 'x-public-key') ?? keyInQuery(route, req) ?? fail('missing_public_key');
    const found = await site(params);
    const hash = sha256(given);
    if (!found.keys.some((key) => secretEquals(hash, key.key_hash) && isLive(key.valid_until)))
      return fail('invalid_public_key');
    return { site: contextOf(found) };
  };

  const key = async (params: PathParams, req: IncomingMessage): Promise<Established> => {
    if (header(req, 'x-public-key') === undefined) return fail('missing_public_key');
    const found = await application(params, req);
    assertPublicKey(found, req);
    const context = { id: found.id, code: found.code };
    if (params.site_code === undefined) return { application: context };
    const named = await site(params);
    return named.application_id === found.id
      ? { application: context, site: contextOf(named) }
      : fail('site_not_found');
  };

  const user = async (
    params: PathParams,
    req: IncomingMessage,
    token: string,
    inBody: ApplicationKey | null = null,
  ): Promise<Established> => {
    const found = await application(params, req, inBody);
    // A key is optional here, but one that is sent has to be right: a client with a wrong key should learn it early.
    if (header(req, 'x-public-key') !== undefined) assertPublicKey(found, req);
    return { application: { id: found.id, code: found.code }, user: await userTokens.verify(found, token) };
  };

  const admin = async (token: string, lowest: AdminRole = 'staff'): Promise<Established> => {
    const holder = await adminSessions.verify(token);
    return hasRole(holder, lowest) ? { admin: holder } : fail('forbidden');
  };

  return async (route, params, req) => {
    const { auth, role } = route.endpoint;
    switch (auth) {
      case 'none':
        return nothing;
      case 'application': {
        const found = await application(params, req);
        return { application: { id: found.id, code: found.code } };
      }
      case 'user_or_key':
        return req.headers.authorization === undefined ? key(params, req) : user(params, req, bearer(req));
      case 'key':
        return key(params, req);
      case 'site_key':
        return siteKey(route, params, req);
      case 'user': {
        const token = bearer(req);
        const named = withCodeInQuery(route, params, req);
        return user(named, req, token, await applicationInBody(route, named, req));
      }
      case 'user_and_key': {
        if (header(req, 'x-public-key') === undefined) return fail('missing_public_key');
        return user(params, req, bearer(req));
      }
      case 'user_or_admin': {
        const token = bearer(req);
        return isJwt(token) ? user(params, req, token) : admin(token, role);
      }
      case 'admin': {
        const token = bearer(req);
        return isJwt(token) ? fail('invalid_token') : admin(token, role);
      }
      case 'worker':
        return secretEquals(header(req, 'x-worker-secret') ?? '', config.WORKER_SECRET)
          ? nothing
          : fail('invalid_worker_secret');
      case 'webhook_token': {
        const inQuery = parseQuery(splitTarget(req.url ?? '').query).token;
        const given = header(req, 'x-webhook-token') ?? (Array.isArray(inQuery) ? inQuery[0] : inQuery) ?? '';
        return secretEquals(given, config.PAYMENT_WEBHOOK_TOKEN) ? nothing : fail('invalid_webhook_token');
      }
    }
  };
}

/** Whether a key with this end may still be used; a current one has none. */
const isLive = (until: string | null): boolean => until === null || Date.parse(until) > Date.now();

const contextOf = ({ id, code, application_id }: ResolvedSite): SiteContext => ({ id, code, application_id });

/** The key in `?public_key=`, of an endpoint that has it: a beacon of a browser sends no headers of its own. */
function keyInQuery({ endpoint }: Route, req: IncomingMessage): string | undefined {
  if (!endpoint.query || !('public_key' in endpoint.query.shape)) return undefined;
  const { public_key } = parseQuery(splitTarget(req.url ?? '').query);
  return typeof public_key === 'string' && public_key !== '' ? public_key : undefined;
}

/** Where no header names the application, `?application_code=` does, of an endpoint that has it. The service compares both. */
function withCodeInQuery({ endpoint }: Route, params: PathParams, req: IncomingMessage): PathParams {
  if (!endpoint.query || !('application_code' in endpoint.query.shape)) return params;
  if (header(req, 'x-application-code') !== undefined || header(req, 'x-application-id') !== undefined) return params;
  const app_code = parseQuery(splitTarget(req.url ?? '').query).application_code;
  return typeof app_code === 'string' && app_code !== '' ? { ...params, app_code } : params;
}

/** A token of an identity provider has three parts; a session token of ours has none. */
const isJwt = (token: string): boolean => token.split('.').length === 3;

/** The token, of whatever characters: the one who verifies it refuses what is none. */
function bearer(req: IncomingMessage): string {
  const value = req.headers.authorization ?? fail('missing_token');
  const isBearer = value.startsWith('Bearer ') || /^bearer /i.test(value);
  return isBearer ? value.slice('Bearer '.length) : fail('invalid_token');
}

const header = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value || undefined;
};
