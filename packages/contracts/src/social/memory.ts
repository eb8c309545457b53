import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, lines, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, socialFeature } from './fields.ts';

/** What a brand knows beyond its content. */

export const MemoryKind = z.enum(['fact', 'rule', 'avoid', 'learned']);
export type MemoryKind = z.output<typeof MemoryKind>;

const fields = {
  text: lines(1_000).describe('Text of the entry'),
  source_url: HttpUrl.nullable().describe('Source of a fact'),
  expires_at: Timestamp.nullable().describe('Expiry; null for none'),
};

export const SocialMemory = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    kind: MemoryKind.describe(
      '`fact`: a fact that posts may state and that is a source of posts; `rule` and `avoid`: rules for the style of posts; `learned`: a conclusion from numbers',
    ),
    ...fields,
    is_expired: z.boolean().describe('Whether it has expired; an expired entry is not used'),
    created_by: z.string().describe('E-mail of the author'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialMemory' });

const MemoryParams = z.object({ memory_id: idOf('memory_id', 'Id of the entry') });

export const socialMemoryEndpoints = socialFeature({
  listSocialMemory: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/memory',
    summary: 'List the memory of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({ ...pageQuery, kind: MemoryKind.optional().describe('Only with this kind') }),
    response: SocialMemory,
    errors: ['brand_not_found'],
  }),
  createSocialMemory: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/memory',
    summary: 'Add an entry to the memory of a brand',
    description: 'A fact requires a source. A brand has at most 500 entries, expired ones included.',
    params: BrandParams,
    body: z
      .strictObject({
        kind: MemoryKind.describe('Kind; it cannot be changed'),
        text: fields.text,
        source_url: fields.source_url.default(null),
        expires_at: fields.expires_at.default(null),
      })
      .refine(({ kind, source_url }) => kind !== 'fact' || source_url !== null, {
        path: ['source_url'],
        message: 'is missing: a fact needs the address of its source',
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
    summary: 'Change an entry of the memory of a brand',
    description: 'Absent fields stay unchanged.',
    versioned: true,
    params: MemoryParams,
    body: z
      .strictObject(z.object(fields).partial().shape)
      .meta({ id: 'SocialMemoryPatch', example: { text: 'Notes work offline, on phones as well' } }),
    fixedFields: { kind: 'create an entry of the other kind, and delete this one.' },
    response: SocialMemory,
    errors: ['memory_not_found'],
  }),
  deleteSocialMemory: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/memory/{memory_id}',
    summary: 'Delete an entry of the memory of a brand',
    description: 'Generated texts do not know the entry from now on. It cannot be undone.',
    versioned: true,
    params: MemoryParams,
    audit: SocialMemory,
    errors: ['memory_not_found'],
  }),
});
