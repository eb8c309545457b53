import { z } from 'zod';
import type { Channel, Verified } from './channel.ts';
import { ChannelError, type ChannelErrorKind, cleanMessage } from './channel-error.ts';
import { channelFacts, credentialFields } from './channel-facts.ts';
import type { ChannelHttp, ChannelReply } from './channel-http.ts';
import type { Credentials } from './credentials.ts';

/** The version of the API that is spoken (https://dev.vk.com/en/reference/versions). */
export const vkVersion = '5.199';

/**
 * Classes of errors by their code (https://dev.vk.com/en/reference/errors); every other code is `content`.
 */
const kinds: Record<number, ChannelErrorKind> = {
  1: 'server',
  10: 'server',
  6: 'throttled',
  9: 'throttled',
  29: 'throttled',
  5: 'auth',
  27: 'auth',
  28: 'auth',
  1051: 'auth',
  214: 'quota',
  22: 'media',
};
/** Flood control and the rate limit of a day hold for long. */
const hourMs = 3_600_000;

const Failure = z.object({ error: z.object({ error_code: z.number(), error_msg: z.string().default('') }) });

/** One call of a method of the VK API. */
export interface VkCall<S extends z.ZodType> {
  token: string;
  method: string;
  /** The form of the result. */
  schema: S;
  params: Record<string, unknown>;
  /** Time of `performance.now()` after which it is not written any more. */
  notAfter?: number | null;
}

/**
 * Reads an answer of the VK API, which comes with status 200 for errors, too.
 * @throws ChannelError
 */
export function readVk<S extends z.ZodType>(schema: S, { status, json }: ChannelReply, token: string): z.output<S> {
  const failure = Failure.safeParse(json).data;
  if (failure) {
    const { error_code, error_msg } = failure.error;
    const message = cleanMessage(error_msg, [token]);
    const retryAfterMs = error_code === 9 || error_code === 29 ? hourMs : error_code === 6 ? 1_000 : null;
    throw new ChannelError(kinds[error_code] ?? 'content', String(error_code), message, { retryAfterMs });
  }
  const body = z.object({ response: z.unknown() }).safeParse(json).data;
  const result = schema.safeParse(body?.response);
  if (status === 200 && body && result.success) return result.data;
  // An answer that is none of the API says nothing of what became of the call.
  throw new ChannelError('server', String(status), `VK answered ${status} with a body that its API does not describe`);
}

/**
 * Walls of VK communities.
 * @param serviceToken reads posts where the token of the account does not
 */
export function vkChannel(http: ChannelHttp, serviceToken: string | undefined): Channel {
  const ask = async <S extends z.ZodType>(
    token: string,
    method: string,
    schema: S,
    params: Record<string, string> = {},
  ): Promise<z.output<S>> => {
    const form = { ...params, access_token: token, v: vkVersion };
    return readVk(schema, await http.call({ path: `/method/${method}`, form }), token);
  };
  const Groups = z.object({
    groups: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        screen_name: z.string().default(''),
        is_admin: z.number().default(0),
        members_count: z.number().optional(),
      }),
    ),
  });

  const verify = async ({ access_token = '', owner_id = '' }: Credentials): Promise<Verified> => {
    const users = await ask(access_token, 'users.get', z.array(z.object({ id: z.number() })));
    const isUser = users.length > 0;
    const group_id = owner_id.slice(1);
    // It fails with 1051 for a token of VK ID, and without the right to photos.
    if (isUser)
      await ask(access_token, 'photos.getWallUploadServer', z.object({ upload_url: z.string() }), { group_id });
    // Without an id VK answers the community of the token; a service token has none.
    const groupParam: Record<string, string> = isUser ? { group_id } : {};
    const { groups } = await ask(access_token, 'groups.getById', Groups, { ...groupParam, fields: 'members_count' });
    const group = groups.find(({ id }) => String(id) === group_id);
    if (!group) throw new ChannelError('auth', 'rights', 'the token belongs to another community');
    if (isUser && group.is_admin !== 1)
      throw new ChannelError('auth', 'rights', 'the user is not an administrator of the community');
    return {
      remote: {
        id: owner_id,
        title: group.name,
        url: `https://vk.com/${group.screen_name || `club${group_id}`}`,
        is_group: false,
      },
      // A community token uploads and reads nothing (error 27).
      abilities: { photos: isUser, reads_posts: isUser || serviceToken !== undefined, edits: isUser, deletes: isUser },
      members: group.members_count ?? null,
    };
  };

  return {
    facts: channelFacts.vk,
    destinationField: 'owner_id',
    secretFields: ['access_token'],
    ...credentialFields(channelFacts.vk),
    verify,
    refresh: null,
    close: () => http.close(),
  };
}
