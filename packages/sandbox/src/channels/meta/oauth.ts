import { randomBytes } from 'node:crypto';
import { type Answer, jsonAnswer, seeOther } from '../../http/answer.ts';
import { escapeHtml, pageAnswer, preferredLanguage } from '../../http/page.ts';
import { type ChannelRequest, textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import type { ChannelStore } from '../store.ts';
import { MetaError, type MetaKinds, type MetaNetwork, type MetaToken } from './model.ts';

/** The application of the platform at Meta. */
export interface MetaClient {
  id: string;
  secret: string;
  /** Registered addresses, compared letter by letter. */
  redirectUris: readonly string[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longMs = 60 * dayMs;

const words = {
  ru: { title: 'Доступ к профилю', allow: 'Разрешить', deny: 'Отказать' },
  en: { title: 'Access to the profile', allow: 'Allow', deny: 'Deny' },
} as const;

export interface MetaOauthOptions {
  network: MetaNetwork;
  client: MetaClient;
  store: ChannelStore<MetaKinds>;
  clock: ChannelClock;
  uses(fault: 'flatToken' | 'lessScope'): boolean;
}

/** Consent page, codes and tokens of one network. */
export function createMetaOauth({ network, client, store, clock, uses }: MetaOauthOptions) {
  const nowMs = () => clock.now().getTime();
  const refuse = (message: string, status = 400): never => {
    throw new MetaError(100, null, message, { status });
  };

  const issue = (user_id: string, scopes: string[], lifeMs: number, isLong: boolean): MetaToken => {
    const token = `${network.name === 'instagram' ? 'IGAA' : 'THAA'}${randomBytes(24).toString('base64url')}`;
    const issued = { token, user_id, scopes, issued_at: nowMs(), expires_at: nowMs() + lifeMs, is_long: isLong };
    store.put('token', token, issued);
    return issued;
  };
  const isClient = (fields: Record<string, unknown>): boolean =>
    textField(fields, 'client_id') === client.id && textField(fields, 'client_secret') === client.secret;

  /** The parameters of an authorize request, checked. */
  const readRequest = (query: URLSearchParams) => {
    const redirect_uri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== client.id) refuse('Invalid platform app');
    if (!client.redirectUris.includes(redirect_uri)) refuse('Invalid redirect_uri');
    if (query.get('response_type') !== 'code') refuse('Invalid response_type');
    const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
    if (!scopes.includes(network.scopes.base)) refuse('Invalid scope');
    return { redirect_uri, scopes, state: query.get('state') };
  };
  const locate = (query: URLSearchParams, answer: Record<string, string>): string => {
    const { redirect_uri, state } = readRequest(query);
    const url = new URL(redirect_uri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    if (state !== null) url.searchParams.set('state', state);
    // Both networks put `#_` behind the code.
    return `${url.href}#_`;
  };
  const allow = (query: URLSearchParams, user_id: string): string => {
    const { redirect_uri, scopes } = readRequest(query);
    const code = `AQ${randomBytes(30).toString('base64url')}`;
    const grantedScopes = uses('lessScope') ? [network.scopes.base] : scopes;
    store.put('code', code, { code, user_id, redirect_uri, scopes: grantedScopes, until: nowMs() + hourMs });
    return locate(query, { code });
  };

  const authorizeAnswer = ({ method, url, fields, headers }: ChannelRequest): Answer => {
    readRequest(url.searchParams);
    const users = [...store.all('user')];
    if (method === 'POST') {
      const user_id = textField(fields, 'user_id');
      const isDenied = textField(fields, 'decision') !== 'allow';
      const denial = { error: 'access_denied', error_reason: 'user_denied' };
      if (isDenied) return seeOther(locate(url.searchParams, denial));
      if (!users.some((user) => user.user_id === user_id)) return jsonAnswer(400, { error_message: 'no such user' });
      return seeOther(allow(url.searchParams, user_id));
    }
    const language = preferredLanguage(headers['accept-language']);
    const { title, allow: label, deny } = words[language];
    const button = (decision: string, user_id: string, text: string) =>
      `<form method="post"><input type="hidden" name="decision" value="${decision}"><input type="hidden" name="user_id" value="${escapeHtml(user_id)}"><button class="${decision === 'allow' ? 'primary' : ''}">${escapeHtml(text)}</button></form>`;
    const buttons = users.map(({ user_id, username }) => button('allow', user_id, `${label}: ${username}`));
    const content = `<header><span>${network.title}</span><span class="badge">sandbox</span></header>
<h1 class="words">${title}</h1>${buttons.join('')}${button('deny', '', deny)}`;
    const formTarget = url.searchParams.get('redirect_uri') ?? undefined;
    return pageAnswer({ status: 200, language, title, content, formTarget });
  };

  /**
   * Exchanges a code for a token of one hour. The id is that of the app-scoped user at Instagram, and a
   * number at Threads.
   */
  const codeAnswer = ({ fields }: ChannelRequest): Answer => {
    if (!isClient(fields)) refuse('Invalid platform app', 400);
    const storedCode = store.get('code', textField(fields, 'code'));
    const isGood =
      storedCode && storedCode.until > nowMs() && storedCode.redirect_uri === textField(fields, 'redirect_uri');
    if (textField(fields, 'grant_type') !== 'authorization_code' || !isGood)
      return jsonAnswer(400, { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' });
    store.remove('code', storedCode.code);
    const { token } = issue(storedCode.user_id, storedCode.scopes, hourMs, false);
    const permissions = storedCode.scopes.join(',');
    if (network.name === 'threads') {
      const body = jsonAnswer(200, { access_token: token });
      return { ...body, body: `{"access_token":${JSON.stringify(token)},"user_id":${storedCode.user_id}}` };
    }
    const flat = { access_token: token, user_id: `9${storedCode.user_id.slice(1)}`, permissions };
    return jsonAnswer(200, uses('flatToken') ? flat : { data: [flat] });
  };

  const longAnswer = (fields: Record<string, unknown>, grant: 'exchange' | 'refresh'): Answer => {
    const storedToken = store.get('token', textField(fields, 'access_token'));
    if (textField(fields, 'grant_type') !== network.grants[grant]) refuse('Invalid grant_type');
    if (!storedToken || storedToken.expires_at <= nowMs())
      throw new MetaError(190, 463, 'Error validating access token: Session has expired', { status: 400 });
    if (grant === 'exchange' && (storedToken.is_long || textField(fields, 'client_secret') !== client.secret))
      refuse('Error validating client secret');
    if (grant === 'refresh' && (!storedToken.is_long || nowMs() - storedToken.issued_at < dayMs))
      refuse('Unsupported request: the token has to be 24 hours old');
    const { token } = issue(storedToken.user_id, storedToken.scopes, longMs, true);
    // The replaced token works on until it expires, as at Meta.
    return jsonAnswer(200, {
      access_token: token,
      token_type: 'bearer',
      expires_in: longMs / 1000,
      permissions: storedToken.scopes.join(','),
    });
  };

  return {
    allow,
    issue,
    /** The answer of an OAuth path; `null` for another path. */
    answer(request: ChannelRequest, path: string): Answer | null {
      if (path === '/oauth/authorize' || path === '/dialog/oauth') return authorizeAnswer(request);
      if (path === '/oauth/access_token' && request.method === 'POST') return codeAnswer(request);
      if (path === '/access_token') return longAnswer(request.fields, 'exchange');
      if (path === '/refresh_access_token') return longAnswer(request.fields, 'refresh');
      return null;
    },
    /**
     * The token of a request.
     * @throws a MetaError 190 when it does not work
     */
    tokenOf({ fields, headers }: ChannelRequest): MetaToken {
      const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
      const storedToken = store.get('token', bearer ?? textField(fields, 'access_token'));
      if (!storedToken) throw new MetaError(190, null, 'Invalid OAuth access token - Cannot parse access token');
      if (storedToken.expires_at <= nowMs())
        throw new MetaError(190, 463, 'Error validating access token: Session has expired');
      return storedToken;
    },
  };
}
