import { z } from 'zod';
import type { ChannelHttp } from './channel-http.ts';
import { cleanText } from './channel-inbox.ts';
import type { ChannelSearch, FoundPost } from './channel-search.ts';
import { MetaComment, metaCalls, metaPath, metaTime } from './meta-inbox.ts';

const Found = z.object({ data: z.array(MetaComment) });
const posts = '30';

/**
 * Public posts of Threads (https://developers.facebook.com/docs/threads/keyword-search); own ones until the
 * app is approved.
 */
export function threadsSearch(http: ChannelHttp): ChannelSearch {
  const ask = metaCalls(http);
  return {
    perDay: 2_200,
    async search({ access_token = '' }, keywords) {
      const foundPosts: FoundPost[] = [];
      for (const keyword of keywords) {
        const query = { q: keyword, search_type: 'RECENT', fields: 'id,text,permalink,timestamp', limit: posts };
        const { data } = await ask(access_token, Found, { path: metaPath('threads', 'keyword_search'), query });
        for (const { id, text, permalink, timestamp } of data) {
          const at = timestamp === undefined ? null : metaTime(timestamp, new Date(0));
          foundPosts.push({
            remote_id: id,
            author_id: null,
            text: cleanText(text),
            url: permalink ?? null,
            at,
            keyword,
          });
        }
      }
      return foundPosts;
    },
  };
}
