import { assetEndpoints } from './cms/assets.ts';
import { blogEndpoints } from './cms/blog.ts';
import { contentCommands, contentEndpoints, contentEvents } from './cms/content.ts';
import { discoveryEndpoints } from './cms/discovery.ts';
import { redirectEndpoints } from './cms/redirects.ts';
import { siteEndpoints, siteEvents, siteIconEndpoints, siteQueries } from './cms/sites.ts';
import { service } from './kit.ts';

export const cms = service({
  name: 'cms',
  endpoints: {
    ...siteEndpoints,
    ...siteIconEndpoints,
    ...assetEndpoints,
    ...contentEndpoints,
    ...blogEndpoints,
    ...discoveryEndpoints,
    ...redirectEndpoints,
  },
  events: { ...siteEvents, ...contentEvents },
  queries: siteQueries,
  commands: contentCommands,
});
