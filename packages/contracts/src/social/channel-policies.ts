import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { CalendarDay, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
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
  ad: AdPolicy.describe('Whether an advertisement may be there'),
  applies_to: PolicyScope.describe(
    '`large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration`',
  ),
  from: CalendarDay.describe('First day, in Moscow'),
  to: CalendarDay.nullable().describe('Last day, in Moscow; null without an end'),
  basis: text(500).describe('The law, and what it says'),
  sources: z
    .array(
      z
        .url({ protocol: /^https?$/ })
        .max(2_048)
        .meta({ example: 'https://www.consultant.ru/document/cons_doc_LAW_58968/' }),
    )
    .min(1)
    .max(10)
    .describe('Where it was read'),
};

export const SocialChannelPolicy = z
  .object({
    id: Uuid.describe('Id; an attempt to publish names the policy that it was judged by'),
    ...fields,
    verified_at: Timestamp.describe('When its sources were read'),
    is_stale: z.boolean().describe(`The sources were read more than ${policyStaleDays} days ago`),
    holds_today: z.boolean().describe('It is the policy of today for its channel and its accounts'),
    created_by: z.string().describe('E-mail of the owner; `system` for those that come with the platform'),
    created_at: Timestamp.describe('When it was written down'),
  })
  .meta({ id: 'SocialChannelPolicy', description: 'A rule of the advertising law. Never changed, never removed' });

export const socialPolicyEndpoints = socialFeature({
  listSocialChannelPolicies: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/channel-policies',
    summary: 'List the advertising law of the channels, newest first',
    paginated: true,
    query: z.object({ ...pageQuery, channel: SocialChannel.optional().describe('Only those of a channel') }),
    response: SocialChannelPolicy,
  }),
  createSocialChannelPolicy: endpoint({
    ...{ auth: 'admin', role: 'owner', rate: 'admin', status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/channel-policies',
    summary: 'Write down the advertising law of a channel',
    description:
      'Rows are added and never changed. Of the rows that hold on a day, the one with the latest `from` counts, and of those the newest. The same row again says that its sources were read again.',
    body: z
      .strictObject({ ...fields, applies_to: fields.applies_to.default('all'), to: fields.to.default(null) })
      .refine(({ from, to }) => to === null || from <= to, { path: ['to'], message: 'lies before `from`' })
      .meta({
        id: 'SocialChannelPolicyCreate',
        example: {
          ...{ channel: 'telegram', ad: 'allowed', from: '2027-01-01', basis: '38-FZ art. 5 p. 10.7, as of 2027' },
          sources: ['https://www.consultant.ru/document/cons_doc_LAW_58968/'],
        },
      }),
    response: SocialChannelPolicy,
  }),
});
