import type { ChannelFacts, SocialChannel } from '@platform/contracts';
import type { ChannelInbox } from './channel-inbox.ts';
import type { ChannelMetrics } from './channel-metrics.ts';
import type { ChannelPosts } from './channel-posts.ts';
import type { Credentials } from './credentials.ts';

/** What a channel says about an account whose credentials it takes. */
export interface Verified {
  remote: { id: string; title: string; url: string | null; is_group: boolean };
  abilities: { photos: boolean; reads_posts: boolean; edits: boolean; deletes: boolean };
  members: number | null;
  /** The discussion group of a channel of Telegram. */
  discussion_id?: string;
}

/** A token with an end, where the channel has such. */
export interface IssuedToken {
  access_token: string;
  expires_in: number;
}

/** One channel, as the operator set it up. */
export interface Channel {
  facts: Omit<ChannelFacts, 'is_enabled' | 'oauth'>;
  /** The field of the credentials that names the destination. */
  destinationField: 'chat_id' | 'owner_id' | 'user_id';
  /** Fields whose values are secrets. */
  secretFields: readonly string[];
  requiredFields: readonly string[];
  optionalFields: readonly string[];
  /**
   * Asks the channel what the credentials may do. A post in the probe chat is deleted at once.
   * @throws ChannelError
   */
  verify(credentials: Credentials): Promise<Verified>;
  /** Asks for a token that lasts longer; null where tokens have no end. @throws ChannelError */
  refresh: ((access_token: string) => Promise<IssuedToken>) | null;
  close(): Promise<void>;
}

/** A channel with its posts, their numbers, and with what comes in. */
export interface PostingChannel extends Channel {
  posts: ChannelPosts;
  metrics: ChannelMetrics;
  inbox: ChannelInbox;
}

export type Channels = Record<SocialChannel, PostingChannel>;
