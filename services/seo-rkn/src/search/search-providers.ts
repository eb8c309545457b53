import type { App } from '../app.ts';
import { googleSearch } from './google-search.ts';
import type { SearchProviders } from './provider-setup.ts';
import { yandexSearch } from './yandex-search.ts';

/** The search consoles of this platform, by its environment. */
export function createSearchProviders({
  safeFetch,
  settings: env,
  config,
}: Pick<App, 'safeFetch' | 'settings' | 'config'>): SearchProviders {
  const { GOOGLE_SEARCH_CLIENT_ID: googleId, GOOGLE_SEARCH_CLIENT_SECRET: googleSecret } = env;
  const { YANDEX_SEARCH_CLIENT_ID: yandexId, YANDEX_SEARCH_CLIENT_SECRET: yandexSecret } = env;
  return {
    google: {
      client:
        googleId && googleSecret
          ? googleSearch({
              safeFetch,
              clientId: googleId,
              clientSecret: googleSecret,
              apiUrl: env.GOOGLE_SEARCH_API_URL,
              authorizeUrl: env.GOOGLE_SEARCH_AUTHORIZE_URL,
              oauthUrl: env.GOOGLE_SEARCH_OAUTH_URL,
            })
          : null,
      mode: 'callback',
      redirect_uri: env.GOOGLE_SEARCH_REDIRECT_URI ?? `${config.PUBLIC_API_URL}/v1/cms/seo/oauth/google/callback`,
    },
    yandex: {
      client:
        yandexId && yandexSecret
          ? yandexSearch({
              safeFetch,
              clientId: yandexId,
              clientSecret: yandexSecret,
              apiUrl: env.YANDEX_SEARCH_API_URL,
              oauthUrl: env.YANDEX_SEARCH_OAUTH_URL,
            })
          : null,
      mode: env.YANDEX_SEARCH_REDIRECT_URI === undefined ? 'code' : 'callback',
      redirect_uri: env.YANDEX_SEARCH_REDIRECT_URI ?? `${env.YANDEX_SEARCH_OAUTH_URL}/verification_code`,
    },
  };
}
