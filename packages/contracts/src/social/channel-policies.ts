import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { CalendarDay, lines, pageQuery, Timestamp, Uuid, urlOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** Advertising law of channels as dated data. */

/** Whether the law of a day lets an advertisement be on a channel. */
export const AdPolicy = z.enum(['allowed', 'disputed', 'prohibited']).meta({ id: 'SocialAdPolicy' });
export type AdPolicy = z.output<typeof AdPolicy>;

/** The accounts of a channel that a policy is about. */
export const PolicyScope = z.enum(['all', 'large_unregistered']);
export type PolicyScope = z.output<typeof PolicyScope>;

/** A policy that was verified longer ago has to be verified again. */
export const policyStaleDays = 90;

/** `large_unregistered` holds for accounts with more followers than this. */
export const largeAccountFollowers = 10_000;

const fields = {
  channel: SocialChannel.describe('Channel'),
  ad: AdPolicy.describe('Whether advertisements are allowed'),
  applies_to: PolicyScope.describe(
    '`large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration`',
  ),
  from: CalendarDay.describe('First day, in Moscow'),
  to: CalendarDay.nullable().describe('Last day, in Moscow; null without an end'),
  basis: lines(500).describe('The law and its content'),
  sources: z
    .array(urlOf(/^https?$/).meta({ example: 'https://www.consultant.ru/document/cons_doc_LAW_58968/' }))
    .min(1)
    .max(10)
    .describe('Source'),
};

export const SocialChannelPolicy = z
  .object({
    id: Uuid.describe('Id; each attempt to publish has the id of its policy'),
    ...fields,
    verified_at: Timestamp.describe('Time of the last check of its sources'),
    is_stale: z.boolean().describe(`Whether the last check of the sources was more than ${policyStaleDays} days ago`),
    holds_today: z.boolean().describe('Whether it is the current policy for its channel and its accounts'),
    created_by: z.string().describe('E-mail of the owner; `system` for a policy of the platform'),
    created_at: Timestamp.describe('Creation time'),
  })
  .meta({ id: 'SocialChannelPolicy', description: 'A rule of the advertising law. It is never changed or removed' });

export const socialPolicyEndpoints = socialFeature({
  listSocialChannelPolicies: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/channel-policies',
    summary: 'List the advertising law of the channels, newest first',
    paginated: true,
    query: z.object({ ...pageQuery, channel: SocialChannel.optional().describe('Only of this channel') }),
    response: SocialChannelPolicy,
  }),
  createSocialChannelPolicy: endpoint({
    auth: 'admin',
    role: 'owner',
    rate: 'admin',
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/channel-policies',
    summary: 'Add a rule of the advertising law of a channel',
    description:
      'Rules are added and never changed. Of the rules that are valid on a day, the rule with the latest `from` applies; of several, the newest one. Adding the same rule again records that its sources were checked again.',
    body: z
      .strictObject({ ...fields, applies_to: fields.applies_to.default('all'), to: fields.to.default(null) })
      .refine(({ from, to }) => to === null || from <= to, {
        path: ['to'],
        message: 'is before `from`: send a later day',
      })
      .meta({
        id: 'SocialChannelPolicyCreate',
        example: {
          channel: 'telegram',
          ad: 'allowed',
          from: '2027-01-01',
          basis: '38-FZ art. 5 p. 10.7, as of 2027',
          sources: ['https://www.consultant.ru/document/cons_doc_LAW_58968/'],
        },
      }),
    response: SocialChannelPolicy,
  }),
});
