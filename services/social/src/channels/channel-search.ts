import type { Credentials } from './credentials.ts';

/** A post that a search of a channel found. */
export interface FoundPost {
  remote_id: string;
  /** Id of the author at the channel; null where the channel names none. */
  author_id: string | null;
  text: string;
  url: string | null;
  at: Date | null;
  keyword: string;
}

/**
 * The search of a channel.
 * @throws ChannelError
 */
export interface ChannelSearch {
  /** Calls that count for the quota of a day: so many for each keyword; null without such a quota. */
  perDay: number | null;
  /** Posts with one of the keywords, the newest of each. */
  search(credentials: Credentials, keywords: readonly string[]): Promise<FoundPost[]>;
}
