import { storageConfig } from '@platform/runtime';
import { z } from 'zod';

const base = (address: string) => z.url({ protocol: /^https?$/ }).default(address);
const proxy = (name: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(`Proxy for calls to ${name}, for networks that cannot reach it`);

export const socialConfig = z.object({
  ...storageConfig,
  SOCIAL_MAX: z.enum(['on', 'off']).default('off').describe('Whether accounts of the messenger MAX can be created'),
  SOCIAL_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe('Maximum duration of one call to a channel, in milliseconds'),
  SOCIAL_PUBLISHER: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether this process publishes due posts by itself; with `off`, the tick and other processes publish them',
    ),
  SOCIAL_INBOX: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether the platform fetches comments and messages and runs listening queries by itself; `off` if another system reads the updates of the bots',
    ),
  SOCIAL_TELEGRAM_API_URL: base('https://api.telegram.org').describe('Base address of the Telegram Bot API'),
  SOCIAL_TELEGRAM_PROXY_URL: proxy('Telegram'),
  SOCIAL_VK_API_URL: base('https://api.vk.com').describe('Base address of the VK API'),
  SOCIAL_VK_PROXY_URL: proxy('VK'),
  SOCIAL_VK_SERVICE_TOKEN: z
    .string()
    .min(8)
    .optional()
    .describe('Service token of VK, which reads walls that the token of an account may not read'),
  SOCIAL_MAX_API_URL: base('https://platform-api2.max.ru').describe('Base address of the bot API of MAX'),
  SOCIAL_MAX_PROXY_URL: proxy('MAX'),
  SOCIAL_INSTAGRAM_API_URL: base('https://graph.instagram.com').describe('Base address of the Instagram API'),
  SOCIAL_INSTAGRAM_PROXY_URL: proxy('Instagram'),
  SOCIAL_INSTAGRAM_AUTHORIZE_URL: base('https://www.instagram.com/oauth/authorize').describe(
    'Address where administrators grant access to Instagram',
  ),
  SOCIAL_INSTAGRAM_OAUTH_URL: base('https://api.instagram.com').describe('Base address of `/oauth/access_token`'),
  SOCIAL_INSTAGRAM_CLIENT_ID: z.string().optional().describe('OAuth client id for Instagram'),
  SOCIAL_INSTAGRAM_CLIENT_SECRET: z.string().optional().describe('OAuth client secret for Instagram'),
  SOCIAL_INSTAGRAM_REDIRECT_URI: z
    .url()
    .optional()
    .describe('Registered redirect URI; `{PUBLIC_API_URL}/v1/social/oauth/instagram/callback` when absent'),
  SOCIAL_THREADS_API_URL: base('https://graph.threads.net').describe('Base address of the Threads API'),
  SOCIAL_THREADS_PROXY_URL: proxy('Threads'),
  SOCIAL_THREADS_AUTHORIZE_URL: base('https://www.threads.net/oauth/authorize').describe(
    'Address where administrators grant access to Threads',
  ),
  SOCIAL_THREADS_OAUTH_URL: base('https://graph.threads.net').describe('Base address of `/oauth/access_token`'),
  SOCIAL_THREADS_CLIENT_ID: z.string().optional().describe('OAuth client id for Threads'),
  SOCIAL_THREADS_CLIENT_SECRET: z.string().optional().describe('OAuth client secret for Threads'),
  SOCIAL_THREADS_REDIRECT_URI: z
    .url()
    .optional()
    .describe('Registered redirect URI; `{PUBLIC_API_URL}/v1/social/oauth/threads/callback` when absent'),
  SOCIAL_OAUTH_PKCE: z
    .enum(['on', 'off'])
    .default('off')
    .describe('PKCE (RFC 7636) for Instagram and Threads, which do not document it'),
  SOCIAL_OAUTH_RETURN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Redirect address of the browser after the page of the network; without it a page shows the confirmation code',
    ),
});
export type SocialConfig = z.output<typeof socialConfig>;
