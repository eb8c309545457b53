import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, event } from '../kit.ts';
import { BrandParams, csvCells, csvFormat, SocialChannel, socialFeature, VariantParams } from './fields.ts';
import { SocialVariant, VariantState } from './variants.ts';

/** Publishing: what is sent, when, and what became of it. */

export const AttemptKind = z.enum(['publish', 'edit', 'delete']);
export type AttemptKind = z.output<typeof AttemptKind>;

export const AttemptOutcome = z.enum([
  ...(['published', 'done', 'not_sent', 'throttled', 'retry', 'auth', 'quota', 'content', 'media_again'] as const),
  ...(['moved', 'uncertain', 'abandoned'] as const),
]);
export type AttemptOutcome = z.output<typeof AttemptOutcome>;

export const AttemptResolution = z.enum(['found', 'absent', 'person_published', 'person_not_published']);
export type AttemptResolution = z.output<typeof AttemptResolution>;

export const SocialAttempt = z
  .object({
    id: Uuid.describe('Id'),
    kind: AttemptKind.describe('What was tried'),
    content_hash: z.string().describe('SHA-256 of what was posted'),
    request_hash: z.string().nullable().describe('SHA-256 of the requests, as the preview shows them'),
    approval_id: Uuid.nullable().describe('The approval that it goes back to'),
    policy_id: Uuid.nullable().describe('The policy that it was judged by'),
    outcome: AttemptOutcome.nullable().describe(
      'How it ended; null while it runs. `uncertain`: it may have worked; `abandoned`: its process died before it sent',
    ),
    resolution: AttemptResolution.nullable().describe('What became of an uncertain one'),
    code: z.string().nullable().describe('Code of the channel, or of the connection'),
    message: z.string().nullable().describe('What the channel said, without secrets'),
    remote_id: z.string().nullable().describe('Id of the post at the channel'),
    started_at: Timestamp.describe('When it began'),
    sent_at: Timestamp.nullable().describe('When the deciding request was about to leave; null before'),
    ended_at: Timestamp.nullable().describe('When it ended'),
  })
  .meta({ id: 'SocialAttempt' });

const errors = [
  ...(['variant_not_found', 'conflict', 'approval_required', 'account_not_ready', 'already_published'] as const),
  ...(['outcome_uncertain', 'duplicate_content', 'ad_marking_required', 'ad_not_allowed_on_channel'] as const),
] as const;
const ApprovedParams = z.object({ variant_id: idOf('approved_variant_id', 'Id of the post') });
const UncertainParams = z.object({ variant_id: idOf('uncertain_variant_id', 'Id of the post') });

export const socialPublishingEndpoints = socialFeature({
  publishSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/publish',
    repeatable: true,
    summary: 'Publish a post now',
    description:
      'Answers 200 when the outcome is there within 20 seconds (`state` says which), else 202: the platform goes on by itself. Posts of an account go out one after the other.',
    timeoutSeconds: 45,
    params: ApprovedParams,
    response: SocialVariant,
    errors,
  }),
  scheduleSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/schedule',
    repeatable: true,
    summary: 'Schedule an approved post',
    description:
      'Also a post that failed, was missed or canceled. It gets a slot at this time in the calendar. An approval that is bound to another time does not hold (`approval_required`).',
    params: ApprovedParams,
    body: z
      .strictObject({
        scheduled_at: Timestamp.meta({ resource: 'coming_moment' })
          .nullable()
          .default(null)
          .describe('When, a year ahead at most; null for the time of its slot'),
      })
      .meta({ id: 'SocialSchedule', example: { scheduled_at: '2027-05-03T10:00:00Z' } }),
    response: SocialVariant,
    errors: [...errors, 'slot_taken'],
  }),
  unscheduleSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/unschedule',
    repeatable: true,
    summary: 'Take a post off the schedule',
    description: 'It stays approved, and its slot stays. A post that is approved already is answered as it is.',
    params: ApprovedParams,
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict'],
  }),
  cancelSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/cancel',
    repeatable: true,
    summary: 'Cancel a post that is not published',
    description: 'Its approval stays: it can be scheduled again. A post that is with its channel cannot be canceled.',
    params: VariantParams,
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict', 'already_published', 'outcome_uncertain'],
  }),
  resolveSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/resolve',
    repeatable: true,
    summary: 'Say whether a post with an unknown outcome is there',
    description:
      'Look at the channel first. `not_published` schedules the post at once: it goes out again. A post that is resolved already is refused with `conflict`.',
    params: UncertainParams,
    body: z
      .strictObject({
        outcome: z.enum(['published', 'not_published']).describe('What a person saw'),
        remote_url: z
          .url({ protocol: /^https$/ })
          .max(2_048)
          .nullable()
          .default(null)
          .describe('Address of the post, when it is there'),
      })
      .meta({ id: 'SocialResolution', example: { outcome: 'not_published' } }),
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict'],
  }),
  listSocialAttempts: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/attempts',
    summary: 'List what was tried to publish a post, newest first',
    description: `With \`format=csv\` all of it is streamed. ${csvCells}`,
    paginated: true,
    streams: true,
    params: VariantParams,
    query: z.object({ ...pageQuery, format: csvFormat }),
    response: SocialAttempt,
    errors: ['variant_not_found'],
  }),
  retrySocialVariants: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/variants/retry',
    repeatable: true,
    summary: 'Schedule posts at once that failed or were missed',
    description: 'Each post by itself: one that cannot be scheduled has its `error`, and the others go on.',
    params: BrandParams,
    body: z
      .strictObject({ ids: z.array(idOf('nothing', 'Post of the brand')).min(1).max(100).describe('Posts, each once') })
      .meta({ id: 'SocialRetry', example: { ids: ['0198a3c0-5e1f-7000-8000-000000000001'] } }),
    response: z
      .object({
        results: z
          .array(
            z.object({
              id: Uuid.describe('Post'),
              state: VariantState.nullable().describe('Its state now; null for one that is not there'),
              error: z.string().nullable().describe('Code of the error; null when it is scheduled'),
            }),
          )
          .describe('In the order that was asked for'),
      })
      .meta({ id: 'SocialRetryResult' }),
    errors: ['brand_not_found'],
  }),
});

export const socialPublishingEvents = {
  socialPostPublished: event(
    'social_post.published',
    'A channel has a post of a brand.',
    z.object({
      variant_id: Uuid,
      brand_id: Uuid,
      account_id: Uuid,
      idea_id: Uuid,
      channel: SocialChannel,
      campaign: z.string(),
      ref: z.string(),
      remote_id: z.string().nullable(),
      url: z.string().nullable(),
      published_at: Timestamp,
    }),
  ),
} as const;
