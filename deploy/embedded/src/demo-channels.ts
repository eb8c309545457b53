import type { RequestListener } from 'node:http';
import {
  createChannelsPage,
  createInstagramSandbox,
  createMaxSandbox,
  createTelegramSandbox,
  createThreadsSandbox,
  createVkSandbox,
  type MaxSandbox,
  type MetaSandbox,
  type TelegramSandbox,
  type VkSandbox,
} from '@platform/sandbox';

/** The application of the platform at the emulated networks of Meta. */
export const metaClient = { id: 'demo-social', secret: 'demo_social_secret' };

const botId = 7_000_001;
const communityId = 900_001;
const maxBotId = 800_001;
const metaUserId = '17841400000000001';

/** Credentials of the demo channels: what an administrator enters for an account. */
export const demoChannelCredentials = {
  telegram: { bot_token: `${botId}:AAdemo_bot_token_of_the_sandbox`, chat_id: '-1001000000001' },
  vk: { access_token: 'vk1.a.demo_user_token', owner_id: `-${communityId}` },
  instagram: { access_token: 'IGAAdemo_token', user_id: metaUserId },
  threads: { access_token: 'THAAdemo_token', user_id: metaUserId },
  max: { access_token: 'max_demo_token', chat_id: '-70000001' },
} as const;

export interface DemoChannels {
  telegram: TelegramSandbox;
  vk: VkSandbox;
  instagram: MetaSandbox;
  threads: MetaSandbox;
  max: MaxSandbox;
}

/** Path of an emulated channel below the address of the sandboxes. */
export const channelPath = (channel: keyof DemoChannels): string => `/sandbox/${channel}`;

export interface DemoChannelsOptions {
  /** Address of the sandboxes for services; uploads are sent to it. */
  internalUrl: string;
  /** Address of the API, to which Meta redirects after a consent. */
  apiUrl: string;
  dataDir?: string;
}

/** Opens the five emulated channels, each with a demo channel or wall for posts. */
export function openDemoChannels({ internalUrl, apiUrl, dataDir }: DemoChannelsOptions): DemoChannels {
  const storage = dataDir === undefined ? {} : { dataDir: `${dataDir}/channels` };
  const publicUrl = (channel: keyof DemoChannels) => internalUrl + channelPath(channel);
  const credentials = demoChannelCredentials;
  const telegram = createTelegramSandbox({
    ...storage,
    bots: [{ token: credentials.telegram.bot_token, id: botId, username: 'demo_platform_bot' }],
    chats: [
      {
        id: Number(credentials.telegram.chat_id),
        type: 'channel',
        title: 'Demo',
        username: 'demo_platform',
        member_count: 120,
        bots: { [botId]: 'administrator' },
      },
    ],
  });
  const vk = createVkSandbox({
    ...storage,
    publicUrl: publicUrl('vk'),
    tokens: [{ token: credentials.vk.access_token, kind: 'user', owner_id: 1 }],
    communities: [{ id: communityId, name: 'Demo', screen_name: 'demo_platform', members_count: 120 }],
  });
  const max = createMaxSandbox({
    ...storage,
    publicUrl: publicUrl('max'),
    bots: [{ token: credentials.max.access_token, user_id: maxBotId, name: 'Demo', username: 'demo_platform_bot' }],
    chats: [
      {
        chat_id: Number(credentials.max.chat_id),
        type: 'channel',
        title: 'Demo',
        participants_count: 120,
        bots: { [maxBotId]: ['read_all_messages', 'write', 'post_edit_delete_message'] },
      },
    ],
  });
  const meta = (network: 'instagram' | 'threads') => {
    const redirectUris = [`${apiUrl}/v1/social/oauth/${network}/callback`];
    const options = {
      ...storage,
      client: { ...metaClient, redirectUris },
      users: [{ user_id: metaUserId, username: 'demo_platform' }],
    };
    const sandbox = network === 'instagram' ? createInstagramSandbox(options) : createThreadsSandbox(options);
    sandbox.add({ tokens: [{ token: credentials[network].access_token, user_id: metaUserId }] });
    return sandbox;
  };
  return { telegram, vk, instagram: meta('instagram'), threads: meta('threads'), max };
}

/** Display names of the channels. */
export const channelTitles: Record<keyof DemoChannels, string> = {
  telegram: 'Telegram',
  vk: 'VK',
  instagram: 'Instagram',
  threads: 'Threads',
  max: 'MAX',
};

/** The page that leads to the posts of each channel, below the address of the sandboxes. */
export const channelsPath = '/sandbox/channels';

/** The handlers of the channels by their path, and of the page that leads to them. */
export function channelMounts(channels: DemoChannels): (readonly [string, RequestListener])[] {
  const names = Object.keys(channels) as (keyof DemoChannels)[];
  const shown = names.map((name) => [
    channelPath(name),
    { title: channelTitles[name], posts: () => channels[name].posts() },
  ]);
  return [
    [channelsPath, createChannelsPage(Object.fromEntries(shown))],
    ...names.map((name) => [channelPath(name), channels[name].handler] as const),
  ];
}

/** Ends the channels. */
export function stopChannels(channels: DemoChannels): void {
  for (const channel of Object.values(channels)) channel.stop();
}
