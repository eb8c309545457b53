import { service } from './kit.ts';
import { socialAccountEndpoints } from './social/accounts.ts';
import { socialApprovalEndpoints } from './social/approvals.ts';
import { socialBrandEndpoints } from './social/brands.ts';
import { socialPolicyEndpoints } from './social/channel-policies.ts';
import { socialChannelEndpoints } from './social/channels.ts';
import { socialIdeaEndpoints } from './social/ideas.ts';
import { socialOauthEndpoints } from './social/oauth.ts';
import { socialPublishingEndpoints, socialPublishingEvents } from './social/publishing.ts';
import { socialRemoteEndpoints } from './social/remote.ts';
import { socialSlotEndpoints } from './social/slots.ts';
import { socialTickEndpoints } from './social/tick.ts';
import { socialVariantEndpoints } from './social/variants.ts';

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
    ...socialTickEndpoints,
  },
  events: socialPublishingEvents,
  queries: {},
  commands: {},
});
