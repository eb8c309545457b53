import type { SocialConfig } from '../config.ts';
import type { Channels } from './channel.ts';
import { createChannelHttp } from './channel-http.ts';
import { maxChannel } from './max.ts';
import { type MetaChannel, metaChannel } from './meta.ts';
import { telegramChannel } from './telegram.ts';
import { vkChannel } from './vk.ts';

export type OpenChannels = Channels & { instagram: MetaChannel; threads: MetaChannel };

/** Hosts that VK and MAX name for uploads. */
const vkHosts = ['.vk.com', '.vk.ru', '.userapi.com'];
const maxHosts = ['.oneme.ru', '.okcdn.ru'];

/** The channels, as the operator set them up. `closeChannels` ends their connections. */
export function openChannels(settings: SocialConfig): OpenChannels {
  const http = (name: 'TELEGRAM' | 'VK' | 'INSTAGRAM' | 'THREADS' | 'MAX', uploadHosts: readonly string[] = []) =>
    createChannelHttp({
      ...{ baseUrl: settings[`SOCIAL_${name}_API_URL`], proxyUrl: settings[`SOCIAL_${name}_PROXY_URL`], uploadHosts },
      timeoutMs: settings.SOCIAL_TIMEOUT_MS,
    });
  return {
    telegram: telegramChannel(http('TELEGRAM')),
    vk: vkChannel(http('VK', vkHosts), settings.SOCIAL_VK_SERVICE_TOKEN),
    instagram: metaChannel('instagram', http('INSTAGRAM')),
    threads: metaChannel('threads', http('THREADS')),
    max: maxChannel(http('MAX', maxHosts)),
  };
}

export const closeChannels = (channels: Channels): Promise<unknown> =>
  Promise.all(Object.values(channels).map((channel) => channel.close()));
