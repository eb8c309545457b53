import { cms, ResolvedSite } from '@platform/contracts';
import type { GatewayPlatform } from './dependencies.ts';
import { createDirectory, type Directory } from './directory.ts';

export type SiteKey = { code: string } | { id: string };
export type SiteDirectory = Directory<ResolvedSite, SiteKey>;

/** Cache of sites, by code and id. */
export const createSiteDirectory = (platform: Pick<GatewayPlatform, 'ask' | 'kv' | 'log'>): SiteDirectory =>
  createDirectory(platform, {
    kind: 'site',
    owner: cms.name,
    load: async (key) => (await platform.ask(cms.queries.resolveSite, key)).site,
    parse: (remembered) => ResolvedSite.parse(remembered),
    nameOf: (key) => ('code' in key ? `code:${key.code}` : `id:${key.id}`),
    idIn: (key) => ('id' in key ? key.id : null),
    isNamed: (site, key) => ('code' in key ? site.code === key.code : site.id === key.id),
    changes: [cms.events.siteCreated.type, cms.events.siteUpdated.type],
    // An event that does not read as one of ours is about no site; its consumer logs it.
    changedId: ({ data }) => cms.events.siteUpdated.data.safeParse(data).data?.site_id ?? null,
  });
