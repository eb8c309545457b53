import type { PostStats } from '../stats.ts';

/** Kinds of access tokens (https://dev.vk.com/en/api/access-token/getting-started). */
export type VkTokenKind = 'user' | 'community' | 'service' | 'vkid';

export interface VkToken {
  token: string;
  kind: VkTokenKind;
  /** The user, or the community without a minus. */
  owner_id: number;
}

export interface VkCommunity {
  /** Without a minus. */
  id: number;
  name: string;
  screen_name: string;
  members_count: number;
}

export interface VkPost {
  id: number;
  /** Negative for a community. */
  owner_id: number;
  from_id: number;
  /** Unix seconds. */
  date: number;
  edited?: number;
  text: string;
  attachments: string[];
  marked_as_ads: 0 | 1;
  guid?: string;
}

export interface VkPhoto {
  id: number;
  owner_id: number;
  type: string;
  base64: string;
  width: number;
  height: number;
}

/** A photo that was uploaded and not yet saved. */
export interface VkUpload {
  hash: string;
  group_id: number;
  type: string;
  base64: string;
  width: number;
  height: number;
}

/** A comment of a post, by a person or by a community. */
export interface VkComment {
  id: number;
  owner_id: number;
  post_id: number;
  from_id: number;
  /** Unix seconds. */
  date: number;
  text: string;
  /** The comment that its thread belongs to. */
  parents_stack: number[];
  guid?: string;
}

/** What the emulator stores. */
export type VkKinds = {
  comment: VkComment;
  /** Names of persons by their id. */
  person: { id: number; first_name: string; last_name: string };
  /** Callback address of a community for events. */
  callback: { group_id: number; url: string; secret: string };
  /** Messages by their random_id. */
  sent: { id: number; peer_id: number; message: string };
  /** Public posts of others, which a search finds. */
  public: { id: number; owner_id: number; date: number; text: string };
  token: VkToken;
  community: VkCommunity;
  post: VkPost;
  photo: VkPhoto;
  upload: VkUpload;
  /** Post by owner and guid. */
  guid: { post_id: number };
  /** By owner and post: `views`, `likes`, `reposts`, `comments`, `reach`. */
  stats: PostStats;
};

/** An error of the API, which comes with status 200. */
export class VkError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
