import { bannerEndpoints } from './cms/banners.ts';
import { blogEndpoints } from './cms/blog.ts';
import { changelogEndpoints } from './cms/changelog.ts';
import { contentCommands, contentEndpoints, contentEvents } from './cms/content.ts';
import { discoveryEndpoints } from './cms/discovery.ts';
import { documentEndpoints } from './cms/documents.ts';
import { downloadEndpoints } from './cms/downloads.ts';
import { redirectEndpoints } from './cms/redirects.ts';
import { siteEndpoints, siteEvents, siteQueries } from './cms/sites.ts';
import { service } from './kit.ts';

export const cms = service({
  name: 'cms',
  endpoints: {
    ...siteEndpoints,
    ...contentEndpoints,
    ...blogEndpoints,
    ...discoveryEndpoints,
    ...redirectEndpoints,
    ...documentEndpoints,
    ...downloadEndpoints,
    ...changelogEndpoints,
    ...bannerEndpoints,
  },
  events: { ...siteEvents, ...contentEvents },
  queries: siteQueries,
  commands: contentCommands,
});
