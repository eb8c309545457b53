import { cms } from '@platform/contracts';
import { prepareInTick } from '@platform/runtime';
import type { App } from '../app.ts';
import { readAllRedirects } from '../redirects/all-redirects.ts';

/** Every redirect of a site, for its server: those of renamed texts, and those of administrators. */
export const readRedirects = (app: Pick<App, 'db' | 'publicReads'>, siteId: string) =>
  app.publicReads.get(siteId, 'redirects', async () =>
    prepareInTick(cms.endpoints.readRedirects, await readAllRedirects(app.db, siteId)),
  );
