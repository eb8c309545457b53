import { createHash } from 'node:crypto';
import { type ChannelRequest, textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import type { ChannelStore } from '../store.ts';
import { fetchImage } from './fetch-image.ts';
import {
  type ContainerStatus,
  type MetaComment,
  type MetaContainer,
  MetaError,
  type MetaKinds,
  type MetaMedia,
  type MetaNetwork,
  type MetaToken,
} from './model.ts';

export interface GraphOptions {
  network: MetaNetwork;
  store: ChannelStore<MetaKinds>;
  clock: ChannelClock;
  /** How long an image is processed, in milliseconds. */
  processingMs: number;
  /** Addresses by the beginning that stands for them outside. */
  resolve: Readonly<Record<string, string>>;
  uses(fault: 'neverFinishes' | 'containerError' | 'containerExpires'): boolean;
}

const dayMs = 86_400_000;
const maxHashtags = 30;
const maxMentions = 20;
const maxLinks = 5;
const unknownObject = (id: string) =>
  new MetaError(100, 33, `Unsupported get request. Object with ID '${id}' does not exist`);

/** Length as Threads counts it: an emoji counts its UTF-8 bytes. */
function threadsLength(text: string): number {
  return [...text].reduce((sum, one) => sum + (/\p{Extended_Pictographic}/u.test(one) ? Buffer.byteLength(one) : 1), 0);
}

/** Containers, media, comments and quota of one network. */
export function createGraph({ network, store, clock, processingMs, resolve, uses }: GraphOptions) {
  const nowMs = () => clock.now().getTime();
  let lastId =
    17_900_000_000_000_000n + BigInt([...store.all('container')].length * 2 + [...store.all('media')].length * 2);
  const nextId = (): string => {
    lastId += 1n;
    return String(lastId);
  };

  const userOf = (id: string, token: MetaToken) => {
    const user = store.get('user', id === 'me' ? token.user_id : id);
    if (!user || user.user_id !== token.user_id) throw unknownObject(id);
    return user;
  };

  const statusOf = (container: MetaContainer): ContainerStatus => {
    if (container.media_id !== null) return 'PUBLISHED';
    if (container.is_expired || nowMs() - container.created_at > dayMs) return 'EXPIRED';
    if (container.error !== null) return 'ERROR';
    return container.ready_at !== null && nowMs() >= container.ready_at ? 'FINISHED' : 'IN_PROGRESS';
  };

  const checkText = (text: string, isImage: boolean, link: string): void => {
    const tooLong = new MetaError(100, 2207010, 'Param text must be shorter');
    if (network.name === 'instagram') {
      if ([...text].length > network.maxText) throw tooLong;
      if ((text.match(/(?:^|\s)#[\p{L}\p{N}_]+/gu) ?? []).length > maxHashtags)
        throw new MetaError(100, 2207008, 'Too many hashtags');
      if ((text.match(/(?:^|\s)@[\w.]+/g) ?? []).length > maxMentions)
        throw new MetaError(100, 2207040, 'Too many mentions');
      return;
    }
    if (threadsLength(text) > network.maxText) throw tooLong;
    const links = new Set([...(text.match(/https?:\/\/\S+/g) ?? []), ...(link === '' ? [] : [link])]);
    if (links.size > maxLinks) throw new MetaError(100, 4279000, 'Too many links');
    if (link !== '' && isImage) throw new MetaError(100, null, 'link_attachment is for text posts only');
  };

  /** `POST /{user}/media` and `POST /{user}/threads`. */
  const createContainer = async ({ fields }: ChannelRequest, user_id: string): Promise<{ id: string }> => {
    const isInstagram = network.name === 'instagram';
    const text = textField(fields, isInstagram ? 'caption' : 'text');
    const url = textField(fields, 'image_url');
    const media_type = textField(fields, 'media_type') || (url === '' ? 'TEXT' : 'IMAGE');
    const isImage = media_type === 'IMAGE';
    const link = textField(fields, 'link_attachment');
    if (isImage !== (url !== '') || (!isImage && (isInstagram || media_type !== 'TEXT')))
      throw new MetaError(100, 2207023, 'The media type is unknown');
    if (!isImage && text === '') throw new MetaError(100, null, 'Param text is required');
    checkText(text, isImage, link);
    let error: string | null = null;
    const image = isImage
      ? await fetchImage(url, network.name, resolve).catch((cause: unknown) => {
          // Threads reports a bad image in the status of the container.
          if (isInstagram || !(cause instanceof MetaError)) throw cause;
          error = 'FAILED_DOWNLOADING_IMAGE';
          return null;
        })
      : null;
    const image_id = image && createHash('sha256').update(image.bytes).digest('hex').slice(0, 32);
    if (image && image_id && !store.get('image', image_id))
      store.put('image', image_id, { type: image.type, base64: image.bytes.toString('base64') });
    const created_at = nowMs();
    const id = nextId();
    const isStuck = uses('neverFinishes');
    if (uses('containerError')) error = 'UNKNOWN';
    store.put('container', id, {
      id,
      user_id,
      created_at,
      ready_at: isStuck ? null : created_at + (isImage ? processingMs : 0),
      error,
      is_expired: uses('containerExpires'),
      media_id: null,
      text,
      media_type,
      image_id,
      image_url: url || null,
      alt_text: textField(fields, 'alt_text') || null,
      link_attachment: link || null,
      reply_to_id: textField(fields, 'reply_to_id') || null,
    });
    return { id };
  };

  const publishedIn24h = (user_id: string): number =>
    [...store.all('media')].filter((media) => media.user_id === user_id && nowMs() - media.published_at < dayMs).length;

  /** `POST /{user}/media_publish` and `POST /{user}/threads_publish`. */
  const publish = ({ fields }: ChannelRequest, user_id: string): { id: string } => {
    const container = store.get('container', textField(fields, 'creation_id'));
    const notReady = () =>
      network.name === 'instagram'
        ? new MetaError(9007, 2207027, 'Media ID is not available')
        : new MetaError(24, 4279009, 'The requested resource does not exist');
    if (!container || container.user_id !== user_id) throw notReady();
    const status = statusOf(container);
    if (status === 'EXPIRED') throw new MetaError(100, 2207020, 'The media you are trying to access has expired');
    if (status === 'ERROR') throw new MetaError(100, 2207032, 'Create media fail');
    if (status !== 'FINISHED') throw notReady();
    if (publishedIn24h(user_id) >= network.quota.total)
      throw new MetaError(9, 2207042, 'You reached the maximum number of posts that is allowed');
    const id = nextId();
    const { text, media_type, image_id, link_attachment, reply_to_id } = container;
    const content = { text, media_type, image_id, link_attachment, reply_to_id };
    store.put('media', id, { id, user_id, container_id: container.id, published_at: nowMs(), ...content });
    store.put('container', container.id, { ...container, media_id: id });
    return { id };
  };

  const mediaFields = (media: MetaMedia): Record<string, unknown> => {
    const { username = '' } = store.get('user', media.user_id) ?? {};
    const text = network.name === 'instagram' ? { caption: media.text } : { text: media.text };
    return {
      id: media.id,
      ...text,
      media_type: media.media_type === 'TEXT' ? 'TEXT_POST' : media.media_type,
      permalink: network.permalink(media.id, username),
      username,
      owner: { id: media.user_id },
      timestamp: new Date(media.published_at)
        .toISOString()
        .replace('.000Z', '+0000')
        .replace(/\.\d{3}Z$/, '+0000'),
      shortcode: media.id.slice(-11),
      link_attachment_url: media.link_attachment ?? undefined,
      ...(media.reply_to_id === null ? {} : { replied_to: { id: media.reply_to_id } }),
      comments_count: [...store.all('comment')].filter(({ media_id }) => media_id === media.id).length,
    };
  };
  const containerFields = (container: MetaContainer): Record<string, unknown> => {
    const status = statusOf(container);
    if (network.name === 'threads')
      return { id: container.id, status, ...(container.error ? { error_message: container.error } : {}) };
    const text = status === 'ERROR' ? 'Error: Media upload has failed with error code 2207032' : `${status}: status`;
    return { id: container.id, status_code: status, status: text };
  };
  const pick = (all: Record<string, unknown>, fields: string): Record<string, unknown> => {
    const names = fields === '' ? ['id'] : ['id', ...fields.split(',')];
    return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  };
  const commentView = ({ id, text, from, at, parent_id }: MetaComment) => {
    const owner = [...store.all('user')].find(({ username }) => username === from);
    return {
      id,
      text,
      username: from,
      timestamp: new Date(at).toISOString(),
      from: { id: owner?.user_id ?? `9${id.slice(-9)}`, username: from },
      ...(parent_id === null ? {} : { parent_id }),
      is_reply_owned_by_me: owner !== undefined,
      ...(network.name === 'threads' ? { permalink: network.permalink(id, from) } : {}),
    };
  };
  /** Replies that were published to a post or to one of its replies, as Threads shows them. */
  const repliesOf = (media_id: string) => {
    const known = new Set([media_id]);
    for (const comment of store.all('comment')) if (comment.media_id === media_id) known.add(comment.id);
    return [...store.all('media')]
      .filter(({ reply_to_id }) => reply_to_id !== null && known.has(reply_to_id))
      .map((media) => ({ ...mediaFields(media), is_reply_owned_by_me: true }));
  };

  return {
    createContainer,
    publish,
    userOf,
    /** `GET /{user}/media` and `GET /{user}/threads`: the newest first. */
    listMedia(user_id: string, { fields }: ChannelRequest) {
      const limit = Math.min(Number(textField(fields, 'limit') || 25), 100);
      const userMedia = [...store.all('media')].filter(
        (media) => media.user_id === user_id && media.reply_to_id === null,
      );
      return {
        data: userMedia
          .reverse()
          .slice(0, limit)
          .map((media) => pick(mediaFields(media), textField(fields, 'fields'))),
      };
    },
    /** `GET /{id}`: a container or a post. */
    read(id: string, token: MetaToken, { fields }: ChannelRequest) {
      const object = store.get('container', id) ?? store.get('media', id);
      if (!object || object.user_id !== token.user_id) throw unknownObject(id);
      const all = 'container_id' in object ? mediaFields(object) : containerFields(object);
      return pick(all, textField(fields, 'fields'));
    },
    /** `DELETE /{id}` of Threads. */
    remove(id: string, token: MetaToken) {
      const media = store.get('media', id);
      if (!media || media.user_id !== token.user_id) throw unknownObject(id);
      store.remove('media', id);
      return { success: true, deleted_id: id };
    },
    quota(user_id: string) {
      const quota_usage = publishedIn24h(user_id);
      return { data: [{ quota_usage, config: { quota_total: network.quota.total, quota_duration: 86_400 } }] };
    },
    comments: (media_id: string) => ({
      data: [...store.all('comment')]
        .filter((comment) => comment.media_id === media_id)
        .map(commentView)
        .reverse(),
    }),
    /** Everything below a post of Threads, in one list. */
    conversation(media_id: string) {
      if (!store.get('media', media_id)) throw unknownObject(media_id);
      const written = [...store.all('comment')].filter((comment) => comment.media_id === media_id).map(commentView);
      return { data: [...written, ...repliesOf(media_id)].reverse() };
    },
    /** Replies of Instagram to a comment. */
    repliesTo: (parent_id: string) => ({
      data: [...store.all('comment')].filter((comment) => comment.parent_id === parent_id).map(commentView),
    }),
    comment(target_id: string, from: string, text: string) {
      const answered = store.get('comment', target_id);
      const media_id = answered?.media_id ?? target_id;
      if (!store.get('media', media_id)) throw unknownObject(target_id);
      if (text === '') throw new MetaError(100, null, 'Param message is required');
      const id = nextId();
      store.put('comment', id, { id, media_id, from, text, at: nowMs(), parent_id: answered ? target_id : null });
      return { id };
    },
    /** Public posts with the words of a search, the newest first. */
    search(words: string) {
      const matching = [...store.all('public')].filter(({ text }) => text.toLowerCase().includes(words.toLowerCase()));
      return { data: matching.reverse() };
    },
    /** The body of the delivery about a comment, as the network sends it. */
    eventOf(id: string): object {
      const comment = store.get('comment', id);
      const media = comment && store.get('media', comment.media_id);
      if (!comment || !media) throw unknownObject(id);
      const view = commentView(comment);
      const time = Math.floor(comment.at / 1000);
      if (network.name === 'instagram') {
        const value = { id, text: comment.text, from: view.from, media: { id: media.id } };
        return { object: 'instagram', entry: [{ id: media.user_id, time, changes: [{ field: 'comments', value }] }] };
      }
      const { from: _, is_reply_owned_by_me: __, ...shown } = view;
      const { username } = store.get('user', media.user_id) ?? {};
      const root_post = { id: media.id, owner_id: media.user_id, username };
      const value = { ...shown, media_type: 'TEXT_POST', replied_to: { id: comment.parent_id ?? media.id }, root_post };
      const subscription = { app_id: '1', topic: 'moderate', target_id: media.id, time, subscription_id: '1' };
      return { ...subscription, has_uid_field: false, values: { value, field: 'replies' } };
    },
  };
}
export type Graph = ReturnType<typeof createGraph>;
