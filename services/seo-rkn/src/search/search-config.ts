import { List } from '@platform/runtime';
import { z } from 'zod';

const base = (address: string) => z.url({ protocol: /^https?$/ }).default(address);

/** Settings of the search consoles. */
export const searchConfig = {
  GOOGLE_SEARCH_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client id for Google Search Console; without id and secret it cannot be connected'),
  GOOGLE_SEARCH_CLIENT_SECRET: z.string().optional().describe('OAuth client secret for Google Search Console'),
  GOOGLE_SEARCH_REDIRECT_URI: z
    .url()
    .optional()
    .describe('Registered redirect URI; `{PUBLIC_API_URL}/v1/cms/seo/oauth/google/callback` when absent'),
  GOOGLE_SEARCH_AUTHORIZE_URL: base('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'Address where administrators grant access to Google Search Console',
  ),
  GOOGLE_SEARCH_OAUTH_URL: base('https://oauth2.googleapis.com').describe('Base address of `/token` and `/revoke`'),
  GOOGLE_SEARCH_API_URL: base('https://www.googleapis.com/webmasters/v3').describe(
    'Base address of the Google Search Console API',
  ),
  YANDEX_SEARCH_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client id for Yandex Webmaster; without id and secret it cannot be connected'),
  YANDEX_SEARCH_CLIENT_SECRET: z.string().optional().describe('OAuth client secret for Yandex Webmaster'),
  YANDEX_SEARCH_REDIRECT_URI: z
    .url()
    .optional()
    .describe('Registered redirect URI; without it Yandex shows a code that the administrator copies'),
  YANDEX_SEARCH_OAUTH_URL: base('https://oauth.yandex.ru').describe(
    'Base address of `/authorize`, `/token` and `/verification_code`',
  ),
  YANDEX_SEARCH_API_URL: base('https://api.webmaster.yandex.net/v4').describe(
    'Base address of the Yandex Webmaster API',
  ),
  ADMIN_APP_ORIGINS: List.pipe(
    z.array(z.string().refine((origin) => URL.parse(origin)?.origin === origin, 'an origin, `https://example.com`')),
  ).describe('Origins of pages of administrators: `return_url` of a connection may point there'),
};
