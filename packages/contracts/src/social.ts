import { service } from './kit.ts';
import { socialAccountEndpoints } from './social/accounts.ts';
import { socialApprovalEndpoints } from './social/approvals.ts';
import { socialAttributionEndpoints } from './social/attribution.ts';
import { socialBrandEndpoints } from './social/brands.ts';
import { socialPolicyEndpoints } from './social/channel-policies.ts';
import { socialChannelEndpoints } from './social/channels.ts';
import { socialDashboardEndpoints } from './social/dashboard.ts';
import { socialDiscoveryEndpoints } from './social/discovery.ts';
import { socialExperimentEndpoints } from './social/experiments.ts';
import { socialIdeaEndpoints } from './social/ideas.ts';
import { socialInboxEndpoints, socialInboxEvents } from './social/inbox.ts';
import { socialInsightEndpoints } from './social/insights.ts';
import { socialListeningEndpoints } from './social/listening.ts';
import { socialMemoryEndpoints } from './social/memory.ts';
import { socialMetricEndpoints } from './social/metrics.ts';
import { socialOauthEndpoints } from './social/oauth.ts';
import { socialOccasionEndpoints } from './social/occasions.ts';
import { socialPlanEndpoints } from './social/plan.ts';
import { socialPublishingEndpoints, socialPublishingEvents } from './social/publishing.ts';
import { socialRemoteEndpoints } from './social/remote.ts';
import { socialSlotEndpoints } from './social/slots.ts';
import { socialStrategyEndpoints } from './social/strategies.ts';
import { socialTickEndpoints } from './social/tick.ts';
import { socialVariantEndpoints } from './social/variants.ts';
import { socialWebhookEndpoints } from './social/webhooks.ts';

export const social = service({
  name: 'social',
  endpoints: {
    ...socialBrandEndpoints,
    ...socialChannelEndpoints,
    ...socialPolicyEndpoints,
    ...socialAccountEndpoints,
    ...socialOauthEndpoints,
    ...socialIdeaEndpoints,
    ...socialVariantEndpoints,
    ...socialSlotEndpoints,
    ...socialApprovalEndpoints,
    ...socialPublishingEndpoints,
    ...socialRemoteEndpoints,
    ...socialDiscoveryEndpoints,
    ...socialStrategyEndpoints,
    ...socialOccasionEndpoints,
    ...socialMemoryEndpoints,
    ...socialPlanEndpoints,
    ...socialAttributionEndpoints,
    ...socialExperimentEndpoints,
    ...socialMetricEndpoints,
    ...socialInsightEndpoints,
    ...socialDashboardEndpoints,
    ...socialInboxEndpoints,
    ...socialWebhookEndpoints,
    ...socialListeningEndpoints,
    ...socialTickEndpoints,
  },
  events: { ...socialPublishingEvents, ...socialInboxEvents },
  queries: {},
  commands: {},
});
