import type { OauthChannel } from '@platform/contracts';
import { z } from 'zod';
import type { ChannelCall, ChannelHttp } from './channel-http.ts';
import { cleanName, cleanText, type IncomingItem } from './channel-inbox.ts';
import { metaNetworks, readMeta } from './meta.ts';

/** An id of Meta, which may be longer than a number holds. */
export const metaId = z.union([z.string().max(128), z.number()]).transform(String);

/** A comment of Instagram, or a reply of Threads. */
export const MetaComment = z.object({
  id: metaId,
  text: z.string().default(''),
  username: z.string().optional(),
  timestamp: z.string().optional(),
  permalink: z.string().optional(),
  from: z.object({ id: metaId, username: z.string().optional() }).optional(),
  parent_id: metaId.optional(),
  is_reply_owned_by_me: z.boolean().default(false),
});

export type AskMeta = <S extends z.ZodType>(token: string, schema: S, call: ChannelCall) => Promise<z.output<S>>;

/** Calls of the Graph API of one network. */
export const metaCalls =
  (http: ChannelHttp): AskMeta =>
  async (access_token, schema, call) => {
    const headers = { authorization: `Bearer ${access_token}` };
    return readMeta(schema, await http.call({ method: 'GET', ...call, headers }), access_token);
  };

/** The path of an object of a network. */
export const metaPath = (network: OauthChannel, ...parts: string[]): string =>
  [metaNetworks[network].version, ...parts.map(encodeURIComponent)].join('/');

/** The time of an object; Meta writes the offset without a colon. */
export function metaTime(timestamp: string | undefined, otherwise: Date): Date {
  const at = Date.parse((timestamp ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(at) ? otherwise : new Date(at);
}

/** A comment as an item; nothing without a text. */
export function metaItem(
  comment: z.output<typeof MetaComment>,
  { destination_id, media_id, url, at }: { destination_id: string; media_id: string; url: string | null; at: Date },
): IncomingItem[] {
  const text = cleanText(comment.text);
  if (text === '') return [];
  const name = comment.from?.username ?? comment.username ?? '';
  return [
    {
      destination_id,
      remote_id: comment.id,
      kind: 'comment',
      text,
      at,
      author: { name: cleanName(name), id: comment.from?.id ?? null },
      post_remote_id: media_id,
      target: { comment_id: comment.id, media_id },
      url: comment.permalink ?? url,
    },
  ];
}
