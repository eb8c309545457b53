import type { PlannedRequest } from '../posts/planned-request.ts';
import type { Credentials } from './credentials.ts';

/** The image of a post, as its channel gets it. */
export interface PostImage {
  name: string;
  bytes: Buffer;
}

/** A post at its channel. */
export interface RemotePost {
  id: string | null;
  url: string | null;
}

/** The chat, community or profile at its channel that an account posts to. */
export interface Destination {
  id: string;
  url: string | null;
}

/**
 * One request of a post. Its placeholders are filled except for `{token}`, `{image}` and the upload address.
 */
export interface Step {
  credentials: Credentials;
  destination: Destination;
  request: PlannedRequest;
  image: PostImage | null;
  /** Time of `performance.now()` after which it is not written any more. */
  notAfter: number | null;
}

/** What a step gave: values for the placeholders of later steps, and the post when it published one. */
export interface StepResult {
  gives: Record<string, unknown>;
  post: RemotePost | null;
}

/** What is known of a post whose outcome is not. */
export interface Sought {
  credentials: Credentials;
  destination: Destination;
  /** The text that its readers see. */
  text: string;
  /** The `utm_content` of its links. */
  ref: string;
  sentAt: Date;
  /**
   * Posts of the destination that its channel has confirmed, with their times. The posts of the account
   * itself were sent one by one.
   */
  known: readonly { id: string; at: Date; isOwn: boolean }[];
  containerId: string | null;
}

/**
 * What a channel says about a post with an unknown outcome.
 * - `again`: it is not published, and the same container can be
 * - `unprovable`: this channel, with these credentials, never says
 */
export type Finding =
  | { kind: 'found'; post: RemotePost }
  | { kind: 'absent' }
  | { kind: 'again' }
  | { kind: 'unprovable'; why: string };

export type ContainerState = 'in_progress' | 'finished' | 'published' | 'lost';

/** A change of a published post. */
export interface RemoteChange {
  credentials: Credentials;
  destination: Destination;
  id: string;
  notAfter: number | null;
}

/** Posts of one channel. Every function throws ChannelError. */
export interface ChannelPosts {
  send(step: Step): Promise<StepResult>;
  /** Probes for a post with an unknown outcome. */
  find(sought: Sought): Promise<Finding>;
  /** Containers of the networks of Meta; null elsewhere. */
  containers: {
    state(credentials: Credentials, container_id: string): Promise<ContainerState>;
    /** Posts that are left in the window of the quota; null where the channel does not say. */
    left(credentials: Credentials, destination: Destination): Promise<number | null>;
  } | null;
  /**
   * Replaces text and buttons by those of the request that would publish them; null if it is not possible.
   */
  edit: ((change: RemoteChange, request: PlannedRequest) => Promise<void>) | null;
  /** Deletes a post; one that is gone already is deleted. Null where it is not possible. */
  remove: ((change: RemoteChange) => Promise<void>) | null;
}

/** Whether a post is one that is known: another one has its id. */
export const isKnown = ({ known }: Pick<Sought, 'known'>, id: string): boolean => known.some((one) => one.id === id);

/** A text as it is compared: channels trim, and join white space. */
export const comparable = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A post is not older than its request, by clocks that differ by a minute. */
export const earliest = (sentAt: Date): number => sentAt.getTime() - 60_000;
