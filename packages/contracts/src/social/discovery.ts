import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { HttpUrl, lines, longText, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** What a brand says of itself: the ground of its strategy. */

export const SocialGoal = z.enum(['awareness', 'traffic', 'registrations', 'sales', 'support']);
export type SocialGoal = z.output<typeof SocialGoal>;

const notes = (most: number) => z.array(lines(300)).max(most);

export const DiscoveryAnswers = z
  .strictObject({
    product: longText(2_000).describe('What the product is'),
    audience: notes(5).describe('Target groups'),
    goals: z.array(SocialGoal).max(3).describe('Goals of the posts, the most important first'),
    offers: notes(10).describe('Offers for readers'),
    competitors: notes(10).describe('Competitors'),
    proofs: z
      .array(
        z.strictObject({
          text: lines(500).describe('Fact'),
          source_url: HttpUrl.describe('Source of the fact'),
        }),
      )
      .max(20)
      .describe('Facts with a source'),
    taboos: notes(20).describe('Statements that posts must not contain'),
    faq: z
      .array(
        z.strictObject({
          question: text(300).describe('Question'),
          answer: lines(1_500).describe('Answer'),
          url: HttpUrl.nullable().describe('Page with more information'),
        }),
      )
      .max(50)
      .describe('Questions of readers: a source of posts'),
  })
  .meta({
    id: 'SocialDiscoveryAnswers',
    example: {
      product: 'Notes that are there on each device',
      audience: ['Students'],
      goals: ['traffic'],
      offers: [],
      proofs: [{ text: 'Notes work offline', source_url: 'https://notes.example.com/offline' }],
      faq: [{ question: 'Does it work offline?', answer: 'It does.', url: null }],
      competitors: [],
      taboos: [],
    },
  });
export type DiscoveryAnswers = z.output<typeof DiscoveryAnswers>;
export type DiscoveryField = keyof DiscoveryAnswers;

export const SocialDiscovery = z
  .object({
    brand_id: Uuid.describe('Brand'),
    answers: DiscoveryAnswers.describe('Answers'),
    completeness: z.int().min(0).max(100).describe('Completeness in percent; a strategy requires 60'),
    missing: z.array(z.string()).describe('Incomplete fields'),
    version: z.int().describe('Version number, increased by each change; 0 before the first one'),
    updated_at: Timestamp.nullable().describe('Time of the last change; null before the first one'),
  })
  .meta({ id: 'SocialDiscovery' });

const errors = ['brand_not_found'] as const;

export const socialDiscoveryEndpoints = socialFeature({
  getSocialDiscovery: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/discovery',
    summary: 'Read the discovery answers of a brand',
    versioned: true,
    params: BrandParams,
    response: SocialDiscovery,
    errors,
  }),
  putSocialDiscovery: endpoint({
    ...admin,
    method: 'PUT',
    path: '/v1/social/brands/{brand_id}/discovery',
    summary: 'Set the discovery answers of a brand',
    description:
      'Replaces all answers. `proofs` and `offers` are sources for the fact check; `faq` is a source of posts.',
    versioned: true,
    params: BrandParams,
    body: DiscoveryAnswers,
    response: SocialDiscovery,
    errors,
  }),
});
