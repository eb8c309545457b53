import { randomBytes } from 'node:crypto';
import { textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import { openChannelStats } from '../stats.ts';
import type { ChannelStore } from '../store.ts';
import { createVkComments } from './comments.ts';
import { VkError, type VkKinds, type VkPhoto, type VkPost, type VkToken } from './model.ts';

type Fields = Record<string, unknown>;
const parameter = (text: string): VkError =>
  new VkError(100, `One of the parameters specified was missing or invalid: ${text}`);
const numberOf = (fields: Fields, name: string): number => {
  const value = Number(textField(fields, name));
  if (!Number.isInteger(value)) throw parameter(`${name} should be an integer`);
  return value;
};

export interface VkMethodsOptions {
  store: ChannelStore<VkKinds>;
  clock: ChannelClock;
  /** Address of the emulator, for uploads and images. */
  publicUrl: string;
  /** Whether a repeated `guid` returns the first post. The API does not document this behaviour. */
  usesGuid(): boolean;
}

/** The methods of the VK API that posting on a wall needs. */
export function createVkMethods({ store, clock, publicUrl, usesGuid }: VkMethodsOptions) {
  const stats = openChannelStats(store);
  const comments = createVkComments({ store, clock, usesGuid });
  const posts = () => store.all('post');
  let lastPost = Math.max(0, ...[...posts()].map(({ id }) => id));
  let lastPhoto = Math.max(0, ...[...store.all('photo')].map(({ id }) => id));
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  const requireUser = ({ kind }: VkToken, alsoService = false): void => {
    if (kind === 'user' || (alsoService && kind === 'service')) return;
    if (kind === 'vkid') throw new VkError(1051, 'This method is not available for this profile type');
    if (kind === 'community')
      throw new VkError(27, 'Group authorization failed: method is unavailable with group auth.');
    throw new VkError(28, 'Application authorization failed: method is unavailable with service token.');
  };
  const community = (owner_id: number) => {
    const stored = store.get('community', String(-owner_id));
    if (owner_id >= 0 || !stored) throw new VkError(15, 'Access denied: no access to this wall');
    return stored;
  };
  const photoView = ({ id, owner_id, width, height }: VkPhoto) => ({
    album_id: -14,
    date: nowSeconds(),
    id,
    owner_id,
    access_key: `key${id}`,
    text: '',
    web_view_token: '',
    sizes: [{ type: 'w', width, height, url: `${publicUrl}/images/${owner_id}_${id}` }],
    orig_photo: { type: 'base', width, height, url: `${publicUrl}/images/${owner_id}_${id}` },
  });
  const postView = ({ attachments, guid: _guid, ...post }: VkPost) => ({
    ...post,
    ...countsOf(post),
    hash: 'h',
    type: 'post',
    post_type: 'post',
    can_edit: 1,
    can_delete: 1,
    attachments: attachments.flatMap((name): Record<string, unknown>[] => {
      const photo = store.get(
        'photo',
        name
          .replace(/^photo/, '')
          .split('_')
          .slice(0, 2)
          .join('_'),
      );
      if (photo) return [{ type: 'photo', photo: photoView(photo) }];
      return /^https?:/.test(name) ? [{ type: 'link', link: { url: name, title: name } }] : [];
    }),
  });
  const countsOf = ({ owner_id, id }: Pick<VkPost, 'owner_id' | 'id'>) => {
    const { comments: counted, likes = 0, reposts = 0, views = 1 } = stats.of(`${owner_id}_${id}`);
    return {
      comments: { count: counted ?? comments.countOf(owner_id, id) },
      likes: { count: likes, user_likes: 0 },
      reposts: { count: reposts },
      views: { count: views },
    };
  };
  const attachmentsOf = (fields: Fields): string[] => {
    const names = textField(fields, 'attachments').split(',').filter(Boolean);
    if (names.length > 10) throw parameter('attachments is too long');
    if (names.filter((name) => /^https?:/.test(name)).length > 1) throw parameter('attachments: only one link');
    for (const name of names) {
      const id = /^photo(-?\d+_\d+)/.exec(name)?.[1];
      if (id !== undefined && !store.get('photo', id)) throw parameter('attachments: photo not found');
      if (id === undefined && !/^https?:\/\/\S+$/.test(name)) throw parameter('attachments: unknown attachment');
    }
    return names;
  };

  const publish = (token: VkToken, fields: Fields) => {
    if (token.kind === 'community' && -numberOf(fields, 'owner_id') !== token.owner_id)
      throw new VkError(15, 'Access denied: no access to this wall');
    if (token.kind !== 'community') requireUser(token);
    const owner_id = numberOf(fields, 'owner_id');
    community(owner_id);
    const text = textField(fields, 'message');
    const attachments = attachmentsOf(fields);
    if (text === '' && attachments.length === 0) throw parameter('message or attachments is required');
    const guid = textField(fields, 'guid');
    const earlierPost = guid === '' || !usesGuid() ? undefined : store.get('guid', `${owner_id}:${guid}`);
    if (earlierPost) return { post_id: earlierPost.post_id };
    lastPost += 1;
    const marked_as_ads = textField(fields, 'mark_as_ads') === '1' ? 1 : 0;
    const post: VkPost = {
      id: lastPost,
      owner_id,
      from_id: owner_id,
      date: nowSeconds(),
      text,
      attachments,
      marked_as_ads,
    };
    store.put('post', `${owner_id}_${lastPost}`, guid === '' ? post : { ...post, guid });
    if (guid !== '') store.put('guid', `${owner_id}:${guid}`, { post_id: lastPost });
    return { post_id: lastPost };
  };

  const ownPost = (token: VkToken, fields: Fields): VkPost => {
    requireUser(token);
    const post = store.get('post', `${numberOf(fields, 'owner_id')}_${numberOf(fields, 'post_id')}`);
    if (!post) throw new VkError(100, 'One of the parameters specified was missing or invalid: post_id is incorrect');
    return post;
  };

  const methods: Record<string, (token: VkToken, fields: Fields) => unknown> = {
    ...comments.methods,
    'users.get'({ kind, owner_id }) {
      if (kind === 'community' || kind === 'service') return [];
      return [{ id: owner_id, first_name: 'Demo', last_name: 'Editor', can_access_closed: true, is_closed: false }];
    },
    'groups.getById'({ kind, owner_id }, fields) {
      const ids =
        textField(fields, 'group_ids') ||
        textField(fields, 'group_id') ||
        (kind === 'community' ? String(owner_id) : '');
      const groups = ids.split(',').flatMap((id) => store.get('community', id) ?? []);
      if (groups.length === 0) throw parameter('group_ids is invalid');
      const isAdmin = kind === 'user' ? { is_admin: 1, admin_level: 3 } : {};
      return { groups: groups.map((group) => ({ ...group, is_closed: 0, type: 'page', ...isAdmin })), profiles: [] };
    },
    'wall.post': publish,
    'wall.get'(token, fields) {
      requireUser(token, true);
      const owner_id = numberOf(fields, 'owner_id');
      const count = Math.min(Number(textField(fields, 'count') || 20), 100);
      const offset = Number(textField(fields, 'offset') || 0);
      const all = [...posts()].filter((post) => post.owner_id === owner_id).sort((a, b) => b.id - a.id);
      return { count: all.length, items: all.slice(offset, offset + count).map(postView) };
    },
    'wall.getById'(token, fields) {
      requireUser(token, true);
      const names = textField(fields, 'posts').split(',').filter(Boolean);
      if (!names.every((name) => /^-?\d+_\d+$/.test(name))) throw parameter('posts');
      return { items: names.flatMap((name) => store.get('post', name) ?? []).map(postView), profiles: [], groups: [] };
    },
    'wall.edit'(token, fields) {
      const post = ownPost(token, fields);
      const text = textField(fields, 'message');
      store.put('post', `${post.owner_id}_${post.id}`, {
        ...post,
        text,
        attachments: attachmentsOf(fields),
        edited: nowSeconds(),
      });
      return { post_id: post.id };
    },
    'wall.delete'(token, fields) {
      const post = ownPost(token, fields);
      store.remove('post', `${post.owner_id}_${post.id}`);
      return 1;
    },
    'stats.getPostReach'(token, fields) {
      requireUser(token);
      const owner_id = numberOf(fields, 'owner_id');
      const ids = textField(fields, 'post_ids').split(',').filter(Boolean);
      if (ids.length === 0 || ids.length > 30) throw parameter('post_ids');
      return ids.flatMap((id) => {
        const post = store.get('post', `${owner_id}_${id}`);
        const { reach = 0 } = stats.of(`${owner_id}_${id}`);
        const rest = { links: 0, to_group: 0, join_group: 0, hide: 0, report: 0, unsubscribe: 0 };
        return post
          ? [{ post_id: post.id, reach_total: reach, reach_subscribers: reach, reach_viral: 0, ...rest }]
          : [];
      });
    },
    'photos.getWallUploadServer'(token, fields) {
      requireUser(token);
      const group_id = numberOf(fields, 'group_id');
      community(-group_id);
      const upload_url = `${publicUrl}/upload?group=${group_id}`;
      return { album_id: -14, upload_url, user_id: token.owner_id };
    },
    'photos.saveWallPhoto'(token, fields) {
      requireUser(token);
      const hash = textField(fields, 'hash');
      const upload = store.get('upload', hash);
      if (!upload || upload.group_id !== numberOf(fields, 'group_id')) throw new VkError(129, 'Invalid photo');
      lastPhoto += 1;
      const { hash: _hash, group_id, ...image } = upload;
      const photo: VkPhoto = { id: lastPhoto, owner_id: -group_id, ...image };
      store.put('photo', `${photo.owner_id}_${photo.id}`, photo);
      store.remove('upload', hash);
      return [photoView(photo)];
    },
  };

  return {
    stats,
    /** Adds a comment of a user. */
    write: comments.write,
    /** Whether the method exists. */
    has: (name: string): boolean => name in methods,
    call(name: string, token: VkToken, fields: Fields): unknown {
      const method = methods[name];
      if (!method) throw new VkError(3, 'Unknown method passed.');
      return method(token, fields);
    },
    /** Stores an uploaded photo until it is saved. */
    keepUpload(group_id: number, image: Pick<VkPhoto, 'type' | 'base64' | 'width' | 'height'>): string {
      const hash = randomBytes(16).toString('hex');
      store.put('upload', hash, { hash, group_id, ...image });
      return hash;
    },
  };
}
