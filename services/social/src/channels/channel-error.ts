/**
 * Why a call to a channel failed.
 * - `not_sent`: no byte of the request reached the channel
 * - `no_answer`: it was sent, and nothing readable came back: it may have worked
 * - `server`: the channel failed (5xx); it may have worked
 * - `throttled`: too many calls; `retryAfterMs` says how long to wait, where it is known
 * - `auth`: the channel refuses the credentials
 * - `quota`: the posts of a day are used up
 * - `content`: the channel does not take what was sent
 * - `not_ready`: media is not processed yet
 * - `media`: an upload has to be done again
 * - `moved`: the chat has another id, `movedTo`
 * - `blocked`: the channel says that it blocked the post, and may show it all the same
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
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.movedTo = movedTo;
  }
}

const maxMessage = 300;

/**
 * What a channel said, fit to be stored and shown: cut, in one line, and without anything that looks like a
 * token. Pure.
 * @param text what the channel sent
 * @param secrets texts that must not be in it
 */
export function cleanMessage(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return hidden
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\w.:-]{40,}/g, '…')
    .trim()
    .slice(0, maxMessage);
}
