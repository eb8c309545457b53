import { cms, ResolvedSite } from '@platform/contracts';
import type { GatewayPlatform } from './dependencies.ts';
import { createDirectory, type Directory } from './directory.ts';

export interface SiteKey {
  code: string;
}
export type SiteDirectory = Directory<ResolvedSite, SiteKey>;

/** Cache of sites, by code. */
export const createSiteDirectory = (platform: Pick<GatewayPlatform, 'ask' | 'kv' | 'log'>): SiteDirectory =>
  createDirectory(platform, {
    kind: 'site',
    owner: cms.name,
    load: async (key) => (await platform.ask(cms.queries.resolveSite, key)).site,
    parse: (remembered) => ResolvedSite.parse(remembered),
    nameOf: ({ code }) => code,
    idIn: () => null,
    isNamed: (site, { code }) => site.code === code,
    changes: [cms.events.siteCreated.type, cms.events.siteUpdated.type],
    // An event that does not read as one of ours is about no site; its consumer logs it.
    changedId: ({ data }) => cms.events.siteUpdated.data.safeParse(data).data?.site_id ?? null,
  });
