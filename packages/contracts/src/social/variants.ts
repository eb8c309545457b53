import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { idOf, longText, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { isInn } from '../inn.ts';
import { endpoint } from '../kit.ts';
import { Check } from './check.ts';
import { BrandParams, IdeaParams, LocalTime, Rubric, SocialChannel, socialFeature, VariantParams } from './fields.ts';
import { SocialIdea } from './ideas.ts';

/** Posts, one for each account. */

export const VariantState = z
  .enum([
    ...(['draft', 'pending_approval', 'approved', 'scheduled', 'publishing', 'awaiting_media'] as const),
    ...(['published', 'uncertain', 'failed', 'missed', 'canceled'] as const),
  ])
  .meta({ id: 'SocialVariantState' });
export type VariantState = z.output<typeof VariantState>;

export const Button = z
  .strictObject({
    text: text(64).describe('Label'),
    url: z
      .url({ protocol: /^https$/ })
      .max(2_048)
      .describe('Where it leads'),
  })
  .meta({ id: 'SocialButton', example: { text: 'Read', url: 'https://notes.example.com/blog/search' } });

export const Advertiser = z
  .strictObject({
    name: text(200).describe('Name of the advertiser'),
    inn: z
      .string()
      .regex(/^(\d{10}|\d{12})$/, '10 or 12 digits')
      .refine(isInn, 'is no INN: its checksum does not hold')
      .describe('Taxpayer number')
      .meta({ example: '7707083893' }),
  })
  .meta({ id: 'SocialAdvertiser' });

const CoverFit = z.enum(['pad', 'crop', 'refuse']);
const alt = longText(200).describe('Text instead of the image');
const fit = CoverFit.describe('What is done with an image of another shape than the channel takes');

export const variantBody = longText(20_000).describe(
  'Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text',
);
export const variantButtons = z.array(Button).max(2).describe('Links under the post');
const isAd = z.boolean().describe('It is an advertisement, as a person says');
const erid = z
  .string()
  .regex(/^[A-Za-z0-9]{4,64}$/, 'letters and digits')
  .nullable()
  .describe('Token of the advertising register')
  .meta({ example: '2VtzqwErid01' });
const advertiser = Advertiser.nullable().describe('For whom it is an advertisement');

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
        url: z.string().describe('Image as the channel gets it'),
        name: z.string().describe('Name of the image, made from its content'),
        width: z.int().describe('Pixels'),
        height: z.int().describe('Pixels'),
        alt: z.string().describe('Text instead of the image'),
        fit: CoverFit.describe('How it was made to fit'),
      })
      .nullable()
      .describe('Image; null without one'),
    is_ad: isAd,
    erid: z.string().nullable().describe('Token of the advertising register'),
    advertiser,
    ref: z.string().describe('The `utm_content` of its links').meta({ example: 'a1B2c3D4' }),
    state: VariantState.describe(
      '`approved`: an approval of exactly this content holds; `scheduled`: it goes out by itself; `awaiting_media`: the channel works on its image; `uncertain`: the channel did not say whether it is there; `missed`: its time passed before it could be sent',
    ),
    scheduled_at: Timestamp.nullable().describe('When it goes out, or went; null before it was scheduled'),
    published_at: Timestamp.nullable().describe('When the channel took it'),
    remote: z
      .object({
        id: z.string().nullable().describe('Its id at the channel, where it is known'),
        url: z.string().nullable().describe('Its address, where it has one'),
        edited_at: Timestamp.nullable().describe('When it was last changed there'),
        deleted_at: Timestamp.nullable().describe('When it was deleted there'),
      })
      .nullable()
      .describe('The published post; null before')
      .meta({ example: null }),
    errors: z.int().describe('Failures since it was scheduled; the third ends it'),
    last_error: z
      .object({
        class: z.string().describe('Class of the failure').meta({ example: 'throttled' }),
        code: z.string().describe('Code of the channel, or of the connection'),
        message: z.string().describe('What the channel said, without secrets'),
        at: Timestamp.describe('When'),
      })
      .nullable()
      .describe('Why the last attempt failed')
      .meta({ example: null }),
    next_attempt_at: Timestamp.nullable().describe('When the platform goes on by itself; null when a person has to'),
    what_to_do: z.string().nullable().describe('What a person has to do; null when nothing'),
    checks: z.array(Check).describe('What was found at the last save'),
    unsupported_claims: z
      .array(z.string())
      .describe('Numbers, dates, addresses, quotes and names of its text that no source of its idea has'),
    content_hash: z.string().describe('SHA-256 of what is posted'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('When it changed last'),
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
          step: z.enum(['upload', 'container', 'publish']).describe('What it is for'),
          method: z.string().describe('Method'),
          path: z.string().describe('Path; `{token}` stands for the secret'),
          body: z.record(z.string(), z.unknown()).describe('Fields; braces stand for what a step before gave'),
        }),
      )
      .describe('What is sent, in this order'),
    text: z.string().describe('As its readers see it'),
    length: z
      .object({
        value: z.int().describe('Length'),
        max: z.int().describe('Longest'),
        unit: z.enum(['code_points', 'utf16', 'threads']).describe('How the channel counts'),
      })
      .describe('Length of the text with everything that is put to it'),
    cover: z
      .object({ url: z.string().describe('Image') })
      .nullable()
      .describe('Image; null without one'),
    degraded: z.array(z.string()).describe('What the channel shows in another way than it was written'),
    checks: z.array(Check).describe('What is wrong with it'),
    content_hash: z.string().describe('SHA-256 of what is posted'),
  })
  .meta({ id: 'SocialPreview' });

const Content = z
  .object({
    idea: SocialIdea.describe('Idea'),
    variants: z.array(SocialVariant).describe('A post for each account'),
    slot_ids: z.array(Uuid).describe('Slots; empty without a time'),
  })
  .meta({ id: 'SocialContent' });

const errors = ['variant_not_found'] as const;

/** What the audit log keeps of a post whose approval a call may ask for. */
export const SocialVariantAudit = SocialVariant.extend({
  approved_by: z.string().nullable().describe('`system` where a rule approved it in this call'),
});

/** Bytes of the longest image. */
export const maxCoverBytes = 10 * 1_048_576;

export const socialVariantEndpoints = socialFeature({
  createSocialContent: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/content',
    summary: 'Create a post for several accounts',
    description: 'An idea, a post for each account and, with `local_time`, a slot for each; all or nothing.',
    params: BrandParams,
    body: z
      .strictObject({
        account_ids: z.array(accountId).min(1).max(10).describe('Accounts, each once'),
        title: text(200).describe('Title of the idea'),
        rubric: Rubric.nullable().default(null).describe('Rubric'),
        local_time: LocalTime.nullable().default(null).describe('When, in the time zone of the brand'),
        submit: z.boolean().default(false).describe('Asks for the approval of each post at once'),
        ...creation,
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
      ...(['brand_not_found', 'account_not_found', 'slot_taken'] as const),
      ...(['channel_check_failed', 'ad_marking_required', 'ad_not_allowed_on_channel'] as const),
      ...(['account_not_ready', 'duplicate_content'] as const),
    ],
  }),
  createSocialVariant: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/ideas/{idea_id}/variants',
    summary: 'Create a post of an idea',
    params: IdeaParams,
    body: z.strictObject({ account_id: accountId, ...creation }).meta({
      id: 'SocialVariantCreate',
      example: { account_id: '0198a3c0-5e1f-7000-8000-000000000001', body: 'Search is **twice as fast**.' },
    }),
    response: SocialVariant,
    errors: ['idea_not_found', 'account_not_found'],
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
      state: VariantState.optional().describe('Only these'),
      account_id: idOf('nothing', 'Only those of an account').optional(),
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
      'A post that is with its channel, or was published, cannot be changed here. Absent fields stay. The checks run at each save: they say what the channel would refuse. `cover` takes an image that was uploaded (`asset`), or one by its address (`url`), or none. A change of what was submitted or approved ends that approval (`voided`) and asks for another one; with a check of the level `error` the post is a draft again.',
    timeoutSeconds: 60,
    versioned: true,
    params: VariantParams,
    body: z
      .strictObject({
        ...z.object(variantFields).partial().shape,
        cover: z
          .strictObject({
            asset: z
              .string()
              .max(200)
              .optional()
              .describe('Id or name of an image that was uploaded for a post')
              .meta({ resource: 'cover_asset' }),
            url: z
              .url({ protocol: /^https?$/ })
              .max(2_048)
              .optional()
              .describe('Address of a JPEG, PNG or WebP of 10 MiB at most'),
            alt: alt.default(''),
            fit: fit.default('pad'),
          })
          .refine(({ asset, url }) => (asset === undefined) !== (url === undefined), {
            path: ['url'],
            message: 'either `asset` or `url`',
          })
          .nullable()
          .optional()
          .describe('Image; null takes it away'),
      })
      .meta({ id: 'SocialVariantPatch', example: { body: 'Search is **three times** as fast.' } }),
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: [
      ...(['variant_not_found', 'image_not_readable', 'address_refused', 'cover_not_found', 'conflict'] as const),
      ...(['account_not_ready', 'duplicate_content'] as const),
    ],
  }),
  deleteSocialVariant: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/v1/social/variants/{variant_id}',
    summary: 'Delete a draft',
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
    description: 'It becomes a JPEG without metadata, in the shape and the size that the channel takes.',
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
    summary: 'Take the image of a post away',
    params: VariantParams,
    response: SocialVariant,
    audit: SocialVariantAudit,
    errors: ['variant_not_found', 'conflict'],
  }),
  previewSocialVariant: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/preview',
    summary: 'Read what will be sent',
    description: 'The requests come from the function that sends them.',
    params: VariantParams,
    response: Preview,
    errors,
  }),
  listSocialRevisions: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/variants/{variant_id}/revisions',
    summary: 'List what a post was, newest first',
    paginated: true,
    params: VariantParams,
    query: z.object({ ...pageQuery }),
    response: z
      .object({
        id: Uuid.describe('Id'),
        version: z.int().describe('Version of the post'),
        content_hash: z.string().describe('SHA-256 of what was posted then'),
        body: z.string().describe('Markdown'),
        buttons: z.array(Button).describe('Links under the post'),
        cover_name: z.string().nullable().describe('Name of its image'),
        author: z.string().describe('E-mail of the author'),
        created_at: Timestamp.describe('When'),
      })
      .meta({ id: 'SocialRevision' }),
    errors,
  }),
  openSocialCover: endpoint({
    method: 'GET',
    path: '/assets/social/{name}',
    summary: 'Read the image of a post',
    description: 'The name is made from the content, so what stands under it never changes.',
    auth: 'none',
    rate: 'public_assets',
    cache: 'public, max-age=31536000, immutable',
    produces: 'file',
    params: z.object({
      name: z.string().max(200).describe('As it stands in the address').meta({ resource: 'cover_name' }),
    }),
    errors: ['not_found'],
  }),
});
