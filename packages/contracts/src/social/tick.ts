import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { Timestamp } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { AdPolicy } from './channel-policies.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** The net under the dispatchers, and what an operator looks at. */

const posts = z.object({
  claimed: z.int().describe('Posts that were taken up'),
  published: z.int().describe('The channel has them'),
  waiting: z.int().describe('The channel works on their media'),
  retry: z.int().describe('Tried again later'),
  failed: z.int().describe('Given up'),
  missed: z.int().describe('Their time had passed: not sent'),
  uncertain: z.int().describe('The channel did not say'),
  left: z.int().describe('Due posts of active accounts that are left'),
});

export const SocialTick = z
  .object({
    took_ms: z.int().describe('Milliseconds'),
    cms: z
      .object({
        published: z.int().describe('Items that went out'),
        error: z.string().nullable().describe('Why they could not; null when they could'),
      })
      .describe('Content of sites that was due'),
    posts: posts.describe('Posts'),
    reconciled: z
      .object({
        published: z.int().describe('Found at the channel'),
        absent: z.int().describe('Proven absent: they are sent again, or failed'),
        open: z.int().describe('Not proven yet'),
      })
      .describe('Posts with an unknown outcome that were looked for'),
    tokens: z
      .object({ refreshed: z.int().describe('Refreshed'), checked: z.int().describe('Checked') })
      .describe('Accounts'),
    plans: z
      .object({ created: z.int().describe('New posts') })
      .describe('Days ahead of brands that fill them by themselves'),
    metrics: z
      .object({
        posts: z.int().describe('Posts whose numbers were read'),
        accounts: z.int().describe('Accounts whose members were read'),
        failed: z.int().describe('Readings of accounts that their channel did not answer'),
      })
      .describe('Numbers of channels that were due'),
    listening: z
      .object({ new: z.int().describe('New items'), failed: z.int().describe('Sources that did not answer') })
      .describe('Listening queries that were due'),
    inbox: z
      .object({
        new: z.int().describe('New items'),
        failed: z.int().describe('Accounts whose channel did not answer'),
        answered: z.int().describe('Questions that an article of the knowledge base answered: drafts, and replies'),
      })
      .describe('Accounts that were asked for comments and messages'),
  })
  .meta({ id: 'SocialTick' });

export const SocialHealth = z
  .object({
    channels: z
      .array(
        z.object({
          channel: SocialChannel.describe('Channel'),
          is_enabled: z.boolean().describe('The operator allows it'),
          oauth: z.enum(['none', 'ready', 'missing']).describe('Whether accounts can be connected by OAuth'),
          circuit: z
            .enum(['closed', 'open', 'half_open'])
            .describe('`open`: the channel is out of reach, and posts wait; `half_open`: one post tries'),
          open_until: Timestamp.nullable().describe('Until when posts wait'),
          ad_policy: z
            .object({
              ad: AdPolicy.describe('Whether an advertisement may be there today'),
              verified_at: Timestamp.describe('When its sources were read'),
              is_stale: z.boolean().describe('They have to be read again'),
            })
            .nullable()
            .describe('Advertising law of today; null without any'),
        }),
      )
      .describe('All channels'),
    oldest_due_s: z.int().describe('Seconds that the oldest due post of an active account waits'),
    due: z.int().describe('Due posts of active accounts'),
    held: z.int().describe('Due posts of accounts that cannot publish'),
    uncertain: z.int().describe('Posts with an unknown outcome'),
    for_a_person: z.int().describe('Those of them that a person has to look for'),
  })
  .meta({ id: 'SocialHealth' });

export const socialTickEndpoints = socialFeature({
  readSocialHealth: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/health',
    summary: 'Read how publishing does',
    response: SocialHealth,
  }),
  tickSocial: endpoint({
    method: 'POST',
    path: '/v1/internal/social/tick',
    summary: 'Publish what is due',
    description:
      'Each process publishes by itself every second; this is the net under it. Any number of calls at once is harmless.',
    repeatable: true,
    auth: 'worker',
    rate: 'worker',
    schedule: { everySeconds: 60 },
    timeoutSeconds: 60,
    response: SocialTick,
  }),
});
