import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, longText, pageQuery, Timestamp, text, Uuid, urlOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, IdeaParams, Rubric, socialFeature } from './fields.ts';

/** What could be posted. */

export const IdeaState = z.enum(['new', 'planned', 'used', 'dropped']);
export type IdeaState = z.output<typeof IdeaState>;

export const IdeaSource = z
  .strictObject({
    kind: z
      .enum(['post', 'article', 'changelog_entry', 'download', 'occasion', 'memory', 'own_post', 'faq', 'url'])
      .describe('Kind of the source'),
    id: idOf('nothing', 'Id of the source; null for an address').nullable().default(null),
    url: urlOf(/^https?$/)
      .nullable()
      .default(null)
      .describe('Address of the source'),
    revision: z.int().min(1).max(1_000_000).nullable().default(null).describe('The revision that was read'),
    excerpt: longText(2_000).default('').describe('Excerpt of the source'),
  })
  .meta({ id: 'SocialSource', example: { kind: 'url', url: 'https://notes.example.com/blog/search' } });

const fields = {
  title: text(200).describe('Title'),
  brief: longText(2_000).describe('Brief'),
  rubric: Rubric.nullable().describe('Rubric'),
  sources: z.array(IdeaSource).max(5).describe('Sources of the idea'),
};

export const SocialIdea = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    ...fields,
    state: IdeaState.describe('`used`: a post of it was published'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialIdea' });

export const socialIdeaEndpoints = socialFeature({
  listSocialIdeas: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/ideas',
    summary: 'List the ideas of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, state: IdeaState.optional().describe('Only with this state') }),
    response: SocialIdea,
    errors: ['brand_not_found'],
  }),
  createSocialIdea: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/ideas',
    summary: 'Create an idea',
    description: 'Nothing is published: an idea becomes public by an approved post of it.',
    params: BrandParams,
    body: z
      .strictObject({
        title: fields.title,
        brief: fields.brief.default(''),
        rubric: fields.rubric.default(null),
        sources: fields.sources.default([]),
      })
      .meta({ id: 'SocialIdeaCreate', example: { title: 'Search is twice as fast', rubric: 'news' } }),
    response: SocialIdea,
    errors: ['brand_not_found'],
  }),
  getSocialIdea: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/ideas/{idea_id}',
    summary: 'Read an idea',
    versioned: true,
    params: IdeaParams,
    response: SocialIdea,
    errors: ['idea_not_found'],
  }),
  updateSocialIdea: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/ideas/{idea_id}',
    summary: 'Change an idea',
    description:
      'Absent fields stay unchanged. The state `dropped` excludes the idea from the plan; `new` includes it again.',
    versioned: true,
    params: IdeaParams,
    body: z
      .strictObject({
        ...z.object(fields).partial().shape,
        state: z.enum(['new', 'dropped']).optional().describe('State of the idea'),
      })
      .meta({ id: 'SocialIdeaPatch', example: { title: 'Search is three times as fast' } }),
    response: SocialIdea,
    errors: ['idea_not_found', 'conflict'],
  }),
  deleteSocialIdea: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/v1/social/ideas/{idea_id}',
    summary: 'Delete an idea without posts',
    description: 'An idea with posts is refused: set its state to `dropped` instead. It cannot be undone.',
    versioned: true,
    params: IdeaParams,
    audit: SocialIdea,
    errors: ['idea_not_found', 'conflict'],
  }),
});
