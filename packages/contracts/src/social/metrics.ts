import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { AccountParams, socialFeature, VariantParams } from './fields.ts';

/** Numbers of posts and accounts, as their channels give them. A snapshot is never changed. */

/** Numbers of a post. */
export const PostMetric = z.enum([
  'views',
  'reach',
  'likes',
  'reactions',
  'comments',
  'replies',
  'reposts',
  'quotes',
  'shares',
  'saved',
]);
export type PostMetric = z.output<typeof PostMetric>;

/** Numbers of a post, and of an account as a whole. */
export const SocialMetric = z.enum([...PostMetric.options, 'members']).meta({ id: 'SocialMetric' });
export type SocialMetric = z.output<typeof SocialMetric>;

/** Why a number is absent. */
export const MetricMissing = z
  .enum([
    'not_offered_by_channel',
    'no_permission',
    'not_received',
    'not_available_yet',
    'refused_by_channel',
    'post_is_gone',
  ])
  .meta({ id: 'SocialMetricMissing' });
export type MetricMissing = z.output<typeof MetricMissing>;

const missingText =
  '`not_offered_by_channel`: the API of the channel has no such number; `no_permission`: the token may not read it; `not_received`: Telegram sends reactions in updates, and no update was received; `not_available_yet`: the channel counts with a delay; `refused_by_channel`: the channel does not return the number for this post; `post_is_gone`: the post does not exist any more';

export const Measured = z
  .object({
    value: z.int().min(0).nullable().describe('Number; null (never 0) if there is no number'),
    reason: MetricMissing.nullable().describe(`Reason for a missing number. ${missingText}`),
  })
  .meta({ id: 'SocialMeasured' });

/** Hours after the publication at which numbers of a post are read. */
export const snapshotAges = [1, 24, 72, 168, 720] as const;

export const SocialSnapshot = z
  .object({
    id: Uuid.describe('Id'),
    account_id: Uuid.describe('Account'),
    variant_id: Uuid.nullable().describe('Post; null for the account as a whole'),
    origin: z.enum(['schedule', 'pull']).describe('`pull`: requested by an administrator'),
    age_h: z
      .int()
      .nullable()
      .describe(`Age of the post in hours: ${snapshotAges.join(', ')}; null for any other time`),
    taken_at: Timestamp.describe('Time of the reading'),
    metrics: z
      .record(z.string(), Measured)
      .describe(
        `Numbers by name. For a post: ${PostMetric.options.join(', ')}. For an account: members (also followers, participants)`,
      ),
  })
  .meta({ id: 'SocialSnapshot' });

const SocialPull = z
  .object({
    taken_at: Timestamp.describe('Time of the reading'),
    members: Measured.describe('Members, followers or participants'),
    posts: z.int().describe('Posts whose numbers were read'),
    left: z.int().describe('Posts that were not read, because the time limit was reached or the channel failed'),
    error: z.string().nullable().describe('Last error of the channel; null if there was none'),
  })
  .meta({ id: 'SocialPull' });

const format = z.enum(['json', 'csv']).default('json').describe('`csv` returns everything in one file, without pages');
const csvText =
  'With `format=csv`, all rows are streamed; `missing` lists the reasons. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe.';
const list = { ...admin, method: 'GET', paginated: true, streams: true, statementSeconds: 10 } as const;

export const socialMetricEndpoints = socialFeature({
  listSocialAccountMetrics: endpoint({
    ...list,
    path: '/v1/social/accounts/{account_id}/metrics',
    summary: 'List or export the numbers of an account and its posts, newest first',
    description: `Numbers of a post are read ${snapshotAges.join(', ')} hours after its publication, numbers of an account once a day. A reading that is missed while the platform or the channel is down is not repeated later. ${csvText}`,
    params: AccountParams,
    query: z.object({
      ...pageQuery,
      of: z
        .enum(['account', 'posts'])
        .optional()
        .describe('Only numbers of the whole account, or only numbers of its posts'),
      format,
    }),
    response: SocialSnapshot,
    errors: ['account_not_found'],
  }),
  pullSocialMetrics: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/social/accounts/{account_id}/metrics/pull',
    summary: 'Read the numbers of an account and its 50 newest posts now',
    description:
      'Allowed once a minute for each account; an earlier call is refused with `rate_limited`, and `Retry-After` has the time to wait. Numbers that were read before a failure of the channel are kept.',
    timeoutSeconds: 40,
    params: AccountParams,
    response: SocialPull,
    errors: ['account_not_found', 'account_not_ready', 'provider_error'],
  }),
  listSocialVariantMetrics: endpoint({
    ...list,
    path: '/v1/social/variants/{variant_id}/metrics',
    summary: 'List or export the numbers of a post, newest first',
    description: csvText,
    params: VariantParams,
    query: z.object({ ...pageQuery, format }),
    response: SocialSnapshot,
    errors: ['variant_not_found'],
  }),
});
