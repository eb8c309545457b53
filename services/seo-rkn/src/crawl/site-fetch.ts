import type { SafeFetch } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * Pages decide where requests go: what an operator allowed for one site leads no scan of another into the
 * network.
 */
export function fetchOf({ safeFetch, publicFetch }: Pick<App, 'safeFetch' | 'publicFetch'>, origin: string): SafeFetch {
  const { host } = new URL(origin);
  const fetch = (...[url, options]: Parameters<SafeFetch>) =>
    (URL.parse(url)?.host === host ? safeFetch : publicFetch)(url, options);
  return Object.assign(fetch, { close: async () => {} });
}
