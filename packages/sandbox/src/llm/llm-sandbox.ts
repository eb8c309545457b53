import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { isJsonObject, parseJson, readBody } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { createJournal, type JournalEntry, publicHeaders } from '../yookassa/journal.ts';
import { complete } from './complete.ts';
import { type LlmDialect, llmDialects, llmSandboxKey, readCompletionRequest, refusalOf } from './dialects.ts';
import { createLlmFaults, type LlmFaults, parseLlmFaults } from './faults.ts';

export { type LlmDialect, llmDialects, llmSandboxFolder, llmSandboxKey } from './dialects.ts';
export type { LlmFault, LlmFaultSettings, LlmFaults } from './faults.ts';

export interface LlmSandbox {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: RequestListener;
  faults: LlmFaults;
  /** Requests for completions and tokens so far, without their credentials; the newest 2000. */
  journal(): JournalEntry[];
  /** Tokens of all completions so far. */
  spent(): number;
  /** Ends answers that wait. */
  stop(): void;
}

/** Tokens of GigaChat live for half an hour. */
const tokenLifeMs = 30 * 60_000;

/**
 * Stand-in for providers of language models: `POST …/chat/completions` in the dialects of OpenAI, OpenRouter,
 * YandexGPT, GigaChat and Ollama, each under its path of {@link llmDialects}; the key is
 * {@link llmSandboxKey}. It writes a value that fits the schema. `GET /__ctl/journal`, `GET`, `PUT` and
 * `DELETE /__ctl/faults` are for this machine alone.
 */
export function createLlmSandbox(): LlmSandbox {
  const faults = createLlmFaults();
  const journal = createJournal();
  const stopping = new AbortController();
  const tokens = new Set<string>();
  let issued = 0;
  let spent = 0;

  const tokenAnswer = (req: IncomingMessage, form: URLSearchParams): Answer => {
    if (req.headers.authorization !== `Basic ${llmSandboxKey}`)
      return jsonAnswer(401, { code: 6, message: "credentials doesn't match db data" });
    if (req.headers.rquid === undefined) return jsonAnswer(400, { code: 4, message: 'Missing header RqUID' });
    const scope = form.get('scope') ?? '';
    if (scope === '') return jsonAnswer(400, { code: 5, message: 'scope is empty' });
    if (scope !== 'GIGACHAT_API_B2B') return jsonAnswer(400, { code: 7, message: 'scope from db not fully includes' });
    issued += 1;
    const access_token = `sandbox-token-${issued}`;
    tokens.add(access_token);
    return jsonAnswer(200, { access_token, expires_at: Date.now() + tokenLifeMs });
  };

  const completionAnswer = async (dialect: LlmDialect, req: IncomingMessage, body: unknown): Promise<Answer | null> => {
    const refusal = refusalOf(dialect, req.headers, body, (token) => tokens.has(token));
    if (refusal) return refusal;
    const { answer: fault, delay_ms } = faults.use();
    if (delay_ms) await sleep(delay_ms, undefined, { signal: stopping.signal });
    issued += 1;
    const request = readCompletionRequest(dialect, body as Record<string, unknown>);
    const completion = complete(dialect, request, fault, `chatcmpl-sandbox-${issued}`);
    spent += completion.tokens;
    return fault === 'hang_up' ? null : completion.answer;
  };

  const apiAnswer = async (req: IncomingMessage, path: string): Promise<Answer | null> => {
    const text = await readBody(req);
    if (text === null) return jsonAnswer(413, { error: { message: 'the body is too long' } });
    const isForm = (req.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text);
    const entry = journal.add({
      at: new Date().toISOString(),
      method: req.method ?? '',
      path,
      headers: publicHeaders(req.headers),
      body: isJsonObject(body) ? body : text,
      status: null,
    });
    const answer = await route(req, path, text, body);
    entry.status = answer?.status ?? null;
    return answer;
  };
  const route = async (req: IncomingMessage, path: string, text: string, body: unknown): Promise<Answer | null> => {
    if (req.method === 'POST' && path === '/gigachat/api/v2/oauth') return tokenAnswer(req, new URLSearchParams(text));
    const dialect = (Object.keys(llmDialects) as LlmDialect[]).find(
      (name) => path === `${llmDialects[name]}/chat/completions`,
    );
    if (dialect === undefined || req.method !== 'POST') return jsonAnswer(404, { error: { message: 'Not Found' } });
    return completionAnswer(dialect, req, body);
  };

  const controlAnswer = async (req: IncomingMessage, path: string): Promise<Answer> => {
    if (!isLoopbackPeer(req)) return jsonAnswer(403, { error: 'the control API answers to this machine only' });
    const call = `${req.method} ${path}`;
    if (call === 'GET /journal') return jsonAnswer(200, journal.entries());
    if (call === 'DELETE /faults') faults.reset();
    else if (call === 'PUT /faults') {
      const settings = parseLlmFaults(parseJson((await readBody(req)) ?? ''));
      if (settings === null) return jsonAnswer(400, { error: 'unknown fault or value' });
      faults.set(settings);
    } else if (call !== 'GET /faults') return jsonAnswer(404, { error: 'there is no such control' });
    return jsonAnswer(200, faults.current());
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? '/', 'http://sandbox.invalid');
    const control = /^\/__ctl(\/.*)$/.exec(pathname)?.[1];
    const answer = control === undefined ? await apiAnswer(req, pathname) : await controlAnswer(req, control);
    if (answer === null) res.destroy();
    else send(res, answer);
  };
  return {
    handler: (req, res) => void handle(req, res).catch(() => res.destroy()),
    faults,
    journal: () => journal.entries(),
    spent: () => spent,
    stop: () => stopping.abort(),
  };
}
