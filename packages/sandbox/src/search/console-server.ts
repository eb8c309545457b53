import type { IncomingMessage, RequestListener } from 'node:http';
import { type Answer, jsonAnswer, seeOther, send } from '../http/answer.ts';
import { parseJson, readBody } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { escapeHtml, type PageLanguage, pageAnswer, preferredLanguage } from '../http/page.ts';
import { createJournal, type JournalEntry, publicHeaders } from '../yookassa/journal.ts';
import { type Authorization, type AuthorizeRequest, isOauthError } from './authorization.ts';
import { createSearchFaults, parseSearchFaults, type SearchFaults } from './faults.ts';

/** One request to a search console. */
export interface ConsoleRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  text: string;
  form: URLSearchParams;
}

/** Common interface of the emulators of search consoles. */
export interface SearchConsoleSandbox {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: RequestListener;
  faults: SearchFaults;
  /**
   * Simulates a user that opens the address of an authorize request and allows it.
   * @returns the redirect target of the browser: the redirect URI with code and state, or a page that shows
   * the code
   */
  allow(authorizeUrl: string): { location: string; code: string };
  /** Expires all access tokens. */
  expireAccess(): void;
  /** The newest 2000 requests, without secrets, codes and tokens. */
  journal(): JournalEntry[];
  /** Tokens that work. */
  tokens(): { access: number; refresh: number };
}

export interface ConsoleOptions {
  name: string;
  authorizePath: string;
  authorization: Authorization;
  faults: SearchFaults;
  /** Redirect URI of the page of the provider that shows the code; null if the provider has no such page. */
  codePage: string | null;
  /** Replaces the data of the console (`PUT /__ctl/data`). Answers false for a body of another form. */
  setData(body: unknown): boolean;
  answer(request: ConsoleRequest): Answer | null;
}

const words = {
  ru: { title: 'Доступ к данным', allow: 'Разрешить', deny: 'Отказать', code: 'Код подтверждения' },
  en: { title: 'Access to your data', allow: 'Allow', deny: 'Deny', code: 'Confirmation code' },
} as const;

const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'access_token', 'token', 'state'];

/** Parameters of a query or form, with secret values replaced. */
function withoutSecrets(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].map(([name, value]) => [name, secretFields.includes(name) ? '***' : value]));
}

/** Consent page, control API, journal and faults around the API of one search console. */
export function createConsoleServer(options: ConsoleOptions): SearchConsoleSandbox {
  const { authorization, faults, codePage } = options;
  const journal = createJournal();

  const locationOf = (request: AuthorizeRequest, answer: Record<string, string>): string => {
    const url = new URL(request.redirect_uri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    // The page that shows the code gets no state, as at Yandex.
    if (request.state !== null && request.redirect_uri !== codePage) url.searchParams.set('state', request.state);
    return url.href;
  };
  const consent = (request: AuthorizeRequest, isAllowed: boolean): { location: string; code: string } => {
    if (!isAllowed) return { location: locationOf(request, { error: 'access_denied' }), code: '' };
    const grantedRequest = faults.use('lessScope') ? { ...request, scope: 'openid' } : request;
    const code = authorization.allow(grantedRequest);
    return { location: locationOf(request, { code }), code };
  };

  const authorizeAnswer = ({ method, url, form }: ConsoleRequest, language: PageLanguage): Answer => {
    const request = authorization.read(url.searchParams);
    if (isOauthError(request)) return jsonAnswer(request.status, { error: request.error });
    if (method === 'POST') return seeOther(consent(request, form.get('decision') === 'allow').location);
    const { title, allow, deny } = words[language];
    const button = (decision: string, label: string, kind: string) =>
      `<form method="post"><input type="hidden" name="decision" value="${decision}"><button class="${kind}">${label}</button></form>`;
    const page = `<header><span>${options.name}</span><span class="badge">sandbox</span></header>
<h1 class="words">${title}</h1><p class="muted">${escapeHtml(request.scope)}</p>
${button('allow', allow, 'primary')}${button('deny', deny, '')}`;
    return pageAnswer({ status: 200, language, title, content: page, formTarget: request.redirect_uri });
  };

  const controlAnswer = ({ method, text }: ConsoleRequest, path: string): Answer => {
    const call = `${method} ${path}`;
    if (call === 'GET /journal') return jsonAnswer(200, journal.entries());
    if (call === 'GET /faults') return jsonAnswer(200, faults.current());
    if (call === 'GET /tokens') return jsonAnswer(200, authorization.live());
    if (call === 'POST /tokens/expire') {
      authorization.expireAccess();
      return jsonAnswer(200, authorization.live());
    }
    if (call === 'DELETE /faults' || call === 'PUT /faults') {
      const next = method === 'PUT' ? parseSearchFaults(parseJson(text)) : {};
      if (next === null) return jsonAnswer(400, { error: 'unknown fault or value' });
      faults.reset();
      faults.set(next);
      return jsonAnswer(200, faults.current());
    }
    if (call === 'PUT /data')
      return options.setData(parseJson(text))
        ? jsonAnswer(200, {})
        : jsonAnswer(400, { error: 'this is not the data of a search console' });
    return jsonAnswer(404, { error: 'there is no such control' });
  };

  const answer = (request: ConsoleRequest, req: IncomingMessage): Answer => {
    const { pathname } = request.url;
    const language = preferredLanguage(request.headers['accept-language']);
    if (pathname.startsWith('/__ctl/')) {
      if (!isLoopbackPeer(req)) return jsonAnswer(403, { error: 'the control API answers to this machine only' });
      return controlAnswer(request, pathname.slice('/__ctl'.length));
    }
    const entry = journal.add({
      at: new Date().toISOString(),
      method: request.method,
      path: `${pathname}?${new URLSearchParams(withoutSecrets(request.url.searchParams))}`.replace(/\?$/, ''),
      headers: publicHeaders(request.headers),
      body: parseJson(request.text) ?? withoutSecrets(request.form),
      status: null,
    });
    const result = apiAnswer(request, language);
    entry.status = result.status;
    return result;
  };

  const apiAnswer = (request: ConsoleRequest, language: PageLanguage): Answer => {
    const { pathname, searchParams } = request.url;
    if (faults.use('down')) return jsonAnswer(500, { error: 'internal' });
    if (pathname === options.authorizePath) return authorizeAnswer(request, language);
    if (codePage?.endsWith(pathname)) {
      const { code } = words[language];
      const shown = escapeHtml(searchParams.get('code') ?? searchParams.get('error') ?? '');
      const content = `<p class="muted">${code}</p><h1>${shown}</h1>`;
      return pageAnswer({ status: 200, language, title: code, content });
    }
    return options.answer(request) ?? jsonAnswer(404, { error: 'not_found' });
  };

  const handle = async (req: IncomingMessage): Promise<Answer> => {
    const text = await readBody(req);
    if (text === null) return jsonAnswer(413, { error: 'the body is too long' });
    const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
    const request = { method: req.method ?? 'GET', url, headers: req.headers, text, form: new URLSearchParams(text) };
    return answer(request, req);
  };

  return {
    handler: (req, res) =>
      void handle(req).then(
        (result) => send(res, result),
        () => res.destroy(),
      ),
    faults,
    allow(authorizeUrl) {
      const request = authorization.read(new URL(authorizeUrl).searchParams);
      if (isOauthError(request)) throw new Error(request.error);
      return consent(request, true);
    },
    expireAccess: () => authorization.expireAccess(),
    journal: () => journal.entries(),
    tokens: () => authorization.live(),
  };
}

/** The faults that every search console has. */
export { createSearchFaults };
