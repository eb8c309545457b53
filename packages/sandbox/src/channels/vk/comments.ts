import { textField } from '../request.ts';
import type { ChannelClock } from '../server.ts';
import type { ChannelStore } from '../store.ts';
import { type VkComment, VkError, type VkKinds, type VkToken } from './model.ts';

type Fields = Record<string, unknown>;
type Method = (token: VkToken, fields: Fields) => unknown;

const integer = (fields: Fields, name: string): number => {
  const value = Number(textField(fields, name));
  if (!Number.isInteger(value))
    throw new VkError(100, `One of the parameters specified was missing or invalid: ${name} should be an integer`);
  return value;
};

/** Comments, messages and the search of the VK API (https://dev.vk.com/en/method/wall.getComments). */
export function createVkComments({
  store,
  clock,
  usesGuid,
}: {
  store: ChannelStore<VkKinds>;
  clock: ChannelClock;
  usesGuid(): boolean;
}) {
  let lastId = Math.max(0, ...[...store.all('comment')].map(({ id }) => id));
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const commentsOf = (owner_id: number, post_id: number) =>
    [...store.all('comment')].filter((one) => one.owner_id === owner_id && one.post_id === post_id);
  const view = ({ guid: _, ...comment }: VkComment) => comment;
  const storeComment = (comment: Omit<VkComment, 'id' | 'date'>): VkComment => {
    lastId += 1;
    const created = { ...comment, id: lastId, date: nowSeconds() };
    store.put('comment', String(lastId), created);
    return created;
  };
  const requirePost = (owner_id: number, post_id: number): void => {
    if (!store.get('post', `${owner_id}_${post_id}`)) throw new VkError(15, 'Access denied: post was not found');
  };
  const parentsOf = (reply_to: number): number[] => {
    const answered = store.get('comment', String(reply_to));
    return answered ? [answered.parents_stack[0] ?? answered.id] : [];
  };

  const methods: Record<string, Method> = {
    'wall.getComments'({ kind }, fields) {
      if (kind === 'community')
        throw new VkError(27, 'Group authorization failed: method is unavailable with group auth.');
      const [owner_id, post_id] = [integer(fields, 'owner_id'), integer(fields, 'post_id')];
      requirePost(owner_id, post_id);
      const all = commentsOf(owner_id, post_id);
      const thread = textField(fields, 'comment_id');
      const inThread = (id: number) => all.filter(({ parents_stack }) => parents_stack[0] === id);
      const top =
        thread === '' ? all.filter(({ parents_stack }) => parents_stack.length === 0) : inThread(Number(thread));
      const ordered = textField(fields, 'sort') === 'desc' ? top.toReversed() : top;
      const shown = Number(textField(fields, 'thread_items_count') || 0);
      const items = ordered.slice(0, Number(textField(fields, 'count') || 10)).map((comment) => ({
        ...view(comment),
        thread: { count: inThread(comment.id).length, items: inThread(comment.id).slice(0, shown).map(view) },
      }));
      const people = new Set(items.flatMap((item) => [item.from_id, ...item.thread.items.map((one) => one.from_id)]));
      const profiles = [...people].flatMap((id) => store.get('person', String(id)) ?? []);
      return { count: top.length, items, ...(textField(fields, 'extended') === '1' ? { profiles, groups: [] } : {}) };
    },
    'wall.createComment'({ kind, owner_id: holder }, fields) {
      const [owner_id, post_id] = [integer(fields, 'owner_id'), integer(fields, 'post_id')];
      if (kind === 'service' || kind === 'vkid' || (kind === 'community' && -owner_id !== holder))
        throw new VkError(15, 'Access denied: no access to this wall');
      requirePost(owner_id, post_id);
      const text = textField(fields, 'message');
      if (text === '') throw new VkError(100, 'One of the parameters specified was missing or invalid: message');
      const guid = textField(fields, 'guid');
      const known =
        guid === '' || !usesGuid() ? undefined : commentsOf(owner_id, post_id).find((one) => one.guid === guid);
      if (known) return { comment_id: known.id, parents_stack: known.parents_stack };
      const group = Number(textField(fields, 'from_group') || 0);
      const reply_to = Number(textField(fields, 'reply_to_comment') || 0);
      const parents_stack = parentsOf(reply_to);
      const created = storeComment({
        owner_id,
        post_id,
        from_id: group > 0 ? -group : holder,
        text,
        parents_stack,
        ...(guid === '' ? {} : { guid }),
      });
      return { comment_id: created.id, parents_stack };
    },
    'messages.send'({ kind }, fields) {
      if (kind !== 'community') throw new VkError(15, 'Access denied: messages are sent by a community');
      const peer_id = integer(fields, 'peer_id');
      const random = String(integer(fields, 'random_id'));
      const known = store.get('sent', random);
      if (known) return known.id;
      const id = [...store.all('sent')].length + 1;
      store.put('sent', random, { id, peer_id, message: textField(fields, 'message') });
      return id;
    },
    'newsfeed.search'({ kind }, fields) {
      if (kind === 'community')
        throw new VkError(27, 'Group authorization failed: method is unavailable with group auth.');
      const words = textField(fields, 'q').toLowerCase();
      const matching = [...store.all('public')].filter(({ text }) => text.toLowerCase().includes(words)).reverse();
      const count = Math.min(Number(textField(fields, 'count') || 30), 200);
      const items = matching.slice(0, count).map((post) => ({ ...post, from_id: post.owner_id, post_type: 'post' }));
      return { items, count: matching.length, total_count: matching.length };
    },
  };

  return {
    methods,
    countOf: (owner_id: number, post_id: number): number => commentsOf(owner_id, post_id).length,
    /** A person writes a comment. */
    write(input: Fields): VkComment {
      const from_id = Number(textField(input, 'from_id') || 501);
      const [first_name = 'Reader', last_name = ''] = (textField(input, 'name') || 'Reader').split(' ');
      store.put('person', String(from_id), { id: from_id, first_name, last_name });
      const [owner_id, post_id] = [integer(input, 'owner_id'), integer(input, 'post_id')];
      requirePost(owner_id, post_id);
      const reply_to = Number(textField(input, 'reply_to_comment') || 0);
      return storeComment({
        owner_id,
        post_id,
        from_id,
        text: textField(input, 'text'),
        parents_stack: parentsOf(reply_to),
      });
    },
  };
}
