import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import { cleanText, fromSeconds, withinSize } from './channel-inbox.ts';
import type { ChannelSearch } from './channel-search.ts';
import { readVk, vkVersion } from './vk.ts';

const Found = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      owner_id: z.number(),
      /** Who wrote on the wall of `owner_id`. */
      from_id: z.number().optional(),
      date: z.number(),
      text: z.string().default(''),
    }),
  ),
});
/**
 * Posts of each keyword; `execute` takes 25 calls, and a query has 20 keywords. Posts with images are long.
 */
const posts = { whole: 30, short: 5 };

/**
 * Public posts of VK, by `newsfeed.search`.
 * @param serviceToken searches instead of the token of an account
 */
export const vkSearch = (http: ChannelHttp, serviceToken: string | undefined): ChannelSearch => ({
  perDay: null,
  async search({ access_token = '' }, keywords) {
    const token = serviceToken ?? access_token;
    const schema = z.array(z.union([Found, z.literal(false)]));
    const answers = await withinSize(posts, async (count) => {
      const calls = keywords.map((q) => `API.newsfeed.search(${JSON.stringify({ q, count })})`);
      const form = { code: `return [${calls.join(',')}];`, access_token: token, v: vkVersion };
      return readVk(schema, await http.call({ path: '/method/execute', form }), token);
    });
    return answers.flatMap((answer, at) =>
      (answer === false ? [] : answer.items).map(({ id, owner_id, from_id, date, text }) => ({
        remote_id: `${owner_id}_${id}`,
        author_id: String(from_id ?? owner_id),
        text: cleanText(text),
        at: fromSeconds(date),
        url: `https://vk.com/wall${owner_id}_${id}`,
        keyword: keywords[at] ?? '',
      })),
    );
  },
});
