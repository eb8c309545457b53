import { createHash, randomBytes } from 'node:crypto';

/** The one application that a search console knows. */
export interface SearchClient {
  id: string;
  secret: string;
  /** Registered addresses; a request has to name one of them, letter by letter. */
  redirectUris: readonly string[];
}

/** What a user is asked to allow. */
export interface AuthorizeRequest {
  redirect_uri: string;
  state: string | null;
  scope: string;
  /** S256 challenge (RFC 7636); null without one. */
  challenge: string | null;
  /** Google gives a refresh token for `access_type=offline` with `prompt=consent` alone. */
  is_offline: boolean;
}

/** An error of RFC 6749 §5.2. */
export interface OauthError {
  status: 400 | 401;
  error: string;
  error_description: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string | null;
  scope: string;
}

export interface AuthorizationOptions {
  client: SearchClient;
  now: () => Date;
  accessPrefix: string;
  refreshPrefix: string;
  accessSeconds: number;
  /** Each use of a refresh token gives another one, and ends the old one. */
  rotates: boolean;
  /** The form of a code that users copy. */
  makeCode?: () => string;
}

/** Codes live ten minutes (RFC 6749 §4.1.2). */
const codeMs = 600_000;

const refusal = (error: string, error_description: string, status: OauthError['status'] = 400): OauthError => ({
  status,
  error,
  error_description,
});

/** Authorization codes and tokens of one application, in memory. */
export function createAuthorization(options: AuthorizationOptions) {
  const { client, now, accessPrefix, refreshPrefix, accessSeconds, rotates } = options;
  const makeCode = options.makeCode ?? (() => `4/0${randomBytes(24).toString('base64url')}`);
  const codes = new Map<string, { request: AuthorizeRequest; until: number }>();
  const access = new Map<string, { until: number; scope: string; grant: string }>();
  const refresh = new Map<string, { scope: string; grant: string }>();

  const issueAccess = (scope: string, grant: string): string => {
    const token = accessPrefix + randomBytes(24).toString('base64url');
    access.set(token, { until: now().getTime() + accessSeconds * 1000, scope, grant });
    return token;
  };
  const issueRefresh = (scope: string, grant: string): string => {
    const token = refreshPrefix + randomBytes(24).toString('base64url');
    refresh.set(token, { scope, grant });
    return token;
  };
  const isClient = (form: URLSearchParams): boolean =>
    form.get('client_id') === client.id && form.get('client_secret') === client.secret;

  return {
    accessSeconds,
    /** Checks the query of an authorize request. */
    read(query: URLSearchParams): AuthorizeRequest | OauthError {
      if (query.get('client_id') !== client.id)
        return refusal('invalid_client', 'The OAuth client was not found.', 401);
      const redirect_uri = query.get('redirect_uri') ?? '';
      if (!client.redirectUris.includes(redirect_uri))
        return refusal('redirect_uri_mismatch', 'The redirect URI is not registered.');
      if (query.get('response_type') !== 'code') return refusal('unsupported_response_type', 'Only code.');
      if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
        return refusal('invalid_request', 'Only S256.');
      return {
        redirect_uri,
        state: query.get('state'),
        scope: query.get('scope') ?? '',
        challenge: query.get('code_challenge'),
        is_offline: query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
      };
    },
    /** The user allows it: a code that counts once. */
    allow(request: AuthorizeRequest): string {
      const code = makeCode();
      codes.set(code, { request, until: now().getTime() + codeMs });
      return code;
    },
    /** `grant_type=authorization_code`. */
    exchange(form: URLSearchParams, { withRefresh }: { withRefresh: (request: AuthorizeRequest) => boolean }) {
      if (!isClient(form)) return refusal('invalid_client', 'The OAuth client was not found.', 401);
      const code = form.get('code') ?? '';
      const storedCode = codes.get(code);
      codes.delete(code);
      if (!storedCode || storedCode.until < now().getTime()) return refusal('invalid_grant', 'Code has expired');
      const { request } = storedCode;
      const redirectUri = form.get('redirect_uri');
      if (redirectUri !== null && redirectUri !== request.redirect_uri)
        return refusal('redirect_uri_mismatch', 'Bad Request');
      const verifier = form.get('code_verifier') ?? '';
      const isProven =
        request.challenge === null || createHash('sha256').update(verifier).digest('base64url') === request.challenge;
      if (!isProven) return refusal('invalid_grant', 'Invalid code verifier.');
      const grant = randomBytes(8).toString('hex');
      const refresh_token = withRefresh(request) ? issueRefresh(request.scope, grant) : null;
      return { access_token: issueAccess(request.scope, grant), refresh_token, scope: request.scope } satisfies Tokens;
    },
    /** `grant_type=refresh_token`. The answer has a refresh token only where it is another one. */
    renew(form: URLSearchParams): Tokens | OauthError {
      if (!isClient(form)) return refusal('invalid_client', 'The OAuth client was not found.', 401);
      const token = form.get('refresh_token') ?? '';
      const storedToken = refresh.get(token);
      if (!storedToken) return refusal('invalid_grant', 'Token has been expired or revoked.');
      if (rotates) refresh.delete(token);
      const { scope, grant } = storedToken;
      const refresh_token = rotates ? issueRefresh(scope, grant) : null;
      return { access_token: issueAccess(scope, grant), refresh_token, scope };
    },
    /** Scope of a live access token; null for any other. */
    scopeOf(token: string): string | null {
      const storedToken = access.get(token);
      return storedToken && storedToken.until > now().getTime() ? storedToken.scope : null;
    },
    /** Ends a token and all that were given with it. Whether it was one of ours. */
    revoke(token: string): boolean {
      const grant = refresh.get(token)?.grant ?? access.get(token)?.grant;
      if (grant === undefined) return false;
      for (const [key, storedToken] of refresh) if (storedToken.grant === grant) refresh.delete(key);
      for (const [key, storedToken] of access) if (storedToken.grant === grant) access.delete(key);
      return true;
    },
    /** Access tokens end now, as an hour later. */
    expireAccess(): void {
      access.clear();
    },
    /** Tokens that work. */
    live: () => ({ access: access.size, refresh: refresh.size }),
  };
}
export type Authorization = ReturnType<typeof createAuthorization>;

/** Whether an answer of {@link createAuthorization} is an error. */
export const isOauthError = (answer: object): answer is OauthError => 'error' in answer;
