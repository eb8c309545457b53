import type { PostStats } from '../stats.ts';

/** A profile that may post. Ids are longer than a JavaScript number holds exactly. */
export interface MetaUser {
  user_id: string;
  username: string;
  followers?: number;
}

export interface MetaToken {
  token: string;
  user_id: string;
  scopes: string[];
  /** Milliseconds since 1970. */
  issued_at: number;
  expires_at: number;
  is_long: boolean;
}

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

export interface MetaContainer {
  id: string;
  user_id: string;
  /** Milliseconds since 1970. */
  created_at: number;
  /** When it is finished; null for never. */
  ready_at: number | null;
  error: string | null;
  is_expired: boolean;
  media_id: string | null;
  text: string;
  media_type: string;
  image_id: string | null;
  image_url: string | null;
  alt_text: string | null;
  link_attachment: string | null;
  reply_to_id: string | null;
}

export interface MetaMedia {
  id: string;
  user_id: string;
  container_id: string;
  published_at: number;
  text: string;
  media_type: string;
  image_id: string | null;
  link_attachment: string | null;
  reply_to_id: string | null;
}

export interface MetaComment {
  id: string;
  media_id: string;
  from: string;
  text: string;
  at: number;
  /** The comment that it answers; null for one of the post. */
  parent_id: string | null;
}

/** A public post of another profile, which a search finds. */
export interface MetaPublicPost {
  id: string;
  username: string;
  text: string;
  permalink: string;
  timestamp: string;
}

/** What the emulator stores. */
export type MetaKinds = {
  user: MetaUser;
  token: MetaToken;
  code: { code: string; user_id: string; redirect_uri: string; scopes: string[]; until: number };
  container: MetaContainer;
  media: MetaMedia;
  comment: MetaComment;
  image: { type: string; base64: string };
  /** Insights by media. */
  stats: PostStats;
  public: MetaPublicPost;
  /** Webhook address of the app for events. */
  webhook: { url: string };
};

/** An error of the Graph API (https://developers.facebook.com/docs/graph-api/guides/error-handling). */
export class MetaError extends Error {
  readonly code: number;
  readonly subcode: number | null;
  readonly status: number;
  readonly isTransient: boolean;
  constructor(code: number, subcode: number | null, message: string, { status = 400, isTransient = false } = {}) {
    super(message);
    this.code = code;
    this.subcode = subcode;
    this.status = status;
    this.isTransient = isTransient;
  }
}

/** What differs between the two networks. */
export interface MetaNetwork {
  name: 'instagram' | 'threads';
  title: string;
  scopes: { base: string; publish: string; insights: string };
  /** Numbers of a post. */
  insights: readonly string[];
  /** `grant_type` of the exchange and of the refresh of tokens. */
  grants: { exchange: string; refresh: string };
  quota: { path: string; total: number };
  maxText: number;
  permalink(media_id: string, username: string): string;
}
