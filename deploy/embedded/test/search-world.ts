import type { Resource, Route } from '@platform/contracts';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { Harness, PlatformClient } from './test-platform.ts';

export interface SearchWorldOptions {
  t: Harness;
  /** A client of an owner. */
  admin: PlatformClient;
  site: () => Promise<{ site_id: string }>;
}

/** The properties of the site at the emulated search console; the first one is found by itself. */
const propertiesOf = (website_url: string): string[] => [
  `${new URL(website_url).origin}/`,
  `sc-domain:${new URL(website_url).hostname}`,
];

/** Makers of what requests to search consoles name. */
export function searchMakers({ t, admin, site }: SearchWorldOptions) {
  const params = async () => ({ site_id: (await site()).site_id });
  /** Made of an imported keyword. */
  const cluster = once(async () => {
    const file = new Blob(['query,impressions\nsync notes,10\n']);
    ok(await admin.importKeywords({ params: await params(), file }));
    ok(await admin.generateClusters({ params: await params() }));
    const [made] = ok<{ id: string }[]>(await admin.listClusters({ params: await params() }));
    if (!made) throw new Error('there is no cluster');
    return made.id;
  });
  /** A connection counts for the administrator that began it. */
  const copyForEveryAdmin = ({ site_id, provider }: { site_id: string; provider: string }) =>
    t.database.query(
      `INSERT INTO "seo-rkn".search_states
       SELECT (jsonb_populate_record(s, jsonb_build_object('admin_id', a.id, 'state_hash', md5(s.state_hash || a.id)))).*
       FROM "seo-rkn".search_states s, identity.admins a WHERE s.site_id = $1 AND s.provider = $2`,
      [site_id, provider],
    );
  return {
    cluster_id: cluster,
    competitor_id: async () => {
      const body = { origins: ['https://rival.example.com'] };
      return ok(await admin.addCompetitors({ params: await params(), body })).competitors[0]?.id;
    },
    search_property: async () => {
      const { website_url } = ok(await admin.getSite({ params: await params() }));
      return propertiesOf(website_url ?? '')[1];
    },
    yandex_search_code: async () => {
      const { site_id } = await params();
      const path = { site_id, provider: 'yandex' as const };
      const { authorize_url } = ok(await admin.connectSearchConsole({ params: path, body: {} }));
      await copyForEveryAdmin(path);
      return t.sandboxes.yandex.allow(authorize_url).code;
    },
    connection_confirmation_code: async () => {
      const { site_id } = await params();
      const path = { site_id, provider: 'google' as const };
      const confirmation_code = await codeOfPage({ t, admin }, path);
      await copyForEveryAdmin(path);
      return confirmation_code;
    },
  } satisfies Partial<Record<Resource, () => Promise<unknown>>>;
}

const needConnection = ['setSearchProperty', 'syncSearchConsole', 'disconnectSearchConsole'];

/** Begins a connection, allows it at the provider, and reads the confirmation code of the last page. */
async function codeOfPage(
  { t, admin }: Pick<SearchWorldOptions, 't' | 'admin'>,
  params: { site_id: string; provider: 'google' },
): Promise<string> {
  const { authorize_url } = ok(await admin.connectSearchConsole({ params, body: {} }));
  const answer = await fetch(t.sandboxes.google.allow(authorize_url).location, { redirect: 'manual' });
  return /[A-Z]{4}-[A-Z]{4}/.exec(await answer.text())?.[0] ?? '';
}

/** Connects the site of a request that needs a search console. */
export async function prepareSearch(
  { t, admin }: Pick<SearchWorldOptions, 't' | 'admin'>,
  { id }: Route,
  values: Values,
): Promise<void> {
  if (!needConnection.includes(id)) return;
  const site_id = String(values.site_id);
  const { website_url } = ok(await admin.getSite({ params: { site_id } }));
  const sites = propertiesOf(website_url ?? '').map((siteUrl) => ({ siteUrl, permissionLevel: 'siteOwner' as const }));
  t.sandboxes.google.setData({ sites, rows: {} });
  const params = { site_id, provider: 'google' as const };
  const confirmation_code = await codeOfPage({ t, admin }, params);
  ok(await admin.confirmSearchConsole({ params, body: { confirmation_code } }));
  await t.database.query(`UPDATE "seo-rkn".search_connections SET asked_at = NULL WHERE site_id = $1`, [site_id]);
}
