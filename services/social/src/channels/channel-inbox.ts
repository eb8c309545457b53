import type { InboxKind } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { ReplyTarget } from '../schema/inbox.ts';
import { ChannelError, cleanMessage } from './channel-error.ts';
import type { Destination, Finding, RemotePost } from './channel-posts.ts';
import type { Credentials } from './credentials.ts';

/** A comment or a message, as received from its channel. */
export interface IncomingItem {
  /** Chat, community or profile that it was written to; null for a message to the bot itself. */
  destination_id: string | null;
  /** One for each item of a destination. */
  remote_id: string;
  kind: InboxKind;
  text: string;
  author: { name: string; id: string | null } | null;
  post_remote_id: string | null;
  target: ReplyTarget;
  url: string | null;
  at: Date;
}

/** How many reactions a post has now, of all kinds together. */
export interface ReactionCount {
  destination_id: string;
  post_remote_id: string;
  total: number;
}

/** What one call for news gave. */
export interface InboxPage {
  items: IncomingItem[];
  /** Changed reactions; absent if the channel reports them in another way. */
  reactions?: ReactionCount[];
  /** Where the next call goes on; null where the channel has no position. */
  position: string | null;
  /** There may be more behind it. */
  isMore: boolean;
}

/** A reply on its way. */
export interface OutgoingReply {
  credentials: Credentials;
  destination: Destination;
  target: ReplyTarget;
  text: string;
  /** The same for each try with the same text: channels that know it drop a double. */
  guid: string;
  /** What `prepare` made; null without it. */
  container_id: string | null;
  /** Time of `performance.now()` after which it is not written any more. */
  notAfter: number | null;
}

/** Comments and messages of one channel. Every function but `parse` throws ChannelError. */
export interface ChannelInbox {
  /** Updates are those of a token, for all its accounts, or those of one account. */
  updatesOf: 'token' | 'account';
  /** Milliseconds between two calls for news. */
  everyMs: number;
  /** Reads what is new since a position. */
  read(from: { credentials: Credentials; destination: Destination; position: string | null }): Promise<InboxPage>;
  /** The items in the body of a call of the channel; none in a body of another shape. */
  parse(body: unknown): IncomingItem[];
  /** Reactions in the body of a webhook, for channels that report them there. */
  parseReactions?(body: unknown): ReactionCount[];
  reply: {
    /** The step before the deciding one: answers a container; null where there is none. */
    prepare: ((reply: OutgoingReply) => Promise<string>) | null;
    send(reply: OutgoingReply): Promise<RemotePost>;
    /** Probes for a reply with an unknown outcome. */
    find(reply: OutgoingReply & { sentAt: Date }): Promise<Finding>;
    /** The channel drops a second reply with the same `guid`. */
    dropsDouble(target: ReplyTarget): boolean;
  };
}

const maxText = 8_000;

/** A text of a channel, fit to be stored: without NUL and halves of surrogate pairs, and cut. */
export const cleanText = (text: string): string => cutText(text.replaceAll('\0', '').toWellFormed(), maxText).trim();

/** A name of a person, in one line. */
export const cleanName = (...parts: (string | undefined)[]): string => {
  const name = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return cutText(cleanMessage(name.replaceAll('\0', '').toWellFormed()), 200);
};

/** A moment in seconds since 1970. */
export const fromSeconds = (seconds: number): Date => new Date(Math.max(0, Math.min(seconds, 4_102_444_800)) * 1_000);

/** Long texts make the answer of a whole page too large for us, or for the channel (VK 13). */
const tooLarge: ReadonlySet<string> = new Set(['too_large', '13']);

/**
 * Asks for a page, and for a short one when the answer is too large: what is not read would stay in front
 * forever.
 * @throws ChannelError
 */
export async function withinSize<T>(
  { whole, short }: { whole: number; short: number },
  ask: (size: number) => Promise<T>,
): Promise<T> {
  try {
    return await ask(whole);
  } catch (error) {
    if (error instanceof ChannelError && tooLarge.has(error.code)) return ask(short);
    throw error;
  }
}

/** Nothing says whether a reply is there. */
export const cannotFind = async (why: string): Promise<Finding> => ({ kind: 'unprovable', why });
