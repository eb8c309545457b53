import { sha256 } from '@platform/runtime';
import { z } from 'zod';
import { ChannelError } from './channel-error.ts';
import type { ChannelHttp } from './channel-http.ts';
import {
  type ChannelInbox,
  cannotFind,
  cleanName,
  cleanText,
  fromSeconds,
  type IncomingItem,
  withinSize,
} from './channel-inbox.ts';
import { comparable, earliest } from './channel-posts.ts';
import { readVk, type VkCall, vkVersion } from './vk.ts';

const Comment = z.object({
  id: z.number(),
  from_id: z.number(),
  date: z.number(),
  text: z.string(),
  post_id: z.number().optional(),
  owner_id: z.number().optional(),
  parents_stack: z.array(z.number()).default([]),
});
type VkComment = z.output<typeof Comment>;
const Threaded = Comment.extend({ thread: z.object({ items: z.array(Comment).default([]) }).optional() });
const Profile = z.object({ id: z.number(), first_name: z.string().default(''), last_name: z.string().default('') });
const Comments = z.object({ items: z.array(Threaded), profiles: z.array(Profile).default([]) });
const Wall = z.object({
  items: z.array(z.object({ id: z.number(), comments: z.object({ count: z.number() }).optional() })),
});
const Event = z.looseObject({ type: z.string(), object: z.unknown().optional(), group_id: z.number().optional() });
const NewMessage = z.object({
  message: z.object({
    id: z.number(),
    date: z.number(),
    from_id: z.number(),
    peer_id: z.number(),
    text: z.string(),
    conversation_message_id: z.number().optional(),
  }),
});

/** Newest posts whose comments are read: `execute` takes 25 calls. */
const posts = 20;
/** Newest comments of a post, and as many answers to each as the tenth part of it. */
const shownComments = { whole: 100, short: 10 };

/**
 * Comments of a wall, and messages to a community, which come by its webhook alone.
 * @param serviceToken reads walls where the token of an account may not
 */
export function vkInbox(http: ChannelHttp, serviceToken: string | undefined): ChannelInbox {
  const ask = async <S extends z.ZodType>({
    token,
    method,
    schema,
    params,
    notAfter = null,
  }: VkCall<S> & { params: Record<string, string> }): Promise<z.output<S>> => {
    const form = { ...params, access_token: token, v: vkVersion };
    return readVk(schema, await http.call({ path: `/method/${method}`, form, notAfter }), token);
  };
  return {
    updatesOf: 'account',
    everyMs: 300_000,
    async read({ credentials, destination }) {
      const token = serviceToken ?? credentials.access_token ?? '';
      const owner_id = destination.id;
      const params = { owner_id, count: String(posts), filter: 'owner' };
      const wall = await ask({ token, method: 'wall.get', schema: Wall, params });
      const talked = wall.items.filter(({ comments }) => (comments?.count ?? 0) > 0).map(({ id }) => id);
      if (talked.length === 0) return { items: [], position: null, isMore: false };
      const answers = await withinSize(shownComments, (count) => {
        const calls = talked.map((post_id) => {
          const params = { owner_id, post_id, sort: 'desc', count, thread_items_count: count / 10, extended: 1 };
          return `API.wall.getComments(${JSON.stringify(params)})`;
        });
        const code = `return [${calls.join(',')}];`;
        const schema = z.array(z.union([Comments, z.literal(false)]));
        return ask({ token, method: 'execute', schema, params: { code } });
      });
      const items = answers.flatMap((answer, at) => {
        if (answer === false) return [];
        const names = new Map(answer.profiles.map((one) => [one.id, cleanName(one.first_name, one.last_name)]));
        return answer.items
          .flatMap(({ thread, ...comment }) => [comment, ...(thread?.items ?? [])])
          .flatMap((comment) => commentItem(comment, { owner_id, post_id: String(talked[at]), names }));
      });
      return { items, position: null, isMore: false };
    },
    parse(body) {
      const { type, object, group_id } = Event.safeParse(body).data ?? {};
      const owner_id = `-${group_id}`;
      const comment = type === 'wall_reply_new' ? Comment.safeParse(object).data : undefined;
      if (comment) return commentItem(comment, { owner_id, post_id: String(comment.post_id ?? ''), names: new Map() });
      const message = type === 'message_new' ? NewMessage.safeParse(object).data?.message : undefined;
      const text = cleanText(message?.text ?? '');
      if (!message || text === '' || message.from_id < 0) return [];
      const id = `${message.peer_id}_m${message.conversation_message_id ?? message.id}`;
      return [
        {
          destination_id: owner_id,
          remote_id: id,
          kind: 'message',
          text,
          at: fromSeconds(message.date),
          author: { name: '', id: String(message.from_id) },
          post_remote_id: null,
          url: null,
          target: { peer_id: String(message.peer_id) },
        },
      ];
    },
    reply: {
      prepare: null,
      async send({ credentials, destination, target, text, guid, notAfter }) {
        const token = credentials.access_token ?? '';
        if (target.peer_id !== undefined) {
          const params = { peer_id: target.peer_id, message: text, random_id: String(randomId(guid)) };
          const id = await ask({ token, method: 'messages.send', schema: z.number(), params, notAfter });
          return { id: String(id), url: null };
        }
        const { post_id = '', comment_id = '' } = target;
        const params = {
          owner_id: destination.id,
          post_id,
          from_group: destination.id.slice(1),
          reply_to_comment: comment_id,
          message: text,
          guid,
        };
        const schema = z.object({ comment_id: z.number() });
        const created = await ask({ token, method: 'wall.createComment', schema, params, notAfter });
        const id = String(created.comment_id);
        return { id, url: `https://vk.com/wall${destination.id}_${post_id}?reply=${id}` };
      },
      async find({ credentials, destination, target, text, sentAt }) {
        const { post_id, thread_id } = target;
        if (post_id === undefined || thread_id === undefined) return cannotFind('messages of a community are not read');
        const token = serviceToken ?? credentials.access_token ?? '';
        const params = { owner_id: destination.id, post_id, comment_id: thread_id, sort: 'desc', count: '100' };
        try {
          const { items } = await ask({ token, method: 'wall.getComments', schema: Comments, params });
          const reply = items.find(
            (comment) =>
              String(comment.from_id) === destination.id &&
              comment.date * 1_000 >= earliest(sentAt) &&
              // VK puts the name of the person that is answered in front.
              comparable(comment.text).endsWith(comparable(text)),
          );
          return reply ? { kind: 'found', post: { id: String(reply.id), url: null } } : { kind: 'absent' };
        } catch (error) {
          if (error instanceof ChannelError && error.code === '27')
            return cannotFind('a community token reads no wall (error 27)');
          throw error;
        }
      },
      dropsDouble: () => true,
    },
  };
}

/** `random_id` of a message: 31 bits of the guid, by which VK drops a double. */
const randomId = (guid: string): number => Number.parseInt(sha256(guid).slice(0, 8), 16) & 0x7fffffff;

/** A comment of a person; nothing for one of a community. */
function commentItem(
  { id, from_id, date, text: rawText, parents_stack }: VkComment,
  { owner_id, post_id, names }: { owner_id: string; post_id: string; names: Map<number, string> },
): IncomingItem[] {
  const text = cleanText(rawText);
  if (from_id <= 0 || text === '' || post_id === '') return [];
  return [
    {
      destination_id: owner_id,
      remote_id: `${post_id}_${id}`,
      kind: 'comment',
      text,
      at: fromSeconds(date),
      author: { name: names.get(from_id) ?? '', id: String(from_id) },
      post_remote_id: post_id,
      target: { post_id, comment_id: String(id), thread_id: String(parents_stack[0] ?? id) },
      url: `https://vk.com/wall${owner_id}_${post_id}?reply=${id}`,
    },
  ];
}
