import { cms } from '@platform/contracts';
import { prepareInTick } from '@platform/runtime';
import type { App } from '../app.ts';
import { pathOnSite, readAllRedirects } from '../redirects/all-redirects.ts';
import { collapseChains } from '../redirects/choose-redirects.ts';
import { requireSite } from '../sites/site.ts';

/**
 * Every redirect of a site, for its server: those of texts that moved, and those of administrators. Each path has one
 * redirect, which leads to the end of its chain.
 */
export const readRedirects = (app: Pick<App, 'db' | 'publicReads'>, siteId: string) =>
  app.publicReads.get(siteId, 'redirects', async () => {
    const all = await readAllRedirects(app.db, siteId);
    const site = await requireSite(app.db, siteId);
    const collapsed = await collapseChains(all, (to) => pathOnSite(site, to));
    return prepareInTick(cms.endpoints.readRedirects, collapsed);
  });
