import { z } from 'zod';
import type { ErrorTable } from './table.ts';

/** Errors about sites and their content. */
export const cmsErrors = {
  captcha_failed: [400, 'The captcha was not solved, or its token was used or has expired.'],
  version_not_incrementable: [400, 'The version does not end with a number: the change has to name the next one.'],
  folder_too_deep: [
    400,
    'The knowledge base has five levels of folders at most, those inside a moved folder included.',
  ],
  folder_cycle: [400, 'A folder cannot be moved into itself.'],
  image_not_readable: [400, 'The image is broken, or has more than 50 million pixels.'],
  origin_not_allowed: [
    403,
    'The site takes no writes from this `Origin`; `allowed_origins` of the site lists those it takes.',
  ],
  site_not_found: [404, 'No such site.'],
  content_not_found: [404, 'No such item; readers find published items only.'],
  moved: [
    404,
    'It has another slug now: `redirect_slug`, at `redirect_url`.',
    z.object({
      redirect_slug: z.string().describe('The present slug'),
      redirect_url: z.string().nullable().describe('Its address; null for a site without `website_url`'),
    }),
  ],
  revision_not_found: [404, 'No such revision of this item.'],
  category_not_found: [404, 'No such category of this site.'],
  author_not_found: [404, 'No such author of this site.'],
  folder_not_found: [404, 'No such folder of this site.'],
  asset_not_found: [404, 'No such file of this site.'],
  redirect_not_found: [404, 'No such redirect of this site; one that a renamed text left goes with the text.'],
  import_not_found: [404, 'No such import of this site.'],
  mail_not_found: [404, 'No such mail of this site.'],
  lead_not_found: [404, 'No such lead of this site.'],
  legal_document_required: [
    409,
    'The site has to publish a document of the kind `doc_kind` first.',
    z.object({ doc_kind: z.string().describe('The kind that is missing') }),
  ],
  ticket_not_found: [404, 'No such ticket.'],
  attachment_not_found: [
    404,
    'No such file; an address of one is valid for ten minutes, and a file waits 24 hours for its message.',
  ],
  slug_taken: [409, 'Another item of this kind and language has the slug.'],
  invalid_transition: [
    409,
    'The item is in another state than this needs: `status`; `allowed` lists what it can do.',
    z.object({
      status: z.string().describe('The present state'),
      allowed: z.array(z.string()).describe('Actions that it allows'),
    }),
  ],
  in_use: [
    409,
    'Something uses it: `usages` lists up to twenty places.',
    z.object({
      usages: z
        .array(
          z
            .object({
              kind: z.string().describe('Kind of the place'),
              id: z.string().describe('Its id'),
              title: z.string().describe('Its title'),
              field: z.string().describe('The field that names it'),
            })
            .meta({ id: 'PlaceOfUse', description: 'Something that uses what was to go' }),
        )
        .describe('Places that use it, 20 at most'),
    }),
  ],
  folder_not_empty: [409, 'The folder has content: `move_to` says where it goes.'],
  mail_not_configured: [409, 'The platform has no mail server: `MAIL_URL` is not set.'],
  ticket_closed: [409, 'The ticket was closed more than 14 days ago, or its user was erased: a new one goes on.'],
  version_exists: [409, 'This platform, processor and channel has a build of this version.'],
  website_url_missing: [409, 'The site has no `website_url`, so its texts have no addresses.'],
  ad_marking_required: [
    409,
    'Advertising is published with its mark only: `missing` lists what is not there.',
    z.object({ missing: z.array(z.string()).describe('Fields of the mark that are missing') }),
  ],
} as const satisfies ErrorTable;
