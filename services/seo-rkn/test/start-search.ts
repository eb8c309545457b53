import type { SearchConsole, SearchProvider } from '@platform/contracts';
import { eventually, type StartServiceOptions } from '@platform/testing';
import type { z } from 'zod';
import { startConsoles, type TestConsoles } from './search-consoles.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

type Console = z.output<typeof SearchConsole>;

export interface TestSearch extends TestSeo {
  consoles: TestConsoles;
  /** Params of the site. */
  params(): { site_id: string };
  at(provider: SearchProvider): { params: { site_id: string; provider: SearchProvider } };
  /** Faults end, accounts have their data again, and the site is disconnected. */
  reset(): Promise<void>;
  begin(
    provider: SearchProvider,
    options?: { return_url?: string | null },
  ): ReturnType<TestSeo['client']['connectSearchConsole']>;
  /** The browser goes where the provider sent it. */
  comeBack(location: string, endpoint?: string): Promise<Response>;
  /** Enters the confirmation code that this page shows. */
  confirm(provider: SearchProvider, page: string): ReturnType<TestSeo['client']['confirmSearchConsole']>;
  connectGoogle(): Promise<void>;
  connectYandex(): Promise<void>;
  readConsole(provider: SearchProvider): Promise<Console>;
  untilSynced(provider: SearchProvider): Promise<Console>;
  /** Stored keywords. */
  stored(): Promise<Record<string, unknown>[]>;
}

export const property = 'sc-domain:notes.example.com';
export const hostId = 'https:notes.example.com:443';
const row = (query: string, page: string, impressions = 100) => ({
  query,
  page: `https://notes.example.com${page}`,
  clicks: 5,
  impressions,
  position: 4.5,
});

/** The service under test beside the search consoles, with a site whose property both accounts have. */
export async function startSearch({ env, overrides }: StartServiceOptions = {}): Promise<TestSearch> {
  const consoles = await startConsoles();
  const t = await startSeo({
    env: { ...consoles.env, LOG_LEVEL: 'trace', ...env },
    ...(overrides ? { overrides } : {}),
  });
  t.described.website_url = 'https://notes.example.com';
  const params = () => ({ site_id: t.described.id });
  const at = (provider: SearchProvider) => ({ params: { ...params(), provider } });
  const begin: TestSearch['begin'] = (provider, { return_url = null } = {}) =>
    t.client.connectSearchConsole({ ...at(provider), body: { return_url } });
  const comeBack = (location: string, endpoint = 'finishGoogleSearch') => {
    const { pathname, search } = new URL(location);
    const headers = { 'x-platform-context': t.sign({}, endpoint) };
    return fetch(`${t.baseUrl}${pathname}${search}`, { redirect: 'manual', headers });
  };
  const confirm: TestSearch['confirm'] = (provider, page) => {
    const confirmation_code = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
    return t.client.confirmSearchConsole({ ...at(provider), body: { confirmation_code } });
  };
  const readConsole = async (provider: SearchProvider) => {
    const { data } = await t.client.getSearchConsoles({ params: params() });
    const found = data.consoles.find((each) => each.provider === provider);
    if (!found) throw new Error(`there is no ${provider}`);
    return found;
  };
  return {
    ...t,
    consoles,
    params,
    at,
    begin,
    comeBack,
    confirm,
    readConsole,
    async reset() {
      consoles.google.faults.reset();
      consoles.yandex.faults.reset();
      consoles.google.setData({
        sites: [
          { siteUrl: 'sc-domain:other.example.com', permissionLevel: 'siteOwner' },
          { siteUrl: property, permissionLevel: 'siteOwner' },
          { siteUrl: 'https://notes.example.com/', permissionLevel: 'siteUnverifiedUser' },
        ],
        rows: { [property]: [row('купить заметки', '/'), row('заметки онлайн', '/online', 40)] },
      });
      const host = { host_id: hostId, ascii_host_url: 'https://notes.example.com/', verified: true };
      const queries = [{ query_text: 'блокнот', TOTAL_SHOWS: 70, TOTAL_CLICKS: 3, AVG_SHOW_POSITION: null }];
      consoles.yandex.setData({
        hosts: [{ ...host, unicode_host_url: host.ascii_host_url }],
        queries: { [hostId]: queries },
      });
      for (const provider of ['google', 'yandex'] as const) await t.client.disconnectSearchConsole(at(provider));
    },
    async connectGoogle() {
      const { data } = await begin('google');
      const page = await (await comeBack(consoles.google.allow(data.authorize_url).location)).text();
      const { status, body } = await confirm('google', page);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    async connectYandex() {
      const { data } = await begin('yandex');
      const { code } = consoles.yandex.allow(data.authorize_url);
      const { status, body } = await t.client.enterYandexSearchCode({ params: params(), body: { code } });
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    untilSynced: (provider) =>
      eventually(async () => {
        const found = await readConsole(provider);
        return !found.is_syncing && found;
      }),
    stored: () =>
      t.database.query('SELECT source, query, url, impressions FROM "seo-rkn".keywords ORDER BY source, query'),
    async stop() {
      await t.stop();
      await consoles.server.close(100);
    },
  };
}
