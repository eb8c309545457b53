import { blogEndpoints } from './cms/blog.ts';
import { contentCommands, contentEndpoints, contentEvents } from './cms/content.ts';
import { siteEndpoints, siteEvents, siteQueries } from './cms/sites.ts';
import { service } from './kit.ts';

export const cms = service({
  name: 'cms',
  endpoints: { ...siteEndpoints, ...contentEndpoints, ...blogEndpoints },
  events: { ...siteEvents, ...contentEvents },
  queries: siteQueries,
  commands: contentCommands,
});
