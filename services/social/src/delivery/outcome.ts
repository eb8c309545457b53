import type { AttemptOutcome, SocialChannel } from '@platform/contracts';
import type { ChannelError } from '../channels/channel-error.ts';

/** What is asked of a channel: a post, the change of a published one, a reply, or numbers. */
export type OrderKind = 'post' | 'change' | 'reply' | 'read';

export type FailureClass = Exclude<AttemptOutcome, 'published' | 'done'>;

/** Why an order failed, as its channel says it, or the platform. */
export type Failure = Pick<ChannelError, 'code' | 'message' | 'retryAfterMs' | 'movedTo'>;

export interface Failed {
  kind: 'failed';
  class: FailureClass;
  failure: Failure;
}

/** Wait of a token that its channel throttled without naming a time. */
export const throttledMs = 60_000;

/** An error of the platform itself: the order may be there if its deciding request may have left. */
export const failedHere = (isDeciding: boolean): Failed => ({
  kind: 'failed',
  class: isDeciding ? 'uncertain' : 'retry',
  failure: { code: 'platform', message: 'the platform failed', retryAfterMs: null, movedTo: null },
});

/**
 * The failure of a request.
 * @param options.isDeciding the request publishes, edits or deletes
 */
export const failedBy = (
  error: ChannelError,
  options: { isDeciding: boolean; channel: SocialChannel; kind: OrderKind },
): Failed => ({ kind: 'failed', class: classify(error, options), failure: error });

/**
 * The class of a failure. Before the deciding request nothing can be published, so what the channel did not
 * answer is tried again; in the deciding request it may have worked.
 */
function classify(
  error: ChannelError,
  { isDeciding, channel, kind }: { isDeciding: boolean; channel: SocialChannel; kind: OrderKind },
): FailureClass {
  switch (error.kind) {
    case 'no_answer':
    case 'server':
      return isDeciding ? 'uncertain' : 'retry';
    case 'blocked':
      // Instagram may report that it blocked a post and still show the post.
      return isDeciding ? 'uncertain' : 'content';
    case 'not_ready':
      // A container of Meta lives on; an image of MAX is uploaded again.
      return isDeciding && channel !== 'max' ? 'media_again' : 'retry';
    case 'media':
      return 'retry';
    case 'auth':
      return isOfAccount(error.code, kind) ? 'auth' : 'content';
    case 'moved':
      // The chat of a reply need not be the one of the account.
      return kind === 'reply' ? 'content' : 'moved';
    default:
      return error.kind;
  }
}

/** Refusals of a token: 401 and 404 of Telegram, VK 5 and 28, Meta 190, 401 of MAX, and no token at all. */
const tokenCodes: ReadonlySet<string> = new Set(['401', '404', '5', '28', '190', 'verify.token', 'no_credentials']);

/**
 * Whether a refusal is one of the account, whose posts then wait. A person that blocked the bot, or a right that
 * is absent for one reply or one change, is no reason to hold them. 403 of Telegram says of the chat of the
 * account that the bot is no longer in it; an absent right to change a message there is 400.
 */
function isOfAccount(code: string, kind: OrderKind): boolean {
  if (kind === 'post' || kind === 'read') return true;
  const [name = ''] = code.split('/');
  return tokenCodes.has(name) || (kind === 'change' && name === '403');
}
