import { cutText } from '@platform/contracts/cut-text';
import { dayMs } from '@platform/runtime';

/**
 * Why a call to a channel failed.
 * - `not_sent`: no byte of the request reached the channel
 * - `no_answer`: the request was sent, and no readable answer came: it may have worked
 * - `server`: the channel failed (5xx); it may have worked
 * - `throttled`: too many calls; `retryAfterMs` says how long to wait, where it is known
 * - `auth`: the channel refuses the credentials
 * - `quota`: the daily limit of posts is used up
 * - `content`: the channel rejects the content
 * - `not_ready`: media is not processed yet
 * - `media`: an upload has to be done again
 * - `moved`: the chat has another id, `movedTo`
 * - `blocked`: the channel reports that it blocked the post, but may still show it
 */
export type ChannelErrorKind =
  | 'not_sent'
  | 'no_answer'
  | 'server'
  | 'throttled'
  | 'auth'
  | 'quota'
  | 'content'
  | 'not_ready'
  | 'media'
  | 'moved'
  | 'blocked';

/**
 * Bounds of the wait that a channel may request: a wait of zero would cause a busy loop, and a very long one
 * would block the queue.
 */
const waits = { shortestMs: 1_000, longestMs: dayMs };
const maxCode = 64;

/** A call to a channel failed. The message has no secret: neither a token nor the request. */
export class ChannelError extends Error {
  readonly kind: ChannelErrorKind;
  /** Code of the channel, or of the connection. */
  readonly code: string;
  readonly retryAfterMs: number | null;
  readonly movedTo: string | null;
  constructor(
    kind: ChannelErrorKind,
    code: string,
    message: string,
    { retryAfterMs = null, movedTo = null }: { retryAfterMs?: number | null; movedTo?: string | null } = {},
  ) {
    super(message);
    this.name = 'ChannelError';
    this.kind = kind;
    // Parts of it may be what a channel wrote: PostgreSQL takes no NUL.
    this.code = code.replaceAll(/[^\w./:-]+/g, '_').slice(0, maxCode);
    this.retryAfterMs = boundedWait(retryAfterMs);
    this.movedTo = movedTo;
  }
}

/** The result of a call, or the error of its channel. */
export const orChannelError = <T>(call: Promise<T>): Promise<T | ChannelError> =>
  call.catch((error: unknown) => {
    if (error instanceof ChannelError) return error;
    throw error;
  });

/** A wait in milliseconds, within its bounds; null where the channel named none. */
function boundedWait(ms: number | null): number | null {
  if (ms === null || Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, waits.shortestMs), waits.longestMs);
}

const maxMessage = 300;

/**
 * What a channel said, fit to be stored and shown: cut, in one line, and without anything that resembles a
 * token. PostgreSQL takes it: it has no NUL, and no half of a surrogate pair.
 * @param text what the channel sent
 * @param secrets texts that must not be in it
 */
export function cleanMessage(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const clean = hidden
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\w.:-]{40,}/g, '…')
    .trim();
  return cutText(clean, maxMessage);
}
