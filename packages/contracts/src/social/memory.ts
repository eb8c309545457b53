import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** What a brand knows beyond its content. */

export const MemoryKind = z.enum(['fact', 'rule', 'avoid', 'learned']);
export type MemoryKind = z.output<typeof MemoryKind>;

const fields = {
  text: text(1_000).describe('What it says'),
  source_url: HttpUrl.nullable().describe('Where a fact stands'),
  expires_at: Timestamp.nullable().describe('When it ends; null for never'),
};

export const SocialMemory = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    kind: MemoryKind.describe(
      '`fact`: posts may say it, and are made from it; `rule` and `avoid`: how posts are written; `learned`: what numbers showed',
    ),
    ...fields,
    is_expired: z.boolean().describe('It ended: nothing uses it'),
    created_by: z.string().describe('E-mail of the author'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('When it changed last'),
  })
  .meta({ id: 'SocialMemory' });

const MemoryParams = z.object({ memory_id: idOf('memory_id', 'Id of the entry') });

export const socialMemoryEndpoints = socialFeature({
  listSocialMemory: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/memory',
    summary: 'List what a brand knows, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, kind: MemoryKind.optional().describe('Only these') }),
    response: SocialMemory,
    errors: ['brand_not_found'],
  }),
  createSocialMemory: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/memory',
    summary: 'Add what a brand knows',
    description: 'A fact names its source. A brand has 500 entries at most; expired ones count until they are deleted.',
    params: BrandParams,
    body: z
      .strictObject({
        kind: MemoryKind.describe('Kind, never changed'),
        text: fields.text,
        source_url: fields.source_url.default(null),
        expires_at: fields.expires_at.default(null),
      })
      .refine(({ kind, source_url }) => kind !== 'fact' || source_url !== null, {
        path: ['source_url'],
        message: 'a fact has one',
      })
      .meta({
        id: 'SocialMemoryCreate',
        example: { kind: 'fact', text: 'Notes work offline', source_url: 'https://notes.example.com/offline' },
      }),
    response: SocialMemory,
    errors: ['brand_not_found', 'conflict'],
  }),
  updateSocialMemory: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/memory/{memory_id}',
    summary: 'Change what a brand knows',
    description: 'Absent fields stay.',
    versioned: true,
    params: MemoryParams,
    body: z
      .strictObject(z.object(fields).partial().shape)
      .meta({ id: 'SocialMemoryPatch', example: { text: 'Notes work offline, on phones as well' } }),
    response: SocialMemory,
    errors: ['memory_not_found'],
  }),
  deleteSocialMemory: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/memory/{memory_id}',
    summary: 'Delete what a brand knows',
    versioned: true,
    params: MemoryParams,
    audit: SocialMemory,
    errors: ['memory_not_found'],
  }),
});
