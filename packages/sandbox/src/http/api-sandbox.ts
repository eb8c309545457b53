import type { IncomingMessage, RequestListener } from 'node:http';
import { createJournal, type JournalEntry, publicHeaders } from '../yookassa/journal.ts';
import { type Answer, jsonAnswer, send } from './answer.ts';
import { parseJson, readBody } from './body.ts';
import { isLoopbackPeer } from './loopback.ts';

/** One request to the API of a provider. */
export interface ApiRequest {
  method: string;
  url: URL;
  text: string;
}

/** A stand-in of a provider with one API: a journal of requests, and one fault at a time. */
export interface ApiSandbox<F extends string> {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: RequestListener;
  /** Answers with this fault until it is called with null. */
  fail(fault: F | null): void;
  /** The newest 2000 requests, without secrets. */
  journal(): JournalEntry[];
}

/**
 * @param options.faults names of the faults, which `PUT /__ctl/faults` takes as `{"fault": name or null}`
 * @param options.answer the API; `null` ends the connection without an answer
 * @param options.hide names of parameters of the query that are secrets
 */
export function createApiSandbox<const F extends string>({
  faults,
  answer,
  hide = [],
}: {
  faults: readonly F[];
  answer(request: ApiRequest, fault: F | null): Promise<Answer | null> | Answer | null;
  hide?: readonly string[];
}): ApiSandbox<F> {
  const journal = createJournal();
  let fault: F | null = null;

  const controlAnswer = ({ method, url, text }: ApiRequest): Answer => {
    const call = `${method} ${url.pathname.slice('/__ctl'.length)}`;
    if (call === 'GET /journal') return jsonAnswer(200, journal.entries());
    if (call === 'PUT /faults') {
      const { fault: next } = (parseJson(text) ?? {}) as { fault?: unknown };
      const known = faults.find((name) => name === next) ?? null;
      if (next !== null && known === null) return jsonAnswer(400, { error: `one of ${faults.join(', ')}, or null` });
      fault = known;
    } else if (call !== 'GET /faults') return jsonAnswer(404, { error: 'there is no such control' });
    return jsonAnswer(200, { fault });
  };

  const apiAnswer = async (req: IncomingMessage, request: ApiRequest): Promise<Answer | null> => {
    const shown = new URLSearchParams(request.url.searchParams);
    for (const name of hide) if (shown.has(name)) shown.set(name, '***');
    const entry = journal.add({
      at: new Date().toISOString(),
      method: request.method,
      path: `${request.url.pathname}?${shown}`.replace(/\?$/, ''),
      headers: publicHeaders(req.headers),
      body: request.text === '' ? null : (parseJson(request.text) ?? request.text),
      status: null,
    });
    const result = await answer(request, fault);
    entry.status = result?.status ?? null;
    return result;
  };

  const handle = async (req: IncomingMessage): Promise<Answer | null> => {
    const text = await readBody(req);
    if (text === null) return jsonAnswer(413, { error: 'the body is too long' });
    const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
    const request = { method: req.method ?? 'GET', url, text };
    if (!url.pathname.startsWith('/__ctl/')) return apiAnswer(req, request);
    const refusal = jsonAnswer(403, { error: 'the control API answers to this machine only' });
    return isLoopbackPeer(req) ? controlAnswer(request) : refusal;
  };

  return {
    handler: (req, res) =>
      void handle(req).then(
        (result) => (result === null ? res.destroy() : send(res, result)),
        () => res.destroy(),
      ),
    fail(next) {
      fault = next;
    },
    journal: () => journal.entries(),
  };
}
