import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { isJsonObject } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { preferredLanguage } from '../http/page.ts';
import { createJournal, type JournalEntry, publicHeaders } from '../yookassa/journal.ts';
import { type ChannelFaults, parseFaults } from './faults.ts';
import { type PublishedPost, postsPage } from './posts-page.ts';
import { type ChannelRequest, readChannelRequest } from './request.ts';

/** An answer of a channel: `hang` never answers, `cut` ends the connection. */
export type ChannelAnswer = Answer | 'hang' | 'cut';

/** The clock of an emulated channel. */
export interface ChannelClock {
  now(): Date;
  /** Moves the clock of the channel forward. */
  advance(ms: number): void;
}

/** What all emulated channels can. */
export interface ChannelSandbox<F extends string> {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: RequestListener;
  faults: ChannelFaults<F>;
  clock: ChannelClock;
  /** The newest 2000 requests, without secrets. */
  journal(): JournalEntry[];
  /** Every post that a reader of the channel sees, the oldest first. */
  posts(): PublishedPost[];
  /** Ends open connections and closes the file. */
  stop(): void;
}

export interface ChannelServerOptions<F extends string> {
  /** Title of the page of posts. */
  title: string;
  faultNames: readonly F[];
  faults: ChannelFaults<F>;
  clock: ChannelClock;
  /** Names of parameters that are secrets. */
  secretFields: readonly string[];
  /** The path as the journal shows it. */
  maskPath?(path: string): string;
  posts(): PublishedPost[];
  /** Image of a post for the page. */
  image?(id: string): { type: string; bytes: Buffer } | undefined;
  /** A further call of the control API; `null` when there is none. */
  control?(call: string, body: unknown): Answer | null | Promise<Answer | null>;
  answer(request: ChannelRequest): Promise<ChannelAnswer> | ChannelAnswer;
  close(): void;
}

/**
 * Makes a clock that starts at the real time, or at that of the caller.
 * @param now the time it goes by
 */
export function createChannelClock(now: () => Date = () => new Date()): ChannelClock {
  let offset = 0;
  return {
    now: () => new Date(now().getTime() + offset),
    advance(ms) {
      offset += ms;
    },
  };
}

/** Journal, control API, faults and page of posts around the API of one channel. */
export function createChannelServer<F extends string>(options: ChannelServerOptions<F>): ChannelSandbox<F> {
  const { faults, clock } = options;
  const journal = createJournal();
  const open = new Set<ServerResponse>();

  const masked = (fields: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, options.secretFields.includes(name) ? '***' : value]),
    );

  const controlAnswer = async (request: ChannelRequest): Promise<Answer> => {
    const call = `${request.method} ${request.url.pathname.slice('/__ctl'.length)}`;
    if (call === 'GET /journal') return jsonAnswer(200, journal.entries());
    if (call === 'GET /posts') return jsonAnswer(200, options.posts());
    if (call === 'GET /faults') return jsonAnswer(200, faults.current());
    if (call === 'DELETE /faults' || call === 'PUT /faults') {
      const next = request.method === 'PUT' ? parseFaults(options.faultNames, request.json) : {};
      if (next === null) return jsonAnswer(400, { error: `faults are ${options.faultNames.join(', ')}` });
      faults.reset();
      faults.set(next);
      return jsonAnswer(200, faults.current());
    }
    if (call === 'POST /clock') {
      const { advance_ms } = isJsonObject(request.json) ? request.json : {};
      if (typeof advance_ms !== 'number' || advance_ms < 0) return jsonAnswer(400, { error: 'advance_ms is a number' });
      clock.advance(advance_ms);
      return jsonAnswer(200, { now: clock.now().toISOString() });
    }
    return (await options.control?.(call, request.json)) ?? jsonAnswer(404, { error: 'there is no such control' });
  };

  const apiAnswer = async (request: ChannelRequest): Promise<ChannelAnswer> => {
    const query = new URLSearchParams(masked(Object.fromEntries(request.url.searchParams)) as Record<string, string>);
    const path = options.maskPath?.(request.url.pathname) ?? request.url.pathname;
    const sent = request.json ?? (request.method === 'GET' ? {} : request.fields);
    const files = Object.fromEntries([...request.files].map(([name, { bytes }]) => [name, `${bytes.length} bytes`]));
    const body = { ...(isJsonObject(sent) ? masked(sent) : {}), ...files };
    const entry = journal.add({
      at: clock.now().toISOString(),
      method: request.method,
      path: `${path}?${query}`.replace(/\?$/, ''),
      headers: publicHeaders(request.headers),
      body: Object.keys(body).length === 0 ? null : body,
      status: null,
    });
    const answer = await options.answer(request);
    if (typeof answer !== 'string') entry.status = answer.status;
    return answer;
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<ChannelAnswer> => {
    const aborted = new AbortController();
    res.once('close', () => aborted.abort());
    const request = await readChannelRequest(req, aborted.signal);
    if (request === null) return jsonAnswer(413, { error: 'the body is too long, or no form' });
    const { pathname } = request.url;
    if (pathname.startsWith('/__ctl/')) {
      if (!isLoopbackPeer(req)) return jsonAnswer(403, { error: 'the control API answers to this machine only' });
      return controlAnswer(request);
    }
    if (req.method === 'GET' && pathname === '/')
      return postsPage(preferredLanguage(req.headers['accept-language']), options.title, options.posts());
    return apiAnswer(request);
  };

  const sendImage = (req: IncomingMessage, res: ServerResponse): boolean => {
    const id = req.method === 'GET' ? /^\/images\/([\w.-]+)$/.exec(req.url ?? '')?.[1] : undefined;
    const image = id === undefined ? undefined : options.image?.(id);
    if (image === undefined) return false;
    res.writeHead(200, { 'content-type': image.type, 'x-content-type-options': 'nosniff' }).end(image.bytes);
    return true;
  };

  return {
    handler(req, res) {
      if (sendImage(req, res)) return;
      open.add(res);
      res.once('close', () => open.delete(res));
      handle(req, res).then(
        (answer) => {
          if (answer === 'cut') res.destroy();
          else if (answer !== 'hang') send(res, answer);
        },
        () => res.destroy(),
      );
    },
    faults,
    clock,
    journal: () => journal.entries(),
    posts: () => options.posts(),
    stop() {
      for (const res of open) res.destroy();
      options.close();
    },
  };
}
