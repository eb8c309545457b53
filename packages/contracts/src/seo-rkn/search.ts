import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { ConnectionConfirmation, HttpUrl, Timestamp, text } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { seoFeature } from './feature.ts';

/** Search consoles of Google and Yandex: what people searched for when they saw the site. */

export const SearchProvider = z.enum(['google', 'yandex']);
export type SearchProvider = z.output<typeof SearchProvider>;

export const SearchConnectionState = z.enum([
  'not_configured',
  'disconnected',
  'connected',
  'no_property',
  'needs_reconnect',
]);

const mode = z
  .enum(['callback', 'code'])
  .describe(
    '`callback`: the provider redirects the browser back; `code`: the provider shows a code that the administrator copies',
  );
const redirectUri = z
  .string()
  .describe('The redirect URI of the authorization request, to be registered at the provider')
  .meta({ example: 'https://api.example.com/v1/cms/seo/oauth/google/callback' });

export const SearchProperty = z
  .object({
    id: z.string().describe('Name at the provider').meta({ example: 'sc-domain:notes.example.com' }),
    url: z.string().describe('Address, readable').meta({ example: 'https://notes.example.com/' }),
    is_verified: z.boolean().describe('Whether the account has verified the ownership of the site'),
  })
  .meta({ id: 'SearchProperty' });

export const SearchConsole = z
  .object({
    provider: SearchProvider.describe('Provider'),
    state: SearchConnectionState.describe(
      '`not_configured`: the platform has no client id and secret; `no_property`: no item of `properties` is chosen; `needs_reconnect`: the provider refuses the stored access',
    ),
    mode: mode.describe('How it is connected'),
    redirect_uri: redirectUri,
    properties: z.array(SearchProperty).describe('Properties of the account, 1000 at most'),
    property: z.string().nullable().describe('Selected property'),
    is_syncing: z.boolean().describe('Whether a sync waits or runs'),
    last_sync_at: Timestamp.nullable().describe('Time of the last sync of keywords'),
    last_sync_rows: z.int().nullable().describe('Keywords of the last sync'),
    last_error: z
      .enum([
        'quota_exceeded',
        'property_forbidden',
        'client_refused',
        'scope_missing',
        'unreachable',
        'access_refused',
        'renewal_lost',
      ])
      .nullable()
      .describe(
        'Reason why the last sync failed; it is tried again. `access_refused` and `renewal_lost` require a new connection: the provider refuses the access, or a renewed token was lost before it was stored',
      ),
    recrawl_quota: z
      .object({
        daily: z.int().describe('Daily quota of pages for recrawl requests'),
        left: z.int().describe('Remaining quota today'),
      })
      .nullable()
      .describe('Recrawl quota of Yandex at the last sync; null if it is not known'),
    connected_by: z.string().nullable().describe('Administrator'),
    connected_at: Timestamp.nullable().describe('When it was connected'),
  })
  .meta({ id: 'SearchConsole', description: 'A search console of a site. Its tokens are never shown' });

/** What the audit log stores of a search console. */
const auditedConsole = SearchConsole.omit({ properties: true, recrawl_quota: true });

const SearchConsoles = z
  .object({ consoles: z.array(SearchConsole).describe('One for each provider') })
  .meta({ id: 'SearchConsoles' });

const started = {
  provider: SearchProvider.describe('Provider'),
  mode,
  redirect_uri: redirectUri,
  expires_at: Timestamp.describe('Time limit for the completion'),
};
const StartedConnection = z
  .object({
    ...started,
    authorize_url: z
      .string()
      .describe('Address at which the administrator allows the access')
      .meta({ example: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code' }),
  })
  .meta({ id: 'StartedSearchConnection' });

const ProviderParams = SiteIdParams.extend({
  provider: SearchProvider.describe('Provider').meta({ resource: 'nothing' }),
});
const path = '/v1/cms/sites/{site_id}/seo/search';

const callback = { auth: 'none', rate: 'public_ip', produces: 'html', repeatable: false } as const;
const callbackQuery = z.object({
  state: z.string().max(512).optional().describe('State of the authorization request'),
  code: z.string().max(2048).optional().describe('Code of the provider'),
  error: z.string().max(256).optional().describe('Error of the provider instead of a code'),
});
const callbackErrors = ['oauth_state_invalid', 'oauth_denied', 'service_unavailable'] as const;

export const seoSearchEndpoints = seoFeature({
  getSearchConsoles: endpoint({
    ...admin,
    method: 'GET',
    path,
    summary: 'Read the search consoles of a site',
    params: SiteIdParams,
    response: SearchConsoles,
    errors: ['site_not_found'],
  }),
  connectSearchConsole: endpoint({
    ...adminWrites,
    method: 'POST',
    path: `${path}/connect/{provider}`,
    repeatable: true,
    summary: 'Start the connection of a search console',
    description:
      'The administrator opens `authorize_url` and allows the access within ten minutes. With `mode: callback`, the browser is redirected to `redirect_uri`, and from there to `return_url` with `search` (the provider), `result` (`confirm` or an error code) and, in the fragment, `confirmation_code`. Without `return_url`, a page shows the site, the administrator and the confirmation code. `POST …/search/connect/{provider}/confirm` with this code finishes the connection. With `mode: code`, the code is sent to `POST …/search/connect/yandex/code`. `return_url` must be at the address of the API or at an origin in `ADMIN_APP_ORIGINS`.',
    params: ProviderParams,
    body: z
      .strictObject({
        return_url: HttpUrl.nullable().default(null).describe('Address to which the browser is finally redirected'),
      })
      .meta({ id: 'SearchConnectionStart', example: { return_url: null } }),
    response: StartedConnection,
    audit: z.object(started),
    errors: ['site_not_found', 'platform_oauth_missing'],
  }),
  enterYandexSearchCode: endpoint({
    ...adminWrites,
    method: 'POST',
    path: `${path}/connect/yandex/code`,
    summary: 'Finish the connection of Yandex Webmaster with the code of its page',
    description:
      'The code is valid once, for the administrator and the site of the started connection. A mistyped code may be entered again within the ten minutes, with five attempts in all.',
    timeoutSeconds: 60,
    params: SiteIdParams,
    body: z
      .strictObject({
        code: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9_-]{4,64}$/, 'has to be 4 to 64 letters, digits, dashes and underscores')
          .describe('The code; surrounding blanks are removed')
          .meta({ resource: 'yandex_search_code', example: 'k4n2x8p1q9w7e3r5' }),
      })
      .meta({ id: 'SearchCode' }),
    response: SearchConsole,
    audit: auditedConsole,
    errors: ['site_not_found', 'platform_oauth_missing', 'oauth_code_invalid', 'service_unavailable'],
  }),
  confirmSearchConsole: endpoint({
    ...adminWrites,
    method: 'POST',
    path: `${path}/connect/{provider}/confirm`,
    summary: 'Finish the connection of a search console in mode `callback`',
    description:
      'Only the administrator or API key that started the connection can finish it, within ten minutes, with five codes at most. The code of the provider is valid once: after another error than `confirmation_code_invalid`, start again.',
    timeoutSeconds: 60,
    params: ProviderParams,
    body: ConnectionConfirmation,
    response: SearchConsole,
    audit: auditedConsole,
    errors: [
      'site_not_found',
      'platform_oauth_missing',
      'confirmation_code_invalid',
      'oauth_denied',
      'oauth_code_invalid',
      'service_unavailable',
    ],
  }),
  finishGoogleSearch: endpoint({
    ...callback,
    method: 'GET',
    path: '/v1/cms/seo/oauth/google/callback',
    summary: 'Redirect URI for Google',
    description: 'Nothing is connected yet: the connection waits for `confirmSearchConsole`.',
    query: callbackQuery,
    errors: callbackErrors,
  }),
  finishYandexSearch: endpoint({
    ...callback,
    method: 'GET',
    path: '/v1/cms/seo/oauth/yandex/callback',
    summary: 'Redirect URI for Yandex',
    description:
      'Nothing is connected yet: the connection waits for `confirmSearchConsole`. Without `YANDEX_SEARCH_REDIRECT_URI`, this address does not exist (`not_found`).',
    query: callbackQuery,
    errors: [...callbackErrors, 'not_found'],
  }),
  setSearchProperty: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: `${path}/{provider}/property`,
    summary: 'Choose the property of the account for this site',
    description: 'Keywords of a previously chosen property are removed.',
    params: ProviderParams,
    body: z
      .strictObject({
        property: text(2048)
          .describe('`id` of one of `properties`')
          .meta({ resource: 'search_property', example: 'sc-domain:notes.example.com' }),
      })
      .meta({ id: 'SearchPropertyPut' }),
    response: SearchConsole,
    audit: auditedConsole,
    errors: ['site_not_found', 'search_not_connected'],
  }),
  syncSearchConsole: endpoint({
    ...admin,
    method: 'POST',
    path: `${path}/{provider}/sync`,
    status: 202,
    repeatable: true,
    summary: 'Sync the properties of the account and the keywords of 28 days',
    description:
      'The sync runs in the background; `is_syncing` is false when it is done. It also runs automatically once a day.',
    params: ProviderParams,
    response: SearchConsole,
    audit: auditedConsole,
    errors: ['site_not_found', 'search_not_connected', 'search_property_missing'],
  }),
  disconnectSearchConsole: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: `${path}/{provider}`,
    summary: 'Disconnect a search console',
    description:
      'The tokens and keywords are removed. Google revokes the access; at Yandex, the access stays until the account owner removes it in Yandex ID. Without a connection, the call changes nothing. It is undone by connecting it again, with another consent at the provider.',
    params: ProviderParams,
    response: SearchConsole,
    audit: auditedConsole,
    errors: ['site_not_found'],
  }),
});
