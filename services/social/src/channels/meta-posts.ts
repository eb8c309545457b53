import type { OauthChannel } from '@platform/contracts';
import { z } from 'zod';
import { ChannelError } from './channel-error.ts';
import type { ChannelCall, ChannelHttp } from './channel-http.ts';
import { type ChannelPosts, comparable, earliest, isKnown, type RemotePost, type Sought } from './channel-posts.ts';
import { metaNetworks, readMeta } from './meta.ts';

const Made = z.object({ id: z.union([z.string(), z.number()]).transform(String) });
const Status = z.object({ status: z.string().default(''), status_code: z.string().optional() });
const Quota = z.object({
  data: z
    .array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() }))
    .default([]),
});
const Media = z.object({
  data: z.array(
    z.object({
      id: Made.shape.id,
      permalink: z.string().optional(),
      timestamp: z.string().default(''),
      caption: z.string().optional(),
      text: z.string().optional(),
    }),
  ),
});
const shownPosts = '100';

/** Posts of Instagram and Threads: a container is made, and published when it is finished. */
export function metaPosts(network: OauthChannel, http: ChannelHttp): ChannelPosts {
  const { version, quota } = metaNetworks[network];
  const isInstagram = network === 'instagram';
  const ask = async <S extends z.ZodType>(access_token: string, schema: S, call: ChannelCall): Promise<z.output<S>> => {
    const headers = { authorization: `Bearer ${access_token}` };
    return readMeta(schema, await http.call({ method: 'GET', ...call, headers }), access_token);
  };

  /** The address of a post. The post is there already: a failure here changes nothing of it. */
  const permalinkOf = async (access_token: string, id: string): Promise<string | null> => {
    const call = { path: `${version}/${id}`, query: { fields: 'id,permalink' } };
    const read = ask(access_token, z.object({ permalink: z.string().optional() }), call);
    return (await read.catch(() => null))?.permalink ?? null;
  };

  const state: NonNullable<ChannelPosts['containers']>['state'] = async ({ access_token = '' }, id) => {
    const fields = isInstagram ? 'status_code,status' : 'status,error_message';
    const { status, status_code } = await ask(access_token, Status, { path: `${version}/${id}`, query: { fields } });
    const code = (isInstagram ? status_code : status) ?? '';
    if (code === 'FINISHED') return 'finished';
    if (code === 'PUBLISHED') return 'published';
    // A container that failed may have no code, and a text instead.
    return code === 'ERROR' || code === 'EXPIRED' || status.startsWith('Error') ? 'lost' : 'in_progress';
  };

  /** The post of a published container: by its text and time, and never just the newest. */
  const findPost = async (sought: Sought): Promise<RemotePost> => {
    const { credentials, destination, text, sentAt } = sought;
    const query = { fields: `id,permalink,timestamp,${isInstagram ? 'caption' : 'text'}`, limit: shownPosts };
    const path = `${version}/${destination.id}/${isInstagram ? 'media' : 'threads'}`;
    const { data } = await ask(credentials.access_token ?? '', Media, { path, query });
    const post = data.find(
      ({ id, timestamp, caption, text: threadText }) =>
        !isKnown(sought, id) &&
        Date.parse(timestamp.replace(/\+0000$/, 'Z')) >= earliest(sentAt) &&
        comparable(caption ?? threadText ?? '') === comparable(text),
    );
    return { id: post?.id ?? null, url: post?.permalink ?? null };
  };

  return {
    async send({ credentials: { access_token = '' }, request, notAfter }) {
      const fields = Object.entries(request.body).map(([name, value]): [string, string] => [name, String(value)]);
      const call: ChannelCall = { method: 'POST', path: request.path, form: Object.fromEntries(fields), notAfter };
      const { id } = await ask(access_token, Made, call);
      if (request.step !== 'publish') return { gives: { container: id }, post: null };
      return { gives: {}, post: { id, url: await permalinkOf(access_token, id) } };
    },
    async find(sought) {
      if (sought.containerId === null) throw new ChannelError('content', 'no_container', 'no container is known');
      const reached = await state(sought.credentials, sought.containerId);
      if (reached === 'published') return { kind: 'found', post: await findPost(sought) };
      return { kind: reached === 'lost' ? 'absent' : 'again' };
    },
    containers: {
      state,
      async left({ access_token = '' }, destination) {
        const query = { fields: 'quota_usage,config' };
        const { data } = await ask(access_token, Quota, { path: `${version}/${destination.id}/${quota}`, query });
        const [first] = data;
        return first?.config ? first.config.quota_total - first.quota_usage : null;
      },
    },
    edit: null,
    remove: isInstagram
      ? null
      : async ({ credentials: { access_token = '' }, id, notAfter }) => {
          const call = { method: 'DELETE', path: `${version}/${id}`, notAfter } as const;
          await ask(access_token, z.unknown(), call).catch((error: unknown) => {
            // An object that is gone: code 100, subcode 33.
            if (!(error instanceof ChannelError && error.code === '100/33')) throw error;
          });
        },
  };
}
