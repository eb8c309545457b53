import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { HttpUrl, longText, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** What a brand says of itself: the ground of its strategy. */

export const SocialGoal = z.enum(['awareness', 'traffic', 'registrations', 'sales', 'support']);
export type SocialGoal = z.output<typeof SocialGoal>;

const notes = (most: number) => z.array(text(300)).max(most);

export const DiscoveryAnswers = z
  .strictObject({
    product: longText(2_000).describe('What the product is'),
    audience: notes(5).describe('Who it is for'),
    goals: z.array(SocialGoal).max(3).describe('What posts are for, the first counts most'),
    offers: notes(10).describe('What readers can get'),
    competitors: notes(10).describe('Who else readers choose'),
    proofs: z
      .array(
        z.strictObject({
          text: text(500).describe('What holds'),
          source_url: HttpUrl.describe('Where that stands'),
        }),
      )
      .max(20)
      .describe('Facts with a source'),
    taboos: notes(20).describe('What posts never say'),
    faq: z
      .array(
        z.strictObject({
          question: text(300).describe('Question'),
          answer: text(1_500).describe('Answer'),
          url: HttpUrl.nullable().describe('Page with more'),
        }),
      )
      .max(50)
      .describe('Questions of readers: a source of posts'),
  })
  .meta({
    id: 'SocialDiscoveryAnswers',
    example: {
      ...{ product: 'Notes that are there on each device', audience: ['Students'], goals: ['traffic'], offers: [] },
      proofs: [{ text: 'Notes work offline', source_url: 'https://notes.example.com/offline' }],
      faq: [{ question: 'Does it work offline?', answer: 'It does.', url: null }],
      ...{ competitors: [], taboos: [] },
    },
  });
export type DiscoveryAnswers = z.output<typeof DiscoveryAnswers>;
export type DiscoveryField = keyof DiscoveryAnswers;

export const SocialDiscovery = z
  .object({
    brand_id: Uuid.describe('Brand'),
    answers: DiscoveryAnswers.describe('What it says'),
    completeness: z.int().min(0).max(100).describe('Percent; a strategy starts from 60'),
    missing: z.array(z.string()).describe('Fields that have less than they need'),
    version: z.int().describe('Counts the changes; 0 before the first'),
    updated_at: Timestamp.nullable().describe('When it changed last; null before the first time'),
  })
  .meta({ id: 'SocialDiscovery' });

const errors = ['brand_not_found'] as const;

export const socialDiscoveryEndpoints = socialFeature({
  getSocialDiscovery: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/discovery',
    summary: 'Read what a brand says of itself',
    versioned: true,
    params: BrandParams,
    response: SocialDiscovery,
    errors,
  }),
  putSocialDiscovery: endpoint({
    ...admin,
    method: 'PUT',
    path: '/v1/social/brands/{brand_id}/discovery',
    summary: 'Set what a brand says of itself',
    description:
      'It replaces all answers. `proofs` and `offers` are grounds of the fact check, `faq` is a source of posts.',
    versioned: true,
    params: BrandParams,
    body: DiscoveryAnswers,
    response: SocialDiscovery,
    errors,
  }),
});
