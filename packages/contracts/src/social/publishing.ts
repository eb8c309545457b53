import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, Uuid, urlOf } from '../fields.ts';
import { endpoint, event } from '../kit.ts';
import { BrandParams, csvCells, csvFormat, SocialChannel, socialFeature, VariantParams } from './fields.ts';
import { SocialVariant, VariantState } from './variants.ts';

/** Publishing: what is sent, when, and what became of it. */

export const AttemptKind = z.enum(['publish', 'edit', 'delete']);
export type AttemptKind = z.output<typeof AttemptKind>;

export const AttemptOutcome = z.enum([
  'published',
  'done',
  'not_sent',
  'throttled',
  'retry',
  'auth',
  'quota',
  'content',
  'media_again',
  'moved',
  'uncertain',
  'abandoned',
]);
export type AttemptOutcome = z.output<typeof AttemptOutcome>;

export const AttemptResolution = z.enum(['found', 'absent', 'person_published', 'person_not_published']);
export type AttemptResolution = z.output<typeof AttemptResolution>;

export const SocialAttempt = z
  .object({
    id: Uuid.describe('Id'),
    kind: AttemptKind.describe('Kind of the attempt'),
    content_hash: z.string().describe('SHA-256 of the posted content'),
    request_hash: z.string().nullable().describe('SHA-256 of the requests, as the preview shows them'),
    approval_id: Uuid.nullable().describe('Approval of the attempt'),
    policy_id: Uuid.nullable().describe('Policy of the attempt'),
    outcome: AttemptOutcome.nullable().describe(
      'Outcome; null while it runs. `uncertain`: it may have succeeded; `abandoned`: its process died before it sent the request',
    ),
    resolution: AttemptResolution.nullable().describe('Resolution of an uncertain outcome'),
    code: z.string().nullable().describe('Code of the channel, or of the connection'),
    message: z.string().nullable().describe('Message of the channel, without secrets'),
    remote_id: z.string().nullable().describe('Id of the post at the channel'),
    started_at: Timestamp.describe('Start of the attempt'),
    sent_at: Timestamp.nullable().describe('Time directly before the publishing request was sent; null before it'),
    ended_at: Timestamp.nullable().describe('End of the attempt'),
  })
  .meta({ id: 'SocialAttempt' });

const errors = [
  'variant_not_found',
  'conflict',
  'approval_required',
  'account_not_ready',
  'already_published',
  'outcome_uncertain',
  'duplicate_content',
  'ad_marking_required',
  'ad_not_allowed_on_channel',
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
    versioned: true,
    description:
      'The answer is 200 if the outcome is known within 20 seconds (see `state`), otherwise 202: the platform continues in the background. Posts of an account are published one after the other. Readers see the post at once. It is undone by `deleteSocialRemote`, where the channel allows it.',
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
    versioned: true,
    description:
      'A failed, missed or canceled post can be scheduled too. The post gets a slot at this time in the calendar. An approval for another time is not valid (`approval_required`).',
    params: ApprovedParams,
    body: z
      .strictObject({
        scheduled_at: Timestamp.meta({ resource: 'coming_moment' })
          .nullable()
          .default(null)
          .describe('Time, at most a year ahead; null for the time of its slot'),
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
    summary: 'Remove a post from the schedule',
    versioned: true,
    description:
      'The post stays approved, and its slot stays. A post that is not scheduled but approved stays unchanged.',
    params: ApprovedParams,
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict'],
  }),
  cancelSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/cancel',
    repeatable: true,
    summary: 'Cancel an unpublished post',
    versioned: true,
    description:
      'The approval stays, so the post can be scheduled again. A post that is being sent to its channel cannot be canceled.',
    params: VariantParams,
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict', 'already_published', 'outcome_uncertain'],
  }),
  resolveSocialVariant: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/variants/{variant_id}/resolve',
    repeatable: true,
    summary: 'Resolve a post with an unknown outcome',
    versioned: true,
    description:
      'Check the channel first. `not_published` schedules the post at once, so that it is sent again. A resolved post is refused with `conflict`.',
    params: UncertainParams,
    body: z
      .strictObject({
        outcome: z.enum(['published', 'not_published']).describe('Result of the check at the channel'),
        remote_url: urlOf(/^https$/)
          .nullable()
          .default(null)
          .describe('Address of the post, if it is published'),
      })
      .meta({ id: 'SocialResolution', example: { outcome: 'not_published' } }),
    response: SocialVariant,
    errors: ['variant_not_found', 'conflict'],
  }),
  listSocialAttempts: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/attempts',
    summary: 'List the attempts to publish a post, newest first',
    description: `With \`format=csv\`, all attempts are streamed. ${csvCells}`,
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
    summary: 'Schedule failed or missed posts at once',
    description:
      'Each post is handled separately: a post that cannot be scheduled gets an `error`, and the others are scheduled.',
    params: BrandParams,
    body: z
      .strictObject({
        ids: z.array(idOf('nothing', 'Post of the brand')).min(1).max(100).describe('Posts, without duplicates'),
      })
      .meta({ id: 'SocialRetry', example: { ids: ['0198a3c0-5e1f-7000-8000-000000000001'] } }),
    response: z
      .object({
        results: z
          .array(
            z.object({
              id: Uuid.describe('Post'),
              state: VariantState.nullable().describe('Current state; null for an unknown post'),
              error: z.string().nullable().describe('Error code; null if the post is scheduled'),
            }),
          )
          .describe('In the order of the request'),
      })
      .meta({ id: 'SocialRetryResult' }),
    errors: ['brand_not_found'],
  }),
});

export const socialPublishingEvents = {
  socialPostPublished: event(
    'social_post.published',
    'A post of a brand was published at a channel.',
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
