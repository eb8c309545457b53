import type { SocialConfig } from '../config.ts';
import type { Channels, PostingChannel } from './channel.ts';
import { createChannelHttp } from './channel-http.ts';
import type { ChannelSearch } from './channel-search.ts';
import { instagramInbox } from './instagram-inbox.ts';
import { maxChannel } from './max.ts';
import { maxInbox } from './max-inbox.ts';
import { maxMetrics } from './max-metrics.ts';
import { maxPosts } from './max-posts.ts';
import { type MetaChannel, metaChannel } from './meta.ts';
import { metaMetrics } from './meta-metrics.ts';
import { metaPosts } from './meta-posts.ts';
import { telegramChannel } from './telegram.ts';
import { telegramInbox } from './telegram-inbox.ts';
import { telegramMetrics } from './telegram-metrics.ts';
import { telegramPosts } from './telegram-posts.ts';
import { threadsInbox } from './threads-inbox.ts';
import { threadsSearch } from './threads-search.ts';
import { vkChannel } from './vk.ts';
import { vkInbox } from './vk-inbox.ts';
import { vkMetrics } from './vk-metrics.ts';
import { vkPosts } from './vk-posts.ts';
import { vkSearch } from './vk-search.ts';

type PostingMeta = MetaChannel & PostingChannel;
export type OpenChannels = Channels & {
  instagram: PostingMeta;
  threads: PostingMeta;
  /** Public posts of those channels that can be searched. */
  searches: { vk: ChannelSearch; threads: ChannelSearch };
};

/** Hosts that VK and MAX name for uploads. */
const vkHosts = ['.vk.com', '.vk.ru', '.userapi.com'];
const maxHosts = ['.oneme.ru', '.okcdn.ru'];

/** The channels, as the operator set them up. `closeChannels` ends their connections. */
export function openChannels(settings: SocialConfig): OpenChannels {
  const http = (name: 'TELEGRAM' | 'VK' | 'INSTAGRAM' | 'THREADS' | 'MAX', uploadHosts: readonly string[] = []) =>
    createChannelHttp({
      baseUrl: settings[`SOCIAL_${name}_API_URL`],
      proxyUrl: settings[`SOCIAL_${name}_PROXY_URL`],
      uploadHosts,
      timeoutMs: settings.SOCIAL_TIMEOUT_MS,
    });
  const [telegram, vk, max] = [http('TELEGRAM'), http('VK', vkHosts), http('MAX', maxHosts)];
  const [instagram, threads] = [http('INSTAGRAM'), http('THREADS')];
  const reader = settings.SOCIAL_VK_SERVICE_TOKEN;
  const [threadsOf, maxOf] = [metaPosts('threads', threads), maxPosts(max)];
  return {
    telegram: {
      ...telegramChannel(telegram),
      posts: telegramPosts(telegram),
      metrics: telegramMetrics(telegram),
      inbox: telegramInbox(telegram),
    },
    vk: {
      ...vkChannel(vk, reader),
      posts: vkPosts(vk, reader),
      metrics: vkMetrics(vk, reader),
      inbox: vkInbox(vk, reader),
    },
    instagram: {
      ...metaChannel('instagram', instagram),
      posts: metaPosts('instagram', instagram),
      metrics: metaMetrics('instagram', instagram),
      inbox: instagramInbox(instagram),
    },
    threads: {
      ...metaChannel('threads', threads),
      posts: threadsOf,
      metrics: metaMetrics('threads', threads),
      inbox: threadsInbox(threads, threadsOf),
    },
    max: { ...maxChannel(max), posts: maxOf, metrics: maxMetrics(max), inbox: maxInbox(max, maxOf) },
    searches: { vk: vkSearch(vk, reader), threads: threadsSearch(threads) },
  };
}

export const closeChannels = ({ searches: _, ...channels }: OpenChannels): Promise<unknown> =>
  Promise.all(Object.values(channels).map((channel) => channel.close()));
