import { assetEndpoints } from './cms/assets.ts';
import { bannerEndpoints } from './cms/banners.ts';
import { blogEndpoints } from './cms/blog.ts';
import { changelogEndpoints } from './cms/changelog.ts';
import { contentEndpoints } from './cms/content.ts';
import { contentCommands, contentEvents, contentQueries } from './cms/content-messages.ts';
import { discoveryEndpoints } from './cms/discovery.ts';
import { documentEndpoints } from './cms/documents.ts';
import { downloadEndpoints } from './cms/downloads.ts';
import { generateFieldsEndpoints } from './cms/generate-fields.ts';
import { insightEndpoints } from './cms/insights.ts';
import { knowledgeBaseEndpoints } from './cms/knowledge-base.ts';
import { leadEndpoints, leadEvents, leadQueries } from './cms/leads.ts';
import { mailEndpoints } from './cms/mails.ts';
import { newsletterEndpoints, newsletterEvents } from './cms/newsletter.ts';
import { redirectEndpoints } from './cms/redirects.ts';
import { siteKeyCommands, siteKeyEndpoints } from './cms/site-keys.ts';
import { siteEndpoints, siteEvents, siteIconEndpoints, siteQueries } from './cms/sites.ts';
import { supportEndpoints, supportEvents, supportQueries } from './cms/support.ts';
import { taxonomyEndpoints } from './cms/taxonomy.ts';
import { transferEndpoints } from './cms/transfer.ts';
import { viewEvents, viewQueries } from './cms/views.ts';
import { service } from './kit.ts';

export const cms = service({
  name: 'cms',
  endpoints: {
    ...siteEndpoints,
    ...siteKeyEndpoints,
    ...siteIconEndpoints,
    ...assetEndpoints,
    ...contentEndpoints,
    ...generateFieldsEndpoints,
    ...insightEndpoints,
    ...blogEndpoints,
    ...taxonomyEndpoints,
    ...knowledgeBaseEndpoints,
    ...documentEndpoints,
    ...downloadEndpoints,
    ...changelogEndpoints,
    ...bannerEndpoints,
    ...discoveryEndpoints,
    ...redirectEndpoints,
    ...transferEndpoints,
    ...leadEndpoints,
    ...newsletterEndpoints,
    ...mailEndpoints,
    ...supportEndpoints,
  },
  events: { ...siteEvents, ...contentEvents, ...viewEvents, ...leadEvents, ...newsletterEvents, ...supportEvents },
  queries: { ...siteQueries, ...contentQueries, ...viewQueries, ...leadQueries, ...supportQueries },
  commands: { ...contentCommands, ...siteKeyCommands },
});
