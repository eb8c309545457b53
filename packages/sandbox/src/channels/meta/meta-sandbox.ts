import { createHmac } from 'node:crypto';
import { jsonAnswer } from '../../http/answer.ts';
import { isJsonObject } from '../../http/body.ts';
import { type DeliveryAnswer, deliver } from '../deliver.ts';
import { createChannelFaults } from '../faults.ts';
import type { PublishedPost } from '../posts-page.ts';
import { type ChannelRequest, textField } from '../request.ts';
import { type ChannelAnswer, type ChannelSandbox, createChannelClock, createChannelServer } from '../server.ts';
import { type ChannelStats, openChannelStats } from '../stats.ts';
import { openChannelStore } from '../store.ts';
import { createGraph } from './graph.ts';
import {
  MetaError,
  type MetaKinds,
  type MetaNetwork,
  type MetaPublicPost,
  type MetaToken,
  type MetaUser,
} from './model.ts';
import { createMetaOauth, type MetaClient } from './oauth.ts';

/**
 * Faults of Instagram and Threads.
 * - `createFails`: the media step answers 500
 * - `neverFinishes`, `containerError`, `containerExpires`: the outcome of a new container
 * - `emptyStatus`: a failed container has no `status_code`
 * - `notAvailable`: 9007 or 24/4279009, published too early
 * - `throttled`: code 4; `quotaReached`: 2207042; `invalidToken`: 190
 * - `publishFails`, `hang`: nothing is published, commented or deleted
 * - `blockedAfterPublishing`: 4/2207051, and the post is there
 * - `postedThenHang`, `postedThenReset`, `postedThenInternal`: the post is published, but the caller gets no
 * success answer
 * - `flatToken`: the token is not wrapped in a list; `lessScope`: the user grants fewer permissions
 */
const metaFaults = [
  'createFails',
  'neverFinishes',
  'containerError',
  'containerExpires',
  'emptyStatus',
  'notAvailable',
  'throttled',
  'quotaReached',
  'invalidToken',
  'publishFails',
  'hang',
  'blockedAfterPublishing',
  'postedThenHang',
  'postedThenReset',
  'postedThenInternal',
  'flatToken',
  'lessScope',
] as const;
export type MetaFault = (typeof metaFaults)[number];

export interface MetaSandbox extends ChannelSandbox<MetaFault> {
  /** Adds profiles, and tokens of sixty days for them, which replace those with the same id. */
  add(data: {
    users?: MetaUser[];
    tokens?: { token: string; user_id: string; scopes?: string[] }[];
    /** Public posts of other profiles, which a search finds. */
    posts?: MetaPublicPost[];
    /** Webhook address of the app for events. */
    webhook?: { url: string };
  }): void;
  /**
   * A person writes a comment: `media_id` (a post or a comment), `from`, `text`. The webhook of the app gets
   * it at once.
   * @returns the id of the comment, and how the webhook answered
   */
  write(comment: Record<string, unknown>): Promise<{ id: string; deliveries: DeliveryAnswer[] }>;
  /** Sets insights of a post. Before that it has none, as at Meta in the first hours. */
  stats: ChannelStats;
  /**
   * A user opens the address of an authorize request and allows it.
   * @returns where the browser goes
   */
  allow(authorizeUrl: string, user_id: string): string;
}

export interface MetaSandboxOptions {
  client: MetaClient;
  dataDir?: string;
  now?: () => Date;
  users?: MetaUser[];
  /** How long an image is processed, in milliseconds. */
  processingMs?: number;
  /** Where images are that have a public address, by the beginning of that address. */
  resolve?: Readonly<Record<string, string>>;
  /** Posts that a profile may publish in 24 hours. */
  quota?: number;
}

const tokenLifeMs = 60 * 86_400_000;

/** The Graph API of one network with its OAuth pages. */
export function createMetaSandbox(network: MetaNetwork, options: MetaSandboxOptions): MetaSandbox {
  const { client, dataDir, now, users = [], processingMs = 1_000, resolve = {} } = options;
  const limited =
    options.quota === undefined ? network : { ...network, quota: { ...network.quota, total: options.quota } };
  const store = openChannelStore<MetaKinds>(network.name, dataDir);
  const clock = createChannelClock(now);
  const faults = createChannelFaults(metaFaults);
  const stats = openChannelStats(store);
  const uses = (fault: MetaFault): boolean => faults.use(fault);
  const oauth = createMetaOauth({ network, client, store, clock, uses });
  const graph = createGraph({ network: limited, store, clock, processingMs, resolve, uses });

  const add: MetaSandbox['add'] = ({ users: addedUsers = [], tokens = [], posts = [], webhook }) => {
    for (const post of posts) store.put('public', post.id, post);
    if (webhook) store.put('webhook', 'app', webhook);
    for (const user of addedUsers) store.put('user', user.user_id, user);
    for (const { token, user_id, scopes = Object.values(network.scopes) } of tokens) {
      const issued_at = clock.now().getTime();
      store.put('token', token, {
        token,
        user_id,
        scopes,
        issued_at,
        expires_at: issued_at + tokenLifeMs,
        is_long: true,
      });
    }
  };
  add({ users });

  const refuse = ({ status, message, code, subcode, isTransient }: MetaError): ChannelAnswer =>
    jsonAnswer(status, {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode === null ? {} : { error_subcode: subcode }),
        is_transient: isTransient,
        fbtrace_id: 'A0sandbox',
      },
    });
  const internal = () =>
    new MetaError(2, null, 'An unexpected error has occurred.', { status: 500, isTransient: true });

  const requireScope = ({ scopes }: MetaToken, scope: 'publish' | 'insights' = 'publish'): void => {
    if (!scopes.includes(network.scopes[scope]))
      throw new MetaError(10, null, 'Application does not have permission for this action', { status: 403 });
  };

  /** A request that publishes, comments or deletes, with its faults. */
  const writeAnswer = (write: () => unknown): ChannelAnswer => {
    const fault = faults.useOne('throttled', 'publishFails', 'hang');
    if (fault === 'throttled') throw new MetaError(4, null, 'Application request limit reached', { isTransient: true });
    if (fault === 'publishFails') throw internal();
    if (fault === 'hang') return 'hang';
    const written = write();
    const after = faults.useOne('postedThenHang', 'postedThenReset', 'postedThenInternal');
    if (after === 'postedThenInternal') throw internal();
    if (after === 'postedThenHang') return 'hang';
    return after === 'postedThenReset' ? 'cut' : jsonAnswer(200, written);
  };
  const publish = (request: ChannelRequest, user_id: string): unknown => {
    if (faults.use('quotaReached')) throw new MetaError(9, 2207042, 'You reached the maximum number of posts');
    if (faults.use('notAvailable'))
      throw network.name === 'instagram'
        ? new MetaError(9007, 2207027, 'Media ID is not available')
        : new MetaError(24, 4279009, 'The requested resource does not exist');
    const published = graph.publish(request, user_id);
    if (faults.use('blockedAfterPublishing')) throw new MetaError(4, 2207051, 'Action is blocked');
    return published;
  };

  /** `GET /{media}/insights` and `GET /{user}/threads_insights`. */
  const insightsAnswer = (id: string, token: MetaToken, request: ChannelRequest): ChannelAnswer => {
    requireScope(token, 'insights');
    const metrics = textField(request.fields, 'metric').split(',').filter(Boolean);
    const isProfile = network.name === 'threads' && id === token.user_id;
    const offered = isProfile ? ['followers_count'] : network.insights;
    const unknown = metrics.find((metric) => !offered.includes(metric));
    if (metrics.length === 0 || unknown !== undefined)
      throw new MetaError(100, null, `(#100) metric[0] must be one of: ${offered.join(', ')}`);
    if (isProfile) {
      const { followers = 12 } = graph.userOf(id, token);
      return jsonAnswer(200, { data: [{ name: 'followers_count', period: 'day', total_value: { value: followers } }] });
    }
    graph.read(id, token, request);
    const counted = stats.of(id);
    const data = metrics.flatMap((name) => {
      const value = counted[name];
      return value === undefined
        ? []
        : [{ name, period: 'lifetime', values: [{ value }], id: `${id}/insights/${name}` }];
    });
    return jsonAnswer(200, { data });
  };

  /** Adds a comment of a user, and sends a webhook to the app, signed with its secret. */
  const write: MetaSandbox['write'] = async (input) => {
    const { id } = graph.comment(
      textField(input, 'media_id'),
      textField(input, 'from') || 'reader',
      textField(input, 'text'),
    );
    const hook = store.get('webhook', 'app');
    if (!hook) return { id, deliveries: [] };
    const body = JSON.stringify(graph.eventOf(id));
    const signature = createHmac('sha256', client.secret).update(body).digest('hex');
    return { id, deliveries: [await deliver(hook.url, body, { 'x-hub-signature-256': `sha256=${signature}` })] };
  };

  const graphAnswer = async (request: ChannelRequest, path: string): Promise<ChannelAnswer> => {
    const token = oauth.tokenOf(request);
    if (faults.use('invalidToken')) throw new MetaError(190, 460, 'The session has been invalidated');
    const [, id = '', edge = ''] = path.split('/');
    const { method, fields } = request;
    const call = `${method} ${edge}`;
    const mediaEdge = network.name === 'instagram' ? 'media' : 'threads';
    if (method === 'GET' && id === 'me' && edge === 'accounts') {
      const { user_id, username } = graph.userOf('me', token);
      return jsonAnswer(200, { data: [{ id: '1', name: username, instagram_business_account: { id: user_id } }] });
    }
    if (method === 'GET' && edge === '' && (id === 'me' || id === token.user_id)) {
      const { user_id, username, followers = 12 } = graph.userOf(id, token);
      return jsonAnswer(200, { id: user_id, user_id, username, name: username, followers_count: followers });
    }
    if (method === 'GET' && id === 'keyword_search' && network.name === 'threads')
      return jsonAnswer(200, graph.search(textField(fields, 'q')));
    if (method === 'GET' && edge === '') return jsonAnswer(200, statusShape(graph.read(id, token, request)));
    if (method === 'DELETE' && edge === '' && network.name === 'threads')
      return writeAnswer(() => graph.remove(id, token));
    if (call === `POST ${mediaEdge}`) {
      requireScope(token);
      if (faults.use('createFails')) throw internal();
      return jsonAnswer(200, await graph.createContainer(request, graph.userOf(id, token).user_id));
    }
    if (call === `POST ${mediaEdge}_publish`) {
      requireScope(token);
      return writeAnswer(() => publish(request, graph.userOf(id, token).user_id));
    }
    if (call === 'GET insights' || (call === 'GET threads_insights' && network.name === 'threads'))
      return insightsAnswer(id, token, request);
    if (call === `GET ${mediaEdge}`) return jsonAnswer(200, graph.listMedia(graph.userOf(id, token).user_id, request));
    if (call === `GET ${network.quota.path}`) return jsonAnswer(200, graph.quota(graph.userOf(id, token).user_id));
    const replies = network.name === 'instagram' ? 'comments' : 'replies';
    if (call === `GET ${replies}`) return jsonAnswer(200, graph.comments(id));
    if (call === 'GET conversation' && network.name === 'threads') return jsonAnswer(200, graph.conversation(id));
    if (call === 'GET replies' && network.name === 'instagram') return jsonAnswer(200, graph.repliesTo(id));
    if ((call === 'POST comments' || call === 'POST replies') && network.name === 'instagram')
      return writeAnswer(() => graph.comment(id, graph.userOf('me', token).username, textField(fields, 'message')));
    throw new MetaError(100, 33, `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist`);
  };
  const statusShape = (read: Record<string, unknown>): Record<string, unknown> =>
    read.status_code === 'ERROR' && faults.use('emptyStatus') ? { ...read, status_code: '' } : read;

  const answer = async (request: ChannelRequest): Promise<ChannelAnswer> => {
    const path = request.url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '');
    try {
      return oauth.answer(request, path) ?? (await graphAnswer(request, path));
    } catch (error) {
      if (error instanceof MetaError) return refuse(error);
      throw error;
    }
  };

  const posts = (): PublishedPost[] =>
    [...store.all('media')].map(({ id, user_id, published_at, text, image_id, link_attachment }) => ({
      id,
      place: store.get('user', user_id)?.username ?? user_id,
      at: new Date(published_at).toISOString(),
      text,
      image: image_id === null ? null : `images/${image_id}`,
      buttons: link_attachment === null ? [] : [{ text: link_attachment, url: link_attachment }],
    }));

  const server = createChannelServer({
    title: network.title,
    faultNames: metaFaults,
    faults,
    clock,
    answer,
    posts,
    secretFields: ['access_token', 'client_secret', 'code', 'state'],
    image(id) {
      const image = store.get('image', id);
      return image && { type: image.type, bytes: Buffer.from(image.base64, 'base64') };
    },
    async control(call, body) {
      if (call === 'PUT /data' && isJsonObject(body)) {
        add(body as Parameters<typeof add>[0]);
        return jsonAnswer(200, {});
      }
      if ((call !== 'POST /comments' && call !== 'POST /incoming') || !isJsonObject(body))
        return stats.control(call, body);
      try {
        return jsonAnswer(200, await write(body));
      } catch (error) {
        if (error instanceof MetaError) return jsonAnswer(400, { error: error.message });
        throw error;
      }
    },
    close: () => store.close(),
  });
  return { ...server, add, write, stats, allow: (url, user_id) => oauth.allow(new URL(url).searchParams, user_id) };
}

/**
 * Instagram with the Instagram login and the Facebook login
 * (https://developers.facebook.com/docs/instagram-platform/content-publishing).
 */
export const createInstagramSandbox = (options: MetaSandboxOptions): MetaSandbox =>
  createMetaSandbox(
    {
      name: 'instagram',
      title: 'Instagram',
      maxText: 2_200,
      scopes: {
        base: 'instagram_business_basic',
        publish: 'instagram_business_content_publish',
        insights: 'instagram_business_manage_insights',
      },
      insights: ['views', 'reach', 'saved', 'likes', 'comments', 'shares'],
      grants: { exchange: 'ig_exchange_token', refresh: 'ig_refresh_token' },
      quota: { path: 'content_publishing_limit', total: 50 },
      permalink: (id) => `https://www.instagram.com/p/${id}/`,
    },
    options,
  );

/** Threads (https://developers.facebook.com/docs/threads/posts). */
export const createThreadsSandbox = (options: MetaSandboxOptions): MetaSandbox =>
  createMetaSandbox(
    {
      name: 'threads',
      title: 'Threads',
      maxText: 500,
      scopes: { base: 'threads_basic', publish: 'threads_content_publish', insights: 'threads_manage_insights' },
      insights: ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
      grants: { exchange: 'th_exchange_token', refresh: 'th_refresh_token' },
      quota: { path: 'threads_publishing_limit', total: 250 },
      permalink: (id, username) => `https://www.threads.net/@${username}/post/${id}`,
    },
    options,
  );
