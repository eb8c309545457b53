import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, line, longText, pageQuery, Timestamp, text, Uuid, urlOf } from '../fields.ts';
import { isInn } from '../inn.ts';
import { endpoint } from '../kit.ts';
import { Check } from './check.ts';
import { BrandParams, IdeaParams, LocalTime, Rubric, SocialChannel, socialFeature, VariantParams } from './fields.ts';
import { SocialIdea } from './ideas.ts';

/** Posts, one for each account. */

export const VariantState = z
  .enum([
    'draft',
    'pending_approval',
    'approved',
    'scheduled',
    'publishing',
    'awaiting_media',
    'published',
    'uncertain',
    'failed',
    'missed',
    'canceled',
  ])
  .meta({ id: 'SocialVariantState' });
export type VariantState = z.output<typeof VariantState>;

export const Button = z
  .strictObject({
    text: text(64).describe('Label'),
    url: urlOf(/^https$/).describe('Target of the link'),
  })
  .meta({ id: 'SocialButton', example: { text: 'Read', url: 'https://notes.example.com/blog/search' } });

export const Advertiser = z
  .strictObject({
    name: text(200).describe('Name of the advertiser'),
    inn: z
      .string()
      .regex(/^(\d{10}|\d{12})$/, 'has to be 10 digits for a company, or 12 digits for a person')
      .refine(isInn, 'is not a valid INN: compare its digits, the checksum is wrong')
      .describe('Taxpayer number')
      .meta({ example: '7707083893' }),
  })
  .meta({ id: 'SocialAdvertiser' });

const CoverFit = z.enum(['pad', 'crop', 'refuse']);
const alt = line(200).describe('Text instead of the image');
const fit = CoverFit.describe('Adaptation of an image whose aspect ratio the channel does not accept');

export const variantBody = longText(20_000).describe(
  'Markdown: bold, italic, strikethrough, code, links, quotes and lists. HTML is shown as text',
);
export const variantButtons = z.array(Button).max(2).describe('Links under the post');
const isAd = z.boolean().describe('Whether the author declares it an advertisement');
const erid = z
  .string()
  .regex(/^[A-Za-z0-9]{4,64}$/, 'has to be 4 to 64 latin letters and digits')
  .nullable()
  .describe('Token of the advertising register')
  .meta({ example: '2VtzqwErid01' });
const advertiser = Advertiser.nullable().describe('Advertiser');

export const SocialVariant = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    account_id: Uuid.describe('Account'),
    idea_id: Uuid.describe('Idea'),
    channel: SocialChannel.describe('Channel'),
    body: z.string().describe('Markdown'),
    buttons: z.array(Button).describe('Links under the post'),
    cover: z
      .object({
        id: Uuid.describe('Id of the image'),
        url: z.string().describe('Address of the image as sent to the channel'),
        name: z.string().describe('Name of the image, derived from its content'),
        width: z.int().describe('Pixels'),
        height: z.int().describe('Pixels'),
        alt: z.string().describe('Text instead of the image'),
        fit: CoverFit.describe('Adaptation of the image'),
      })
      .nullable()
      .describe('Image; null without one'),
    is_ad: isAd,
    erid: z.string().nullable().describe('Token of the advertising register'),
    advertiser,
    ref: z.string().describe('`utm_content` of its links').meta({ example: 'a1B2c3D4' }),
    state: VariantState.describe(
      '`approved`: an approval for exactly this content is valid; `scheduled`: it is published automatically; `awaiting_media`: the channel processes its image; `uncertain`: the outcome at the channel is unknown; `missed`: its time passed before it could be sent',
    ),
    scheduled_at: Timestamp.nullable().describe('Time of the scheduled publication; null before it was scheduled'),
    published_at: Timestamp.nullable().describe('Time of the publication'),
    remote: z
      .object({
        id: z.string().nullable().describe('Id at the channel, if known'),
        url: z.string().nullable().describe('Address, if it has one'),
        edited_at: Timestamp.nullable().describe('Time of the last change at the channel'),
        deleted_at: Timestamp.nullable().describe('Time of the deletion at the channel'),
      })
      .nullable()
      .describe('The published post; null before the publication')
      .meta({ example: null }),
    errors: z.int().describe('Failures since it was scheduled; after the third one it is not retried'),
    last_error: z
      .object({
        class: z.string().describe('Class of the failure').meta({ example: 'throttled' }),
        code: z.string().describe('Code of the channel, or of the connection'),
        message: z.string().describe('Message of the channel, without secrets'),
        at: Timestamp.describe('Time of the attempt'),
      })
      .nullable()
      .describe('Error of the last attempt')
      .meta({ example: null }),
    next_attempt_at: Timestamp.nullable().describe('Time of the next automatic attempt; null if a person must act'),
    what_to_do: z.string().nullable().describe('Action that a person must take; null for none'),
    checks: z.array(Check).describe('Findings of the last save'),
    unsupported_claims: z
      .array(z.string())
      .describe('Numbers, dates, addresses, quotes and names in its text that are in no source of its idea'),
    content_hash: z.string().describe('SHA-256 of the content to post'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialVariant', description: 'A post for one account' });

const variantFields = { body: variantBody, buttons: variantButtons, is_ad: isAd, erid, advertiser };
const creation = {
  body: variantBody.default(''),
  buttons: variantButtons.default([]),
  is_ad: isAd.default(false),
  erid: erid.default(null),
  advertiser: advertiser.default(null),
};
const accountId = idOf('account_id', 'Account of the brand');

const Preview = z
  .object({
    requests: z
      .array(
        z.object({
          step: z.enum(['upload', 'container', 'publish']).describe('Purpose of the request'),
          method: z.string().describe('Method'),
          path: z.string().describe('Path; `{token}` replaces the secret'),
          body: z.record(z.string(), z.unknown()).describe('Fields; braces mark values from a previous step'),
        }),
      )
      .describe('Requests, in this order'),
    text: z.string().describe('Text as readers see it'),
    length: z
      .object({
        value: z.int().describe('Length'),
        max: z.int().describe('Longest'),
        unit: z.enum(['code_points', 'utf16', 'threads']).describe('Unit of the channel for the length'),
      })
      .describe('Length of the text, all additions of the platform included'),
    cover: z
      .object({ url: z.string().describe('Image') })
      .nullable()
      .describe('Image; null without one'),
    degraded: z.array(z.string()).describe('Formatting that the channel shows differently'),
    checks: z.array(Check).describe('Findings about the post'),
    content_hash: z.string().describe('SHA-256 of the content to post'),
  })
  .meta({ id: 'SocialPreview' });

/** An image of a post: one that was uploaded, or one from outside. */
const CoverChoice = z
  .strictObject({
    asset: line(200)
      .optional()
      .describe('Id or name of an image that was uploaded for a post')
      .meta({ resource: 'cover_asset' }),
    url: urlOf(/^https?$/)
      .optional()
      .describe('Address of a JPEG, PNG or WebP of 10 MiB at most'),
    alt: alt.default(''),
    fit: fit.default('pad'),
  })
  .refine(({ asset, url }) => (asset === undefined) !== (url === undefined), {
    path: ['url'],
    message: 'and `url` exclude each other: send exactly one of them',
  })
  .meta({ id: 'SocialCoverChoice' });

const newCover = CoverChoice.nullable().default(null).describe('Image; it is converted for the channel of each post');

const Content = z
  .object({
    idea: SocialIdea.describe('Idea'),
    variants: z.array(SocialVariant).describe('A post for each account'),
    slot_ids: z.array(Uuid).describe('Slots; empty if there is no time'),
  })
  .meta({ id: 'SocialContent' });

const errors = ['variant_not_found'] as const;
const coverErrors = ['image_not_readable', 'address_refused', 'cover_not_found'] as const;

/** What the audit log stores of a post whose approval a call may ask for. */
export const SocialVariantAudit = SocialVariant.extend({
  approved_by: z.string().nullable().describe('`system` where a rule approved it in this call'),
});

/** Bytes of the longest image. */
export const maxCoverBytes = 10 * 1_048_576;

export const socialVariantEndpoints = socialFeature({
  createSocialContent: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/content',
    summary: 'Create a post for several accounts',
    timeoutSeconds: 60,
    description:
      'Creates an idea, a post for each account and, with `local_time`, a slot for each post. Either all of them are created, or none.',
    params: BrandParams,
    body: z
      .strictObject({
        account_ids: z.array(accountId).min(1).max(10).describe('Accounts, without duplicates'),
        title: text(200).describe('Title of the idea'),
        rubric: Rubric.nullable().default(null).describe('Rubric'),
        local_time: LocalTime.nullable().default(null).describe('Time, in the time zone of the brand'),
        submit: z.boolean().default(false).describe('Whether each post is submitted for approval at once'),
        ...creation,
        cover: newCover,
      })
      .meta({
        id: 'SocialContentCreate',
        example: {
          account_ids: ['0198a3c0-5e1f-7000-8000-000000000001'],
          title: 'Search is twice as fast',
          body: 'Search is **twice as fast**.',
        },
      }),
    response: Content,
    audit: Content.extend({ approved_by: z.array(z.string().nullable()) }),
    errors: [
      'brand_not_found',
      'account_not_found',
      'slot_taken',
      'channel_check_failed',
      'ad_marking_required',
      'ad_not_allowed_on_channel',
      'account_not_ready',
      'duplicate_content',
      ...coverErrors,
    ],
  }),
  createSocialVariant: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/ideas/{idea_id}/variants',
    summary: 'Create a post of an idea',
    description: 'The post is a draft. Nothing is published before it is approved and has a time.',
    timeoutSeconds: 60,
    params: IdeaParams,
    body: z.strictObject({ account_id: accountId, ...creation, cover: newCover }).meta({
      id: 'SocialVariantCreate',
      example: { account_id: '0198a3c0-5e1f-7000-8000-000000000001', body: 'Search is **twice as fast**.' },
    }),
    response: SocialVariant,
    errors: ['idea_not_found', 'brand_not_found', 'account_not_found', ...coverErrors],
  }),
  listSocialVariants: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/variants',
    summary: 'List the posts of a brand, newest first',
    paginated: true,
    params: BrandParams,
    query: z.object({
      ...pageQuery,
      state: VariantState.optional().describe('Only with this state'),
      account_id: idOf('nothing', 'Only of this account').optional(),
    }),
    response: SocialVariant,
    errors: ['brand_not_found'],
  }),
  getSocialVariant: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}',
    summary: 'Read a post',
    versioned: true,
    params: VariantParams,
    response: SocialVariant,
    errors,
  }),
  updateSocialVariant: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/variants/{variant_id}',
    summary: 'Change a post',
    description:
      'A post that was published, or is being sent to its channel, cannot be changed here. Absent fields stay unchanged. The checks run at each save and report what the channel would refuse. `cover` is an uploaded image (`asset`), an image by its address (`url`), or null. A change of submitted or approved content ends its approval (`voided`) and requests a new one. With a check of the level `error`, the post becomes a draft again.',
    timeoutSeconds: 60,
    versioned: true,
    params: VariantParams,
    body: z
      .strictObject({
        ...z.object(variantFields).partial().shape,
        cover: CoverChoice.nullable().optional().describe('Image; null removes it'),
      })
      .meta({ id: 'SocialVariantPatch', example: { body: 'Search is **three times** as fast.' } }),
    fixedFields: { account_id: 'a post stays with its account. Create a post of the same idea for the other account.' },
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: ['variant_not_found', ...coverErrors, 'conflict', 'account_not_ready', 'duplicate_content'],
  }),
  deleteSocialVariant: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/v1/social/variants/{variant_id}',
    summary: 'Delete a draft',
    description:
      'Its text and its image are deleted, which cannot be undone. Only a draft is deleted; another post is canceled instead.',
    versioned: true,
    params: VariantParams,
    audit: SocialVariant,
    errors,
  }),
  putSocialCover: endpoint({
    ...admin,
    method: 'PUT',
    path: '/v1/social/variants/{variant_id}/cover',
    summary: 'Upload the image of a post',
    versioned: true,
    description:
      'The image is converted to a JPEG without metadata, with an aspect ratio and a size that the channel accepts.',
    timeoutSeconds: 120,
    params: VariantParams,
    query: z.object({ alt: alt.default(''), fit: fit.default('pad') }),
    upload: { maxBytes: maxCoverBytes, types: ['image/jpeg', 'image/png', 'image/webp'] },
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: ['variant_not_found', 'image_not_readable', 'conflict'],
  }),
  deleteSocialCover: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/v1/social/variants/{variant_id}/cover',
    summary: 'Remove the image of a post',
    description:
      'The post is published without an image. It cannot be undone: upload the image again. An approval of the former content is void.',
    versioned: true,
    params: VariantParams,
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: ['variant_not_found', 'conflict'],
  }),
  previewSocialVariant: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/preview',
    summary: 'Preview the requests to the channel',
    description: 'The preview uses the same code as the publication.',
    params: VariantParams,
    response: Preview,
    errors,
  }),
  listSocialRevisions: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/revisions',
    summary: 'List the versions of a post, newest first',
    paginated: true,
    params: VariantParams,
    query: z.object({ ...pageQuery }),
    response: z
      .object({
        id: Uuid.describe('Id'),
        version: z.int().describe('Version of the post'),
        content_hash: z.string().describe('SHA-256 of the content of this version'),
        body: z.string().describe('Markdown'),
        buttons: z.array(Button).describe('Links under the post'),
        cover_name: z.string().nullable().describe('Name of its image'),
        author: z.string().describe('E-mail of the author'),
        created_at: Timestamp.describe('Creation time'),
      })
      .meta({ id: 'SocialRevision' }),
    errors,
  }),
  openSocialCover: endpoint({
    method: 'GET',
    path: '/assets/social/{name}',
    summary: 'Read the image of a post',
    description: 'The file name is derived from the content, so the file at this address never changes.',
    auth: 'none',
    rate: 'public_assets',
    cache: 'public, max-age=31536000, immutable',
    produces: 'file',
    params: z.object({
      name: z.string().max(200).describe('File name from the address').meta({ resource: 'cover_name' }),
    }),
    errors: ['not_found'],
  }),
});
