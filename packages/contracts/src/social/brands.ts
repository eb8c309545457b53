import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { idOf, line, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, BrandTimeZone, Code, LinkHost, LocalTime, socialFeature } from './fields.ts';

/** Who posts: a name, a tone, and the rules for its posts. */

export const Autonomy = z.enum(['manual', 'assisted', 'autopilot', 'full_manager']);
export type Autonomy = z.output<typeof Autonomy>;

const languages = z
  .array(
    z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'has to be a language tag, such as ru or en-GB')
      .meta({ example: 'ru' }),
  )
  .min(1)
  .max(5);

export const Tone = z
  .strictObject({
    style: z.array(text(40)).max(5).default([]).describe('Words that describe the style'),
    address: z.enum(['informal', 'formal', 'neutral']).default('neutral').describe('Form of address for readers'),
    emoji: z.enum(['none', 'few', 'many']).default('few').describe('Amount of emoji'),
    banned_words: z.array(text(60)).max(100).default([]).describe('Words that posts must not contain'),
  })
  .meta({ id: 'SocialTone' });

export const ApprovalRule = z
  .strictObject({
    required: z.int().min(1).max(3).default(1).describe('Number of distinct administrators that must approve'),
    approver_ids: z
      .array(Uuid.meta({ resource: 'admin_id' }))
      .max(50)
      .default([])
      .describe('Administrators that may approve; if empty, all administrators with the role `admin` or higher'),
    self_approval: z.boolean().default(true).describe('Whether authors may approve their own posts'),
    time_tolerance_min: z
      .int()
      .min(0)
      .max(1_440)
      .default(0)
      .describe('Minutes by which an approved post may be moved without another approval'),
  })
  .meta({ id: 'SocialApprovalRule' });

export const Blackout = z
  .strictObject({
    from: LocalTime.describe('First minute, in the time zone of the brand'),
    to: LocalTime.describe('End, exclusive'),
    reason: line(200).default('').describe('Reason'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'has to be after `from`' })
  .meta({
    id: 'SocialBlackout',
    example: { from: '2027-05-01T00:00', to: '2027-05-02T00:00', reason: 'Holiday' },
  });

const writable = {
  name: text(120).describe('Name'),
  timezone: BrandTimeZone,
  languages: languages.describe('Languages of its posts, the main one first'),
  application_id: idOf('application_id', 'Application of the brand').nullable(),
  site_id: idOf('site_id', 'Site of the brand').nullable(),
  link_hosts: z
    .array(LinkHost)
    .max(20)
    .describe('Hosts whose links are tagged with `utm_…`; the host of the site if the list is empty'),
  tone: Tone.describe('Tone of voice'),
  autonomy: Autonomy.describe('Autonomy: actions that need no person'),
  approval: ApprovalRule.describe('Approval rules'),
  jurisdiction: z.enum(['RU', 'none']).describe('Advertising law for its posts; only the role `owner` changes it'),
  late_limit_min: z
    .int()
    .min(5)
    .max(1_440)
    .describe('Minutes after which a due post counts as missed and is not sent')
    .meta({ example: 60 }),
  min_gap_min: z.int().min(0).max(1_440).describe('Minimum number of minutes between planned posts of an account'),
  refill_days: z
    .int()
    .min(3)
    .max(30)
    .describe('Number of days ahead for which the plan is filled automatically')
    .meta({ example: 7 }),
  blackouts: z.array(Blackout).max(100).describe('Times without planned posts'),
};

export const SocialBrand = z
  .object({
    id: Uuid.describe('Id'),
    code: z.string().describe('Code: the `utm_campaign` of its links'),
    ...writable,
    approval: ApprovalRule.describe('Approval rules'),
    is_archived: z.boolean().describe('Whether it is archived: it is kept and publishes nothing'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialBrand' });

const creation = z
  .strictObject({
    code: Code.describe('Code; it cannot be changed'),
    name: writable.name,
    timezone: writable.timezone,
    languages: writable.languages.default(['ru']),
    application_id: writable.application_id.default(null),
    site_id: writable.site_id.default(null),
    link_hosts: writable.link_hosts.default([]),
    tone: Tone.prefault({}).describe('Tone of voice'),
    autonomy: writable.autonomy.default('manual'),
    approval: ApprovalRule.prefault({}).describe('Approval rules'),
    jurisdiction: writable.jurisdiction.default('RU'),
    late_limit_min: writable.late_limit_min.default(60),
    min_gap_min: writable.min_gap_min.default(60),
    refill_days: writable.refill_days.default(7),
    blackouts: writable.blackouts.default([]),
  })
  .meta({
    id: 'SocialBrandCreate',
    example: { code: 'notes', name: 'Notes', timezone: 'Europe/Moscow', autonomy: 'manual' },
  });

const errors = ['brand_not_found'] as const;

export const socialBrandEndpoints = socialFeature({
  listSocialBrands: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands',
    summary: 'List brands, newest first',
    paginated: true,
    query: z.object({
      ...pageQuery,
      archived: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` lists the archived brands instead of the others'),
    }),
    response: SocialBrand,
  }),
  createSocialBrand: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/social/brands',
    keyScope: 'refused',
    summary: 'Create a brand',
    description: 'Nothing is published before the brand has an account with credentials.',
    body: creation,
    response: SocialBrand,
    errors: ['conflict', 'application_not_found', 'site_not_found'],
  }),
  getSocialBrand: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}',
    summary: 'Read a brand',
    versioned: true,
    params: BrandParams,
    response: SocialBrand,
    errors,
  }),
  updateSocialBrand: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/social/brands/{brand_id}',
    summary: 'Change a brand',
    description: 'Absent fields stay unchanged.',
    versioned: true,
    params: BrandParams,
    body: z
      .strictObject({
        ...z.object(writable).partial().shape,
        is_archived: z
          .literal(false)
          .optional()
          .describe('Restores an archived brand; its canceled posts stay canceled'),
      })
      .meta({ id: 'SocialBrandPatch', example: { autonomy: 'assisted' } }),
    fixedFields: { code: 'links of published posts have it. Create another brand.' },
    response: SocialBrand,
    errors: ['brand_not_found', 'application_not_found', 'site_not_found', 'conflict'],
  }),
  deleteSocialBrand: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/brands/{brand_id}',
    summary: 'Archive a brand',
    description:
      'The brand is kept with its posts and publishes nothing more; its scheduled posts are canceled. A repeat changes nothing. A PATCH with `is_archived: false` restores the brand.',
    versioned: true,
    params: BrandParams,
    response: SocialBrand,
    errors,
  }),
});
