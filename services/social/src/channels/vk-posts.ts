import { z } from 'zod';
import { ChannelError } from './channel-error.ts';
import type { ChannelHttp } from './channel-http.ts';
import { type ChannelPosts, comparable, earliest, isKnown, type PostImage } from './channel-posts.ts';
import { readVk, type VkCall, vkVersion } from './vk.ts';

const Upload = z.object({ server: z.union([z.number(), z.string()]), photo: z.string(), hash: z.string() });
const Photo = z.object({ id: z.number(), owner_id: z.number() });
const Posts = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      date: z.number(),
      text: z.string(),
      attachments: z.array(z.object({ type: z.string(), photo: Photo.optional() })).default([]),
    }),
  ),
});
/** What each method gives the steps after it. */
const results: Record<string, z.ZodType<Record<string, unknown>>> = {
  'photos.getWallUploadServer': z.object({ upload_url: z.string() }),
  'photos.saveWallPhoto': z
    .tuple([Photo], Photo)
    .transform(([{ owner_id, id }]) => ({ attachment: `photo${owner_id}_${id}` })),
  'wall.post': z.object({ post_id: z.number() }),
};
const pageSize = 100;
const maxPages = 5;

/**
 * Posts of walls of VK communities.
 * @param serviceToken reads walls where the token of an account may not
 */
export function vkPosts(http: ChannelHttp, serviceToken: string | undefined): ChannelPosts {
  const ask = async <S extends z.ZodType>({
    token,
    method,
    schema,
    params,
    notAfter = null,
  }: VkCall<S>): Promise<z.output<S>> => {
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const form = { ...texts, access_token: token, v: vkVersion };
    return readVk(schema, await http.call({ path: `/method/${method}`, form, notAfter }), token);
  };

  const upload = async (url: string, image: PostImage | null) => {
    if (image === null) throw new ChannelError('media', 'no_image', 'the image of the post is gone');
    const { status, json } = await http.upload(url, 'photo', { ...image, type: 'image/jpeg' });
    const read = Upload.safeParse(json).data;
    if (status >= 500 || !read) throw new ChannelError('server', String(status), `the upload answered ${status}`);
    if (read.photo === '[]') throw new ChannelError('media', 'upload', 'VK refused the image');
    return read;
  };

  return {
    async send({ credentials: { access_token: token = '' }, destination, request, image, notAfter }) {
      if (!request.path.startsWith('/method/')) return { gives: await upload(request.path, image), post: null };
      const method = request.path.slice('/method/'.length);
      const schema = results[method] ?? z.never();
      const gives = await ask({ token, method, schema, params: request.body, notAfter });
      if (method !== 'wall.post') return { gives, post: null };
      const id = String(gives.post_id);
      return { gives, post: { id, url: `https://vk.com/wall${destination.id}_${id}` } };
    },
    async find(sought) {
      const { credentials, destination, text, sentAt } = sought;
      const token = serviceToken ?? credentials.access_token ?? '';
      for (let page = 0; page < maxPages; page += 1) {
        const params = { owner_id: destination.id, count: pageSize, offset: page * pageSize, filter: 'owner' };
        const wall = await ask({ token, method: 'wall.get', schema: Posts, params }).catch((error: unknown) => {
          const isCommunity = error instanceof ChannelError && error.code === '27' && serviceToken === undefined;
          if (isCommunity) return null;
          throw error;
        });
        if (wall === null) return { kind: 'unprovable', why: 'a community token reads no wall (error 27)' };
        const recent = wall.items.filter(({ date }) => date * 1_000 >= earliest(sentAt));
        const post = recent.find(
          (candidate) => !isKnown(sought, String(candidate.id)) && comparable(candidate.text) === comparable(text),
        );
        if (post)
          return {
            kind: 'found',
            post: { id: String(post.id), url: `https://vk.com/wall${destination.id}_${post.id}` },
          };
        // A pinned post comes first, also when it is old.
        if (recent.length < pageSize - 1) return { kind: 'absent' };
      }
      return { kind: 'unprovable', why: 'too many newer posts are on the wall' };
    },
    containers: null,
    async edit({ credentials: { access_token: token = '' }, destination, id, notAfter }, request) {
      // A post that is edited without its photo loses it.
      const posts = `${destination.id}_${id}`;
      const { items } = await ask({ token, method: 'wall.getById', schema: Posts, params: { posts } });
      const photos = (items[0]?.attachments ?? []).flatMap(({ photo }) =>
        photo ? [`photo${photo.owner_id}_${photo.id}`] : [],
      );
      const attachments = photos.length === 0 ? {} : { attachments: photos.join(',') };
      const params = { owner_id: destination.id, post_id: id, message: request.body.message, ...attachments };
      await ask({ token, method: 'wall.edit', schema: z.unknown(), params, notAfter });
    },
    async remove({ credentials: { access_token: token = '' }, destination, id, notAfter }) {
      const params = { owner_id: destination.id, post_id: id };
      const posts = `${destination.id}_${id}`;
      const { items } = await ask({ token, method: 'wall.getById', schema: Posts, params: { posts } });
      if (items.length > 0) await ask({ token, method: 'wall.delete', schema: z.unknown(), params, notAfter });
    },
  };
}
