import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { Timestamp } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { AdPolicy } from './channel-policies.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** The net under the dispatchers, and what an operator reads. */

const posts = z.object({
  claimed: z.int().describe('Posts that were claimed'),
  published: z.int().describe('Published posts'),
  waiting: z.int().describe('Posts whose media the channel still processes'),
  retry: z.int().describe('Posts that are retried later'),
  failed: z.int().describe('Failed posts'),
  missed: z.int().describe('Missed posts, not sent because their time had passed'),
  uncertain: z.int().describe('Posts with an unknown outcome'),
  left: z.int().describe('Remaining due posts of active accounts'),
});

export const SocialTick = z
  .object({
    took_ms: z.int().describe('Milliseconds'),
    cms: z
      .object({
        published: z.int().describe('Published items'),
        error: z.string().nullable().describe('Error of the publication; null for a success'),
      })
      .describe('Due content of sites'),
    posts: posts.describe('Posts'),
    reconciled: z
      .object({
        published: z.int().describe('Posts that were found at the channel'),
        absent: z.int().describe('Posts that are not at the channel; they are sent again or have failed'),
        open: z.int().describe('Posts that are still unresolved'),
      })
      .describe('Posts with an unknown outcome that were checked'),
    tokens: z
      .object({ refreshed: z.int().describe('Refreshed'), checked: z.int().describe('Checked') })
      .describe('Accounts'),
    plans: z.object({ created: z.int().describe('New posts') }).describe('Automatic plans of brands'),
    metrics: z
      .object({
        posts: z.int().describe('Posts whose numbers were read'),
        accounts: z.int().describe('Accounts whose members were read'),
        failed: z.int().describe('Failed readings of accounts'),
      })
      .describe('Due readings of numbers at channels'),
    listening: z
      .object({ new: z.int().describe('New items'), failed: z.int().describe('Sources that did not answer') })
      .describe('Due listening queries'),
    inbox: z
      .object({
        new: z.int().describe('New items'),
        failed: z.int().describe('Accounts whose channel did not answer'),
        answered: z
          .int()
          .describe('Questions that were answered from an article of the knowledge base, by a draft or a reply'),
      })
      .describe('Fetches of comments and messages'),
  })
  .meta({ id: 'SocialTick' });

export const SocialHealth = z
  .object({
    channels: z
      .array(
        z.object({
          channel: SocialChannel.describe('Channel'),
          is_enabled: z.boolean().describe('Whether the operator allows the channel'),
          oauth: z.enum(['none', 'ready', 'missing']).describe('Whether accounts can be connected by OAuth'),
          circuit: z
            .enum(['closed', 'open', 'half_open'])
            .describe(
              'State of the circuit breaker. `open`: the channel is not reachable, and posts wait; `half_open`: one post is tried',
            ),
          open_until: Timestamp.nullable().describe('Time until which posts wait'),
          ad_policy: z
            .object({
              ad: AdPolicy.describe('Whether advertisements are allowed today'),
              verified_at: Timestamp.describe('Time of the last check of its sources'),
              is_stale: z.boolean().describe('Whether the sources must be checked again'),
            })
            .nullable()
            .describe('Current advertising law; null if there is none'),
        }),
      )
      .describe('All channels'),
    oldest_due_s: z.int().describe('Seconds that the oldest due post of an active account has waited'),
    due: z.int().describe('Due posts of active accounts'),
    held: z.int().describe('Due posts of accounts that cannot publish'),
    uncertain: z.int().describe('Posts with an unknown outcome'),
    for_a_person: z.int().describe('Posts with an unknown outcome that a person must check'),
  })
  .meta({ id: 'SocialHealth' });

export const socialTickEndpoints = socialFeature({
  readSocialHealth: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/health',
    summary: 'Read the state of publishing',
    response: SocialHealth,
  }),
  tickSocial: endpoint({
    method: 'POST',
    path: '/v1/internal/social/tick',
    summary: 'Publish due posts',
    description: 'Each process publishes due posts every second; this call is a fallback. Concurrent calls are safe.',
    repeatable: true,
    auth: 'worker',
    rate: 'worker',
    schedule: { everySeconds: 60 },
    timeoutSeconds: 60,
    response: SocialTick,
  }),
});
