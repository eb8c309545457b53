import { type Listening, listen } from '@platform/runtime';
import {
  createGoogleSearchSandbox,
  createYandexSearchSandbox,
  type GoogleSearchSandbox,
  type YandexSearchSandbox,
} from '@platform/sandbox';

export interface TestConsoles {
  google: GoogleSearchSandbox;
  yandex: YandexSearchSandbox;
  /** Settings of a service that talks to them. */
  env: Record<string, string>;
  server: Listening;
  /** Holds the next request back whose path fits. */
  hold(path: RegExp): HeldRequest;
}

export interface HeldRequest {
  /** Resolves when the request has come. */
  reached: Promise<void>;
  /** Lets it through. */
  release(): void;
}

const client = { id: 'test-client', secret: 'test-client-secret' };
export const googleRedirect = 'https://api.example.com/v1/cms/seo/oauth/google/callback';

/** Stand-ins for the search consoles on a port of this machine. */
export async function startConsoles(): Promise<TestConsoles> {
  const google = createGoogleSearchSandbox({ client: { ...client, redirectUris: [googleRedirect] } });
  let yandex: YandexSearchSandbox | null = null;
  let held: { path: RegExp; reached: () => void; released: Promise<void> } | null = null;
  const server = await listen(
    async (req, res) => {
      if (held?.path.test(req.url ?? '')) {
        const { reached, released } = held;
        held = null;
        reached();
        await released;
      }
      const [, name, rest] = /^\/(google|yandex)(\/.*)$/.exec(req.url ?? '') ?? [];
      req.url = rest ?? '/';
      const sandbox = name === 'yandex' ? yandex : google;
      return sandbox?.handler(req, res);
    },
    { port: 0, host: '127.0.0.1' },
  );
  const origin = `http://127.0.0.1:${server.port}`;
  yandex = createYandexSearchSandbox({ client: { ...client, redirectUris: [] }, publicUrl: `${origin}/yandex` });
  const env = {
    PUBLIC_API_URL: 'https://api.example.com',
    ADMIN_APP_ORIGINS: 'https://admin.example.com',
    GOOGLE_SEARCH_CLIENT_ID: client.id,
    GOOGLE_SEARCH_CLIENT_SECRET: client.secret,
    GOOGLE_SEARCH_AUTHORIZE_URL: `${origin}/google/o/oauth2/v2/auth`,
    GOOGLE_SEARCH_OAUTH_URL: `${origin}/google`,
    GOOGLE_SEARCH_API_URL: `${origin}/google/webmasters/v3`,
    YANDEX_SEARCH_CLIENT_ID: client.id,
    YANDEX_SEARCH_CLIENT_SECRET: client.secret,
    YANDEX_SEARCH_OAUTH_URL: `${origin}/yandex`,
    YANDEX_SEARCH_API_URL: `${origin}/yandex/v4`,
    SAFE_FETCH_ALLOWED_HOSTS: `127.0.0.1:${server.port}`,
  };
  const hold = (path: RegExp): HeldRequest => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { path, reached: reached.resolve, released: released.promise };
    return { reached: reached.promise, release: released.resolve };
  };
  return { google, yandex, env, server, hold };
}
