import { cms } from '@platform/contracts';
import { createReadCache, defineService, type Envelope } from '@platform/runtime';
import type { App } from './app.ts';
import { cmsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';

/** Sites and their published content. */
export const cmsService = defineService({
  contract: cms,
  config: cmsConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform }) {
    const app: App = { ...platform, publicReads: createReadCache() };
    const forget = ({ data }: Envelope) => app.publicReads.invalidate(cms.events.siteUpdated.data.parse(data).site_id);
    return {
      routes: routes(app),
      queries: queries(app),
      commands: {},
      consumers: consumers(app),
      observers: [{ type: cms.events.siteUpdated.type, observe: forget }],
    };
  },
});
