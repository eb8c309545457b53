import { jsonAnswer } from '../../http/answer.ts';
import { isJsonObject } from '../../http/body.ts';
import { type DeliveryAnswer, deliver } from '../deliver.ts';
import { createChannelFaults } from '../faults.ts';
import { readImage } from '../image.ts';
import type { PublishedPost } from '../posts-page.ts';
import { type ChannelRequest, textField } from '../request.ts';
import { type ChannelAnswer, type ChannelSandbox, createChannelClock, createChannelServer } from '../server.ts';
import type { ChannelStats } from '../stats.ts';
import { openChannelStore } from '../store.ts';
import { readExecuteCode } from './execute.ts';
import { createVkMethods } from './methods.ts';
import { type VkComment, type VkCommunity, VkError, type VkKinds, type VkToken } from './model.ts';

/** Errors that a fault raises before any work is done, by its name. */
const errors = {
  invalidToken: [5, 'User authorization failed: invalid access_token (4).'],
  tooManyPerSecond: [6, 'Too many requests per second'],
  floodControl: [9, 'Flood control'],
  internal: [10, 'Internal server error'],
  captcha: [14, 'Captcha needed'],
  groupAuth: [27, 'Group authorization failed: method is unavailable with group auth.'],
  rateLimit: [29, 'Rate limit reached'],
  postLimit: [214, 'Access to adding post denied: you can only add 50 posts a day'],
  profileType: [1051, 'This method is not available for this profile type'],
} as const;
type ErrorFault = keyof typeof errors;
const errorFaults = Object.keys(errors) as ErrorFault[];

/**
 * Faults of VK. Errors apply to methods that publish posts, comments or messages, and to those that edit or
 * delete posts; `postLimit` applies to the first alone, and `invalidToken` to every method.
 * - `uploadRefused`: error 22 when a photo is saved
 * - `postedThenHang`, `postedThenReset`, `postedThenInternal`: the post is published, but the caller gets no
 * success answer
 * - `guidOff`: a repeated `guid` makes another post
 * - `foreignUploadUrl`: the upload address names another host
 */
const vkFaults = [
  ...errorFaults,
  'hang',
  'uploadRefused',
  'postedThenHang',
  'postedThenReset',
  'postedThenInternal',
  'guidOff',
  'foreignUploadUrl',
] as const;
export type VkFault = (typeof vkFaults)[number];

export interface VkSandbox extends ChannelSandbox<VkFault> {
  /** Adds tokens and communities, which replace those with the same token or id. */
  add(data: {
    tokens?: VkToken[];
    communities?: VkCommunity[];
    /** Public posts of other walls, which a search finds. */
    posts?: VkKinds['public'][];
    /** Callback addresses of communities, for events. */
    callbacks?: VkKinds['callback'][];
  }): void;
  /**
   * Adds a comment of a user: `owner_id`, `post_id`, `text`, `from_id`, `name`, `reply_to_comment`. The event
   * is sent at once to the callback address of the community, if it has one.
   * @returns the comment, and the answer of the callback address
   */
  write(comment: Record<string, unknown>): Promise<{ comment: VkComment; deliveries: DeliveryAnswer[] }>;
  /** Sends a message of a user to a community: `group_id`, `text`, `from_id`, `id`. */
  message(message: Record<string, unknown>): Promise<{ deliveries: DeliveryAnswer[] }>;
  /** Requests the confirmation code from the callback address of a community. */
  confirm(group_id: number): Promise<DeliveryAnswer[]>;
  /** Sets `views`, `likes`, `reposts`, `comments` and `reach` of a post, `<owner>_<post>`. */
  stats: ChannelStats;
}

/** Methods that publish something that readers see, and those that change it. */
const sendingMethods = new Set(['wall.post', 'wall.createComment', 'messages.send']);
const writingMethods = new Set([...sendingMethods, 'wall.edit', 'wall.delete']);
const changeFaults = errorFaults.filter((name) => name !== 'postLimit');

const maxPhoto = { bytes: 50 * 1_048_576, sides: 14_000, ratio: 20 } as const;

/**
 * The VK API (https://dev.vk.com) for the walls of communities: `/method/<name>` and `/upload`.
 * @param options.publicUrl address of the mount, for uploads and images
 * @param options.dataDir folder of the posts, which survive a kill; memory without it
 * @param options.now the time of the posts
 */
export function createVkSandbox({
  publicUrl,
  dataDir,
  now,
  tokens = [],
  communities = [],
}: {
  publicUrl: string;
  dataDir?: string;
  now?: () => Date;
  tokens?: VkToken[];
  communities?: VkCommunity[];
}): VkSandbox {
  const store = openChannelStore<VkKinds>('vk', dataDir);
  const clock = createChannelClock(now);
  const faults = createChannelFaults(vkFaults);
  const methods = createVkMethods({ store, clock, publicUrl, usesGuid: () => !faults.use('guidOff') });

  const add: VkSandbox['add'] = ({ tokens: addedTokens = [], communities: added = [], posts = [], callbacks = [] }) => {
    for (const token of addedTokens) store.put('token', token.token, token);
    for (const community of added) store.put('community', String(community.id), community);
    for (const post of posts) store.put('public', `${post.owner_id}_${post.id}`, post);
    for (const callback of callbacks) store.put('callback', String(callback.group_id), callback);
  };
  add({ tokens, communities });

  const refuse = ({ code, message }: VkError, fields: Record<string, unknown>): ChannelAnswer => {
    const request_params = Object.keys(fields).map((key) => ({ key, value: textField(fields, key) }));
    const captcha = code === 14 ? { captcha_sid: '1', captcha_img: `${publicUrl}/captcha.png` } : {};
    return jsonAnswer(200, { error: { error_code: code, error_msg: message, request_params, ...captcha } });
  };
  const raise = (name: ErrorFault): never => {
    const [code, message] = errors[name];
    throw new VkError(code, message);
  };

  /** One method, with its faults. */
  const run = (name: string, token: VkToken, fields: Record<string, unknown>): unknown => {
    if (faults.use('invalidToken')) raise('invalidToken');
    if (writingMethods.has(name)) {
      const fault = faults.useOne(...(sendingMethods.has(name) ? errorFaults : changeFaults));
      if (fault) raise(fault);
    }
    if (name === 'photos.saveWallPhoto' && faults.use('uploadRefused')) throw new VkError(22, 'Upload error');
    const result = methods.call(name, token, fields);
    if (name === 'photos.getWallUploadServer' && faults.use('foreignUploadUrl'))
      return { ...(result as object), upload_url: 'http://127.0.0.1:9/upload' };
    return result;
  };

  const methodAnswer = (name: string, { fields }: ChannelRequest): ChannelAnswer => {
    try {
      if (textField(fields, 'v') === '') throw new VkError(8, 'Invalid request: v (version) is required');
      const token = store.get('token', textField(fields, 'access_token'));
      if (!token) throw new VkError(5, 'User authorization failed: no access_token passed.');
      if (writingMethods.has(name) && faults.use('hang')) return 'hang';
      if (name === 'execute') {
        const { calls, isList } = readExecuteCode(textField(fields, 'code'));
        const execute_errors: unknown[] = [];
        const results = calls.map(({ method, params }) => {
          try {
            return run(method, token, params);
          } catch (error) {
            if (!(error instanceof VkError)) throw error;
            execute_errors.push({ method, error_code: error.code, error_msg: error.message });
            return false;
          }
        });
        const response = isList ? results : results[0];
        return jsonAnswer(200, { response, ...(execute_errors.length > 0 ? { execute_errors } : {}) });
      }
      const answer = jsonAnswer(200, { response: run(name, token, fields) });
      if (!writingMethods.has(name)) return answer;
      const fault = faults.useOne('postedThenHang', 'postedThenReset', 'postedThenInternal');
      if (fault === 'postedThenHang') return 'hang';
      if (fault === 'postedThenReset') return 'cut';
      return fault === 'postedThenInternal' ? refuse(new VkError(10, 'Internal server error'), fields) : answer;
    } catch (error) {
      if (error instanceof VkError) return refuse(error, fields);
      throw error;
    }
  };

  /** The upload server: the multipart field is `photo`; a refused photo answers `[]`. */
  const uploadAnswer = async ({ url, files }: ChannelRequest): Promise<ChannelAnswer> => {
    const file = files.get('photo');
    const image = file && (await readImage(file.bytes));
    const isFit =
      image &&
      image.bytes <= maxPhoto.bytes &&
      image.width + image.height <= maxPhoto.sides &&
      Math.max(image.width, image.height) / Math.min(image.width, image.height) <= maxPhoto.ratio &&
      image.format !== 'webp';
    if (!file || !isFit) return jsonAnswer(200, { server: 1, photo: '[]', hash: '' });
    const { width, height, format } = image;
    const base64 = file.bytes.toString('base64');
    const hash = methods.keepUpload(Number(url.searchParams.get('group')), {
      type: `image/${format}`,
      base64,
      width,
      height,
    });
    return jsonAnswer(200, { server: 1, photo: JSON.stringify([{ photo: hash.slice(0, 10), sizes: [] }]), hash });
  };

  const answer = (request: ChannelRequest): Promise<ChannelAnswer> | ChannelAnswer => {
    const { pathname } = request.url;
    if (request.method === 'POST' && pathname === '/upload') return uploadAnswer(request);
    const name = /^\/method\/([\w.]+)$/.exec(pathname)?.[1];
    return name === undefined ? jsonAnswer(404, { error: 'not found' }) : methodAnswer(name, request);
  };

  /** Sends an event to the callback address of a community, if it has one. */
  const sendEvent = async (group_id: number, type: string, object: object | null): Promise<DeliveryAnswer[]> => {
    const callback = store.get('callback', String(group_id));
    if (!callback) return [];
    const { url, secret } = callback;
    const envelope = { type, group_id, v: '5.199', ...(secret === '' ? {} : { secret }) };
    return [await deliver(url, JSON.stringify(object === null ? envelope : { ...envelope, object }))];
  };
  const write: VkSandbox['write'] = async (input) => {
    const comment = methods.write(input);
    return { comment, deliveries: await sendEvent(-comment.owner_id, 'wall_reply_new', comment) };
  };
  const message: VkSandbox['message'] = async (input) => {
    const from_id = Number(input.from_id ?? 501);
    const date = Math.floor(clock.now().getTime() / 1000);
    const newMessage = { id: Number(input.id ?? 1), date, from_id, peer_id: from_id, text: textField(input, 'text') };
    const object = { message: { ...newMessage, conversation_message_id: newMessage.id }, client_info: {} };
    return { deliveries: await sendEvent(Number(input.group_id), 'message_new', object) };
  };
  const confirm: VkSandbox['confirm'] = (group_id) => sendEvent(group_id, 'confirmation', null);

  const posts = (): PublishedPost[] =>
    [...store.all('post')].map(({ id, owner_id, date, text, attachments }) => {
      const photo = attachments.map((name) => /^photo(-?\d+_\d+)/.exec(name)?.[1]).find((found) => found !== undefined);
      return {
        id: `${owner_id}_${id}`,
        place: store.get('community', String(-owner_id))?.name ?? String(owner_id),
        at: new Date(date * 1000).toISOString(),
        text,
        image: photo === undefined ? null : `images/${photo}`,
        buttons: [],
      };
    });

  const server = createChannelServer({
    title: 'VK',
    faultNames: vkFaults,
    faults,
    clock,
    answer,
    posts,
    secretFields: ['access_token'],
    image(id) {
      const photo = store.get('photo', id);
      return photo && { type: photo.type, bytes: Buffer.from(photo.base64, 'base64') };
    },
    async control(call, body) {
      if (call === 'POST /incoming' && isJsonObject(body)) {
        try {
          return jsonAnswer(200, await write(body));
        } catch (error) {
          if (error instanceof VkError) return jsonAnswer(400, { error: error.message });
          throw error;
        }
      }
      if (call !== 'PUT /data' || !isJsonObject(body)) return methods.stats.control(call, body);
      add(body as Parameters<typeof add>[0]);
      return jsonAnswer(200, {});
    },
    close: () => store.close(),
  });
  return { ...server, add, write, message, confirm, stats: methods.stats };
}
